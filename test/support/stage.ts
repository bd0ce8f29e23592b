import { hostUnderTest } from "./hosts.ts";
import type { Protocol, Script } from "./loopback/script.ts";
import { type Loopback, startLoopback } from "./loopback.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
import { stablePrefixes } from "./wire/stable-prefix.ts";
import { writtenSessions } from "./wire/written-sessions.ts";

export interface Stage {
  readonly loopback: Loopback;
  readonly sandbox: Sandbox;
}

export interface StageOptions extends Partial<Omit<SandboxOptions, "host" | "loopback">> {
  readonly scripts: Readonly<Record<string, Script>>;
  /** The clock of the provider's cache, in ms. */
  readonly now?: () => number;
  /** Why the requests of a session may not go on from each other although nothing is recorded between them. */
  readonly changesPrefix?: string;
}

/**
 * A scripted provider and a sandbox of the host under test for the time of `play`; both are gone afterwards. Throws when
 * a request did not go on from the one before it, and no entry of the session says why.
 */
export async function onStage<T>(options: StageOptions, play: (stage: Stage) => Promise<T>): Promise<T> {
  const { scripts, now, changesPrefix, api = "anthropic" as Protocol, ...sandboxOptions } = options;
  const loopback = await startLoopback({ scripts, ...(now && { now }) });
  const sandbox = createSandbox({ ...sandboxOptions, host: hostUnderTest(), loopback, api });
  try {
    const result = await play({ loopback, sandbox });
    const { faults } = stablePrefixes(loopback.requests, writtenSessions(sandbox.directory));
    if (faults.length > 0 && changesPrefix === undefined) throw new Error(faults.join("\n\n"));
    return result;
  } finally {
    await loopback.close();
    sandbox.dispose();
  }
}
