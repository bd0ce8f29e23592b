import type { DemoRun } from "./run.ts";
import { textsIn } from "./script.ts";

export interface Runs {
  readonly without: DemoRun;
  readonly pruned: DemoRun;
}

/** The result of the failing test run: as the session keeps it, as a stub, and as the model got it back. */
export interface Evidence {
  readonly original: string;
  readonly stub: string;
  readonly recovered: string;
}

export function evidenceOf({ pruned }: Runs): Evidence {
  const original =
    sessionTexts(pruned).find((text) => text.includes("not ok") && !text.startsWith("## ")) ?? "";
  const last = pruned.requests.at(-1)?.body;
  const texts = [...textsIn(last)];
  return {
    original,
    stub: texts.find((text) => text.startsWith("[pruned · ") && text.includes("not ok")) ?? "",
    recovered: texts.find((text) => text.startsWith("## ") && text.includes("not ok")) ?? "",
  };
}

function sessionTexts({ run }: DemoRun): string[] {
  return run.entries.flatMap((entry) => {
    if (entry.type !== "message" || entry.message.role !== "toolResult") return [];
    return entry.message.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  });
}
