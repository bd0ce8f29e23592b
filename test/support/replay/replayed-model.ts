import type { RecordedRequest, Reply } from "../loopback/script.ts";
import type { Rpc } from "../rpc.ts";
import type { RecordedTurn, Recording } from "./recording.ts";

/** Characters per streamed piece: a replay is not about streaming. */
const CHUNK = 100_000;

/** What the host is answered when it has the session summarized. */
const SUMMARY = Array.from(
  { length: 40 },
  (_, line) => `- point ${line + 1} of what was done so far, with the files it concerned and what it led to`,
).join("\n");

/** The recorded model: its replies in the recorded order, and the person at the keyboard while they come. */
export class ReplayedModel {
  readonly #turns: readonly RecordedTurn[];
  #position = 0;
  #now = 0;
  /** Set once the host runs. */
  rpc: Rpc | undefined;

  constructor({ prompts }: Recording) {
    this.#turns = prompts.flatMap(({ turns }) => turns);
  }

  /** How many replies were given. */
  get position(): number {
    return this.#position;
  }

  /** When the next request begins, in ms since 1970. */
  readonly now = (): number => {
    this.#now = Math.max(this.#now, this.#turns[this.#position]?.at ?? 0);
    return this.#now;
  };

  readonly script = async (request: RecordedRequest): Promise<Reply> => {
    if (isForCompaction(request)) return { text: SUMMARY };
    const turn = this.#turns[this.#position];
    const { rpc } = this;
    if (!turn || !rpc) throw new Error("a request for which nothing was recorded");
    this.#position++;
    for (const message of turn.steers) await rpc.call({ type: "steer", message });
    if (!turn.isAborted) return { ...turn.reply, chunk: CHUNK };
    const from = rpc.records.length;
    void rpc.waitFor(isReplyStart, from).then(() => rpc.send({ type: "abort" }));
    return { ...turn.reply, fault: { kind: "stall-mid" } };
  };
}

const isForCompaction = ({ body }: RecordedRequest): boolean =>
  !Array.isArray(body.tools) || body.tools.length === 0;

const isReplyStart = ({ type, message }: { type: string; message?: unknown }): boolean =>
  type === "message_start" && (message as { role?: unknown } | undefined)?.role === "assistant";
