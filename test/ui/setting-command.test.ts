import { describe, expect, it } from "vitest";
import { catalog } from "../../src/settings/catalog.ts";
import { Operator } from "../support/command-context.ts";

const models = ["anthropic/claude", "loop/sum-1", "loop/main-1", "ollama/llama3.1:8b"];

describe("a setting", () => {
  it.each<readonly [string, string]>([
    ["min-batch-chars 2000", "pruner: min-batch-chars is 2000."],
    ["min-batch-chars off", "pruner: min-batch-chars is off."],
    ["budget-threshold 73.5%", "pruner: budget-threshold is 73.5%."],
    ["dedup OFF", "pruner: dedup is off."],
    ["prune-on on-demand", "pruner: prune-on is on-demand."],
    ["protected-tools bash, read", "pruner: protected-tools is bash, read."],
    ["protected-paths clear", "pruner: protected-paths is none."],
    ["model loop/sum-1:low", "pruner: model is loop/sum-1:low."],
    ["model ollama/llama3.1:8b", "pruner: model is ollama/llama3.1:8b."],
    ["min-batch-chars 2000 --project", "pruner: min-batch-chars is 2000 in this project."],
  ])("is set by %j", async (text, expected) => {
    expect(await new Operator({ models }).type(text)).toBe(expected);
  });

  it.each<readonly [string, string]>([
    [
      "min-batch-chars 12abc",
      'pruner: Minimum batch takes a whole number of characters, 0 or more, not "12abc".',
    ],
    ["prune-on typo", 'pruner: Prune on takes auto, agent-message or on-demand, not "typo".'],
    ["dedup maybe", 'pruner: Deduplicate takes true or false, not "maybe".'],
    [
      "model loop/sum-9",
      'pruner: Summarizer model takes builtin/digest, default or provider/model-id, with :thinking if need be; no model "loop/sum-9" is known. Near it: loop/sum-1, loop/main-1.',
    ],
    ["model x", 'pruner: Summarizer model takes builtin/digest, default or provider/model-id, not "x".'],
  ])("refuses %j, naming what it takes, and stays as it is", async (text, expected) => {
    const operator = new Operator({ models });
    expect(await operator.type(text)).toBe(expected);
    expect(operator.layers).toEqual({ global: {}, project: {} });
  });

  it("is shown with where it comes from and what it takes", async () => {
    const operator = new Operator({ global: { minBatchChars: 777 }, project: { dedupByContentHash: false } });
    expect(await operator.type("min-batch-chars")).toMatchInlineSnapshot(`
      "min-batch-chars: 777 (from your settings; the default is 1000)
      Batches with less raw output than this are left alone.
      Takes a whole number of characters, 0 or more, such as off, 500, 1000, 2000, 5000."
    `);
    expect(await operator.type("dedup status")).toMatchInlineSnapshot(`
      "dedup: off (from the project's settings; the default is on)
      Let a result equal to an earlier one share its record instead of being summarized again.
      Takes true or false."
    `);
    expect(await operator.type("thinking")).toMatchInlineSnapshot(`
      "thinking: default (the default)
      Thinking level of summarizer calls; \`default\` leaves it to the provider.
      Takes default, off, minimal, low, medium, high or xhigh."
    `);
    expect(await operator.type("budget-threshold status")).toMatchInlineSnapshot(`
      "budget-threshold: 73.5% (the default)
      Also prune when the context reaches this share of the window or 300,000 tokens, whichever comes first.
      Takes a share of the context window, above 0 and up to 1, or null (off), such as off, 60%, 70%, 73.5%, 80%, 90%."
    `);
  });

  it("goes back to what holds without it", async () => {
    const operator = new Operator({ global: { minBatchChars: 777 }, project: { minBatchChars: 5 } });
    expect(await operator.type("min-batch-chars reset --project")).toBe(
      "pruner: min-batch-chars is 777 again, from your settings.",
    );
    expect(await operator.type("min-batch-chars reset")).toBe(
      "pruner: min-batch-chars is 1000 again, the default.",
    );
    expect(operator.layers).toEqual({ global: {}, project: {} });
  });

  it("says when the project's own setting goes before what was saved", async () => {
    const operator = new Operator({ project: { minBatchChars: 5 } });
    expect(await operator.type("min-batch-chars 2000")).toBe(
      "pruner: min-batch-chars is saved, but this project's own settings say 5, and they go first.",
    );
    expect(operator.layers.global).toEqual({ minBatchChars: 2000 });
    expect(await operator.type("on")).toBe("pruner: pruning is on.");
  });

  it("says what went wrong when it cannot be saved", async () => {
    const operator = new Operator({ refusal: "pruner: could not save contextPrune.dedup: EROFS." });
    expect(await operator.type("dedup off")).toBe("pruner: could not save contextPrune.dedup: EROFS.");
    expect(await operator.type("off")).toBe("pruner: could not save contextPrune.dedup: EROFS.");
  });
});

describe("a setting without a value, where somebody can be asked", () => {
  it("offers its choices, with the one in force", async () => {
    const operator = new Operator({ asks: true, answer: () => "on-demand" });
    expect(await operator.type("prune-on")).toBe("pruner: prune-on is on-demand.");
    expect(operator.asked).toEqual([
      {
        title: "Prune on",
        current: "auto",
        choices: ["auto", "agent-message", "on-demand"].map((value) => ({ value, label: value })),
      },
    ]);
  });

  it("offers the models there are", async () => {
    const operator = new Operator({ asks: true, models, answer: () => "loop/sum-1" });
    expect(await operator.type("model")).toBe("pruner: model is loop/sum-1.");
    expect(operator.asked[0]?.choices.map(({ value }) => value)).toEqual([
      "builtin/digest",
      "default",
      ...models,
    ]);
  });

  it.each<readonly [string, (text: string) => string | undefined]>([
    ["nothing was touched", (text) => text],
    ["nothing is left", () => "  "],
    ["it was cancelled", () => undefined],
  ])("puts a list up for editing and changes nothing when %s", async (_, edit) => {
    const operator = new Operator({ asks: true, edit: (_title, text) => edit(text) });
    expect(await operator.type("protected-paths")).toBe("");
    expect(operator.edited).toEqual([
      ["Protected paths: a list of glob patterns, or none", "**/skills/**/*.md"],
    ]);
    expect(operator.layers.global).toEqual({});
  });

  it("saves an edited list", async () => {
    const operator = new Operator({ asks: true, edit: (_title, text) => `${text} docs/**` });
    expect(await operator.type("protected-paths")).toBe(
      "pruner: protected-paths is **/skills/**/*.md, docs/**.",
    );
  });

  it("shows a number, as there is nothing to choose from", async () => {
    const operator = new Operator({ asks: true });
    expect(await operator.type("recovery-grace")).toContain("recovery-grace: 3 (the default)");
    expect(operator.asked).toEqual([]);
  });
});

it("takes back every value that it shows, for every setting", async () => {
  for (const { command, path, format, default: value } of catalog) {
    const operator = new Operator({ models });
    expect(await operator.type(`${command} ${format(value)}`)).toBe(
      `pruner: ${command} is ${format(value)}.`,
    );
    expect(await operator.type(`${command} reset`), path).toContain("again, the default.");
    expect(operator.layers.global).toEqual({});
  }
});
