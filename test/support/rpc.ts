import { Condition } from "./condition.ts";
import {
  describeOutput,
  type PiExit,
  type PiOptions,
  type PiProcess,
  piArguments,
  startPi,
  waitForExit,
} from "./pi-process.ts";
import { isQuiet } from "./rpc-settled.ts";
import type { Sandbox } from "./sandbox.ts";

/** One line that Pi wrote: a response, an event, or a request of an extension's interface. */
export type RpcRecord = Readonly<Record<string, unknown>> & { readonly type: string };

export interface RpcOptions extends PiOptions {
  /**
   * Answers a dialog (`method` select, confirm, input or editor): the fields beside `type` and `id`.
   * Default, and for `undefined`: it is cancelled.
   */
  readonly answer?: (request: RpcRecord) => Readonly<Record<string, unknown>> | undefined;
}

const dialogs: readonly unknown[] = ["select", "confirm", "input", "editor"];

export const startRpc = (sandbox: Sandbox, options: RpcOptions = {}): Rpc => new Rpc(sandbox, options);

/** A Pi in RPC mode. Everything it writes is kept in `records`; waiting looks at what was written and what will be. */
export class Rpc {
  readonly records: RpcRecord[] = [];
  readonly #sandbox: Sandbox;
  readonly #options: RpcOptions;
  readonly #pi: PiProcess;
  readonly #condition = new Condition();
  #lastId = 0;
  #rest = "";

  constructor(sandbox: Sandbox, options: RpcOptions) {
    this.#sandbox = sandbox;
    this.#options = options;
    this.#pi = startPi(sandbox, ["--mode", "rpc", ...piArguments(options)], options.env);
    this.#pi.child.stdout.on("data", (text: string) => this.#read(text));
    const failed = (reason: string) =>
      this.#condition.fail(new Error(`${reason}\n${describeOutput(this.#pi)}`));
    this.#pi.exited.then(
      ({ code }) => failed(`Pi exited with ${code}`),
      (error) => failed(String(error)),
    );
  }

  /** Sends a command and returns its id. */
  send(command: Readonly<Record<string, unknown>>): string {
    const id = `test-${++this.#lastId}`;
    this.#pi.child.stdin.write(`${JSON.stringify({ id, ...command })}\n`);
    return id;
  }

  /** Sends a command and returns its data. Rejects when Pi refuses it. */
  async call(command: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
    const id = this.send(command);
    const response = await this.waitFor((record) => record.type === "response" && record.id === id);
    if (response.success !== true)
      throw new Error(`Pi refused ${JSON.stringify(command)}: ${String(response.error)}`);
    // Commands answer with an object or with nothing.
    return (response.data ?? {}) as Readonly<Record<string, unknown>>;
  }

  /**
   * Sends a prompt and waits until Pi will do nothing more by itself: retries, compaction and follow-ups included.
   * Resolves at once when an extension handled it.
   */
  async prompt(message: string): Promise<void> {
    const from = this.records.length;
    const { disposition } = await this.call({ type: "prompt", message });
    if (disposition === "handled" || (message.startsWith("/") && (await this.#didNotStart(from)))) return;
    await this.settled(from);
  }

  // Host A does not say whether a command took the prompt, but a run it started shows when asked for.
  async #didNotStart(from: number): Promise<boolean> {
    const { isStreaming, isCompacting } = await this.call({ type: "get_state" });
    const hasStarted = this.records.slice(from).some(({ type }) => type === "agent_start");
    return !isStreaming && !isCompacting && !hasStarted;
  }

  /** Runs a slash command; resolves when its handler is done. */
  async command(message: string): Promise<void> {
    await this.call({ type: "prompt", message });
  }

  /** Waits for the end of the run that began at or after record number `from`. */
  async settled(from = 0): Promise<void> {
    if (this.#sandbox.host.id === "b") {
      await this.waitFor((record) => record.type === "agent_settled", from);
      return;
    }
    // Host A tells only afterwards that it retries or compacts: ask it for something, then look again.
    for (;;) {
      await this.#until(() => isQuiet(this.records.slice(from)) || undefined, "the end of the run");
      const state = await this.call({ type: "get_state" });
      const isBusy = state.isStreaming || state.isCompacting || state.pendingMessageCount !== 0;
      if (!isBusy && isQuiet(this.records.slice(from))) return;
    }
  }

  /** The first record at or after number `from`, past or future, that fits. */
  waitFor(predicate: (record: RpcRecord) => boolean, from = 0): Promise<RpcRecord> {
    return this.#until(() => this.records.slice(from).find(predicate), "a record that fits");
  }

  /** Closes its input, as a client that is done does, and waits for its end. */
  async close(): Promise<PiExit> {
    this.#pi.child.stdin.end();
    return waitForExit(this.#pi, this.#options.timeoutMs);
  }

  /** Ends it at once, as a crash would. */
  kill(): Promise<PiExit> {
    this.#pi.child.kill("SIGKILL");
    return waitForExit(this.#pi, this.#options.timeoutMs);
  }

  #until<T>(probe: () => T | undefined, what: string): Promise<T> {
    const { timeoutMs } = this.#options;
    return this.#condition.until(probe, {
      describe: () => `${what}; Pi's last words:\n${describeOutput(this.#pi)}`,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  // Strictly by line feeds: other line separators may stand inside the JSON text.
  #read(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const record = parse(line);
      this.records.push(record);
      this.#answerDialog(record);
    }
    this.#condition.changed();
  }

  #answerDialog(record: RpcRecord): void {
    if (record.type !== "extension_ui_request" || !dialogs.includes(record.method)) return;
    const answer = this.#options.answer?.(record) ?? { cancelled: true };
    this.send({ ...answer, type: "extension_ui_response", id: record.id });
  }
}

function parse(line: string): RpcRecord {
  try {
    return JSON.parse(line);
  } catch {
    return { type: "unreadable", line };
  }
}
