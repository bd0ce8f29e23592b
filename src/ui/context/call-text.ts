import { head } from "../../model/text.ts";

const MOST_CHARS = 160;

// What a person knows a call by, in this order.
const telling = ["command", "path", "file_path", "filePath", "filename", "pattern", "query", "url", "name"];

/** A call in one line: its tool, and the argument that says most about it. */
export function callText(toolName: string, args: unknown): string {
  const text = argumentText(args);
  return text === "" ? toolName : `${toolName}(${head(text.replace(/\s+/g, " ").trim(), MOST_CHARS)})`;
}

function argumentText(args: unknown): string {
  if (typeof args !== "object" || args === null) return "";
  const values = args as Readonly<Record<string, unknown>>;
  const known = telling.map((key) => values[key]).find((value) => typeof value === "string" && value !== "");
  if (typeof known === "string") return known;
  const first = Object.values(values).find((value) => typeof value === "string" && value !== "");
  return typeof first === "string" ? first : "";
}
