import { describe, expect, it } from "vitest";
import { type AgentMessage, type Messages, textOf } from "../../src/model/message.ts";
import { contextChars } from "../../src/model/size.ts";
import { compactionPrompt } from "../../src/render/compaction-view.ts";
import type { History, Step } from "../support/history.ts";
import { host } from "../support/host-transforms.ts";
import { type Play, play } from "../support/play.ts";
import { add, flush } from "../support/steps.ts";
import { assistant, call, type Line, longText, reply, result, user } from "../support/transcript.ts";

const BUDGET = 300_000;
const SCRIPT = "x=1 ".repeat(170);

/** A prompt with so many calls, each with thinking, a long argument and a long result. */
const chainOf = (chain: number, calls: number): Line[] => [
  user(`task ${chain}`),
  ...Array.from({ length: calls }, (_, at) => {
    const id = `c${chain}_${at}`;
    const text = longText(40, chain * 1000 + at);
    const run = call(id, "bash", { command: `python - <<E\n${SCRIPT}` });
    return [assistant({ thinking: text, calls: [run] }), result(id, { text })];
  }).flat(),
  reply(`done ${chain}`),
];
const chains = (count: number, calls: number): Step =>
  add(...Array.from({ length: count }, (_, chain) => chainOf(chain, calls)).flat());

const playOn = (on: History["host"], steps: readonly Step[]) => play({ host: on, pace: 1, steps });

/** What a compaction of some of a session's messages makes of them. */
function shownOf(played: Play, messages: Messages, budget = BUDGET): AgentMessage[] {
  const { state } = played.pruner;
  if (!state) throw new Error("no session is open");
  return compactionPrompt({ branch: played.session.port().branch(), state, budget })(messages);
}

const messagesOf = (played: Play): Messages =>
  played.session
    .port()
    .branch()
    .map(({ message }) => message);

/** The text that the host sends to have messages summarized. */
const promptOf = (on: History["host"], messages: Messages): string =>
  host(on).serializeConversation(host(on).convertToLlm(messages));

const BLOCK = /<compressed-chain /g;
const RECOVERY = /\[full output: context_tree_query\({ toolCallIds: \["t\d+"\] }\)\]/g;

describe.each(["a", "b"] as const)("the prompt of a compaction on host %s", (on) => {
  it("is about as long as the request where chains are compressed, and names every call of theirs", async () => {
    const played = await playOn(on, [chains(40, 20), flush(), { kind: "chains" }, add(user("next"))]);
    const raw = messagesOf(played);
    const before = JSON.stringify(raw);
    const prompt = promptOf(on, shownOf(played, raw));
    const request = contextChars(
      played.pruner.render(played.session.context().map(({ message }) => message)),
    );
    expect(prompt.length).toBeLessThan(request * 1.2);
    expect(prompt.match(BLOCK)).toHaveLength(40);
    for (let chain = 0; chain < 40; chain++) {
      expect(prompt).toContain(`task ${chain}\n`);
      expect(prompt).toContain(`done ${chain}\n`);
    }
    const named = [...prompt.matchAll(/ tools="([^"]*)"/g)].flatMap(([, refs = ""]) => refs.split(","));
    expect(new Set(named).size).toBe(800);
    expect(JSON.stringify(raw)).toBe(before);
  });

  it("shows what lies of a chain in it where its border cuts the chain", async () => {
    const played = await playOn(on, [chains(2, 6), flush(), { kind: "chains" }]);
    const raw = messagesOf(played);
    const from = raw.findIndex((message) => message.role === "toolResult") + 1;
    const prompt = promptOf(on, shownOf(played, raw.slice(from)));
    // Five calls of the first chain, and the block of the second.
    expect(prompt.match(RECOVERY)).toHaveLength(5);
    expect(prompt.match(BLOCK)).toHaveLength(1);
    expect(shownOf(played, raw.slice(from, from + 1))).toHaveLength(1);
  });

  it("keeps within its budget where nothing is compressed, and every stub says how to get its original", async () => {
    const played = await playOn(on, [chains(1, 300), flush()]);
    const prompt = promptOf(on, shownOf(played, messagesOf(played), 150_000));
    expect(prompt.length).toBeLessThan(150_000);
    expect(prompt.length).toBeGreaterThan(75_000);
    expect(prompt.match(RECOVERY)).toHaveLength(300);
  });

  it("cuts nothing for what stands outside of it", async () => {
    const played = await playOn(on, [chains(1, 300), add(...chainOf(1, 4)), flush()]);
    const raw = messagesOf(played);
    const last = raw.slice(raw.findLastIndex(({ role }) => role === "user"));
    const stubs = last.filter(({ role }) => role === "toolResult");
    const shown = shownOf(played, last, 10_000).filter(({ role }) => role === "toolResult");
    const rendered = played.pruner.render(raw).filter(({ role }) => role === "toolResult");
    expect(shown).toEqual(rendered.slice(-stubs.length));
    expect(shown).not.toEqual(stubs);
  });

  it("shows a chain without its block when a part of it was redacted since", async () => {
    const played = await playOn(on, [chains(1, 6), flush(), { kind: "chains" }]);
    const raw = messagesOf(played);
    const at = raw.findIndex((message) => message.role === "toolResult");
    const redacted = { ...raw[at], content: [{ type: "text", text: "[redacted]" }] } as AgentMessage;
    const prompt = promptOf(on, shownOf(played, raw.with(at, redacted)));
    expect(prompt).not.toMatch(BLOCK);
    expect(prompt).toContain("[Tool result]: [redacted]");
    expect(prompt.match(RECOVERY)).toHaveLength(5);
  });

  it("cuts what a block keeps whole as the host cuts a result", async () => {
    const skill = "a line of a skill\n".repeat(600);
    const kept = [assistant({ calls: [call("s", "skill", {})] }), result("s", { text: skill })];
    const lines = chainOf(0, 12).toSpliced(1, 0, ...kept);
    const played = await playOn(on, [
      { kind: "protect", tools: ["skill"] },
      add(...lines),
      flush(),
      { kind: "chains" },
    ]);
    const shown = shownOf(played, messagesOf(played));
    const block = shown.map((message) => textOf((message as { content?: unknown }).content))[1] ?? "";
    expect(block).toMatch(/<protected-output tool="skill">\n(a line of a skill\n)+/);
    expect(block).toMatch(/…\n<\/protected-output>\n<\/compressed-chain>$/);
    const [, output = ""] = /<protected-output[^>]*>\n([\s\S]*)\n<\/protected-output>/.exec(block) ?? [];
    expect(output).toHaveLength(2000);
  });
});
