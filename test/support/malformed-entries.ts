import fc from "fast-check";
import { entrySchemas } from "../../src/model/entries.ts";
import type { Step } from "./history.ts";

const types = fc.constantFrom(...Object.keys(entrySchemas), "context-prune-future", "other-extension");

const refs = fc.constantFrom<unknown[]>(
  "t1",
  "t2",
  "t0",
  "t01",
  "t9999999999999999999",
  "__proto__",
  1,
  null,
);

/** A record that may or may not be one: right fields, wrong fields, and records that collide with real ones. */
const records = fc.record(
  {
    toolCallId: fc.constantFrom<unknown[]>("a", "b", "__proto__", 7),
    toolName: fc.constantFrom("bash", ""),
    resultTimestamp: fc.constantFrom<unknown[]>(1000, 1001, 0, -1, "1000"),
    ordinal: fc.constantFrom<unknown[]>(0, 1, -1),
    ref: refs,
    stub: fc.constantFrom("", "a stub", "x".repeat(100_000)),
    chars: fc.constantFrom<unknown[]>(0, 263, 1.5),
    arguments: fc.constantFrom<unknown[]>(
      [{ path: ["command"], text: "short" }],
      [{ path: [], text: "short" }],
      [{ path: ["__proto__", 0], text: "short", chars: 263 }],
      "none",
    ),
    resultText: fc.constantFrom("", "text"),
    spillPath: fc.constantFrom("/nowhere", ""),
    contentHash: fc.constantFrom("", "0"),
  },
  { requiredKeys: ["toolCallId", "toolName"] },
);

const data: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({
    toolCalls: fc.array(records, { maxLength: 2 }),
    refs: fc.constantFrom(undefined, [], ["t1"], [null]),
  }),
  fc.record({
    newToolCallId: fc.constantFrom("a", "b"),
    originalToolCallId: fc.constantFrom("a", "b"),
    newResultTimestamp: fc.constantFrom(1000, 1001),
    originalResultTimestamp: fc.constantFrom(1000, 1001),
  }),
  fc.record({
    kind: fc.constantFrom(
      "enabled",
      "recoverable",
      "restored",
      "pruned",
      "protection",
      "arguments",
      "future",
    ),
    value: fc.boolean(),
    refs: fc.array(refs, { maxLength: 2 }),
  }),
  fc.record({
    blockId: fc.constantFrom("b1", "b0", "x"),
    startUserTimestamp: fc.constantFrom(1000, Number.MAX_SAFE_INTEGER),
    finalAssistantTimestamp: fc.constantFrom(null, 1005),
    droppedToolCallIds: fc.constant(["a"]),
    toolRefs: fc.constant(["t1"]),
    compressedAt: fc.constant(1),
  }),
  fc.record({
    text: fc.constant("a summary"),
    toolCallRefs: fc.array(fc.record({ shortId: refs, toolCallId: fc.constant("a") }), { maxLength: 2 }),
    toolNames: fc.constant(["bash"]),
  }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constant(undefined),
);

/** Entries under the pruner's names as a damaged, foreign or future file may hold them. */
export const malformedEntries: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant("entry" as const),
  type: types,
  data,
});
