import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Recorded sessions are no part of the project: where they are not, nothing is replayed.
const folder = fileURLToPath(new URL("../../../../shared/sessions/", import.meta.url));

/** Names of the recorded sessions that are here, in order. */
export const recordingNames: readonly string[] = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => name.slice(0, -".jsonl".length))
      .sort()
  : [];

/** Undefined when it is not here. */
export const recordingPath = (name: string): string | undefined =>
  recordingNames.includes(name) ? join(folder, `${name}.jsonl`) : undefined;
