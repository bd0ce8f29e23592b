import { imagesOf, isAssistant, resultBlocks, textOf } from "../../model/message.ts";
import type { Command } from "../command.ts";
import type { CommandContext } from "../command-context.ts";
import { lineText } from "../line.ts";
import { floatPage, openPage } from "../screen.ts";
import { TextPage } from "../text-page.ts";
import { rowLine, summaryLines } from "./context-lines.ts";
import { type ContextModel, type ContextRow, contextModel } from "./context-model.ts";
import { ContextPage } from "./context-page.ts";

export const contextAction: Command = {
  name: "context",
  kind: "action",
  usage: "context",
  summary: "What the model sees right now, and why.",
  async run(_, context) {
    const { session, settings, custom, say } = context;
    const request = session.request();
    const model = contextModel({
      ...request,
      state: session.state(),
      settings: settings.current(),
      isProtected: session.isProtected,
    });
    if (model.rows.length === 0) return say("pruner: there is nothing in the context yet.");
    if (!custom) return say(contextText(model, request));
    const read = (row: ContextRow) =>
      floatPage(custom, (control) => new TextPage({ title: row.label, text: shownText(row) }, control));
    await openPage<void>(custom, (control) => new ContextPage({ model, limits: request, read }, control));
  },
};

const TEXT_COLUMNS = 78;
const MOST_ROWS = 20;

/** Without a terminal: the bars, and the messages that take most. */
function contextText(model: ContextModel, request: ReturnType<CommandContext["session"]["request"]>): string {
  const largest = [...model.rows].sort((a, b) => b.tokens - a.tokens).slice(0, MOST_ROWS);
  return [
    ...summaryLines(model, request, TEXT_COLUMNS),
    [],
    [
      {
        text:
          largest.length < model.rows.length
            ? `The largest ${largest.length} of ${model.rows.length} messages:`
            : "Messages by size:",
      },
    ],
    ...largest.map((row) => rowLine(row, { width: TEXT_COLUMNS, isSelected: false })),
  ]
    .map((each) => lineText(each).trimEnd())
    .join("\n");
}

/** A message as the model was sent it, as far as it is text. */
function shownText({ message }: ContextRow): string {
  if (isAssistant(message)) return assistantText(message.content);
  const { content, summary, output } = message as { content?: unknown; summary?: unknown; output?: unknown };
  const images = imagesOf(content).map(({ mimeType }) => `[image ${mimeType}]`);
  const texts = [resultBlocks(content).length > 0 ? textOf(content) : "", summary, output];
  return [...texts.filter((text) => typeof text === "string" && text !== ""), ...images].join("\n");
}

function assistantText(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return content
    .map((block: unknown) => {
      const {
        type,
        text,
        thinking,
        name,
        arguments: args,
      } = (block ?? {}) as Readonly<Record<string, unknown>>;
      if (type === "thinking") return `[thinking]\n${thinking}`;
      return type === "toolCall" ? `[call ${name}]\n${JSON.stringify(args, null, 2)}` : `${text ?? ""}`;
    })
    .join("\n\n");
}
