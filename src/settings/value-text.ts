import type { SettingKind, SettingValue } from "./leaf.ts";

/** How values of one kind are typed and shown. `read` gives undefined for what it cannot make sense of. */
interface ValueText {
  read(text: string): SettingValue | undefined;
  show(value: SettingValue): string;
}

export const valueTexts: Readonly<Record<SettingKind, ValueText>> = {
  flag: { read: readFlag, show: (value) => (value === true ? "on" : "off") },
  count: { read: readNumber, show: String },
  share: { read: readShare, show: showShare },
  choice: { read: (text) => text.toLowerCase(), show: String },
  list: { read: readList, show: showList },
  model: { read: readModel, show: String },
};

function readFlag(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (word === "on" || word === "true") return true;
  return word === "off" || word === "false" ? false : undefined;
}

// `Number` alone would take "", "0x10" and "Infinity" too.
function readNumber(text: string): number | undefined {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

function readShare(text: string): number | null | undefined {
  if (/^(?:off|none|null)$/i.test(text)) return null;
  if (!text.endsWith("%")) return readNumber(text);
  const percent = readNumber(text.slice(0, -1).trimEnd());
  return percent === undefined ? undefined : percent / 100;
}

// As a percentage only where that reads back as the very same number.
function showShare(value: SettingValue): string {
  if (typeof value !== "number") return "off";
  const percent = `${Number((value * 100).toPrecision(12))}%`;
  return readShare(percent) === value ? percent : String(value);
}

function readModel(text: string): string {
  const word = text.toLowerCase();
  return word === "default" || word === "builtin/digest" ? word : text;
}

/**
 * A JSON array, or items between blanks and commas. An item with either in it stands in quotes of one kind or the
 * other, without escapes, since a backslash is an ordinary character here. Empty text is no list: clearing one
 * takes a word.
 */
function readList(text: string): readonly string[] | undefined {
  if (/^(?:none|clear)$/i.test(text)) return [];
  if (/^\[\s*(?:"|\])/.test(text)) return readJsonList(text);
  const items: string[] = [];
  for (const [, double, single, plain] of text.matchAll(
    /"([^"]*)"(?![^\s,])|'([^']*)'(?![^\s,])|([^\s,]+)/g,
  )) {
    if (plain !== undefined && /^["']/.test(plain)) return undefined;
    items.push(double ?? single ?? plain ?? "");
  }
  return items.length === 0 ? undefined : items;
}

function readJsonList(text: string): readonly string[] | undefined {
  try {
    // An array, or no JSON: the text begins with a bracket. Its items are checked with every other value.
    return JSON.parse(text) as readonly string[];
  } catch {
    return undefined;
  }
}

function showList(value: SettingValue): string {
  if (!Array.isArray(value)) return "none";
  if (value.length === 0) return "none";
  const plain = value.every((item) => /^[^\s,"'[][^\s,]*$/.test(item) && !/^(?:none|clear)$/i.test(item));
  return plain ? value.join(", ") : JSON.stringify(value);
}
