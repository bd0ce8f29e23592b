import { head } from "../model/text.ts";

const OPENING_CHARS = 400;
const ECHO_CHARS = 600;
const ECHO_LINE_CHARS = 20;
const ECHO_SHARE = 0.8;

// How refusals begin, in the languages people use most. A false hit costs nothing: the digest takes over.
const REFUSALS = [
  /^(?:i['’]?m |i am )?(?:very |so |really )?sorry\b/i,
  /^(?:unfortunately,? )?i(?:['’]m| am)? (?:can(?:no|['’])t|cannot|unable|not able|won['’]t|will not)\b/i,
  /^as an (?:ai|artificial)\b/i,
  /^(?:抱歉|对不起|很遗憾|我无法|我不能|申し訳|ごめん|죄송)/,
  /^(?:lo siento|no puedo|je suis désolée?|je ne peux pas|désolée?|es tut mir leid|tut mir leid|ich kann (?:das |dies )?nicht)/i,
  /^(?:desculpe|não posso|извините|к сожалению|я не могу|mi dispiace|non posso)/i,
];

// Tool calls that a model without tools writes down as text.
const TOOL_CALLS =
  /^(?:<\/?(?:antml:)?(?:function_calls?|invoke|tool_calls?|tool_use|tool_code)\b|<\|?(?:tool|python_tag|DSML)|\[TOOL_CALLS\]|```tool_c|\{\s*"(?:name|tool|function)"\s*:\s*"[^"]*",\s*"(?:arguments|parameters|input)"\s*:)/im;

// An introduction says that something follows; one line, at most.
const INTRODUCTION = /^[^\n]{0,200}[:：]$/;

export type Suspicion = "empty" | "refusal" | "tool-call" | "echo";

/** What makes a text useless in a result's place; undefined when nothing does. `sources` is what it was made from. */
export function suspicionOf(text: string, sources: readonly string[]): Suspicion | undefined {
  const opening = head(text.replace(/^[\s\-*+•#>"'`_.]+/, ""), OPENING_CHARS);
  if (opening === "") return "empty";
  if (text.length <= OPENING_CHARS && REFUSALS.some((pattern) => pattern.test(opening))) return "refusal";
  if (TOOL_CALLS.test(text)) return "tool-call";
  return isEcho(text, sources) ? "echo" : undefined;
}

export const isIntroduction = (text: string): boolean => INTRODUCTION.test(text.trim());

/** A long text that was copied line by line, rather than written: the digest selects better. */
function isEcho(text: string, sources: readonly string[]): boolean {
  if (text.length < ECHO_CHARS) return false;
  const known = new Set(sources.flatMap((source) => source.split("\n").map((line) => line.trim())));
  const whole = sources.join("\n");
  let copied = 0;
  for (const line of text.split("\n").map((part) => part.trim())) {
    const isCopy = known.has(line) || (line.length >= ECHO_LINE_CHARS && whole.includes(line));
    if (isCopy) copied += line.length;
  }
  return copied >= ECHO_SHARE * text.length;
}
