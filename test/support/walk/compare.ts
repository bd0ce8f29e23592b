import type { RecordedRequest } from "../loopback/script.ts";
import { stubsIn } from "../requests.ts";
import { pruneEntries } from "../session-file.ts";
import { unmarked } from "./request-view.ts";
import { isAside, type Walk } from "./walk.ts";

/** A request, and what would account for a difference to the next one. */
interface Seen {
  readonly request: RecordedRequest | undefined;
  readonly written: number;
}

/** What the model sees is compared before and after a new start: nothing is recorded between, so nothing may differ. */
export async function compare(walk: Walk): Promise<readonly string[]> {
  await walk.rpc.command("/pruner prune-on on-demand");
  const before = await look(walk);
  const way = walk.random.pick(["reload", "restart", "other host"]);
  walk.log.push(`    ${way}`);
  if (way === "reload") await walk.rpc.command("/reload-extensions");
  else await walk.restart(way === "other host" ? { host: walk.otherHost } : {});
  const after = await look(walk);
  await walk.rpc.command("/pruner prune-on auto");
  if (!before.request || !after.request || before.written !== after.written) return [];
  // The hosts word some messages differently, and order texts their own way.
  if (way === "other host") return differing("a stub", stubsIn(before.request), stubsIn(after.request));
  return differing("a message", unmarked(before.request), unmarked(after.request));
}

async function look(walk: Walk): Promise<Seen> {
  const from = walk.loopback.requests.length;
  await walk.prompt("What do you see?", [{ text: "All that there is." }]);
  const request = walk.loopback.requests.slice(from).findLast((each) => !isAside(each));
  const entries = await walk.entries();
  const compactions = entries.filter(({ type }) => type === "compaction").length;
  return { request, written: pruneEntries({ entries }).length + compactions };
}

function differing(what: string, before: readonly string[], after: readonly string[]): readonly string[] {
  const at = before.findIndex((each, index) => each !== after[index]);
  if (at < 0) return [];
  return [
    `${what} differs after a new start:\n${before[at]?.slice(0, 600)}\nand then\n${after[at]?.slice(0, 600)}`,
  ];
}
