import { hostUnderTest } from "./hosts.ts";
import type { Protocol, Script } from "./loopback/script.ts";
import { type Loopback, startLoopback } from "./loopback.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";

export interface Stage {
  readonly loopback: Loopback;
  readonly sandbox: Sandbox;
}

export interface StageOptions extends Partial<Omit<SandboxOptions, "host" | "loopback">> {
  readonly scripts: Readonly<Record<string, Script>>;
  /** The clock of the provider's cache, in ms. */
  readonly now?: () => number;
}

/** A scripted provider and a sandbox of the host under test for the time of `play`; both are gone afterwards. */
export async function onStage<T>(options: StageOptions, play: (stage: Stage) => Promise<T>): Promise<T> {
  const { scripts, now, api = "anthropic" as Protocol, ...sandboxOptions } = options;
  const loopback = await startLoopback({ scripts, ...(now && { now }) });
  const sandbox = createSandbox({ ...sandboxOptions, host: hostUnderTest(), loopback, api });
  try {
    return await play({ loopback, sandbox });
  } finally {
    await loopback.close();
    sandbox.dispose();
  }
}
