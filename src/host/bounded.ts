/** How long work that was broken off may take to tell what it cost, in ms. */
export const LAST_WORDS_MS = 500;

/**
 * Waits for work, but no longer than `limit` ms and only until the signal aborts; work that fails counts as done. Its
 * timer never outlives the wait: a pending one would keep `pi -p` alive.
 */
export async function raceWait(
  work: Promise<unknown> | undefined,
  limit: number,
  signal?: AbortSignal,
): Promise<"done" | "timeout" | "aborted"> {
  if (work === undefined) return "done";
  if (signal?.aborted) return "aborted";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort: (() => void) | undefined;
  const ends = new Promise<"timeout" | "aborted">((resolve) => {
    timer = setTimeout(() => resolve("timeout"), limit);
    onAbort = () => resolve("aborted");
    signal?.addEventListener("abort", onAbort, { once: true });
  });
  const done = work.then(
    () => "done" as const,
    () => "done" as const,
  );
  return Promise.race([done, ends]).finally(() => {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener("abort", onAbort);
  });
}

/** The same for work that may be followed by what waited for its end. */
export async function drained(
  next: () => Promise<unknown> | undefined,
  limit: number,
): Promise<"done" | "timeout" | "aborted"> {
  const until = Date.now() + limit;
  for (let work = next(); work; work = next()) {
    const outcome = await raceWait(work, until - Date.now());
    if (outcome !== "done") return outcome;
  }
  return "done";
}
