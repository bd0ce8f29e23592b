import { Input } from "@mariozechner/pi-tui";
import type { Setting } from "../../settings/catalog.ts";
import type { Scope } from "../../settings/scope.ts";
import { ChoicePage } from "../choice-page.ts";
import type { ModelAccess, SettingsAccess } from "../command-context.ts";
import { EntryPage } from "../entry-page.ts";
import type { Key } from "../keys.ts";
import { type Line, line, printable, spread, wrap } from "../line.ts";
import type { Page, PageView, ScreenControl, Size } from "../screen.ts";
import { isMove, moved } from "../select.ts";
import { applyChange, parseValue } from "../setting-command.ts";
import { accepted, currentValue } from "../setting-text.ts";
import { OTHER, RESET, settingChoices } from "./setting-choices.ts";
import type { SettingGroup } from "./setting-groups.ts";
import { descriptionLines, groupsFor, settingLines } from "./setting-rows.ts";

export interface SettingsPageParts {
  readonly settings: SettingsAccess;
  readonly models: ModelAccess;
}

/** Every setting, to be searched and changed; what is changed is saved at once. Closes with nothing. */
export class SettingsPage implements Page {
  readonly #field = new Input();
  readonly #parts: SettingsPageParts;
  readonly #control: ScreenControl<void>;
  #groups: readonly SettingGroup[];
  #selected = 0;
  #page = 1;
  #scope: Scope = "global";
  #said: { readonly ok: boolean; readonly text: string } | undefined;
  /** Where one setting is being changed. */
  #inner: Page | undefined;

  constructor(parts: SettingsPageParts, control: ScreenControl<void>) {
    this.#parts = parts;
    this.#control = control;
    this.#groups = groupsFor("", parts.settings);
  }

  get field(): Input | undefined {
    return this.#inner ? this.#inner.field : this.#field;
  }

  view(size: Size): PageView {
    if (this.#inner) return this.#inner.view(size);
    const { width, height } = size;
    const below = this.#below(width).slice(0, Math.max(1, Math.floor(height / 2)));
    const room = Math.max(1, height - below.length - 1);
    this.#page = room;
    const selected = this.#setting();
    const rows = settingLines(this.#groups, this.#parts.settings, { width, height: room, selected });
    const where = this.#scope === "global" ? "saved for you" : "saved for this project";
    return {
      title: spread([{ text: "pruner settings", tone: "accent", bold: true }], line(where, "dim"), width),
      lines: [...(rows.length > 0 ? rows : [line("nothing fits", "muted")]), [], ...below],
      hints: ["enter change", "esc close", "del reset", "tab you/project", "type to search"],
    };
  }

  press(key: Key): boolean {
    if (this.#inner) return this.#inner.press(key);
    if (isMove(key)) this.#move(key);
    else if (key === "cancel") this.#control.close();
    else if (key === "scope") this.#scope = this.#scope === "global" ? "project" : "global";
    else return this.#pressOn(key, this.#setting());
    return true;
  }

  typed(text: string): void {
    if (this.#inner) {
      this.#inner.typed?.(text);
      return;
    }
    this.#groups = groupsFor(text, this.#parts.settings);
    this.#selected = 0;
    this.#said = undefined;
  }

  #pressOn(key: Key, setting: Setting | undefined): boolean {
    // A space is a letter of a search that has begun.
    const isChange = key === "confirm" || (key === "space" && this.#field.getValue() === "");
    if (!setting || !(isChange || key === "remove")) return false;
    if (isChange) this.#edit(setting);
    else this.#save(setting, undefined);
    return true;
  }

  #all(): readonly Setting[] {
    return this.#groups.flatMap(({ settings }) => settings);
  }

  #setting(): Setting | undefined {
    return this.#all()[this.#selected];
  }

  #move(key: Parameters<typeof moved>[2]["key"]): void {
    this.#selected = moved(this.#selected, this.#all().length, { key, page: this.#page });
    this.#said = undefined;
  }

  /** What happened last, then what the selected setting is about. */
  #below(width: number): readonly Line[] {
    const setting = this.#setting();
    const { ok = true, text = "" } = this.#said ?? {};
    return [
      ...(text === ""
        ? []
        : wrap(printable(text), width).map((each) => line(each, ok ? "success" : "error"))),
      ...(setting ? descriptionLines(setting, this.#parts.settings, width) : []),
    ];
  }

  #edit(setting: Setting): void {
    const current = currentValue(setting, this.#parts.settings);
    if (setting.kind === "flag") this.#save(setting, !current);
    else if (setting.kind === "list") this.#write(setting);
    else this.#offer(setting);
  }

  #offer(setting: Setting): void {
    const current = setting.format(currentValue(setting, this.#parts.settings));
    const choices = settingChoices(setting, current, this.#parts.models.names());
    this.#open(
      (control) => new ChoicePage({ title: setting.title, choices, current }, control),
      (value) => {
        if (value === RESET) this.#save(setting, undefined);
        else if (value === OTHER) this.#write(setting);
        else this.#parse(setting, value);
      },
    );
  }

  #write(setting: Setting): void {
    const text = setting.format(currentValue(setting, this.#parts.settings));
    const check = (typed: string) => {
      const parsed = parseValue(setting, typed, this.#parts);
      return parsed.ok ? undefined : parsed.message;
    };
    const entry = { title: setting.title, text, help: `Takes ${accepted(setting)}.`, check };
    this.#open(
      (control) => new EntryPage(entry, control),
      (typed) => this.#parse(setting, typed),
    );
  }

  #open(build: (control: ScreenControl<string | undefined>) => Page, use: (text: string) => void): void {
    const close = (text: string | undefined) => {
      this.#inner = undefined;
      if (text !== undefined) use(text);
    };
    this.#inner = build({ redraw: this.#control.redraw, close });
  }

  #parse(setting: Setting, text: string): void {
    const parsed = parseValue(setting, text, this.#parts);
    if (parsed.ok) this.#save(setting, parsed.value);
    else this.#said = { ok: false, text: parsed.message };
  }

  #save(setting: Setting, value: unknown): void {
    this.#said = applyChange({ setting, scope: this.#scope, value }, this.#parts.settings);
  }
}
