import type { Json } from "../strict/violation.ts";

/** What a plain HTTP client got: for tests of the loopback itself. */
export interface PlainAnswer {
  readonly status: number;
  /** The data of every event, parsed; of an error, its body. */
  readonly events: readonly Json[];
  /** Whether the answer ended as it should. */
  readonly isComplete: boolean;
}

/** Posts a body to an endpoint of a loopback. Rejects when no answer begins. */
export async function post(url: string, body: unknown, signal?: AbortSignal): Promise<PlainAnswer> {
  const response = await fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  const received: string[] = [];
  let isComplete = true;
  try {
    for await (const piece of response.body ?? []) received.push(Buffer.from(piece).toString("utf8"));
  } catch {
    isComplete = false;
  }
  return { status: response.status, events: eventsIn(received.join("")), isComplete };
}

function eventsIn(raw: string): readonly Json[] {
  if (raw.startsWith("{")) return [JSON.parse(raw)];
  return raw
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice("data: ".length)));
}
