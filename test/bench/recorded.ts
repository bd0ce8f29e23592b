import { type HostCli, hosts } from "../support/hosts.ts";
import type { Protocol } from "../support/loopback/script.ts";
import { everyFeature, featuresIn, SMALL_WINDOW } from "../support/replay/every-feature.ts";
import { faultsOf } from "../support/replay/faults.ts";
import { recordingNames, recordingPath } from "../support/replay/recorded-files.ts";
import { readRecording } from "../support/replay/recording.ts";
import { replay } from "../support/replay/replay.ts";
import { readSessionFile } from "../support/session-file.ts";

const protocols: readonly Protocol[] = ["anthropic", "openai"];

/**
 * Every recorded session, whole, through both hosts and both protocols with every feature on: nothing may be refused,
 * nothing reported, and every ref has to bring back what was recorded, to the byte.
 */
export async function run(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  if (recordingNames.length === 0) say("The recorded sessions are not here.");
  say(
    "| session | host | protocol | requests | seconds | what was done | faults |\n|---|---|---|---|---|---|---|",
  );
  for (const name of recordingNames)
    for (const host of [hosts.a, hosts.b]) for (const api of protocols) say(await row(name, host, api));
}

async function row(name: string, host: HostCli, api: Protocol): Promise<string> {
  const recording = readRecording(recordingPath(name) ?? "");
  const start = performance.now();
  const options = { recording, host, api, window: SMALL_WINDOW, settings: everyFeature };
  const played = await replay(options, async (replayed) => ({
    faults: faultsOf(replayed, recording),
    features: featuresIn(readSessionFile(replayed.sessionFile).entries),
    requests: replayed.loopback.requests.length,
  }));
  if (played.faults.length > 0) process.exitCode = 1;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const faults = played.faults.length === 0 ? "none" : played.faults.join("; ");
  return `| ${[name, host.id, api, played.requests, seconds, played.features.join(", "), faults].join(" | ")} |`;
}
