/** `map`, except the input comes back by reference when no element changed. */
export function sameMap<T>(items: readonly T[], change: (item: T, index: number) => T): readonly T[] {
  let next: T[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as T;
    const mapped = change(item, index);
    if (mapped !== item) next ??= items.slice(0, index);
    next?.push(mapped);
  }
  return next ?? items;
}

/** `filter`, except the input comes back by reference when nothing was removed. */
export function sameFilter<T>(items: readonly T[], keep: (item: T, index: number) => boolean): readonly T[] {
  let kept: T[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as T;
    if (!keep(item, index)) kept ??= items.slice(0, index);
    else kept?.push(item);
  }
  return kept ?? items;
}
