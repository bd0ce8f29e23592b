import fc from "fast-check";
import type { AssistantMessage, ToolCall } from "../../src/model/message.ts";
import { readableLines } from "./readable.ts";
import { long, texts, words } from "./texts.ts";
import {
  assistant,
  branchSummary,
  call,
  compactionSummary,
  custom,
  type Line,
  result,
  shell,
  strange,
  user,
} from "./transcript.ts";

// Few, so that they are reused everywhere, and some that are no safe keys, names or patterns.
export const callIds: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("a", "b", "call_0") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("x@5", "x@5#1", "__proto__", "functions.bash:0", `c|fc_${"Q".repeat(60)}`),
  },
);

const toolNames = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("bash", "read", "write") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("context_tree_query", 'mcp "x" <b>', "a\nb", "", `${"x".repeat(79)}\u{1F7E1}`),
  },
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

// Old files, imports and other tools: the same again, none, or no number. Files hold null for what was NaN.
const oddTimes: fc.Arbitrary<Partial<Line>> = fc.oneof(
  { weight: 20, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<unknown[]>(5, 5, 6, undefined, null, Number.NaN, "1000")
      .map((timestamp) => ({ timestamp }) as Partial<Line>),
  },
);

/** An assistant message without calls: a final reply, a failed or cut off one, one without text. */
export const replies: fc.Arbitrary<Line> = fc
  .tuple(thoughts, fc.option(texts, { nil: undefined }), stopReasons("stop"), oddTimes)
  .map(
    ([thinking, text, stopReason, time]) =>
      ({ ...assistant({ ...thinking, ...(text !== undefined && { text }), stopReason }), ...time }) as Line,
  );

/** An assistant message that calls tools. */
export const callers: fc.Arbitrary<Line> = fc
  .tuple(
    thoughts,
    fc.option(texts, { nil: undefined }),
    fc.array(toolCalls, { minLength: 1, maxLength: 3 }),
    stopReasons("toolUse"),
    oddTimes,
  )
  .map(([thinking, text, made, stopReason, time]) => {
    const options = { ...thinking, ...(text !== undefined && { text }), calls: made, stopReason };
    return { ...assistant(options), ...time } as Line;
  });

const resultOptions = fc.record({
  text: resultTexts,
  error: fc.nat(5).map((n) => n === 0),
  images: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.constantFrom(1, 2)),
});

export const resultsOf = (id: string): fc.Arbitrary<Line> =>
  fc.tuple(resultOptions, oddTimes).map(([options, time]) => ({ ...result(id, options), ...time }) as Line);

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
    .tuple(
      answers,
      rare(interjections),
      rare(strayResults),
      fc.nat(5),
      fc.array(fc.nat(99), { minLength: 8, maxLength: 8 }),
    )
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

/** Clocks of good and of bad sessions. */
export const clocks = fc.record({ start: fc.constant(1000), step: fc.constantFrom(1, 1, 0, -1, 40) });

export function callsIn(line: Line): readonly ToolCall[] {
  const content: unknown = line.role === "assistant" ? line.content : [];
  if (!Array.isArray(content)) return [];
  return content.filter((block): block is ToolCall => block?.type === "toolCall");
}

function shuffled<T>(items: readonly T[], order: readonly number[]): T[] {
  const left = [...items];
  return items.map((_, index) => left.splice((order[index] ?? 0) % left.length, 1)[0] as T);
}
