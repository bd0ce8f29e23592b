import { expect } from "vitest";
import { stringsIn } from "../../../src/model/argument-strings.ts";
import type { AgentMessage, Messages } from "../../../src/model/message.ts";
import type { Watch } from "../play.ts";

/** Shorter ones are said by chance. */
const LINE = 20;
/** What the pruner writes itself: some texts of the tests imitate it. */
const OWN = /context_tree_query|\[pruned|compressed-chain|chain compression|protected-output/;

/** The lines of a message that nobody says by chance: of its texts, and of the arguments of its calls. */
export const linesIn = (message: AgentMessage): readonly string[] =>
  [...stringsIn("content" in message ? message.content : "")]
    .flatMap(({ text }) => text.split("\n"))
    .map((line) => line.trim())
    .filter((line) => line.length >= LINE && !OWN.test(line));

/** What an edit has redacted is shown by nothing that the pruner puts in the place of messages. */
export const redacted: Watch = {
  request({ array, rendered }, { redacted: lines }) {
    if (lines.length === 0 || rendered === array) return;
    const [given, shown] = [textIn(array), textIn(rendered)];
    // Another message may say the same.
    const back = [...new Set(lines)].filter((line) => shown.includes(line) && !given.includes(line));
    expect(back).toEqual([]);
  },
};

const textIn = (messages: Messages): string =>
  messages.flatMap((message) => [...stringsIn(message)].map(({ text }) => text)).join("\n");
