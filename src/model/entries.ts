import { type Static, type TSchema, Type } from "@sinclair/typebox";

const Count = Type.Integer({ minimum: 0 });
const Timestamp = Type.Number({ description: "ms since 1970" });
const ShortRef = Type.String({ pattern: "^t[1-9][0-9]*$" });

/** Where inside a call's arguments a string stood, and what is shown in its place. */
const ArgumentEffect = Type.Object({
  path: Type.Array(Type.Union([Type.String(), Type.Number()])),
  text: Type.String(),
  chars: Type.Optional(
    Type.Integer({ minimum: 0, description: "characters of the string it was made from" }),
  ),
  hash: Type.Optional(Type.String({ description: "hash of that string" })),
});
export type ArgumentEffect = Static<typeof ArgumentEffect>;

/**
 * One finished call. Records of this product refer to the session's own entries (`entryId`) and carry the effect on
 * the render (`stub`, `arguments`); records of the reference carry the text itself (`resultText`) and no effect.
 */
export const ToolCallRecord = Type.Object({
  toolCallId: Type.String(),
  toolName: Type.String(),
  isError: Type.Optional(Type.Boolean()),
  turnIndex: Type.Optional(Type.Number()),
  timestamp: Type.Optional(Timestamp),
  resultTimestamp: Type.Optional(Timestamp),
  ordinal: Type.Optional(Count),
  ref: Type.Optional(ShortRef),
  entryId: Type.Optional(Type.String()),
  assistantEntryId: Type.Optional(Type.String()),
  chars: Type.Optional(
    Type.Integer({ minimum: 0, description: "rendered characters of the result it was made from" }),
  ),
  stub: Type.Optional(Type.String({ description: "what stands in the result's place" })),
  arguments: Type.Optional(Type.Array(ArgumentEffect)),
  contentHash: Type.Optional(Type.String()),
  exactHash: Type.Optional(Type.String()),
  saidHash: Type.Optional(
    Type.String({
      description: "of a text that a model wrote: hash of what was said and called in the call's turn",
    }),
  ),
  args: Type.Optional(Type.Unknown()),
  resultText: Type.Optional(Type.String()),
  spillPath: Type.Optional(Type.String()),
  spillBytes: Type.Optional(Count),
  resultPreview: Type.Optional(Type.String()),
  spilled: Type.Optional(
    Type.Literal(true, { description: "the stub is shown from the first request on, read or not" }),
  ),
});
export type ToolCallRecord = Static<typeof ToolCallRecord>;

const ToolCallRef = Type.Object({
  shortId: Type.String(),
  toolCallId: Type.String(),
  resultTimestamp: Type.Optional(Timestamp),
  ordinal: Type.Optional(Count),
});
export type ToolCallRef = Static<typeof ToolCallRef>;

/** The setting that made a flush pass a call over: its change brings the call back. */
const SkipCause = Type.Object({ setting: Type.String(), value: Type.Unknown() });

/** A call that was passed over, as a frontier tells of it. */
const SkippedCall = Type.Object({
  toolCallId: Type.String(),
  resultTimestamp: Type.Optional(Timestamp),
  ordinal: Type.Optional(Count),
  reason: Type.String({ description: "`oversized` or `trivial`" }),
  because: Type.Optional(SkipCause),
});
type SkippedCall = Static<typeof SkippedCall>;

/** A call that was passed over, and why. */
export interface Skip extends SkippedCall {
  because: Static<typeof SkipCause>;
}

const Effect = Type.Union([
  Type.Object({ kind: Type.Literal("enabled"), value: Type.Boolean() }),
  Type.Object({
    kind: Type.Literal("recoverable"),
    value: Type.Boolean({
      description: "false: the model had no tool to get originals back, so all of them show",
    }),
  }),
  Type.Object({ kind: Type.Literal("restored"), refs: Type.Array(ShortRef) }),
  Type.Object({ kind: Type.Literal("pruned"), refs: Type.Array(ShortRef) }),
  Type.Object({
    kind: Type.Literal("protection"),
    refs: Type.Array(ShortRef),
    fingerprint: Type.Optional(Type.String({ description: "names the protection settings it was made for" })),
  }),
  Type.Object({
    kind: Type.Literal("arguments"),
    calls: Type.Array(Type.Object({ ref: ShortRef, arguments: Type.Array(ArgumentEffect) })),
  }),
]);

/** What was paid for, for a call that no flush has taken yet: kept, it need not be asked for again. */
const MadeText = Type.Object({
  toolCallId: Type.String(),
  resultTimestamp: Type.Optional(Timestamp),
  ordinal: Type.Optional(Count),
  hash: Type.String({ description: "of what it was made from: it holds for nothing else" }),
  source: Type.Union([Type.Literal("model"), Type.Literal("digest")], {
    description: "`digest` where the model was asked and gave nothing of use",
  }),
  line: Type.String(),
  remarks: Type.String({ description: "text about the whole batch, with the last of its calls" }),
  basis: Type.String({ description: "names the settings that a digest depends on" }),
  said: Type.Optional(
    Type.Array(Type.String(), {
      description:
        "hashes of the replies that the model was shown, where they were several: it may quote any",
    }),
  ),
  about: Type.Optional(
    Type.Array(Type.String(), { description: "of `remarks`: the hashes of all calls of the batch" }),
  ),
});
export type MadeText = Static<typeof MadeText>;

/** The same for the summaries of a chain. */
const MadeRange = Type.Object({
  hash: Type.String({ description: "of the summaries it was made from" }),
  text: Type.Optional(
    Type.String({ description: "absent where the model was asked and gave nothing of use" }),
  ),
});
export type MadeRange = Static<typeof MadeRange>;

const Price = Type.Object({ input: Type.Number(), output: Type.Number(), cost: Type.Number(), calls: Count });
export type Price = Static<typeof Price>;

/** Of a call without a record that a model was shown with others: it may quote any. */
const witnessed = ["toolCallId", "toolName", "resultTimestamp", "ordinal", "exactHash", "saidHash"] as const;

/** Every entry the pruner writes or reads, by `customType`. Types, validation and docs come from here. */
export const entrySchemas = {
  "context-prune-index": Type.Object({
    toolCalls: Type.Array(ToolCallRecord),
    backfilled: Type.Optional(Type.Literal(true)),
    refs: Type.Optional(Type.Array(Type.Union([ToolCallRef, Type.String()]))),
  }),
  "context-prune-summary": Type.Object({
    text: Type.String(),
    toolCallRefs: Type.Array(ToolCallRef),
    passedOver: Type.Optional(Type.Array(Type.Pick(ToolCallRecord, [...witnessed]))),
    toolNames: Type.Array(Type.String()),
    turnIndex: Type.Optional(Type.Number()),
    timestamp: Type.Optional(Timestamp),
    asMessage: Type.Optional(Type.Literal(true)),
    edited: Type.Optional(Type.Literal(true, { description: "only read: an edit changed the message" })),
  }),
  "context-prune-dedup-alias": Type.Object({
    newToolCallId: Type.String(),
    originalToolCallId: Type.String(),
    newResultTimestamp: Type.Optional(Timestamp),
    originalResultTimestamp: Type.Optional(Timestamp),
    newOrdinal: Type.Optional(Count),
    originalOrdinal: Type.Optional(Count),
    hash: Type.Optional(Type.String()),
    record: Type.Optional(ToolCallRecord),
  }),
  "context-prune-frontier": Type.Object({
    lastAttemptedToolCallId: Type.String(),
    lastAttemptedToolName: Type.String(),
    lastAttemptedTurnIndex: Type.Number(),
    lastAttemptedTimestamp: Timestamp,
    attemptedBatchCount: Count,
    attemptedToolCallCount: Count,
    rawCharCount: Count,
    summaryCharCount: Count,
    outcome: Type.String(),
    skips: Type.Optional(Type.Array(SkippedCall)),
    skippedBecause: Type.Optional(
      Type.Object(SkipCause.properties, { description: "why, for skips that say nothing of their own" }),
    ),
    writtenAt: Type.Optional(Timestamp),
  }),
  "context-prune-stats": Type.Object({
    totalInputTokens: Type.Number(),
    totalOutputTokens: Type.Number(),
    totalCost: Type.Number(),
    callCount: Count,
    chainsCompressed: Type.Optional(Count),
    rangesSummarized: Type.Optional(Count),
  }),
  "context-prune-chain": Type.Object({
    blockId: Type.String({ pattern: "^b[1-9][0-9]*$" }),
    startUserTimestamp: Timestamp,
    finalAssistantTimestamp: Type.Union([Timestamp, Type.Null()]),
    droppedToolCallIds: Type.Array(Type.String()),
    droppedOccurrenceKeys: Type.Optional(Type.Array(Type.String())),
    protectedToolCallIds: Type.Optional(Type.Array(Type.String())),
    protectedOccurrenceKeys: Type.Optional(Type.Array(Type.String())),
    toolRefs: Type.Array(Type.String()),
    compressedAt: Timestamp,
    rangeSummaryText: Type.Optional(Type.String()),
    bodySource: Type.Optional(Type.String()),
    stripThinking: Type.Optional(Type.Boolean()),
    saidHash: Type.Optional(
      Type.String({
        description: "hash of what was said, called and summarized in it when the block was made",
      }),
    ),
  }),
  "context-prune-diagnostic": Type.Object({
    kind: Type.String(),
    detail: Type.String(),
    key: Type.Optional(Type.String()),
  }),
  "context-prune-flush-metrics": Type.Object({
    ts: Timestamp,
    trigger: Type.String(),
    capturedBatches: Count,
    processedBatches: Count,
    outcome: Type.String(),
    metrics: Type.Optional(Type.Record(Type.String(), Type.Number())),
    reason: Type.Optional(Type.String()),
    removedChars: Type.Optional(Count),
  }),
  "context-prune-effect": Effect,
  "context-prune-texts": Type.Object({
    calls: Type.Array(MadeText),
    ranges: Type.Optional(Type.Array(MadeRange)),
    usage: Type.Optional(Price),
  }),
  "context-prune-calibration": Type.Object({
    model: Type.String({ description: "`provider/id`" }),
    ratio: Type.Number({ exclusiveMinimum: 0, description: "its tokens per estimated token" }),
    samples: Type.Integer({ minimum: 1, description: "requests it was learned from" }),
  }),
} satisfies Record<string, TSchema>;

export type EntryType = keyof typeof entrySchemas;
export type EntryData<K extends EntryType> = Static<(typeof entrySchemas)[K]>;
export type PruneEntry = { [K in EntryType]: { readonly type: K; readonly data: EntryData<K> } }[EntryType];

/** What state is made of, in the order of the session: our entries, and the host's compactions. */
export type StateEntry = PruneEntry | { readonly type: "compaction" };
