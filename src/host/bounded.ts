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
