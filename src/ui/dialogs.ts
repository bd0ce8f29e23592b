import type { ExtensionUIContext } from "@mariozechner/pi-coding-agent";
import { type Choice, ChoicePage } from "./choice-page.ts";
import type { Dialogs } from "./command-context.ts";
import { type Custom, openPage } from "./screen.ts";

// Pi's own dialog shows all it has: a longer list needs a window and a filter.
const MOST_IN_DIALOG = 10;

/** Pi's dialogs; on a terminal (with `custom`) a screen of ours for long lists. */
export function createDialogs(
  ui: Pick<ExtensionUIContext, "select" | "editor">,
  custom: Custom | undefined,
): Dialogs {
  return {
    async choose(question) {
      if (custom && question.choices.length > MOST_IN_DIALOG)
        return openPage<string | undefined>(custom, (control) => new ChoicePage(question, control));
      const texts = question.choices.map((choice) => choiceText(choice, choice.value === question.current));
      const text = await ui.select(question.title, texts);
      return question.choices[texts.indexOf(text ?? "")]?.value;
    },
    edit: (title, text) => ui.editor(title, text),
  };
}

const choiceText = ({ label, note }: Choice, isCurrent: boolean): string =>
  `${label}${isCurrent ? " ✓" : ""}${note === undefined ? "" : ` — ${note}`}`;
