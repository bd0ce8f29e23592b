/** `map`, except the input comes back by reference when no element changed. */
export function sameMap<T>(items: readonly T[], change: (item: T, index: number) => T): readonly T[] {
  let changed = false;
  const next = items.map((item, index) => {
    const mapped = change(item, index);
    if (mapped !== item) changed = true;
    return mapped;
  });
  return changed ? next : items;
}

/** `filter`, except the input comes back by reference when nothing was removed. */
export function sameFilter<T>(items: readonly T[], keep: (item: T, index: number) => boolean): readonly T[] {
  const kept = items.filter(keep);
  return kept.length === items.length ? items : kept;
}
