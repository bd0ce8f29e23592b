/** How a JSON file is written, so that a change to one value looks like a change to one value. */
export interface JsonStyle {
  readonly byteOrderMark: boolean;
  /** What one level is indented by; "" for a file on one line. */
  readonly indent: string;
  readonly newline: "\n" | "\r\n";
  readonly endsWithNewline: boolean;
}

export type JsonText =
  | { readonly ok: true; readonly value: unknown; readonly isBlank: boolean; readonly style: JsonStyle }
  | { readonly ok: false; readonly reason: string };

const BYTE_ORDER_MARK = "\uFEFF";

/** As Pi writes its own files. */
export const PI_STYLE: JsonStyle = {
  byteOrderMark: false,
  indent: "  ",
  newline: "\n",
  endsWithNewline: false,
};

/** Reads a file's bytes. Nothing but blanks counts as an empty object, as it does for Pi. */
export function parseJson(bytes: Uint8Array): JsonText {
  try {
    // Strict: bytes that are replaced in reading would be lost in writing.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const byteOrderMark = text.startsWith(BYTE_ORDER_MARK);
    const json = byteOrderMark ? text.slice(1) : text;
    if (json.trim() === "")
      return { ok: true, value: {}, isBlank: true, style: { ...PI_STYLE, byteOrderMark } };
    const value: unknown = JSON.parse(json);
    return { ok: true, value, isBlank: false, style: { ...styleOf(json), byteOrderMark } };
  } catch (error) {
    // The parser quotes the text with its line breaks.
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: reason.replace(/\s+/g, " ") };
  }
}

export function printJson(value: unknown, style: JsonStyle): string {
  // Line breaks inside of strings are escaped, so every one is between two values.
  const json = JSON.stringify(value, null, style.indent).replaceAll("\n", style.newline);
  return (style.byteOrderMark ? BYTE_ORDER_MARK : "") + json + (style.endsWithNewline ? style.newline : "");
}

// The first indented line behind the opening bracket tells; `{}` tells nothing.
function styleOf(json: string): Omit<JsonStyle, "byteOrderMark"> {
  const onOneLine = !/[\r\n]/.test(json.trim()) && !/^\s*\{\s*\}\s*$/.test(json);
  const indent = /^\s*[[{]\s*?\r?\n([ \t]+)\S/.exec(json)?.[1];
  return {
    indent: indent ?? (onOneLine ? "" : PI_STYLE.indent),
    newline: json.includes("\r\n") ? "\r\n" : "\n",
    endsWithNewline: json.endsWith("\n"),
  };
}
