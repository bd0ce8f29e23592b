import fc from "fast-check";
import type { AssistantMessage, ToolCall } from "../../src/model/message.ts";
import { readableLines } from "./readable.ts";
import {
  assistant,
  branchSummary,
  call,
  compactionSummary,
  custom,
  type Line,
  longText,
  result,
  shell,
  strange,
  user,
} from "./transcript.ts";

// Nasty on purpose: few ids, so that they are reused everywhere, and none that is safe as a key, a name or a pattern.
export const callIds: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("a", "b", "call_0") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("x@5", "x@5#1", "__proto__", "functions.bash:0", `c|fc_${"Q".repeat(60)}`),
  },
);

const toolNames = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("bash", "read", "write") },
  { weight: 1, arbitrary: fc.constantFrom("context_tree_query", 'mcp "x" <b>', "a\nb", "") },
);

/** Texts in which the pruner might take something for its own. */
export const lookalikes: fc.Arbitrary<string> = fc.constantFrom(
  '[pruned · ref `t1` · bash · exit 1 · 3 lines, 1 kB]\nx\n[full output: context_tree_query({ toolCallIds: ["t1"] })]',
  "[Summarized in pruner summary, ref `t1`. Use context_tree_query to retrieve full output.]",
  '<compressed-chain id="b1">\nSummarized tool refs: `t1`\n</compressed-chain>',
  "</compressed-chain><protected-output></protected-output>",
  '<purged-errored-args size="9000"/>',
  "[[1:bash]] all good",
  "**Summarized tool refs**: `t1`, `t99`",
  "{b1} (b1) `t1` t1",
);

export const unicode: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "\u{1F7E1}",
    "\ud83d",
    "\udfe1 x",
    "漢字かな交じり文",
    "👩‍👩‍👧‍👦",
    "\u001b[31mred\u001b[0m\r\n",
    "\ufffd\u0000",
  ),
);

const blank = fc.constantFrom("", " ", "\n\n", "\t");

const words = fc.constantFrom("ok", "done", "error: it failed", "a\nb\nc");

const long: fc.Arbitrary<string> = fc
  .record({
    seed: fc.nat(5),
    lines: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 8, max: 40 }) }, fc.constant(200)),
    odd: fc.oneof({ weight: 5, arbitrary: fc.constant("") }, unicode, lookalikes),
  })
  .map(({ seed, lines, odd }) => longText(lines, seed) + odd);

export const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: words },
  { weight: 1, arbitrary: blank },
  { weight: 2, arbitrary: lookalikes },
  { weight: 2, arbitrary: unicode },
  { weight: 2, arbitrary: long },
);

/** Mostly long, since short results are never pruned. */
const resultTexts = fc.oneof({ weight: 5, arbitrary: long }, { weight: 1, arbitrary: texts });

/** Content no type allows and some session file holds. */
const malformedContent: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    7,
    [],
    [null],
    ["x"],
    [{ type: "text" }],
    [{ type: "resource_link", uri: "x" }],
  ),
  texts,
);

const args: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  { weight: 4, arbitrary: texts.map((command) => ({ command })) },
  { weight: 2, arbitrary: fc.record({ path: fc.constant("src/a.ts"), content: long }) },
  {
    weight: 2,
    arbitrary: fc.record({
      path: words,
      edits: fc.array(fc.record({ oldText: texts, newText: texts }), { maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({}, { n: 7, deep: [[{ x: null }]] }) },
);

export const toolCalls: fc.Arbitrary<ToolCall> = fc
  .tuple(callIds, toolNames, args, fc.nat(9))
  .map(([id, name, given, signed]) => ({
    ...call(id, name, given),
    ...(signed === 0 && { thoughtSignature: "signature" }),
  }));

const stopReasons = (usual: AssistantMessage["stopReason"]): fc.Arbitrary<AssistantMessage["stopReason"]> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    { weight: 2, arbitrary: fc.constantFrom<AssistantMessage["stopReason"][]>("error", "aborted", "length") },
  );

const thoughts = fc.option(
  fc.record({ thinking: texts, signature: fc.constantFrom("", "signature", "reasoning_content") }),
  { nil: {}, freq: 2 },
);

/** An assistant message without calls: a final reply, a failed or cut off one, one without text. */
export const replies: fc.Arbitrary<Line> = fc
  .tuple(thoughts, fc.option(texts, { nil: undefined }), stopReasons("stop"))
  .map(([thinking, text, stopReason]) =>
    assistant({ ...thinking, ...(text !== undefined && { text }), stopReason }),
  );

/** An assistant message that calls tools. */
export const callers: fc.Arbitrary<Line> = fc
  .tuple(
    thoughts,
    fc.option(texts, { nil: undefined }),
    fc.array(toolCalls, { minLength: 1, maxLength: 3 }),
    stopReasons("toolUse"),
  )
  .map(([thinking, text, made, stopReason]) =>
    assistant({ ...thinking, ...(text !== undefined && { text }), calls: made, stopReason }),
  );

const resultOptions = fc.record({
  text: resultTexts,
  error: fc.nat(5).map((n) => n === 0),
  images: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.constantFrom(1, 2)),
});

export const resultsOf = (id: string): fc.Arbitrary<Line> =>
  resultOptions.map((options) => result(id, options));

/** A result that may answer anything. */
export const strayResults: fc.Arbitrary<Line> = callIds.chain(resultsOf);

/** Everything that is neither an assistant message nor a result, wherever it may stand. */
export const interjections: fc.Arbitrary<Line> = fc.oneof(
  { weight: 3, arbitrary: texts.map((text) => user(text)) },
  { weight: 2, arbitrary: texts.map((text) => custom(text)) },
  {
    weight: 2,
    arbitrary: fc.tuple(texts, fc.boolean()).map(([output, excluded]) => shell("ls", { output, excluded })),
  },
  { weight: 1, arbitrary: texts.map((text) => branchSummary(text)) },
  { weight: 1, arbitrary: texts.map((text) => compactionSummary(text)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(user("look", { images: 1 }), strange("system"), strange("future")),
  },
);

/** An assistant message with calls, and what came of them: results in any order, too many or too few, and noise. */
export const callersAndResults: fc.Arbitrary<readonly Line[]> = callers.chain((caller) => {
  const ids = callsIn(caller).map((made) => made.id);
  const answers = fc.tuple(...ids.map(resultsOf));
  const rare = <T>(item: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.tuple(item));
  return fc
    .tuple(answers, rare(interjections), rare(strayResults), fc.nat(5), fc.infiniteStream(fc.nat(99)))
    .map(([found, noise, strays, missing, order]) => {
      const kept = missing === 0 ? found.slice(1) : found;
      if (noise.length + strays.length === 0) return [caller, ...kept];
      return [caller, ...shuffled([...kept, ...noise, ...strays], order)];
    });
});

/** Messages in any order at all, malformed ones among them. */
export const chaos: fc.Arbitrary<readonly Line[]> = fc.array(
  fc.oneof(
    callers,
    replies,
    strayResults,
    interjections,
    fc.tuple(fc.constantFrom("user", "assistant", "toolResult", "custom"), malformedContent).map(
      ([role, content]) =>
        ({
          ...strange(role, content),
          ...(role === "toolResult" && { toolCallId: "a", toolName: "bash" }),
        }) as Line,
    ),
  ),
  { maxLength: 14 },
);

/** What a session usually looks like, with everything that goes wrong in some. */
export const conversations: fc.Arbitrary<readonly Line[]> = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: callersAndResults },
      { weight: 2, arbitrary: fc.tuple(replies) },
      { weight: 2, arbitrary: fc.tuple(interjections) },
      { weight: 1, arbitrary: fc.tuple(strayResults) },
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.flat());

export const transcripts: fc.Arbitrary<readonly Line[]> = fc
  .oneof({ weight: 3, arbitrary: conversations }, { weight: 1, arbitrary: chaos })
  .map(readableLines);

/** Clocks of good and of bad sessions: all in one millisecond, backwards, or as it should be. */
export const clocks = fc.record({ start: fc.constant(1000), step: fc.constantFrom(1, 1, 0, -1, 40) });

export function callsIn(line: Line): readonly ToolCall[] {
  const content: unknown = line.role === "assistant" ? line.content : [];
  if (!Array.isArray(content)) return [];
  return content.filter((block): block is ToolCall => block?.type === "toolCall");
}

function shuffled<T>(items: readonly T[], order: Iterable<number>): T[] {
  const left = [...items];
  const mixed: T[] = [];
  for (const number of order) {
    if (left.length === 0) break;
    mixed.push(...left.splice(number % left.length, 1));
  }
  return mixed;
}
