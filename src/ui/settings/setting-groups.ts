import type { Setting } from "../../settings/catalog.ts";
import { settingOf } from "../setting-command.ts";

/** Settings that belong together on the screen. */
export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly Setting[];
}

const group = (title: string, ...paths: readonly string[]): SettingGroup => ({
  title,
  settings: paths.map(settingOf),
});

/** Every setting of the catalog once, by what a person would look for. */
export const settingGroups: readonly SettingGroup[] = [
  group(
    "What is pruned, and when",
    "enabled",
    "pruneOn",
    "batchingMode",
    "keepRecent",
    "minBatchChars",
    "condenseArguments",
    "dedupByContentHash",
    "autoBudgetThreshold",
    "budgetTurnDelta",
  ),
  group(
    "Summaries",
    "summarizerModel",
    "summarizerThinking",
    "summarizerConcurrency",
    "summarizerIdleTimeoutMs",
    "summarizerMaxTimeoutMs",
    "digest.share",
    "digest.maxTokens",
    "digest.minTokens",
  ),
  group("What stays as it is", "protectedTools", "protectedPaths", "recoveryGraceTurns"),
  group(
    "Finished prompts",
    "chainCompression.enabled",
    "chainCompression.rollingWindow",
    "chainCompression.stripFinalAssistantThinking",
    "chainCompression.fuseRangeSummary",
  ),
  group("Failed calls", "purgeErrors.enabled", "purgeErrors.cooldownTurns", "purgeErrors.minArgChars"),
  group("Very large results", "spillThreshold", "spillPreviewBytes"),
  group("Display", "showPruneStatusLine", "showFlushNotice", "quietOversizedSkips"),
];
