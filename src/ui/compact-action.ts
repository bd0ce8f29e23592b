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
    say(describeCompact(await flush.compact()));
  },
};

export function describeCompact(report: FlushReport | undefined): string {
  if (!report) return "pruner: nothing compacted — already-flushing or aborted";
  const { blocks, failures } = report;
  if (failures.length > 0) return `pruner: compact failed: ${failures[0]}`;
  if (blocks.length === 0) return "pruner: no chains eligible for compaction";
  return `pruner: compacted ${plural(blocks.length, "chain")} (${blocks.join(", ")})`;
}
