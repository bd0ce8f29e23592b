/** The way to a value inside arguments: keys of objects and positions in arrays. */
export type ArgumentPath = readonly (string | number)[];

/** One string inside a call's arguments. */
export interface ArgumentString {
  readonly path: ArgumentPath;
  readonly text: string;
}

// Nothing a tool takes is nested like this; what lies deeper is left as it is.
const MAX_DEPTH = 40;

/** Every string inside a value, at any depth, in the order of its keys. Keys are no strings of it. */
export function stringsIn(value: unknown): ArgumentString[] {
  const found: ArgumentString[] = [];
  collect(value, [], found);
  return found;
}

function collect(value: unknown, path: ArgumentPath, found: ArgumentString[]): void {
  if (typeof value === "string") found.push({ path, text: value });
  if (typeof value !== "object" || value === null || path.length >= MAX_DEPTH) return;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, inside] of entries) collect(inside, [...path, key], found);
}

/**
 * The value with the string at `path` changed, copied along the way and nowhere else; the value itself when there is no
 * string at `path` or `change` gives back the same.
 */
export function withString(value: unknown, path: ArgumentPath, change: (text: string) => string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return typeof value === "string" ? change(value) : value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return value;
  const inside: unknown = (value as Readonly<Record<string | number, unknown>>)[key];
  const changed = withString(inside, rest, change);
  if (changed === inside) return value;
  return Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
}
