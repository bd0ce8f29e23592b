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
    // Every request carries these texts: each word is paid for again and again.
    description:
      "Get back the original output of pruned tool calls by the ref in their stub: whole, by lines or by pattern.",
    promptSnippet: "Get back original outputs of pruned tool calls",
    promptGuidelines: [
      "Results shown as `[pruned · ref `t7` · ...]` were shortened. Where the summary is not enough, use context_tree_query " +
        "with that ref, and a pattern or lines rather than all of it. It shows what was said then: for the state now, run the tool again.",
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
