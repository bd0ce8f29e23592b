import { isShortRef } from "../../model/refs.ts";
import type { Command } from "../command.ts";
import type { CommandContext } from "../command-context.ts";
import { lineText } from "../line.ts";
import { MarkdownPage } from "../markdown-page.ts";
import { toggleRestored } from "../restore-actions.ts";
import { floatPage, openPage } from "../screen.ts";
import { TextPage } from "../text-page.ts";
import type { TreeNode } from "./nodes.ts";
import { readingOf } from "./original.ts";
import { summaryMarkdown } from "./summary-text.ts";
import { TreePage, type TreePageParts } from "./tree-page.ts";
import { treeLine, treeRows } from "./tree-rows.ts";
import { TreeSource } from "./tree-source.ts";

export const treeAction: Command = {
  name: "tree",
  kind: "action",
  usage: "tree",
  summary: "Browse what was pruned; read originals.",
  async run(_, context) {
    const { custom, say } = context;
    const source = new TreeSource(context);
    const nodes = source.nodes();
    if (nodes.length === 0) return say("pruner: No pruned tool calls found in this session.");
    if (!custom) return say(treeText(nodes, source));
    await openPage<void>(custom, (control) => new TreePage(treeParts(source, context), control));
  },
};

function treeParts(source: TreeSource, { session, custom }: CommandContext): TreePageParts {
  const titleOf = (node: TreeNode) => source.titleOf(node);
  const heading = (node: TreeNode) => [node.ref, titleOf(node)].filter(Boolean).join(" · ");
  const toggle = ({ ref = "" }: TreeNode) => (isShortRef(ref) ? toggleRestored(ref, session) : "");
  return {
    nodes: () => source.nodes(),
    titleOf,
    timeText,
    restore: toggle,
    openSummary: (node) => {
      const text = summaryMarkdown(node, titleOf);
      if (custom) floatPage(custom, (control) => new MarkdownPage({ title: heading(node), text }, control));
    },
    openOriginal: (node) => {
      const original = source.originalOf(node) ?? {
        args: undefined,
        content: "",
        notes: ["Nothing is known of it."],
      };
      const reading = readingOf(heading(node), original);
      const restore =
        node.ref === undefined ? undefined : { hint: "ctrl+r restore/prune", run: () => toggle(node) };
      if (custom)
        floatPage(custom, (control) => new TextPage({ ...reading, ...(restore && { restore }) }, control));
    },
  };
}

/** `2026-03-01 14:05:09`, in the person's own time zone; "" for what is no time. */
function timeText(time: number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}

const TEXT_COLUMNS = 78;

/** Without a terminal: every node, a call per line. */
function treeText(nodes: readonly TreeNode[], source: TreeSource): string {
  const titleOf = (node: TreeNode) => source.titleOf(node);
  const open = new Set(idsOf(nodes));
  return treeRows(nodes, { open, query: "", titleOf })
    .map((row) => treeLine(row, { width: TEXT_COLUMNS, isSelected: false, title: titleOf(row.node) }))
    .map((each) => lineText(each).trimEnd())
    .join("\n");
}

const idsOf = (nodes: readonly TreeNode[]): readonly string[] =>
  nodes.flatMap((node) => [node.id, ...idsOf(node.children)]);
