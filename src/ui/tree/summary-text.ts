import type { TreeNode } from "./nodes.ts";
import { changeText } from "./tree-rows.ts";

/** What the model is shown for a node, as Markdown: its own text, or that of its calls one after the other. */
export function summaryMarkdown(node: TreeNode, titleOf: (node: TreeNode) => string): string {
  if (node.kind === "call") return node.text === undefined ? NOT_SHORTENED : fenced(node.text);
  if (node.text !== undefined) return node.text;
  const parts = node.children.map((child) => {
    const heading = `### ${child.ref === undefined ? "" : `\`${child.ref}\` `}${titleOf(child)} · ${changeText(child)}`;
    return `${heading}\n\n${summaryMarkdown(child, titleOf)}`;
  });
  return parts.join("\n\n");
}

const NOT_SHORTENED = "*Shown in full.*";

// A fence longer than any in the text.
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/~+/g)].map(([run]) => run.length));
  const fence = "~".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
