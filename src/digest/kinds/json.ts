import { cutHead } from "../cut.ts";
import { FIRST, type Findings, findings, type Point } from "../findings.ts";
import type { Source } from "../source.ts";
import { plain } from "./plain.ts";

const MAX_DEPTH = 3;
const MAX_KEYS = 24;
const VALUE_CHARS = 60;
const MAX_CHARS = 600_000;
const TELLING =
  /^(?:error|errors|message|status|code|name|title|id|url|uri|path|version|type|reason|detail|count|total|state|key|number|ref|login|user|slug|label|sha|hash|branch|tag|file|line|level|summary|email|date|price|size)$/i;

/** JSON: its shape, the values of keys that identify or explain, and how many of what there are. */
export function json(source: Source): Findings {
  const value = parse(source.lines.join("\n"));
  if (value === undefined) return cutOff(source);
  const shape = shapeOf(value, MAX_DEPTH);
  return findings({ keep: [{ line: FIRST, text: shape }], fill: tellingValues(value), quotes: false });
}

// Text that only begins like JSON (the host cut it, or more follows): its telling keys as they come.
function cutOff(source: Source): Findings {
  const found = source.lines.flatMap((text, line) =>
    pairsIn(text).map((pair): Point => ({ line, text: pair })),
  );
  if (found.length < MIN_PAIRS) return plain(source);
  return findings({ fill: found, lineShare: 0.7, quotes: false });
}

const MIN_PAIRS = 3;
const PAIR = /"(\w{1,40})" ?: ?(?:"([^"\\]{1,200})|(-?\d[\d.]{0,20}))/g;
const MAX_WORDS = 120;
const MAX_TEXT = 100_000;

const pairsIn = (text: string): readonly string[] =>
  [...text.slice(0, MAX_TEXT).matchAll(PAIR)].flatMap(([, key = "", words, number]) =>
    TELLING.test(key) ? [`${key}=${words === undefined ? number : cutHead(words, MAX_WORDS)}`] : [],
  );

/** The value of a JSON text or of JSON lines (as an array); undefined for anything else. */
export function parse(text: string): unknown {
  if (text.length > MAX_CHARS) return undefined;
  const whole = parsed(text);
  if (whole !== undefined) return whole;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.map(parsed);
  return values.length > 1 && values.every((value) => typeof value === "object" && value !== null)
    ? values
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `{id: 12, tags: [3 str], user: {name, url}}`: keys, kinds and lengths. */
export function shapeOf(value: unknown, depth: number): string {
  if (Array.isArray(value)) return arrayShape(value, depth);
  if (isObject(value)) return objectShape(value, depth);
  if (typeof value === "string")
    return value.length <= VALUE_CHARS ? JSON.stringify(value) : `str(${value.length})`;
  return String(value);
}

function arrayShape(items: readonly unknown[], depth: number): string {
  if (items.length === 0) return "[]";
  if (depth <= 0) return `[${items.length}]`;
  const objects = items.filter(isObject);
  if (objects.length === 0)
    return `[${items.length}: ${shapeOf(items[0], depth - 1)}${items.length > 1 ? ", …" : ""}]`;
  const keys = new Set<string>();
  for (const object of objects.slice(0, 200))
    for (const key of Object.keys(object).slice(0, MAX_KEYS)) keys.add(key);
  return `[${items.length} × {${[...keys].slice(0, MAX_KEYS).join(", ")}}]`;
}

function objectShape(object: Readonly<Record<string, unknown>>, depth: number): string {
  const keys = Object.keys(object);
  if (depth <= 0) return `{${keys.length}}`;
  const shown = keys.slice(0, MAX_KEYS).map((key) => `${key}: ${shapeOf(object[key], depth - 1)}`);
  return `{${shown.join(", ")}${keys.length > MAX_KEYS ? `, … ${keys.length} keys` : ""}}`;
}

const MAX_NODES = 4000;
const MAX_CHILDREN = 100;

interface Node {
  readonly value: unknown;
  readonly path: string;
}

// Breadth first: what stands high explains most.
function tellingValues(root: unknown): readonly Point[] {
  const points: Point[] = [];
  const queue: Node[] = [{ value: root, path: "" }];
  for (let at = 0; at < queue.length && at < MAX_NODES; at++) {
    const node = queue[at];
    if (node === undefined) break;
    const telling = tellingOf(node.value);
    const label = node.path === "" ? "" : `${node.path}: `;
    if (telling.length > 0) points.push({ line: at, text: `${label}${telling.join(" ")}` });
    queue.push(...childrenOf(node));
  }
  return points;
}

const tellingOf = (value: unknown): readonly string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, item]) =>
        TELLING.test(key) && isShort(item) ? [`${key}=${item}`] : [],
      )
    : [];

function childrenOf({ value, path }: Node): readonly Node[] {
  if (Array.isArray(value))
    return value.slice(0, MAX_CHILDREN).map((item, i) => ({ value: item, path: `${path}[${i}]` }));
  if (!isObject(value)) return [];
  const entries = Object.entries(value).slice(0, MAX_CHILDREN);
  return entries.map(([key, item]) => ({ value: item, path: path === "" ? key : `${path}.${key}` }));
}

const isShort = (value: unknown) =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.length <= 2 * VALUE_CHARS && value !== "");
