import type { RequestFacts } from "../../src/ui/command-context.ts";
import type { FlushStep, Step } from "./history.ts";
import { type Play, play } from "./play.ts";
import { call, calls, type Line, longText, reply, result, user } from "./transcript.ts";

export const flush = (options: Partial<FlushStep> = {}): Step => ({
  kind: "flush",
  flush: { keep: 0, summarizer: "digest", settings: {}, cancel: false, meanwhile: [], ...options },
});

export const add = (...lines: readonly Line[]): Step => ({ kind: "add", lines });

/** A prompt whose calls are a shell command, a long file read twice, and a failed edit; ids end in `suffix`. */
export const prompt = (suffix: string): Step =>
  add(
    user(`do ${suffix}`),
    calls(call(`test-${suffix}`, "bash", { command: `npm test -- ${suffix}` })),
    result(`test-${suffix}`, { text: longText(60, 1) }),
    calls(
      call(`read-${suffix}`, "read", { path: `src/漢字/${suffix}.ts` }),
      call(`edit-${suffix}`, "edit", { path: "README.md", oldText: "a", newText: "b" }),
    ),
    result(`read-${suffix}`, { text: longText(80, suffix.length) }),
    result(`edit-${suffix}`, { text: "The text was not found.", error: true }),
    reply(`did ${suffix}`),
  );

/** Plays steps on host A and tells what a command would find then. */
export async function played(...steps: readonly Step[]): Promise<{ played: Play; request: RequestFacts }> {
  const done = await play({ host: "a", pace: 1000, steps });
  const { array: messages, rendered } = done.requests.at(-1) ?? { array: [], rendered: [] };
  const request = { messages, rendered, contextWindow: 20_000, reportedTokens: 9000 };
  return { played: done, request: { ...request, tokens: (weight) => weight } };
}
