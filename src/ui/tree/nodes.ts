import type { OccurrenceKey } from "../../model/occurrence.ts";

/** A call of a tree node: enough to read its original. */
export interface NodeCall {
  readonly key: OccurrenceKey;
  readonly toolName: string;
}

/** One node of the tree. Sizes in characters. */
export interface TreeNode {
  /** Names the node as long as the session is open. */
  readonly id: string;
  readonly kind: "chain" | "batch" | "call" | "group";
  /** Without what has to be looked up: a call's arguments. */
  readonly title: string;
  readonly ref?: string | undefined;
  readonly call?: NodeCall | undefined;
  /** Facts in one word each. */
  readonly badges: readonly string[];
  /** ms since 1970. */
  readonly time?: number | undefined;
  /** What the model is shown: the stub of a call, the text of a batch or a block; undefined where it is in the calls. */
  readonly text?: string | undefined;
  /** What it was, and what the model is shown of it. */
  readonly raw: number;
  readonly shown: number;
  readonly children: readonly TreeNode[];
}

export const sizeOf = (nodes: readonly TreeNode[]): { readonly raw: number; readonly shown: number } => ({
  raw: nodes.reduce((sum, node) => sum + node.raw, 0),
  shown: nodes.reduce((sum, node) => sum + node.shown, 0),
});

/** The node with an id, wherever it stands. */
export function findNode(nodes: readonly TreeNode[], id: string): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children, id);
    if (found) return found;
  }
  return undefined;
}

/** All calls below some nodes, themselves included. */
export const callsBelow = (nodes: readonly TreeNode[]): readonly TreeNode[] =>
  nodes.flatMap((node) => (node.kind === "call" ? [node] : callsBelow(node.children)));
