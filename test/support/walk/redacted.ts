import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import type { RecordedRequest } from "../loopback/script.ts";
import { textIn } from "../request-text.ts";
import { editedMessages } from "./edited-branch.ts";
import { marksIn } from "./marks.ts";

/** What edits took out of the branch of a request, and it shows all the same: one line for each. */
export function redactedIn(request: RecordedRequest, branch: readonly SessionEntry[]): readonly string[] {
  const messages = editedMessages(branch);
  const said = marksIn(messages.map(({ shown }) => shown));
  const sent = textIn(request);
  return messages.flatMap(({ entry, isEdited }) =>
    isEdited
      ? [...marksIn(entry.message)]
          .filter((mark) => !said.has(mark) && sent.includes(mark))
          .map((mark) => `${mark} of ${entry.id} was redacted: ${around(sent, mark)}`)
      : [],
  );
}

const around = (text: string, mark: string): string => {
  const at = text.indexOf(mark);
  return text.slice(Math.max(0, at - 300), at + 100);
};

/** Whether pruning is off, by what the branch says. */
export function isSwitchedOff(branch: readonly SessionEntry[]): boolean {
  const switches = branch.flatMap((entry): readonly unknown[] => {
    if (entry.type !== "custom" || entry.customType !== "context-prune-effect") return [];
    // Written by the pruner itself.
    const { kind, value } = entry.data as { readonly kind: string; readonly value?: unknown };
    return kind === "enabled" ? [value] : [];
  });
  return switches.at(-1) === false;
}
