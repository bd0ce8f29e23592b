import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "./loopback/provider.ts";
import { type RecordedViolation, Records } from "./loopback/records.ts";
import type { RecordedRequest, Script } from "./loopback/script.ts";

export interface LoopbackOptions {
  /** By model id. */
  readonly scripts: Readonly<Record<string, Script>>;
  /** The clock of the prompt cache, in ms. Default: the real one. */
  readonly now?: () => number;
  /** Goes into default tool call ids: keeps them apart when a session meets several loopbacks. */
  readonly idPrefix?: string;
  /** By model id: prompts of more tokens are refused as too long, without using up a reply. */
  readonly windows?: Readonly<Record<string, number>>;
  /** Prompts of fewer tokens are not cached where caching goes by breakpoints. Default 1024. */
  readonly minimumPrefix?: number;
  /** Whether requests keep their bodies after they are answered. Long replays say no. Default: yes. */
  readonly keepBodies?: boolean;
}

/** A strict, scripted provider on 127.0.0.1 that speaks Anthropic Messages, OpenAI chat completions and OpenAI Responses. */
export interface Loopback {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Requests a real provider would have refused, and requests nobody scripted an answer for. Tests expect `[]`. */
  readonly violations: readonly RecordedViolation[];
  readonly requestsOf: (model: string) => readonly RecordedRequest[];
  /** Resolves with the first request, past or future, that fits; looks again whenever a request changes. */
  readonly waitForRequest: (
    predicate: (request: RecordedRequest) => boolean,
    timeoutMs?: number,
  ) => Promise<RecordedRequest>;
  /** Replaces the answers of a model, from its first reply. */
  readonly setScript: (model: string, script: Script) => void;
  readonly close: () => Promise<void>;
}

export async function startLoopback(options: LoopbackOptions): Promise<Loopback> {
  const records = new Records();
  const scripts = new Map(Object.entries(options.scripts));
  const provider = new Provider(records, { ...options, scripts });
  const server = createServer((incoming, response) => void provider.handle(incoming, response));
  // A connection that the server drops while the client reuses it would look like a provider fault.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: records.requests,
    violations: records.violations,
    requestsOf: (model) => records.requests.filter((request) => request.model === model),
    waitForRequest: (predicate, timeoutMs) => records.waitFor(predicate, timeoutMs),
    setScript: (model, script) => {
      scripts.set(model, script);
      provider.restart(model);
    },
    close: async () => {
      records.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
