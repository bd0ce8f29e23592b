import { isEcho } from "./echo.ts";
import { isRefusal } from "./refusal.ts";

// Tool calls that a model without tools writes down as text.
const TOOL_CALLS =
  /^(?:<\/?(?:antml:)?(?:function_calls?|invoke|tool_calls?|tool_use|tool_code)\b|<\|?(?:tool|python_tag|DSML)|\[TOOL_CALLS\]|```tool_c|\{\s*"(?:name|tool|function)"\s*:\s*"[^"]*",\s*"(?:arguments|parameters|input)"\s*:)/im;

// An introduction says that something follows; one line, at most.
const INTRODUCTION = /^[^\n]{0,200}[:：]$/;

export type Suspicion = "empty" | "refusal" | "tool-call" | "echo";

/** What makes a text useless in a result's place; undefined when nothing does. `sources` is what it was made from. */
export function suspicionOf(text: string, sources: readonly string[]): Suspicion | undefined {
  if (/^[\s\-*+•#>"'`_.]*$/.test(text)) return "empty";
  if (isRefusal(text)) return "refusal";
  if (TOOL_CALLS.test(text)) return "tool-call";
  return isEcho(text, sources) ? "echo" : undefined;
}

export const isIntroduction = (text: string): boolean => INTRODUCTION.test(text.trim());
