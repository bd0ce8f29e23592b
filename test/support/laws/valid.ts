import { expect } from "vitest";
import type { Messages } from "../../../src/model/message.ts";
import { showsStubs } from "../../../src/state/queries.ts";
import { conversions, convertWithOwnIds, hosts } from "../host-transforms.ts";
import { faultsOf, newFaults } from "../judge.ts";
import { madeWithIn } from "../made-with.ts";
import type { Watch } from "../play.ts";
import { responsesFaults } from "../responses-judge.ts";

/** No provider may refuse `rendered` for a reason it would not have had to refuse `array`. */
export function expectNoWorse(array: Messages, rendered: Messages): void {
  if (array === rendered) return;
  const before = [...conversions(array)];
  for (const [index, [where, after]] of [...conversions(rendered)].entries())
    expect(newFaults(faultsOf(before[index]?.[1] ?? []), faultsOf(after)), where).toEqual([]);
  expectNoWorseItems(array, rendered);
}

/** The same of OpenAI's Responses API, which also refuses what lost its reasoning. */
export function expectNoWorseItems(array: Messages, rendered: Messages): void {
  const made = madeWithIn(array);
  for (const host of hosts) {
    const [before, after] = [responsesFaults(host, array, made), responsesFaults(host, rendered, made)];
    expect(newFaults(before, after), `host ${host.name}, OpenAI Responses`).toEqual([]);
  }
}

/** Every result answers a call that is still open where the hosts pass it on. */
export function expectNoOrphan(rendered: Messages): void {
  for (const host of hosts) {
    const faults = faultsOf(convertWithOwnIds(host, rendered));
    expect(
      faults.filter((fault) => /^(orphan|duplicate) result/.test(fault)),
      `host ${host.name}`,
    ).toEqual([]);
  }
}

export const valid: Watch = {
  request({ array, rendered }, { pruner }) {
    expectNoWorse(array, rendered);
    if (pruner.state && showsStubs(pruner.state)) expectNoOrphan(rendered);
  },
};
