import { describe, expect, it, vi } from "vitest";
import type { FlushOrder } from "../../src/flush/order.ts";
import type { Pruner } from "../../src/pruner.ts";
import { ANSWER, flushOrder, shortly } from "../support/flush-order.ts";
import { gate } from "../support/gate.ts";
import { hosts } from "../support/host-transforms.ts";
import { MemorySession } from "../support/memory-session.ts";
import { calls, type Line, longText, reply, result, transcript, user } from "../support/transcript.ts";
import { openPruner } from "../support/whole-flush.ts";

const work = (id: string, seed: number): Line[] => [calls(id), result(id, { text: longText(60, seed) })];
const chain: readonly Line[] = [user("one"), ...work("a", 1), ...work("b", 2), reply()];

// Of another extension.
const FOREIGN = "foreign";

interface Opened {
  readonly session: MemorySession;
  readonly pruner: Pruner;
  /** Types of the entries that the pruner has appended, on whatever branch. */
  readonly written: () => readonly string[];
}

/** Nothing tells the pruner of a move: the hosts make one before they tell of it. */
type Meanwhile = (session: MemorySession) => void;

const say =
  (...lines: readonly Line[]): Meanwhile =>
  (session) => {
    for (const message of transcript(lines, { start: 5000 })) session.add(message);
  };

const moves: readonly (readonly [string, Meanwhile])[] = [
  ["to an earlier entry", (session) => session.moveTo(2)],
  ["away, with a summary of the branch it leaves", (session) => session.moveTo(2, "left")],
  ["in front of everything", ({ manager }) => manager.resetLeaf()],
  [
    "to another branch, which went on",
    (session) => {
      session.moveTo(2);
      say(reply("elsewhere"), user("two"))(session);
    },
  ],
  ["into a fork", ({ manager }) => void manager.createBranchedSession(manager.getEntries()[2]?.id ?? "")],
];

const growths: readonly (readonly [string, Meanwhile])[] = [
  ["new messages", say(user("two"), ...work("c", 3), reply())],
  ["a summary of another branch", say({ role: "branchSummary", summary: "elsewhere", fromId: "x" })],
  ["an entry of another extension", (session) => void session.addEntry(FOREIGN, {})],
];

describe.each(hosts.map((host) => [host.name, host] as const))("a flush on host %s", (_, host) => {
  function opened(): Opened {
    const session = new MemorySession(host);
    for (const message of transcript(chain)) session.add(message);
    const append = vi.spyOn(session.manager, "appendCustomEntry");
    const written = () => append.mock.calls.flatMap(([type]) => (type === FOREIGN ? [] : [type]));
    return { session, pruner: openPruner(session.manager), written };
  }

  /** Begins, has something happen, and is then given all its texts at once. */
  async function meanwhile<T>(begin: (order: FlushOrder) => Promise<T>, happens: () => void): Promise<T> {
    const answers = gate();
    const running = begin(
      flushOrder({
        summarize: async (batches, options) => {
          await answers.opened;
          return shortly(batches, options);
        },
        fuse: async () => {
          await answers.opened;
          return { text: "both", usage: ANSWER };
        },
      }),
    );
    happens();
    answers.open();
    return running;
  }

  it.each(moves)("that ends after the leaf moved %s writes nothing", async (_name, move) => {
    const { session, pruner, written } = opened();
    expect(
      await meanwhile(
        (order) => pruner.flush(order),
        () => move(session),
      ),
    ).toBeUndefined();
    expect(written()).toEqual([]);
  });

  it.each(moves)("made ahead is not paid for after the leaf moved %s", async (_name, move) => {
    const { session, pruner, written } = opened();
    await meanwhile(
      (order) => pruner.prepare(order),
      () => move(session),
    );
    expect(written()).toEqual([]);
  });

  it.each(moves)("compresses nothing after the leaf moved %s", async (_name, move) => {
    const { session, pruner, written } = opened();
    await pruner.flush(flushOrder());
    const before = written();
    await meanwhile(
      (order) => pruner.compact(order),
      () => move(session),
    );
    expect(written()).toEqual(before);
  });

  it.each(growths)("that ends after the branch grew by %s writes", async (_name, grow) => {
    const { session, pruner, written } = opened();
    const report = await meanwhile(
      (order) => pruner.flush(order),
      () => grow(session),
    );
    expect(report).toMatchObject({ outcome: "summarized", calls: 2 });
    expect(written()).toEqual([
      "context-prune-summary",
      "context-prune-summary",
      "context-prune-index",
      "context-prune-frontier",
      "context-prune-stats",
      "context-prune-flush-metrics",
    ]);
  });

  it.each(growths)("compresses what it was about after the branch grew by %s", async (_name, grow) => {
    const { session, pruner } = opened();
    await pruner.flush(flushOrder());
    const report = await meanwhile(
      (order) => pruner.compact(order),
      () => grow(session),
    );
    expect(report?.blocks).toEqual(["b1"]);
    const chains = [...(pruner.state?.chains.values() ?? [])];
    expect(chains.map(({ rangeSummaryText }) => rangeSummaryText)).toEqual(["both"]);
  });
});
