import type { ToolCallRecord } from "../model/entries.ts";
import { contentHash, exactHash } from "../model/hash.ts";
import { type AgentMessage, isAssistant, resultBlocks, textOf, toolCallsOf } from "../model/message.ts";
import {
  type Occurrence,
  type OccurrenceKey,
  occurrenceKey,
  parseOccurrenceKey,
} from "../model/occurrence.ts";
import { isSameContent } from "../model/same-content.ts";
import { branchEntries, contextEdits, editedMessage, type SessionReader } from "./branch.ts";
import { indexResults, type ResultEntry, resultEntry, type SessionIndex } from "./session-index.ts";

/** A result the session holds: as it was written, and as its edits leave it. */
export interface HeldResult {
  readonly entry: ResultEntry;
  /** Undefined when an edit takes the message out. */
  readonly shown: AgentMessage | undefined;
  readonly isEdited: boolean;
}

export type HeldArgs = { readonly kind: "held"; readonly value: unknown } | { readonly kind: "removed" };

/** What a key names. A bare id may look like one with a time, so its own record is asked first. */
export function occurrenceOf(key: OccurrenceKey, record: ToolCallRecord | undefined): Occurrence {
  if (!record) return parseOccurrenceKey(key);
  const { toolCallId, resultTimestamp, ordinal = 0 } = record;
  if (occurrenceKey(toolCallId, resultTimestamp, ordinal) !== key) return parseOccurrenceKey(key);
  return { toolCallId, ordinal, ...(resultTimestamp !== undefined && { resultTimestamp }) };
}

/** Finds what a session's entries hold of archived calls. It remembers what it looked up: make one for each query. */
export class Originals {
  readonly #session: SessionReader;
  readonly #branchIds: ReadonlySet<string>;
  readonly #branchEdits: ReturnType<typeof contextEdits>;
  readonly #branch: SessionIndex;
  readonly #fileEdits: () => ReturnType<typeof contextEdits>;
  readonly #file: () => SessionIndex;
  readonly #byHash: () => ReadonlyMap<string, ResultEntry>;

  constructor(session: SessionReader) {
    const entries = branchEntries(session);
    this.#session = session;
    this.#branchIds = new Set(entries.map(({ id }) => id));
    this.#branchEdits = contextEdits(entries);
    this.#branch = indexResults(entries);
    this.#file = once(() => indexResults(session.getEntries()));
    this.#fileEdits = once(() => contextEdits(session.getEntries()));
    this.#byHash = once(() => hashes(this.#file()));
  }

  /** The result of an occurrence: by its record's entry, on the active branch, then anywhere in the file. */
  result(key: OccurrenceKey, record: ToolCallRecord | undefined): HeldResult | undefined {
    const occurrence = occurrenceOf(key, record);
    const entry =
      this.#byEntryId(occurrence, record?.entryId) ??
      pick(this.#branch, occurrence, record) ??
      pick(this.#file(), occurrence, record);
    return entry && this.#held(entry);
  }

  /** A result anywhere in the file with the content that a record was made from. */
  sameContent({ exactHash, contentHash }: ToolCallRecord): HeldResult | undefined {
    const entry = this.#byHash().get(exactHash ?? contentHash ?? "");
    return entry && this.#held(entry);
  }

  /** Whether an edit concerns some result of a call id: which one, an id without a time does not say. */
  isEditedSomewhere(toolCallId: string): boolean {
    return (this.#file().byCallId.get(toolCallId) ?? []).some(({ id }) => this.#editOf(id) !== undefined);
  }

  /**
   * The arguments of the call that an occurrence answers: the k-th result of an id behind an assistant message answers
   * the k-th call of that id in it. Undefined when the session does not hold the call.
   */
  args(occurrence: Occurrence, result?: HeldResult, assistantEntryId?: string): HeldArgs | undefined {
    const caller = (result && this.#callerOf(result.entry)) ?? {
      entryId: assistantEntryId ?? "",
      position: occurrence.ordinal,
    };
    const entry = this.#session.getEntry(caller.entryId);
    if (entry?.type !== "message" || !isAssistant(entry.message)) return undefined;
    const edit = this.#editOf(entry.id);
    const message = editedMessage(entry.message, edit);
    const calls = message && isAssistant(message) ? toolCallsOf(message) : [];
    const call = calls.filter(({ id }) => id === occurrence.toolCallId)[caller.position];
    if (call) return { kind: "held", value: call.arguments };
    return edit ? { kind: "removed" } : undefined;
  }

  #byEntryId(occurrence: Occurrence, entryId: string | undefined): ResultEntry | undefined {
    const entry = entryId === undefined ? undefined : resultEntry(this.#session.getEntry(entryId));
    if (!entry || entry.message.toolCallId !== occurrence.toolCallId) return undefined;
    const isSameTime =
      occurrence.resultTimestamp === undefined || entry.message.timestamp === occurrence.resultTimestamp;
    return isSameTime ? entry : undefined;
  }

  // Off the branch nobody sees which edits hold: what was edited anywhere counts as edited.
  #editOf(entryId: string) {
    return this.#branchIds.has(entryId) ? this.#branchEdits.get(entryId) : this.#fileEdits().get(entryId);
  }

  #held(entry: ResultEntry): HeldResult {
    const edit = this.#editOf(entry.id);
    return { entry, shown: editedMessage(entry.message, edit), isEdited: edit !== undefined };
  }

  #callerOf({ parentId, message: { toolCallId } }: ResultEntry) {
    let position = 0;
    let entry = parentId === null ? undefined : this.#session.getEntry(parentId);
    while (entry) {
      if (resultEntry(entry)?.message.toolCallId === toolCallId) position++;
      const isCaller =
        entry.type === "message" &&
        isAssistant(entry.message) &&
        toolCallsOf(entry.message).some(({ id }) => id === toolCallId);
      if (isCaller) return { entryId: entry.id, position };
      entry = entry.parentId === null ? undefined : this.#session.getEntry(entry.parentId);
    }
    return undefined;
  }
}

/** The result of an occurrence among indexed ones; twins are told apart by content, else by their order. */
function pick(
  index: SessionIndex,
  occurrence: Occurrence,
  record: ToolCallRecord | undefined,
): ResultEntry | undefined {
  const { toolCallId, resultTimestamp, ordinal } = occurrence;
  if (resultTimestamp === undefined) return pickById(index.byCallId.get(toolCallId) ?? [], record);
  const entries = index.byOccurrence.get(occurrenceKey(toolCallId, resultTimestamp)) ?? [];
  const isSame = ({ message }: ResultEntry) => record !== undefined && isSameContent(record, message.content);
  return (entries.length > 1 ? entries.find(isSame) : undefined) ?? entries[ordinal];
}

// An id without a time may stand for any call of that id: the content has to tell, or that there is no other.
function pickById(
  entries: readonly ResultEntry[],
  record: ToolCallRecord | undefined,
): ResultEntry | undefined {
  const verdict = ({ message }: ResultEntry) => (record ? isSameContent(record, message.content) : undefined);
  const [first] = entries;
  const isOnly = entries.length === 1 && first !== undefined && verdict(first) !== false;
  return isOnly ? first : entries.find((entry) => verdict(entry) === true);
}

function hashes({ byCallId }: SessionIndex): ReadonlyMap<string, ResultEntry> {
  const byHash = new Map<string, ResultEntry>();
  for (const entry of [...byCallId.values()].flat()) {
    const { toolName, content } = entry.message;
    const names = [exactHash(resultBlocks(content)), contentHash(toolName, textOf(content))];
    for (const name of names) if (!byHash.has(name)) byHash.set(name, entry);
  }
  return byHash;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
