import type { ExtensionAPI, ExtensionContext, SessionEntry } from "@mariozechner/pi-coding-agent";
import { hostSession } from "../../src/host/session.ts";
import type { AgentMessage } from "../../src/model/message.ts";
import type { Blobs, HostSession } from "../../src/ports.ts";
import type { Host } from "./host-transforms.ts";

type Content = Extract<AgentMessage, { role: "custom" }>["content"];

/** What both hosts' real session managers offer, as far as the tests use it. */
export interface RealSessionManager {
  getSessionDir(): string;
  getSessionId(): string;
  getLeafId(): string | null;
  getLeafEntry(): SessionEntry | undefined;
  getEntry(id: string): SessionEntry | undefined;
  getEntries(): SessionEntry[];
  getBranch(): SessionEntry[];
  appendMessage(message: AgentMessage): string;
  appendCustomEntry(type: string, data: unknown): string;
  appendCustomMessageEntry(type: string, content: Content, display: boolean, details?: unknown): string;
  appendCompaction(summary: string, firstKeptEntryId: string, tokensBefore: number): string;
  branch(id: string): void;
  resetLeaf(): void;
  /** What `/fork` and `/clone` do: only the branch up to the entry stays. */
  createBranchedSession(id: string): unknown;
  branchWithSummary(id: string | null, summary: string): string;
  buildSessionContext(): { messages: AgentMessage[] };
  /** Host B only. */
  buildSessionProjection?(): {
    entries: readonly { readonly sourceEntry: SessionEntry; readonly messages: readonly AgentMessage[] }[];
  };
  /** Host B only. */
  appendContextEdit?(targetId: string, replacement: { content: unknown } | null): string;
}

export interface ContextMessage {
  readonly entryId: string | undefined;
  readonly message: AgentMessage;
}

/**
 * A session of a real host in memory, as the pruner sees it through its own adapter, with the moves a host makes on
 * it. Entries are dated by `now`, in ms, so that a run is the same each time.
 */
export class MemorySession {
  readonly manager: RealSessionManager;
  /** Appends of the pruner that still go well before the host refuses one; undefined when it refuses none. */
  refuseAfter: number | undefined;
  isClosed = false;
  /** Where large results go; undefined as in a real session in memory. */
  blobs: Blobs | undefined;
  #compactions = 0;

  constructor(host: Host) {
    this.manager = host.SessionManager.inMemory("/project");
  }

  /** The pruner's port onto this session: the adapter of the product on the real session manager. */
  port(): HostSession {
    const appendEntry = (type: string, data: unknown) => {
      if (this.refuseAfter === 0) throw new Error("the host refuses the entry");
      if (this.refuseAfter !== undefined) this.refuseAfter--;
      this.manager.appendCustomEntry(type, data);
    };
    // The adapter uses `appendEntry` and `sessionManager` only, and the real manager has every method it reads by.
    const pi = { appendEntry } as unknown as ExtensionAPI;
    const context = { sessionManager: this.manager } as unknown as ExtensionContext;
    return { ...hostSession(pi, context, () => this.isClosed), blobs: this.blobs };
  }

  /** Puts a message on the branch in the entry its role belongs in. Returns the id of the entry. */
  add(message: AgentMessage): string {
    return this.#dated(this.#append(message), message.timestamp);
  }

  #append(message: AgentMessage): string {
    const { manager } = this;
    if (message.role === "custom")
      return manager.appendCustomMessageEntry(
        message.customType,
        message.content,
        message.display,
        message.details,
      );
    if (message.role === "branchSummary")
      return manager.branchWithSummary(manager.getLeafId(), message.summary);
    if (message.role === "compactionSummary")
      return manager.appendCompaction(message.summary, manager.getLeafId() ?? "none", ++this.#compactions);
    return manager.appendMessage(message);
  }

  /** An entry as a session file may hold it under one of the pruner's names, malformed or not. */
  addEntry(type: string, data: unknown): string {
    return this.manager.appendCustomEntry(type, data);
  }

  /** Folds everything in front of the `keep` latest entries into a summary; with `whole`, as hosts do, of whole turns. */
  compact({ keep, whole = false }: { keep: number; whole?: boolean }, at: number): void {
    const branch = this.manager.getBranch();
    let first = Math.max(0, branch.length - keep);
    while (whole && isResult(branch[first])) first--;
    const firstKept = branch[first]?.id ?? "none";
    // No two compactions are alike: each replaces something else.
    this.#dated(this.manager.appendCompaction("what came before", firstKept, ++this.#compactions), at);
  }

  /** Moves to another entry of the file, as `/tree` does; the number wraps around. */
  moveTo(index: number, summary?: string): void {
    const entries = this.manager.getEntries();
    const id = entries[index % Math.max(1, entries.length)]?.id;
    if (id === undefined) this.manager.resetLeaf();
    else if (summary === undefined) this.manager.branch(id);
    else this.manager.branchWithSummary(id, summary);
  }

  /** Replaces what one entry shows, or takes it out of the context. False where the host has no such thing. */
  edit(id: string, replacement: { content: unknown } | null): boolean {
    if (!this.manager.appendContextEdit) return false;
    this.manager.appendContextEdit(id, replacement);
    return true;
  }

  /** What the host hands to a `context` handler: its own message list, cloned, each with the entry it comes from. */
  context(): ContextMessage[] {
    const shown = this.manager.buildSessionProjection
      ? this.manager.buildSessionProjection().entries.flatMap(({ sourceEntry, messages }) =>
          // Host B takes system messages out before it calls the handlers, and puts them back behind them.
          messages.flatMap((message) => (isSystem(message) ? [] : [{ entryId: sourceEntry.id, message }])),
        )
      : this.#contextByIdentity();
    return structuredClone(shown);
  }

  // Host A hands out the message objects of its entries; what it makes up on the way has no entry here.
  #contextByIdentity(): ContextMessage[] {
    const ids = new Map(
      this.manager
        .getBranch()
        .map((entry) => [entry.type === "message" ? entry.message : undefined, entry.id] as const),
    );
    return this.manager
      .buildSessionContext()
      .messages.map((message) => ({ entryId: ids.get(message), message }));
  }

  /** The pruner's entries on the branch, as JSON: equal for two requests exactly when nothing was recorded between. */
  recorded(): string {
    const own = this.manager.getBranch().filter(isPruneEntry);
    return JSON.stringify(own.map((entry) => entry.id));
  }

  #dated(id: string, timestamp: number): string {
    const entry = this.manager.getEntry(id);
    // Some messages of old files have no usable timestamp; their entries keep the host's own.
    if (entry && Number.isFinite(timestamp)) entry.timestamp = new Date(timestamp).toISOString();
    return id;
  }
}

const isResult = (entry: SessionEntry | undefined): boolean =>
  entry?.type === "message" && entry.message.role === "toolResult";

const isPruneEntry = (entry: SessionEntry): boolean =>
  entry.type === "custom" && entry.customType.startsWith("context-prune-");

const isSystem = (message: AgentMessage): boolean => (message.role as string) === "system";
