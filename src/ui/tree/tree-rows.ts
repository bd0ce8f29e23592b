import { compactCount, plural } from "../../model/format.ts";
import { type Line, line, printable, span, spread } from "../line.ts";
import { fits } from "../select.ts";
import { callsBelow, type TreeNode } from "./nodes.ts";

/** A node as it stands in the list. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly depth: number;
  readonly parent: TreeNode | undefined;
  readonly isOpen: boolean;
}

export interface Unfolded {
  /** Ids of the nodes whose children show. */
  readonly open: ReadonlySet<string>;
  readonly query: string;
  /** The title of a node with what had to be looked up for it. */
  readonly titleOf: (node: TreeNode) => string;
}

/**
 * The visible nodes from top to bottom. With a query: those that fit and what they stand in, unfolded; what stands in
 * one that fits shows when it is open.
 */
export function treeRows(nodes: readonly TreeNode[], unfolded: Unfolded): readonly TreeRow[] {
  const { open, query, titleOf } = unfolded;
  const test = fits(query);
  const isFit = (node: TreeNode) => test([titleOf(node), node.ref ?? "", ...node.badges].join(" "));
  const rowsOf = (node: TreeNode, { depth, parent, isFound }: Place): readonly TreeRow[] => {
    const isOwnFit = isFound || isFit(node);
    // What fits is unfolded by hand as ever; what only holds something that fits, for that alone.
    const isShown = isOwnFit ? open.has(node.id) : true;
    const inside = { depth: depth + 1, parent: node, isFound: isOwnFit };
    const below = isShown ? node.children.flatMap((child) => rowsOf(child, inside)) : [];
    if (!isOwnFit && below.length === 0) return [];
    return [{ node, depth, parent, isOpen: isShown && node.children.length > 0 }, ...below];
  };
  return nodes.flatMap((node) => rowsOf(node, { depth: 0, parent: undefined, isFound: query.trim() === "" }));
}

interface Place {
  readonly depth: number;
  readonly parent: TreeNode | undefined;
  /** What it stands in fits, and so it does. */
  readonly isFound: boolean;
}

export interface RowLook {
  readonly width: number;
  readonly isSelected: boolean;
  readonly title: string;
}

/** One node: how deep, what, and what became of its size. */
export function treeLine({ node, depth, isOpen }: TreeRow, { width, isSelected, title }: RowLook): Line {
  const fold = node.children.length === 0 ? "  " : isOpen ? "▾ " : "▸ ";
  const badges = node.badges.map((badge) => span(` [${badge}]`, badge === "error" ? "error" : "muted"));
  const left = [
    span(isSelected ? "→ " : "  ", "accent"),
    span(`${"  ".repeat(depth)}${fold}`, "dim"),
    ...(node.ref === undefined ? [] : [span(`${node.ref} `, "accent")]),
    span(printable(title), isSelected ? "accent" : "text"),
    span(countText(node), "muted"),
    ...badges,
  ];
  const change = changeText(node);
  return spread(left, line(change.length + 2 <= width / 2 ? change : shortChange(node), "muted"), width);
}

function countText(node: TreeNode): string {
  if (node.kind === "call") return "";
  return ` · ${plural(callsBelow([node]).length, node.kind === "group" ? "call" : "tool")}`;
}

/** For narrow screens: `-98%`, or the size. */
const shortChange = ({ raw, shown }: TreeNode): string =>
  shown >= raw ? compactCount(raw) : `-${Math.round((1 - shown / raw) * 100)}%`;

/** `41.2k -> 640 (-98%)`, in characters; the size alone where nothing was saved. */
export function changeText({ raw, shown }: Pick<TreeNode, "raw" | "shown">): string {
  if (shown >= raw) return compactCount(raw);
  return `${compactCount(raw)} -> ${compactCount(shown)} (-${Math.round((1 - shown / raw) * 100)}%)`;
}
