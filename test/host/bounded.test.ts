import { expect, it } from "vitest";
import { drained } from "../../src/host/bounded.ts";
import { gate } from "../support/gate.ts";

it("waits for work that waited for other work, too, and for none that never ends", async () => {
  const [first, second] = [gate(), gate()];
  let running: Promise<unknown> | undefined = first.opened;
  const follow = async () => {
    await first.opened;
    running = second.opened.finally(() => {
      running = undefined;
    });
  };
  const order: string[] = [];
  const all = drained(() => running, 60_000).then((outcome) => order.push(outcome));
  await Promise.all([follow(), first.open()]);
  await new Promise(setImmediate);
  order.push("second opens");
  second.open();
  await all;
  expect(order).toEqual(["second opens", "done"]);
  expect(await drained(() => new Promise(() => {}), 1)).toBe("timeout");
  expect(await drained(() => undefined, 1)).toBe("done");
});
