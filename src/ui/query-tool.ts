import type { ExtensionContext, ToolDefinition } from "@mariozechner/pi-coding-agent";
import { answer } from "../recovery/answer.ts";
import type { AnswerDetails, Sources } from "../recovery/query.ts";
import { prepareArguments, QueryParameters } from "./query-params.ts";
import { renderCall, renderResult } from "./query-render.ts";

export interface QueryToolDependencies {
  /** What there is to answer from, asked anew for every call; undefined while no session is open. */
  readonly open: (ctx: ExtensionContext) => Sources | undefined;
}

/**
 * The tool with which the model gets originals back. It reads and changes nothing. A query of which nothing can be
 * answered is thrown: on both hosts that is what makes a result an error.
 */
export function createQueryTool({
  open,
}: QueryToolDependencies): ToolDefinition<typeof QueryParameters, AnswerDetails> {
  return {
    name: "context_tree_query",
    label: "Query Original Tool History",
    description:
      "Get back the original output of tool calls whose results were pruned from the conversation, by the ref in their stub. " +
      "Whole, by line range, or only the lines that match a pattern; also the original arguments. Long output comes in " +
      "pages, each with the call for the next one.",
    promptSnippet: "Get back original outputs of pruned tool calls: whole, by lines or by pattern",
    promptGuidelines: [
      "A result shown as `[pruned · ref `t7` · ...]` was shortened to save context: when its summary is not enough, use " +
        "context_tree_query with that ref. Ask for little: pattern or lines first, all of it only when you need all of it.",
      'When you do not know which pruned output holds something, use context_tree_query with toolCallIds ["*"] and a pattern.',
      "For the current state of a file or command run the tool again: context_tree_query shows what it said back then.",
    ],
    parameters: QueryParameters,
    prepareArguments,
    async execute(...[, params, , , ctx]) {
      const sources = open(ctx);
      if (!sources) throw new Error("No session is open: nothing is archived.");
      const result = answer(params, sources);
      if (!result.ok) throw new Error(result.message);
      return { content: [...result.content], details: result.details };
    },
    renderCall: (args, theme) => renderCall(args, theme),
    renderResult: (result, { expanded }, theme, { isError }) =>
      renderResult(result, { expanded, isError }, theme),
  };
}
