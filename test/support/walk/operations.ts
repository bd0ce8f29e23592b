import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import type { HostCli } from "../hosts.ts";
import { bash } from "../long-outputs.ts";
import type { Reply } from "../loopback/script.ts";
import { textIn } from "../request-text.ts";
import { edit } from "./edits.ts";
import { fault, finalReply, run, toolTurn } from "./replies.ts";
import { models, type Walk, WINDOW } from "./walk.ts";

/** One step of a walk. What it did with what is told to the walk's log. */
type Operation = (walk: Walk) => Promise<void>;
type Weighted = readonly [weight: number, operation: Operation];

const prompt: Operation = (walk) => walk.prompt(walk.nextPrompt(), run(walk.random));

/** A failed answer somewhere in a run, or one that does not come back. */
const failing: Operation = async (walk) => {
  const { random } = walk;
  const replies = [...run(random)];
  const failure: Reply = { fault: fault(random), text: "this answer breaks off in the middle" };
  const times = random.weighted([
    [3, 1],
    [1, 2],
    [2, 3],
  ]);
  replies.splice(random.int(0, replies.length - 1), 0, ...Array.from({ length: times }, () => failure));
  await walk.prompt(walk.nextPrompt(), replies);
};

/** An answer that fills the window, by what the provider reports: the host compacts. */
const full: Operation = (walk) =>
  walk.prompt(walk.nextPrompt(), [
    ...run(walk.random).slice(0, -1),
    { text: "That was a lot.", usage: { input: WINDOW - 10_000, cacheRead: 0, cacheWrite: 0 } },
  ]);

/** Ends a run in the middle of an answer, or of the work of a tool. */
const aborting: Operation = async (walk) => {
  const { random, rpc } = walk;
  const inAnswer = random.chance(0.5);
  const last: Reply = inAnswer
    ? { fault: { kind: "stall-mid" }, text: "an answer that has no end" }
    : bash("sleep 300");
  walk.replies = [...Array.from({ length: random.int(0, 2) }, () => toolTurn(random)), last];
  const from = rpc.records.length;
  rpc.send({ type: "prompt", message: walk.nextPrompt() });
  await rpc.waitFor(({ type, toolName, args, assistantMessageEvent }) => {
    if (inAnswer)
      return type === "message_update" && JSON.stringify(assistantMessageEvent).includes("an answer");
    return (
      type === "tool_execution_start" && toolName === "bash" && JSON.stringify(args).includes("sleep 300")
    );
  }, from);
  await rpc.call({ type: "abort" });
  await rpc.settled(from);
  walk.replies = [];
};

/** While an answer is awaited, the person says more, or uses a command. */
const meanwhile: Operation = async (walk) => {
  const { random, rpc, loopback } = walk;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = random.chance(0.7) ? toolTurn(random) : finalReply(random);
  walk.replies = [{ ...first, gate }, ...run(random), ...run(random)];
  const [from, seen] = [rpc.records.length, loopback.requests.length];
  rpc.send({ type: "prompt", message: walk.nextPrompt() });
  await loopback.waitForRequest(({ index, outcome }) => index >= seen && outcome === "open");
  for (const what of random.some(
    ["steer", "follow_up", "steer", "/pruner now", "/pruner compact", "/pruner on"],
    2,
  )) {
    walk.log.push(`    ${what}`);
    if (what.startsWith("/")) await rpc.command(what);
    else await rpc.call({ type: what, message: walk.nextPrompt() });
  }
  open();
  await rpc.settled(from);
  walk.replies = [];
};

const pickEntry = async (walk: Walk, fits: (entry: SessionEntry) => boolean = () => true) => {
  const entries = (await walk.entries()).filter(fits);
  return entries.length === 0 ? undefined : walk.random.pick(entries);
};

const isUser = (entry: SessionEntry) => entry.type === "message" && entry.message.role === "user";

const goto =
  (command: string): Operation =>
  async (walk) => {
    const entry = await pickEntry(walk);
    if (!entry) return;
    walk.log.push(`    to ${entry.type} ${entry.id}`);
    await walk.rpc.command(`/${command} ${entry.id}`);
  };

/** Away to an earlier place, some work there, and back to where the session was. */
const branch: Operation = async (walk) => {
  const leaf = (await walk.entries()).at(-1)?.id;
  await goto("goto")(walk);
  for (let prompts = walk.random.int(1, 2); prompts > 0; prompts--) await prompt(walk);
  await walk.rpc.command("/pruner now");
  if (leaf) await walk.rpc.command(`/goto ${leaf}`);
  await prompt(walk);
};

const fork: Operation = async (walk) => {
  const entry = await pickEntry(walk, isUser);
  if (entry) await walk.attempt({ type: "fork", entryId: entry.id });
};

const switchSession: Operation = async (walk) => {
  if (walk.sessions.length === 0) return;
  await walk.attempt({ type: "switch_session", sessionPath: walk.random.pick(walk.sessions) });
};

/** A start with a list of tools that leaves out the one for originals: the model is not told of it. */
const withoutTool: Operation = async (walk) => {
  await walk.restart({ args: ["--tools", "read,bash,edit,write"] });
  const from = walk.loopback.requests.length;
  await walk.prompt(walk.nextPrompt(), run(walk.random));
  const named = walk.loopback.requests
    .slice(from)
    .filter((each) => textIn(each).includes("[full output: context_tree"));
  await walk.restart();
  if (named.length > 0) throw new Error("The model was told of a tool that it does not have");
};

const setModel: Operation = async ({ random, rpc }) => {
  await rpc.call({ type: "set_model", provider: "loop", modelId: random.pick(models) });
};

const setThinking: Operation = async ({ random, rpc }) => {
  await rpc.call({ type: "set_thinking_level", level: random.pick(["off", "low", "high"]) });
};

const changes = [
  "prune-on agent-message",
  "prune-on on-demand",
  "prune-on auto",
  "prune-on auto",
  "protected-tools read",
  "protected-tools none",
  "protected-paths **/alpha.txt",
  "min-batch-chars 0",
  "min-batch-chars 1000",
  "keep-recent 0",
  "keep-recent 3",
  "dedup off",
  "dedup on",
  "condense-arguments off",
  "condense-arguments on",
  "purge-cooldown 0",
  "chain-window 1",
  "chain-window 3",
  "recovery-grace 0",
  "recovery-grace 3",
  "spill-threshold 6000",
  "spill-threshold 20000",
  "model builtin/digest",
  "model loop/sum-1",
];

const command =
  (text: (walk: Walk) => string): Operation =>
  async (walk) => {
    const said = `/pruner ${text(walk)}`;
    walk.log.push(`    ${said}`);
    await walk.rpc.command(said);
  };

/** Off for a while: a walk without pruning shows nothing. */
const offAndOn: Operation = async (walk) => {
  await walk.rpc.command("/pruner off");
  await prompt(walk);
  if (walk.random.chance(0.3)) await walk.restart();
  await walk.rpc.command("/pruner on");
};

const refs = ({ random }: Walk) =>
  random.chance(0.2)
    ? "all"
    : Array.from({ length: random.int(1, 3) }, () => `t${random.int(1, 20)}`).join(" ");

/** Everything that a session can go through, and how often it does. */
const anywhere: Readonly<Record<string, Weighted>> = {
  prompt: [34, prompt],
  failing: [6, failing],
  full: [2, full],
  aborting: [4, aborting],
  meanwhile: [6, meanwhile],
  goto: [4, goto("goto")],
  branch: [6, branch],
  "goto with a summary": [2, goto("goto-summarized")],
  fork: [1, fork],
  clone: [2, (walk) => walk.attempt({ type: "clone" })],
  "new session": [1, (walk) => walk.attempt({ type: "new_session" })],
  "switch session": [3, switchSession],
  reload: [3, ({ rpc }) => rpc.command("/reload-extensions")],
  restart: [2, (walk) => walk.restart()],
  kill: [1, (walk) => walk.restart({ isKilled: true })],
  "other host": [2, (walk) => walk.restart({ host: walk.otherHost })],
  "without the tool": [1, withoutTool],
  compact: [3, (walk) => walk.attempt({ type: "compact" })],
  shell: [2, (walk) => walk.attempt({ type: "bash", command: "seq 1 400" })],
  model: [3, setModel],
  thinking: [2, setThinking],
  now: [10, command(() => "now")],
  "compact chains": [4, command(() => "compact")],
  restore: [3, command((walk) => `restore ${refs(walk)}`)],
  prune: [3, command((walk) => `prune ${refs(walk)}`)],
  "off and on": [3, offAndOn],
  setting: [6, command(({ random }) => random.pick(changes))],
};

/** Host A writes no edits. */
const onHostB: Readonly<Record<string, Weighted>> = { edit: [14, edit] };

/** What may happen next on a host. */
export const operationsOn = (host: HostCli): Readonly<Record<string, Weighted>> =>
  host.id === "b" ? { ...anywhere, ...onHostB } : anywhere;
