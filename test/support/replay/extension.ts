import { readFileSync } from "node:fs";
import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { recordedId } from "./short-id.ts";

/** What a tool is to answer to one call. */
export interface ReplayedAnswer {
  readonly content: readonly (
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "image"; readonly mimeType: string; readonly data: string }
  )[];
  readonly isError: boolean;
  readonly details?: unknown;
  /** When the answer came, in ms since 1970. */
  readonly at: number;
}

/** What the extension reads from the file that REPLAY_PART names. */
export interface ReplayPart {
  /** Where the clock starts, in ms since 1970. */
  readonly startsAt: number;
  readonly tools: readonly string[];
  /** By call id, in the order of the calls. */
  readonly answers: Readonly<Record<string, readonly ReplayedAnswer[]>>;
  /** Messages beside the prompts, by position of the prompt. */
  readonly notes: Readonly<Record<number, string>>;
}

export const REPLAY_PART = "REPLAY_PART";

/** Plays the tools of a recorded session, and its clock: the process lives at the time that was recorded. */
export default function replay(pi: ExtensionAPI): void {
  const part: ReplayPart = JSON.parse(readFileSync(process.env[REPLAY_PART] ?? "", "utf8"));
  const setClock = replaceClock(part.startsAt);
  const taken = new Map<string, number>();
  let prompts = 0;

  pi.registerCommand("replay-at", {
    description: "Sets the clock forward, to so many ms since 1970",
    handler: async (args) => setClock(Number(args)),
  });
  pi.on("before_agent_start", () => {
    const content = part.notes[prompts++];
    if (content === undefined) return undefined;
    return { message: { customType: "replayed-note", content, display: false } };
  });
  for (const name of part.tools) {
    pi.registerTool({
      name,
      label: name,
      description: `Runs ${name}, as it was recorded.`,
      parameters: { type: "object", properties: {}, additionalProperties: true } as never,
      async execute(toolCallId) {
        const id = recordedId(toolCallId);
        const position = taken.get(id) ?? 0;
        taken.set(id, position + 1);
        const answer = part.answers[id]?.[position];
        if (!answer) throw new Error("nothing was recorded for this call");
        setClock(answer.at);
        // Both hosts take only what is thrown for an error.
        if (answer.isError)
          throw new Error(answer.content.map((it) => ("text" in it ? it.text : "")).join("\n"));
        return { content: [...answer.content], details: answer.details };
      },
    });
  }
}

/** Gives the process another clock that starts at `start`; returns what sets it forward. It never goes back. */
function replaceClock(start: number): (at: number) => void {
  const RealDate = Date;
  let base = start;
  let since = performance.now();
  const now = () => Math.floor(base + performance.now() - since);
  class ReplayedDate extends RealDate {
    constructor(...args: readonly unknown[]) {
      if (args.length === 0) super(now());
      else super(...(args as [number]));
    }
    static override now = now;
  }
  globalThis.Date = ReplayedDate as DateConstructor;
  return (at) => {
    const current = now();
    if (!(at > current)) return;
    base = at;
    since = performance.now();
  };
}
