import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DigestCall } from "../../src/digest/types.ts";

/** What must survive of one recorded output. In every text, ` … ` stands for anything between two parts. */
export interface Facts {
  /** How the call ended, as the stub's header says it; absent when it went well. */
  readonly outcome?: string;
  readonly counts?: readonly string[];
  readonly tests?: readonly string[];
  readonly errors?: readonly string[];
  readonly paths?: readonly string[];
}

export interface Fixture {
  readonly name: string;
  readonly call: DigestCall;
  readonly facts: Facts;
}

export const FIXTURES = join(import.meta.dirname, "fixtures");

interface Label {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  readonly facts: Facts;
}

/** The recorded outputs with their labels, by name. */
export function fixtures(): readonly Fixture[] {
  if (!existsSync(FIXTURES)) return [];
  const names = readdirSync(FIXTURES).filter((file) => file.endsWith(".json"));
  return names.sort().map((file) => {
    const label = JSON.parse(readFileSync(join(FIXTURES, file), "utf8")) as Label;
    const name = file.slice(0, -".json".length);
    const text = readFileSync(join(FIXTURES, `${name}.txt`), "utf8");
    const call = { toolName: label.tool, args: label.args, text, isError: label.isError, imageCount: 0 };
    return { name, call, facts: label.facts };
  });
}

/** Whether a digest holds a fact: all its parts, in any order, however they are spaced. */
export function holdsFact(digest: string, fact: string): boolean {
  const text = squeeze(digest);
  return fact.split(" … ").every((part) => text.includes(squeeze(part)));
}

/** Whether a text lets a reader spell out a path: written whole, or its folder and its name; `{0..9}` is a range. */
export function holdsPath(text: string, path: string): boolean {
  const spelled = text.includes("..") ? withRanges(text) : text;
  if (spelled.includes(path)) return true;
  const slash = path.lastIndexOf("/", path.length - 2) + 1;
  return slash > 0 && spelled.includes(path.slice(0, slash)) && spelled.includes(path.slice(slash));
}

const RANGE = /([^\s{}]{0,120})\{(\d{1,6})\.\.(\d{1,6})\}([^\s{}]{0,120})/g;
const MAX_RANGE = 1000;

function withRanges(text: string): string {
  return text.replace(RANGE, (...[whole = "", before, from, to, after]: string[]) => {
    const length = Math.min(MAX_RANGE, Number(to) - Number(from) + 1);
    const names = Array.from({ length }, (_, i) => `${before}${Number(from) + i}${after}`);
    return `${whole} ${names.join(" ")}`;
  });
}

const squeeze = (text: string) => text.replace(/\s+/g, " ");
