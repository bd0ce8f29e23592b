import { LineCounter } from "../candidates.ts";
import { cutHead } from "../cut.ts";
import type { Point } from "../findings.ts";

/** What a JUnit report says: how its suites went, and each failing test with its message. */
export interface Report {
  readonly suites: readonly Point[];
  readonly failing: readonly Point[];
}

const TAG = /<(testsuites?|testcase|failure|error)(?=[\s/>])/g;
const MAX_TAG = 4000;
const MAX_FAILING = 100;
const MAX_SUITES = 40;

/** The report in a text; nothing is found in one that holds none. */
export function junitIn(text: string): Report {
  const suites: Point[] = [];
  const failing: Point[] = [];
  if (!text.includes("<testcase")) return { suites, failing };
  const lines = new LineCounter(text);
  let name = "";
  for (const match of text.matchAll(TAG)) {
    if (failing.length >= MAX_FAILING) break;
    const [tag, kind] = match;
    const end = endOfTag(text, match.index + tag.length);
    const attributes = attributesIn(text.slice(match.index + tag.length, end));
    if (kind === "testcase") name = nameOf(attributes);
    else if (kind === "failure" || kind === "error") {
      const message = attributes.get("message") ?? firstLineOf(text.slice(end + 1, end + 1 + MAX_TAG));
      failing.push({
        line: lines.lineOf(match.index),
        text: `✗ ${[name, message].filter(Boolean).join(": ")}`,
      });
    } else if (suites.length < MAX_SUITES)
      suites.push({ line: lines.lineOf(match.index), text: countsOf(attributes) });
  }
  return { suites: suites.filter(({ text: counts }) => counts !== ""), failing };
}

/** Whether a trimmed line is part of what `junitIn` reads. */
export const isJunit = (trimmed: string): boolean =>
  trimmed.charCodeAt(0) === 60 && PART.test(trimmed.slice(0, MAX_NAME));

const MAX_NAME = 16;
const PART = /^<\/?(?:testsuites?|testcase|failure|error)\b/;

// A value may hold `>`, but no bare `<`: a tag that never ends ends where the next one begins.
function endOfTag(text: string, start: number): number {
  const next = text.indexOf("<", start);
  const limit = Math.min(next < 0 ? text.length : next, start + MAX_TAG);
  let quote = 0;
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 62 && quote === 0) return at;
    if (code === quote) quote = 0;
    else if (quote === 0 && (code === 34 || code === 39)) quote = code;
  }
  return limit;
}

const ATTRIBUTE = /([\w:-]{1,40})="([^"]{0,2000})"|([\w:-]{1,40})='([^']{0,2000})'/g;

function attributesIn(tag: string): ReadonlyMap<string, string> {
  const found = [...tag.matchAll(ATTRIBUTE)];
  return new Map(found.map(([, a, x, b, y]) => [a ?? b ?? "", oneLine(decoded(x ?? y ?? ""))]));
}

function nameOf(attributes: ReadonlyMap<string, string>): string {
  const [group, name] = [attributes.get("classname") ?? "", attributes.get("name") ?? ""];
  return group === "" || name.startsWith(group) || group === name ? name : `${group} › ${name}`;
}

const COUNTS = ["tests", "failures", "errors", "skipped"];

function countsOf(attributes: ReadonlyMap<string, string>): string {
  const counts = COUNTS.flatMap((key) => {
    const count = attributes.get(key);
    return count === undefined ? [] : [`${count} ${key}`];
  });
  if (counts.length === 0) return "";
  return [attributes.get("name") ?? "", counts.join(", ")].filter(Boolean).join(": ");
}

const MAX_MESSAGE = 180;
const ENTITIES = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["amp", "&"],
]);

const decoded = (text: string) =>
  text
    .replace(/&#(?:10|13|x[aAdD]);/g, "\n")
    .replace(/&(\w{2,4});/g, (whole, name: string) => ENTITIES.get(name) ?? whole);

function oneLine(text: string): string {
  const first = text.trimStart().split("\n", 1)[0] ?? "";
  return cutHead(first.replace(/\s+/g, " ").trim(), MAX_MESSAGE);
}

const firstLineOf = (text: string): string =>
  oneLine(decoded((text.split("</", 1)[0] ?? "").replace(/<!\[CDATA\[|\]\]>/g, "")));
