import { archiveOf } from "./checks.ts";
import { branchTo, type EditedMessage, editedMessages } from "./edited-branch.ts";
import { masked } from "./marks.ts";
import type { Random } from "./random.ts";
import type { Walk } from "./walk.ts";

type Message = EditedMessage["entry"]["message"];
type Replacement = { readonly content: unknown } | null;
type Edits = readonly (readonly [targetId: string, replacement: Replacement])[];

interface Editable {
  readonly id: string;
  readonly message: Message;
  /** It has a record. */
  readonly isPruned: boolean;
}

const text = (said: string): Replacement => ({ content: [{ type: "text", text: said }] });
const withoutMarks = ({ message }: Editable): Replacement =>
  "content" in message ? { content: masked(message.content) } : null;

const isCalling = ({ message }: Editable): boolean =>
  message.role === "assistant" && message.stopReason === "toolUse";

/** What a person or an extension may do to a message that is in the session already. */
type MakeEdits = (random: Random, branch: readonly Editable[]) => Edits;

const one =
  (
    fits: (editable: Editable) => boolean,
    ways: (random: Random) => (editable: Editable) => Replacement,
  ): MakeEdits =>
  (random, branch) => {
    const targets = branch.filter(fits);
    if (targets.length === 0) return [];
    const target = random.pick(targets);
    return [[target.id, ways(random)(target)]];
  };

const result = (fits: (editable: Editable) => boolean) =>
  one(
    (editable) => editable.message.role === "toolResult" && fits(editable),
    (random) => random.pick([() => null, () => text("this output was redacted"), withoutMarks, withoutMarks]),
  );

const finalReply = one(
  ({ message }) => message.role === "assistant" && message.stopReason === "stop",
  (random) => random.pick([() => null, () => text("this reply was redacted"), withoutMarks]),
);

const argumentsOfCalls = one(isCalling, () => withoutMarks);

const prompt = one(
  ({ message }) => message.role === "user",
  () => () => text("this prompt was redacted"),
);

/** Calls go with their results: what is left of one without the other no provider takes. */
const turn: MakeEdits = (random, branch) => {
  const callers = branch.filter(isCalling);
  if (callers.length === 0) return [];
  const caller = random.pick(callers);
  const behind = branch.slice(branch.indexOf(caller) + 1);
  const end = behind.findIndex(({ message }) => message.role !== "toolResult");
  const results = end < 0 ? behind : behind.slice(0, end);
  return [caller, ...results].map(({ id }) => [id, null]);
};

const kinds: readonly (readonly [weight: number, kind: readonly [name: string, make: MakeEdits]])[] = [
  [4, ["result", result(() => true)]],
  [4, ["pruned result", result(({ isPruned }) => isPruned)]],
  [2, ["reply", finalReply]],
  [3, ["arguments", argumentsOfCalls]],
  [1, ["prompt", prompt]],
  [2, ["turn", turn]],
];

const MOST_EDITS = 3;

/** Changes or takes out what the branch shows of some messages, or turns. Host B only. */
export async function edit(walk: Walk): Promise<void> {
  for (let edits = walk.random.int(1, MOST_EDITS); edits > 0; edits--) {
    const [name, make] = walk.random.weighted(kinds);
    for (const [targetId, replacement] of make(walk.random, await editable(walk))) {
      walk.log.push(`    ${name} ${targetId}: ${JSON.stringify(replacement)?.slice(0, 80)}`);
      await walk.rpc.command(`/edit ${JSON.stringify({ targetId, replacement })}`);
    }
  }
}

/** The branch that was written to last, as its edits leave it. */
async function editable(walk: Walk): Promise<readonly Editable[]> {
  const entries = await walk.entries();
  const { byRef } = archiveOf(entries, []);
  const pruned = new Set([...byRef.values()].map(({ entryId }) => entryId));
  return editedMessages(branchTo(entries, entries.at(-1))).flatMap(({ entry: { id }, shown }) =>
    shown ? [{ id, message: shown, isPruned: pruned.has(id) }] : [],
  );
}
