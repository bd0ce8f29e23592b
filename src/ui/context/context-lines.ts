import { compactCount } from "../../model/format.ts";
import { head } from "../../model/text.ts";
import type { RequestFacts } from "../command-context.ts";
import { cut, type Line, line, lineWidth, pad, printable, span, spread, type Tone, wrap } from "../line.ts";
import type { ContextModel, ContextRow, Standing } from "./context-model.ts";
import { whyTexts } from "./why-raw.ts";

/** The window and what the provider counted, in tokens. */
export type Limits = Pick<RequestFacts, "contextWindow" | "reportedTokens">;

const NAME_COLUMNS = 20;
const NUMBER_COLUMNS = 13;
const LEAST_BAR = 4;
const NEARLY_FULL = 0.8;

/** The total against the window, and a bar for each part of it. */
export function summaryLines(model: ContextModel, limits: Limits, width: number): readonly Line[] {
  const bar = Math.max(LEAST_BAR, width - NAME_COLUMNS - NUMBER_COLUMNS);
  const { tokens, parts } = model;
  return [
    ...wrap(totalText(model, limits), width).map((each) => line(each, "text")),
    ...windowLines(tokens, limits, bar),
    [],
    ...parts.map((part) => barLine(part.name, { tokens: part.tokens, of: tokens, bar, tone: "accent" })),
  ];
}

function totalText({ tokens, rawTokens }: ContextModel, { reportedTokens }: Limits): string {
  const saved = rawTokens > tokens ? ` instead of ${compactCount(rawTokens)}` : "";
  const counted =
    reportedTokens === undefined ? "" : `; the host counts ${compactCount(reportedTokens)} in all`;
  return `About ${compactCount(tokens)} tokens of messages${saved}${counted}.`;
}

function windowLines(
  tokens: number,
  { contextWindow, reportedTokens }: Limits,
  bar: number,
): readonly Line[] {
  if (contextWindow === undefined || contextWindow <= 0) return [];
  const used = reportedTokens ?? tokens;
  const tone: Tone = used > NEARLY_FULL * contextWindow ? "warning" : "success";
  return [barLine("of the window", { tokens: used, of: contextWindow, bar, tone })];
}

interface Bar {
  readonly tokens: number;
  readonly of: number;
  /** Columns of the bar. */
  readonly bar: number;
  readonly tone: Tone;
}

function barLine(name: string, { tokens, of, bar, tone }: Bar): Line {
  const share = of > 0 ? Math.min(1, tokens / of) : 0;
  const full = share > 0 ? Math.max(1, Math.round(share * bar)) : 0;
  return [
    span(pad(name, NAME_COLUMNS), "text"),
    span("█".repeat(full), tone),
    span("░".repeat(bar - full), "dim"),
    span(`${compactCount(tokens).padStart(7)}${`${Math.round(share * 100)}%`.padStart(5)}`, "muted"),
  ];
}

const TOKEN_COLUMNS = 7;

/** One message: what it is, what was done to it, how much it takes. */
export function rowLine(
  row: ContextRow,
  { width, isSelected }: { readonly width: number; readonly isSelected: boolean },
): Line {
  const { label, standing, tokens, rawTokens } = row;
  const room = Math.max(1, width - TOKEN_COLUMNS - 1);
  const was = rawTokens > tokens + 1 && standing.kind !== "as-is" ? `, was ${compactCount(rawTokens)}` : "";
  const text = cut(`${standingText(standing)}${was}`, Math.floor(room / 2) - 2);
  const left = spread(
    [span(isSelected ? "→ " : "  ", "accent"), span(oneLine(label), isSelected ? "accent" : "text")],
    line(text, standingTone(standing)),
    room,
  );
  const blanks = " ".repeat(Math.max(0, room - lineWidth(left)));
  return [...left, span(blanks), span(compactCount(tokens).padStart(TOKEN_COLUMNS + 1), "muted")];
}

// As much of a long text as any screen shows.
const MOST_CHARS = 400;
const oneLine = (text: string): string => printable(head(text, MOST_CHARS)).replace(/ +/g, " ");

/** What was done to a message, in a few words. */
export function standingText(standing: Standing): string {
  switch (standing.kind) {
    case "as-is":
      return "";
    case "raw":
      return `full · ${whyTexts[standing.why]}`;
    case "stub":
      return `stub ${standing.ref}`;
    case "preview":
      return `preview ${standing.ref}`;
    case "condensed":
      return "shortened";
    case "block":
      return `${standing.blockId} for ${standing.messages} messages`;
  }
}

function standingTone(standing: Standing): Tone {
  if (standing.kind === "raw") return standing.why === "pending" ? "warning" : "muted";
  return standing.kind === "as-is" ? "muted" : "success";
}
