import { expect, it } from "vitest";
import { Operator } from "../../support/command-context.ts";

it("lists every setting where nobody can be asked", async () => {
  const operator = new Operator({ global: { keepRecent: 7 }, project: { enabled: false } });
  expect(await operator.type("settings")).toMatchInlineSnapshot(`
    "enabled:                   off (project)
    prune-on:                  auto
    model:                     builtin/digest
    thinking:                  default
    summarizer-concurrency:    4
    idle-timeout:              20000
    max-timeout:               180000
    batching:                  turn
    keep-recent:               7 (global)
    min-batch-chars:           1000
    condense-arguments:        on
    dedup:                     on
    digest-share:              24%
    digest-max-tokens:         750
    digest-min-tokens:         60
    budget-threshold:          73.5%
    budget-delta:              4%
    spill-threshold:           65536
    spill-preview:             2048
    protected-tools:           none
    protected-paths:           **/skills/**/*.md
    recovery-grace:            3
    chains:                    on
    chain-window:              3
    chain-strip-thinking:      on
    chain-fuse:                on
    purge-errors:              on
    purge-cooldown:            2
    purge-min-chars:           500
    status-line:               on
    flush-notice:              on
    quiet-skips:               off"
  `);
});

it("asks which setting, and then for its value, where there is no terminal", async () => {
  const answers = ["dedup", "off"];
  const operator = new Operator({ asks: true, answer: () => answers.shift() });
  expect(await operator.type("settings")).toBe("pruner: dedup is off.");
  expect(operator.asked.map(({ title }) => title)).toEqual(["pruner settings", "Deduplicate"]);
});
