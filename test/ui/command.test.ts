import { describe, expect, it } from "vitest";
import { commands } from "../../src/ui/actions.ts";
import { complete } from "../../src/ui/complete.ts";
import { Operator } from "../support/command-context.ts";

const sources = {
  models: () => ["anthropic/claude", "loop/sum-1", "loop/main-1"],
  refs: () => ["t1", "t2", "t10"],
};
const completed = (typed: string) => complete(commands, typed, sources)?.map(({ value }) => value) ?? null;

describe("completion", () => {
  it("offers every subcommand, and those that begin with what is typed", () => {
    expect(completed("")).toEqual(commands.map(({ name }) => name));
    expect(completed("pr")).toEqual(
      expect.arrayContaining(["prune-on", "protected-tools", "protected-paths"]),
    );
    expect(completed("sta")).toEqual(["status", "stats", "status-line"]);
    expect(completed("xyz")).toBeNull();
  });

  it.each<readonly [string, readonly string[] | null]>([
    [
      "prune-on ",
      [
        "prune-on auto",
        "prune-on agent-message",
        "prune-on on-demand",
        "prune-on status",
        "prune-on reset",
        "prune-on --project",
      ],
    ],
    ["prune-on a", ["prune-on auto", "prune-on agent-message"]],
    ["prune-on auto ", ["prune-on auto --project"]],
    ["thinking m", ["thinking minimal", "thinking medium"]],
    ["dedup o", ["dedup on", "dedup off"]],
    [
      "model ",
      [
        "model builtin/digest",
        "model default",
        "model anthropic/claude",
        "model loop/sum-1",
        "model loop/main-1",
        "model status",
        "model reset",
        "model --project",
      ],
    ],
    ["model loop/", ["model loop/sum-1", "model loop/main-1"]],
    ["model sum", ["model loop/sum-1"]],
    [
      "model loop/sum-1:",
      ["off", "minimal", "low", "medium", "high", "xhigh"].map((level) => `model loop/sum-1:${level}`),
    ],
    ["protected-tools n", ["protected-tools none"]],
    ["now ", null],
    ["now p", ["now preview"]],
    ["restore ", ["restore all", "restore t10", "restore t2", "restore t1"]],
    ["restore t1 t2", null],
    ["show t1", null],
    ["show t", ["show t10", "show t2", "show t1"]],
    ["restore t1 ", null],
    ["stats", null],
    ["prune-on auto", null],
    ["help ", null],
    ["nothing ", null],
  ])("offers values behind %j", (typed, expected) => {
    expect(completed(typed)).toEqual(expected);
  });

  it("says what each thing does", () => {
    expect(complete(commands, "now p", sources)).toEqual([
      { value: "now preview", label: "preview", description: "only say what that would be" },
    ]);
  });
});

describe("/pruner", () => {
  it("names every subcommand in its help", async () => {
    const help = await new Operator().type("help");
    expect(Math.max(...help.split("\n").map((each) => each.length))).toBeLessThanOrEqual(79);
    expect(help).toMatchInlineSnapshot(`
      "/pruner on                            Prune finished tool results.
      /pruner off                           Show every result in full again.
      /pruner status                        What is set, pending and in the context.
      /pruner stats                         What was pruned, and what it cost.
      /pruner tree                          Browse what was pruned; read originals.
      /pruner settings                      See and change every setting.
      /pruner now [preview]                 Prune all that the model has read.
      /pruner compact                       Fold every finished prompt now.
      /pruner context                       What the model sees right now, and why.
      /pruner restore <refs|all>            Show pruned calls in full again.
      /pruner prune <refs|all>              Show restored calls as stubs again.
      /pruner show <ref>                    Read the original of one call.
      /pruner help                          Show this list.

      Settings: alone to see or choose, reset to take back, --project for this one:
      /pruner enabled [on|off]              Enabled
      /pruner prune-on [auto|…]             Prune on
      /pruner model [provider/id]           Summarizer model
      /pruner thinking [default|…]          Summarizer thinking
      /pruner summarizer-concurrency [n]    Summarizer calls at once
      /pruner idle-timeout [n]              Summarizer idle timeout
      /pruner max-timeout [n]               Summarizer total timeout
      /pruner batching [turn|agent-message] Batching
      /pruner keep-recent [n]               Recent results kept
      /pruner min-batch-chars [n]           Minimum batch
      /pruner condense-arguments [on|off]   Condense arguments
      /pruner dedup [on|off]                Deduplicate
      /pruner digest-share [share]          Digest share
      /pruner digest-max-tokens [n]         Digest maximum
      /pruner digest-min-tokens [n]         Digest minimum
      /pruner budget-threshold [share]      Budget trigger
      /pruner budget-delta [share]          Growth trigger
      /pruner spill-threshold [n]           Spill threshold
      /pruner spill-preview [n]             Spill preview
      /pruner protected-tools [items|none]  Protected tools
      /pruner protected-paths [items|none]  Protected paths
      /pruner recovery-grace [n]            Recovery grace
      /pruner chains [on|off]               Compress chains
      /pruner chain-window [n]              Chains kept raw
      /pruner chain-strip-thinking [on|off] Strip final thinking
      /pruner chain-fuse [on|off]           Fuse chain summaries
      /pruner purge-errors [on|off]         Purge failed arguments
      /pruner purge-cooldown [n]            Purge cool-down
      /pruner purge-min-chars [n]           Purge minimum
      /pruner status-line [on|off]          Status line
      /pruner flush-notice [on|off]         Flush notice
      /pruner quiet-skips [on|off]          Quiet skips"
    `);
  });

  it("shows help where nobody can be asked, and otherwise asks what to do", async () => {
    const operator = new Operator();
    expect(await operator.type("")).toBe(await operator.type("help"));
    const asking = new Operator({ asks: true, answer: () => "off" });
    expect(await asking.type(" ")).toBe("pruner: pruning is off.");
    expect(asking.asked[0]?.title).toBe("pruner — choose a subcommand");
    expect(await new Operator({ asks: true }).type("")).toBe("");
  });

  it("refuses what it does not know, and names what is near", async () => {
    expect(await new Operator().type("prune-onn auto")).toBe(
      'pruner: there is no subcommand "prune-onn". Did you mean prune, prune-on? /pruner help lists them all.',
    );
    expect(await new Operator().type("qqq")).toBe(
      'pruner: there is no subcommand "qqq". /pruner help lists them all.',
    );
  });

  it("turns pruning on and off", async () => {
    const operator = new Operator();
    expect(await operator.type("off")).toBe("pruner: pruning is off.");
    expect(operator.settings().enabled).toBe(false);
    expect(await operator.type("now")).toBe("pruner: pruning is off. /pruner on turns it on.");
    expect(await operator.type("on")).toBe("pruner: pruning is on.");
    const held = new Operator({ project: { enabled: false } });
    expect(await held.type("on")).toBe(
      "pruner: enabled is saved, but this project's own settings say off, and they go first.",
    );
  });
});
