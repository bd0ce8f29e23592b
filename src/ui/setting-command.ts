import { catalog, type Parsed, type Setting } from "../settings/catalog.ts";
import { parseModelSpec } from "../settings/model-spec.ts";
import type { Scope } from "../settings/scope.ts";
import type { Command, Offer, OfferSources } from "./command.ts";
import type { CommandContext } from "./command-context.ts";
import { modelOffers } from "./model-offers.ts";
import { accepted, currentValue, describeSetting } from "./setting-text.ts";

const PROJECT_FLAG = "--project";

const MOST_PLACEHOLDER = 18;
const placeholders = { flag: "on|off", count: "n", share: "share", list: "items|none", model: "provider/id" };

/** `/pruner <setting>`: every leaf of the catalog can be shown, changed and reset. */
export const settingCommands: readonly Command[] = catalog.map(settingCommand);

/** The setting at a path of the catalog. Throws when there is none. */
export function settingOf(path: string): Setting {
  const setting = catalog.find((each) => each.path === path);
  if (!setting) throw new Error(`There is no setting ${path}`);
  return setting;
}

function settingCommand(setting: Setting): Command {
  return {
    name: setting.command,
    kind: "setting",
    usage: `${setting.command} [${placeholder(setting)}]`,
    summary: setting.description,
    title: setting.title,
    offers: (typed, sources) => offersFor(setting, typed, sources),
    run: (argument, context) => runSetting(setting, argument, context),
  };
}

function placeholder({ kind, presets }: Setting): string {
  if (kind !== "choice") return placeholders[kind];
  const all = presets.map(({ label }) => label).join("|");
  return all.length <= MOST_PLACEHOLDER ? all : `${presets[0]?.label}|…`;
}

function offersFor(setting: Setting, typed: string, sources: OfferSources): readonly Offer[] {
  const words = typed.trimStart().split(/\s+/);
  if (words.length > 1) return [{ value: PROJECT_FLAG, note: "for this project only" }];
  const values = setting.presets.map(({ label, value }) => ({
    value: label,
    ...(value === setting.default && { note: "the default" }),
  }));
  return [
    ...(setting.kind === "model" ? modelOffers(words[0] ?? "", sources.models()) : values),
    ...(setting.kind === "list" ? [{ value: "none", note: "clear the list" }] : []),
    { value: "status", note: "show it" },
    { value: "reset", note: `back to ${setting.format(setting.default)}` },
    { value: PROJECT_FLAG, note: "for this project only" },
  ];
}

async function runSetting(setting: Setting, argument: string, context: CommandContext): Promise<void> {
  const words = argument.split(/\s+/).filter((word) => word !== PROJECT_FLAG);
  const scope: Scope = argument.split(/\s+/).includes(PROJECT_FLAG) ? "project" : "global";
  const text = scope === "project" ? words.join(" ") : argument;
  if (text === "status") return context.say(describeSetting(setting, context.settings));
  if (text === "reset") return change({ setting, scope, value: undefined }, context);
  if (text !== "") return parseAndChange({ setting, scope, text }, context);
  const asked = await ask(setting, context);
  if (asked.kind === "nobody") context.say(describeSetting(setting, context.settings));
  else if (asked.text !== undefined) parseAndChange({ setting, scope, text: asked.text }, context);
}

type Asked = { readonly kind: "nobody" } | { readonly kind: "asked"; readonly text: string | undefined };

/** Choices are offered, a list is put up for editing; a number is shown, as the reference does. */
async function ask(setting: Setting, { dialogs, settings, models }: CommandContext): Promise<Asked> {
  const current = setting.format(currentValue(setting, settings));
  if (!dialogs || setting.kind === "count" || setting.kind === "share") return { kind: "nobody" };
  if (setting.kind === "list") {
    const text = await dialogs.edit(`${setting.title}: ${accepted(setting)}, or none`, current);
    // Nothing typed is nothing asked for: clearing a list takes a word.
    const isUntouched = text === undefined || text.trim() === "" || text.trim() === current;
    return { kind: "asked", text: isUntouched ? undefined : text.trim() };
  }
  const offers =
    setting.kind === "model"
      ? modelOffers("", models.names())
      : setting.presets.map(({ label }): Offer => ({ value: label }));
  const choices = offers.map(({ value, note }) => ({
    value,
    label: value,
    ...(note !== undefined && { note }),
  }));
  const text = await dialogs.choose({ title: setting.title, choices, current });
  return { kind: "asked", text: text === current ? undefined : text };
}

interface TypedChange {
  readonly setting: Setting;
  readonly scope: Scope;
  readonly text: string;
}

function parseAndChange({ setting, scope, text }: TypedChange, context: CommandContext): void {
  const parsed = parseValue(setting, text, context);
  if (parsed.ok) change({ setting, scope, value: parsed.value }, context);
  else context.say(`pruner: ${parsed.message}`);
}

/** A typed value; a model has to be one that the host knows. */
export function parseValue(
  setting: Setting,
  text: string,
  { models }: Pick<CommandContext, "models">,
): Parsed {
  const parsed = setting.parse(text);
  if (!parsed.ok || setting.kind !== "model") return parsed;
  const spec = parseModelSpec(String(parsed.value), models.knows);
  if (spec.ok) return parsed;
  const near = modelOffers(text, models.names()).map(({ value }) => value);
  const hint = near.length > 0 ? ` Near it: ${near.slice(0, 5).join(", ")}.` : "";
  return {
    ok: false,
    message: `${setting.title} takes ${setting.expects}, with :thinking if need be; ${spec.message}${hint}`,
  };
}

export interface Change {
  readonly setting: Setting;
  readonly scope: Scope;
  /** Undefined to go back to what holds without it. */
  readonly value: unknown;
}

function change(asked: Change, context: CommandContext): void {
  const { text } = applyChange(asked, context.settings);
  context.say(`pruner: ${text}`);
}

/** Saves a change and says what holds now. A text that begins with "pruner:" already is left to stand as it is. */
export function applyChange(
  { setting, scope, value }: Change,
  settings: CommandContext["settings"],
): { readonly ok: boolean; readonly text: string } {
  const problem = settings.save(setting.path, value, scope);
  if (problem !== undefined) return { ok: false, text: problem.replace(/^pruner: /, "") };
  const source = settings.sourceOf(setting.path);
  const now = setting.format(currentValue(setting, settings));
  if (scope === "global" && source === "project") {
    const saved = value === undefined ? "reset" : "saved";
    return {
      ok: true,
      text: `${setting.command} is ${saved}, but this project's own settings say ${now}, and they go first.`,
    };
  }
  const where = source === "project" ? " in this project" : "";
  const why =
    value === undefined ? ` again, ${source === "default" ? "the default" : "from your settings"}` : "";
  return { ok: true, text: `${setting.command} is ${now}${where}${why}.` };
}
