import { type Archive, archiveOf, type Original } from "./checks.ts";
import { branchTo } from "./edited-branch.ts";
import { finalReply, query } from "./replies.ts";
import { type SentResult, viewOf } from "./request-view.ts";
import { isAside, type Walk } from "./walk.ts";

/** Longer originals are compared by their first lines: an answer is bounded. */
const WHOLE = 8000;
const FIRST_LINES = 20;
const CALLS = 4;

/** The model asks for originals, and what it is answered is compared with the session. */
export async function recover(walk: Walk): Promise<readonly string[]> {
  const entries = await walk.entries();
  const before = archiveOf(entries, [], branchTo(entries, entries.at(-1)));
  const asked = walk.random.some([...before.byRef.keys()], CALLS);
  if (asked.length === 0) return [];
  walk.log.push(`    ${asked.join(" ")}`);
  const toolCalls = asked.map((ref) =>
    query([ref], lengthOf(before, ref) > WHOLE ? { lines: `1-${FIRST_LINES}` } : {}),
  );
  const from = walk.loopback.requests.length;
  await walk.prompt(`Please look up ${asked.join(", ")}`, [{ toolCalls }, finalReply(walk.random)]);
  const requests = walk.loopback.requests.slice(from);
  const asking = requests.findIndex(({ reply }) => reply?.toolCalls === toolCalls);
  const answered = asking < 0 ? undefined : requests.slice(asking + 1).find((request) => !isAside(request));
  const results = answered ? viewOf(answered).results : [];
  const answers = results.filter(({ isLatest }) => isLatest);
  const now = await walk.entries();
  const archive = archiveOf(now, [], branchTo(now, now.at(-1)));
  return asked.flatMap((ref, at) => difference(ref, answers[at], archive, answered?.model !== "sum-1"));
}

function difference(ref: string, answer: SentResult | undefined, archive: Archive, showsImages: boolean) {
  const record = archive.byRef.get(ref);
  const original = archive.originals.get(record?.toolCallId ?? "");
  if (!original) return [`${ref} leads to no result of the file: ${JSON.stringify(record)}`];
  if (!answer) return [`${ref} was not answered`];
  const expected = original.edit === "removed" ? REMOVED : beginningOf(original);
  const hasImages = !showsImages || original.images.every((image) => answer.images.includes(image));
  if (answer.text.includes(expected) && hasImages) return [];
  return [`${ref} was answered with\n${answer.text.slice(0, 600)}\ninstead of\n${expected.slice(0, 300)}`];
}

const REMOVED = "was removed from the session by an edit";

const beginningOf = ({ text }: Original): string =>
  text.length > WHOLE ? text.split("\n").slice(0, FIRST_LINES).join("\n") : text;

const lengthOf = ({ byRef, originals }: Archive, ref: string): number =>
  originals.get(byRef.get(ref)?.toolCallId ?? "")?.text.length ?? 0;
