import type { RecordedRequest, Reply } from "./loopback/script.ts";
import { stringsIn } from "./requests.ts";
import { labelsOf } from "./summary.ts";

let outputs = 0;

/** A turn whose output is long, and differs from all others: a repeat would be an alias. */
export const readsLong = (): Reply => {
  const command = `for i in $(seq 1 250); do echo "line $i of a long output"; done; echo output ${++outputs} ends`;
  return { toolCalls: [{ name: "bash", input: { command } }] };
};

/** Whether a summarizer is asked for the merged text of a chain. */
export const asksForRange = ({ body }: RecordedRequest): boolean =>
  [...stringsIn(body)].some((text) => text.includes("Now the merged summary"));

/** What a summarizer is asked about a batch; "" when it is asked something else. */
export const questionIn = ({ body }: RecordedRequest): string =>
  [...stringsIn(body)].find((text) => text.includes("Now the text for ")) ?? "";

let texts = 0;

/** What a well-behaved summarizer says of every call it is asked about, no text twice. */
export const obedientReply = (request: RecordedRequest): Reply => ({
  text: labelsOf(questionIn(request))
    .map((label) => `${label} counted lines for part-${++texts}.ts, and nothing else`)
    .join("\n"),
});
