import { describe, expect, it } from "vitest";
import type { SessionSpend } from "../../src/savings/session-spend.ts";
import { emptyState } from "../../src/state/state.ts";
import { Operator } from "../support/command-context.ts";
import { operate } from "../support/operate.ts";
import { flush, prompt } from "../support/played.ts";

describe("/pruner status", () => {
  it("tells what is set, what summaries cost and what the context holds", async () => {
    const state = emptyState();
    state.stats = { totalInputTokens: 12_345, totalOutputTokens: 678, totalCost: 0.0123, callCount: 3 };
    const metrics = { openCycleThinkingTokens: 1200, largestChainSharePct: 97, frontierGapTokens: 8000 };
    const operator = new Operator({
      state,
      status: { metrics, pending: 2, isRecovered: true },
      global: { summarizerModel: "loop/sum-1", summarizerIdleTimeoutMs: 0 },
    });
    expect(await operator.type("status")).toMatchInlineSnapshot(`
      "enabled:      on
      model:        loop/sum-1
      thinking:     default
      idle to:      off
      max to:       180000 ms
      trigger:      auto
      batching:     turn
      dedup:        on
      status:       recovered pending (reload) · think 1.2k · gap 8.0k · chain 97%
      pending:      2 turns
      --- summarizer ---
      calls:        3
      input:        12.3k tokens
      output:       678 tokens
      cost:         $0.0123
      --- context ---
      thinking:     1.2k tokens in the open cycle
      chain share:  97% in the largest chain
      frontier gap: 8.0k tokens a flush could take
      rearmed:      yes"
    `);
  });

  it("has nothing to tell at the beginning", async () => {
    expect(await new Operator().type("status")).toMatch(
      /\(no summarizer calls yet\)[\s\S]*\(no request yet\)$/,
    );
  });
});

describe("/pruner stats", () => {
  it("tells what was pruned, and what it cost", async () => {
    const { operator, play } = await operate([
      prompt("one"),
      flush({ summarizer: "model" }),
      prompt("one"),
      flush(),
    ]);
    play.pruner.mark("restored", ["t1"]);
    expect(await operator.type("stats")).toMatchInlineSnapshot(`
      "--- prompts ---
      (no answered request yet)
      --- summarizer ---
      calls:        2
      input:        2 tokens
      output:       2 tokens
      cost:         $0.0000
      --- pruned ---
      chains:       0 compressed
      pruned:       4 results, 9.5k -> 565 chars
      duplicates:   2
      restored:     1"
    `);
    expect(await new Operator().type("stats")).toMatchInlineSnapshot(`
      "--- prompts ---
      (no answered request yet)
      --- summarizer ---
      (no summarizer calls yet)
      --- pruned ---
      chains:       0 compressed
      pruned:       0 results, 0 -> 0 chars"
    `);
  });

  it("keeps what the host counted apart from what is estimated", async () => {
    const spend: SessionSpend = {
      requests: 12,
      recoveries: 2,
      reported: { read: 90_000, write: 10_000, input: 300, cost: 0.0312 },
      actual: { read: 88_000, write: 12_000, input: 300, cost: 0.0345 },
      unpruned: { read: 200_000, write: 9_000, input: 300, cost: 0.0946 },
    };
    expect(await new Operator({ spend }).type("stats")).toMatchInlineSnapshot(`
      "--- prompts ---
      counted:      $0.0312, 100.3k tokens (90.0k from the cache), 12 requests
      --- estimated by the provider's cache rules ---
      sent:         $0.0345, 100.3k tokens (88.0k from the cache)
      unpruned:     $0.0946, 209.3k tokens (200.0k from the cache)
      net saving:   $0.0601 (64%)
      recoveries:   2 requests, counted as cost
      --- summarizer ---
      (no summarizer calls yet)
      --- pruned ---
      chains:       0 compressed
      pruned:       0 results, 0 -> 0 chars"
    `);
  });
});
