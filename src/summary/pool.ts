/** Runs `work` on every item, at most `limit` (at least 1) at a time, in order; the results are in input order. */
export async function mapPool<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => R | Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item, index);
  };
  const workers = Math.max(1, Math.min(items.length, Math.floor(limit) || 1));
  await Promise.all(Array.from({ length: workers }, worker));
  return results;
}
