import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import { extensionPath, type HostCli, hosts, hostUnderTest, projectRoot } from "../hosts.ts";
import type { RecordedRequest, Reply } from "../loopback/script.ts";
import { type Loopback, startLoopback } from "../loopback.ts";
import { textIn } from "../request-text.ts";
import { type Rpc, startRpc } from "../rpc.ts";
import { createSandbox, type Sandbox } from "../sandbox.ts";
import { readSessionFile } from "../session-file.ts";
import { marksIn } from "./marks.ts";
import { Random } from "./random.ts";

const extensions = [extensionPath, join(projectRoot, "test/support/goto-command.ts")];
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const models = ["main-1", "main-2", "sum-1"] as const;
/** Of every model, in tokens. */
export const WINDOW = 200_000;

/** Requests that are no turn of the agent: compactions, branch summaries and the pruner's own. */
export const isAside = ({ body }: RecordedRequest): boolean =>
  !Array.isArray(body.tools) || body.tools.length === 0;

/** One process of Pi after another, on either host, with a model that says what the walk has put in its mouth. */
export class Walk {
  readonly random: Random;
  readonly loopback: Loopback;
  readonly sandbox: Sandbox;
  /** What was done, for the message of a failure. */
  readonly log: string[] = [];
  /** Session files that were open, oldest first. */
  readonly sessions: string[] = [];
  /** The next answers of the model; further ones are short. */
  replies: Reply[] = [];
  rpc: Rpc;
  host: HostCli = hostUnderTest();
  #prompts = 0;
  #ended: { readonly records: Rpc["records"]; readonly stderr: string }[] = [];

  private constructor(seed: number, loopback: Loopback, contextPrune: Readonly<Record<string, unknown>>) {
    this.random = new Random(seed);
    this.loopback = loopback;
    this.sandbox = createSandbox({
      host: this.host,
      loopback,
      api: "anthropic",
      models: models.map((id) => ({ id, input: id === "sum-1" ? ["text"] : ["text", "image"] })),
      contextWindow: WINDOW,
      compaction: { enabled: true, keepRecentTokens: 2000 },
      settings: { contextPrune: { spillThreshold: 20_000, ...contextPrune } },
    });
    writeFileSync(join(this.sandbox.cwd, "picture.png"), Buffer.from(PICTURE, "base64"));
    this.rpc = startRpc(this.sandbox, { extensions });
  }

  static async start(seed: number, contextPrune: Readonly<Record<string, unknown>> = {}): Promise<Walk> {
    const answer = (request: RecordedRequest): Reply =>
      isAside(request) ? aside(request) : (walk.replies.shift() ?? { text: "There is nothing more to say." });
    const loopback = await startLoopback({ scripts: Object.fromEntries(models.map((id) => [id, answer])) });
    const walk = new Walk(seed, loopback, contextPrune);
    return walk;
  }

  /** The path of the open session, which may not be on the disk yet. */
  async sessionPath(): Promise<string> {
    const { sessionFile } = await this.rpc.call({ type: "get_state" });
    return String(sessionFile);
  }

  /** Every entry of the open session's file, on every branch. */
  async entries(): Promise<readonly SessionEntry[]> {
    const path = await this.sessionPath();
    return existsSync(path) ? readSessionFile(path).entries : [];
  }

  /** A prompt and everything it sets off; `replies` are what the model says. Throws when the model does not see it. */
  async prompt(message: string, replies: readonly Reply[]): Promise<void> {
    const from = this.loopback.requests.length;
    this.replies = [...replies];
    await this.rpc.prompt(message);
    this.replies = [];
    const request = this.loopback.requests.slice(from).find((each) => !isAside(each));
    if (!textIn(request).includes(message)) throw new Error(`The model never saw "${message}"`);
  }

  nextPrompt(): string {
    return `prompt number ${++this.#prompts}`;
  }

  /** A command of the host's, which may refuse it for reasons of its own: "nothing to compact". */
  async attempt(command: Readonly<Record<string, unknown>>): Promise<void> {
    await this.rpc.call(command).catch((error: unknown) => {
      if (!String(error).includes("Pi refused")) throw error;
      this.log.push(`    refused: ${String(error).slice(0, 160)}`);
    });
  }

  /** Ends the process, in order or not, and goes on in another one. */
  async restart({ host = this.host, isKilled = false, args = [] as readonly string[] } = {}): Promise<void> {
    const path = await this.sessionPath();
    await this.end(isKilled);
    this.host = host;
    const session = existsSync(path) ? { session: path } : {};
    this.rpc = startRpc({ ...this.sandbox, host }, { extensions, args, ...session });
  }

  get otherHost(): HostCli {
    return hosts[this.host.id === "a" ? "b" : "a"];
  }

  async end(isKilled = false): Promise<void> {
    const { code, stderr } = isKilled ? await this.rpc.kill() : await this.rpc.close();
    if (!isKilled && code !== 0) throw new Error(`Pi ended with ${code}: ${stderr}`);
    this.#ended.push({ records: this.rpc.records, stderr });
  }

  async dispose(): Promise<void> {
    await this.rpc.kill().catch(() => {});
    await this.loopback.close();
    this.sandbox.dispose();
  }

  /** What extensions threw, or the pruner said of its own failures, in any process so far. */
  get complaints(): readonly string[] {
    const records = [...this.#ended.flatMap((each) => each.records), ...this.rpc.records];
    const said = records.filter(
      ({ type, message }) => type === "extension_error" || /pruner: .* failed \(/.test(String(message)),
    );
    return [
      ...said.map((record) => JSON.stringify(record)),
      ...this.#ended.flatMap(({ stderr }) => stderr || []),
    ];
  }
}

/** A summary: by call where calls are labelled, as the pruner asks for it. It tells the marks that it has read. */
function aside(request: RecordedRequest): Reply {
  const read = textIn(request);
  const labels = [...new Set(read.match(LABEL) ?? [])];
  if (labels.length === 0)
    return { text: `What was done until here${read.includes(MERGED) ? told(read) : ""}.` };
  const lines = labels.map((label) => `${label} it went well${told(sectionsOf(label, read))}`);
  return { text: [...lines, `[[0:remarks]] that was all${told(read)}`].join("\n") };
}

/** Ends a prompt of the pruner's for one text about a chain. */
const MERGED = "Now the merged summary";
const LABEL = /\[\[[1-9]\d*:[^\]\n]+\]\]/g;

/** What stands behind each mention of a label, up to the next label. */
const sectionsOf = (label: string, text: string): readonly string[] =>
  text
    .split(label)
    .slice(1)
    .flatMap((behind) => behind.split(LABEL)[0] ?? []);

const told = (value: unknown): string => [...marksIn(value)].map((mark) => `, ${mark}`).join("");
