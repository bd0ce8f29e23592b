import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** An empty file in Pi's agent folder: less of an intrusion than a key in the person's own settings. */
const MARKER = "pi-condense-seen";

/** True once ever for an agent folder, whatever else asks at the same time; never where nothing can be written. */
export function isFirstRun(agentDir: string): boolean {
  try {
    writeFileSync(join(agentDir, MARKER), "", { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}
