import { isHistory } from "./kinds/history.ts";
import { isHtml } from "./kinds/html.ts";
import { isStatus } from "./kinds/status.ts";
import { isTable } from "./kinds/table.ts";
import { isSummary } from "./runs/summaries.ts";

// What an output looks like, told from a sample of its lines: for tools nobody knows, and for programs run by bash.

export type Shape =
  | "json"
  | "diff"
  | "grep"
  | "listing"
  | "log"
  | "encoded"
  | "history"
  | "html"
  | "status"
  | "table"
  | "test-report"
  | "text";

const SAMPLE = 60;
const MAX_LINE = 300;

export function shapeOfLines(lines: readonly string[]): Shape {
  const sample = sampled(lines);
  if (sample.length === 0) return "text";
  if (isEncoded(lines, sample)) return "encoded";
  const begun = shapeOfBeginning(lines);
  if (begun !== undefined) return begun;
  const share = (test: (line: string) => boolean) => sample.filter(test).length / sample.length;
  if (share(isLogLine) >= 0.5) return "log";
  if (share(isGrepLine) >= 0.6) return "grep";
  if (share(isPathLine) >= 0.75 && sample.length >= 4) return "listing";
  return isTable(lines) && share(isSum) < 0.5 ? "table" : "text";
}

function shapeOfBeginning(lines: readonly string[]): Shape | undefined {
  if (isJson(lines)) return "json";
  if (isHtml(lines)) return "html";
  if (isTestReport(lines)) return "test-report";
  if (isDiff(lines)) return "diff";
  if (isStatus(lines)) return "status";
  return isHistory(lines) ? "history" : undefined;
}

/** Up to `SAMPLE` lines that are not blank, evenly spread. */
function sampled(lines: readonly string[]): readonly string[] {
  const step = Math.max(1, Math.floor(lines.length / SAMPLE));
  const sample: string[] = [];
  for (let i = 0; i < lines.length; i += step) {
    const line = lines[i] ?? "";
    if (line.trim() !== "") sample.push(line.slice(0, MAX_LINE));
  }
  return sample;
}

const LONG_LINE = 1000;
const MIN_ENCODED = 4;

// Base64 and hex in lines of one length; minified code in one line with hardly a blank.
function isEncoded(lines: readonly string[], sample: readonly string[]): boolean {
  const tight = sample.filter((line) => line.length >= 60 && /^[A-Za-z0-9+/=_-]+$/.test(line)).length;
  if (tight >= MIN_ENCODED && tight >= sample.length * 0.8) return true;
  if (replacedIn(sample) > REPLACED_SHARE) return true;
  const long = lines.find((line) => line.length >= LONG_LINE);
  if (long === undefined || startsJson(long)) return false;
  return blanksIn(long.slice(0, LONG_LINE)) < LONG_LINE * 0.09;
}

// Bytes that are no text come as U+FFFD.
const REPLACED_SHARE = 0.05;

function replacedIn(sample: readonly string[]): number {
  const text = sample.join("");
  let replaced = 0;
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) replaced++;
  return replaced / Math.max(1, text.length);
}

function blanksIn(text: string): number {
  let blanks = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 32 || code > 0x2e80) blanks++;
  }
  return blanks;
}

const startsJson = (line: string) => /^\s{0,40}[[{]/.test(line.slice(0, 42));

function isJson(lines: readonly string[]): boolean {
  const first = lines.find((line) => line.trim() !== "")?.trim() ?? "";
  const last = lines.at(-1)?.trim() ?? "";
  const opens =
    first.startsWith("{") || (first.startsWith("[") && (first === "[" || /^\[\s?[[{"\d\]]/.test(first)));
  return opens && (last.endsWith("}") || last.endsWith("]"));
}

const isTestReport = (lines: readonly string[]) =>
  lines.slice(0, 4).some((line) => /<testsuites?[\s>]/.test(line.slice(0, MAX_LINE)));

function isDiff(lines: readonly string[]): boolean {
  let at = 0;
  for (; at < Math.min(lines.length, 40); at++) {
    const line = lines[at] ?? "";
    if (line.startsWith("diff --git ") || line.startsWith("*** Begin Patch")) return true;
    if (line.startsWith("@@ -") && at >= 2) return true;
  }
  return false;
}

const isSum = (line: string) => isSummary(line.trim());

const LOG_LINE =
  /^\W{0,3}(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:|\d\d:\d\d:\d\d|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:|\d{2}\/[A-Z][a-z]{2}\/\d{4}:|(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR)\b)|^\S{7,40} \S{1,40} \S{1,40} \[\d{1,2}\/[A-Z][a-z]{2}\//;

const isLogLine = (line: string) => LOG_LINE.test(line);

const GREP_LINE =
  /^(?:[^\s:]{1,250}:)?\d{1,7}[:-]|^[^\s:(]{1,250}\.\w{1,8}:(?![:\d\s])|^\*?\s?\d{1,7}[a-z]{2}\|/;

const isGrepLine = (line: string) => GREP_LINE.test(line);

const LONG_FORM = /^[-dlcbps][rwxsStT-]{9}[@+.]? /;

function isPathLine(line: string): boolean {
  const text = line.trim();
  if (LONG_FORM.test(text)) return true;
  const name = text.replace(/^[\s│├└─|`+-]{1,80}/, "");
  if (
    name === "" ||
    name.length > 200 ||
    name.includes(" ") ||
    name.includes("\t") ||
    /[=<>{}"';,]/.test(name)
  )
    return false;
  return name.includes("/") || /\.\w{1,6}$/.test(name) || /^\.?[\w-]{1,40}$/.test(name);
}
