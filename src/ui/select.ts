/** The rows of a list that are shown, from `start` up to `end`. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** At most `height` rows of `count`, around the selected one as far as the ends allow. */
export function windowAround(selected: number, count: number, height: number): Window {
  const rows = Math.max(1, Math.min(height, count));
  const start = Math.max(0, Math.min(selected - Math.floor(rows / 2), count - rows));
  return { start, end: Math.min(count, start + rows) };
}

export type Move = "up" | "down" | "pageUp" | "pageDown";

export const isMove = (key: string): key is Move =>
  key === "up" || key === "down" || key === "pageUp" || key === "pageDown";

/** Where a key leads: one row around the ends, as in Pi's own lists, a page only up to them. */
export function moved(selected: number, count: number, { key, page }: { key: Move; page: number }): number {
  if (count === 0) return 0;
  switch (key) {
    case "up":
      return selected <= 0 ? count - 1 : selected - 1;
    case "down":
      return selected >= count - 1 ? 0 : selected + 1;
    case "pageUp":
      return Math.max(0, selected - Math.max(1, page));
    case "pageDown":
      return Math.min(count - 1, selected + Math.max(1, page));
  }
}

/** The first line of a text of `count` lines that is shown after a key; it never scrolls past the end. */
export function scrolled(top: number, count: number, { key, page }: { key: Move; page: number }): number {
  const step = key === "up" || key === "down" ? 1 : Math.max(1, page - 1);
  const next = key === "up" || key === "pageUp" ? top - step : top + step;
  return Math.max(0, Math.min(next, count - page));
}

/** Whether each word of a query stands somewhere in a text, whatever its case. An empty query fits everything. */
export function fits(query: string): (text: string) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}
