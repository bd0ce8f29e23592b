import type { FlushReport } from "../flush/report.ts";
import { plural } from "../model/format.ts";
import type { Command } from "./command.ts";

export const compactAction: Command = {
  name: "compact",
  kind: "action",
  usage: "compact",
  summary: "Fold every finished prompt now.",
  async run(_, { flush, settings, say }) {
    if (!settings.current().enabled) return say("pruner: pruning is off. /pruner on turns it on.");
    try {
      say(describeCompact(await flush.compact()));
    } catch (error) {
      say(`pruner: compact failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  },
};

function describeCompact(report: FlushReport | undefined): string {
  if (!report) return "pruner: nothing compacted — already-flushing or aborted";
  const { blocks } = report;
  if (blocks.length === 0) return "pruner: no chains eligible for compaction";
  return `pruner: compacted ${plural(blocks.length, "chain")} (${blocks.join(", ")})`;
}
