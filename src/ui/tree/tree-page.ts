import { Input } from "@mariozechner/pi-tui";
import { plural } from "../../model/format.ts";
import type { Key } from "../keys.ts";
import { type Line, line, printable, spread, wrap } from "../line.ts";
import type { Page, PageView, ScreenControl, Size } from "../screen.ts";
import { isMove, moved, windowAround } from "../select.ts";
import { callsBelow, sizeOf, type TreeNode } from "./nodes.ts";
import { changeText, type TreeRow, treeLine, treeRows } from "./tree-rows.ts";

export interface TreePageParts {
  /** The tree as it is now: asked again after something was changed. */
  readonly nodes: () => readonly TreeNode[];
  readonly titleOf: (node: TreeNode) => string;
  /** Local time of a node, as a person reads it. */
  readonly timeText: (time: number) => string;
  /** Shows what the model is shown. */
  readonly openSummary: (node: TreeNode) => void;
  /** Shows the original of a call. */
  readonly openOriginal: (node: TreeNode) => void;
  /** Shows a call in full, or as a stub again; says what holds then. */
  readonly restore: (node: TreeNode) => string;
}

/** What was pruned, as a tree that is folded, filtered and read. Closes with nothing. */
export class TreePage implements Page {
  readonly field = new Input();
  readonly #parts: TreePageParts;
  readonly #control: ScreenControl<void>;
  readonly #open = new Set<string>();
  #nodes: readonly TreeNode[];
  #rows: readonly TreeRow[] = [];
  #selected = 0;
  #page = 1;
  #said: string | undefined;

  constructor(parts: TreePageParts, control: ScreenControl<void>) {
    this.#parts = parts;
    this.#control = control;
    this.#nodes = parts.nodes();
    this.#arrange();
  }

  view({ width, height }: Size): PageView {
    const below = this.#below(width).slice(0, Math.max(1, Math.floor(height / 3)));
    const room = Math.max(1, height - below.length - 1);
    this.#page = room;
    const { start, end } = windowAround(this.#selected, this.#rows.length, room);
    const rows = this.#rows.slice(start, end).map((row, index) => {
      const isSelected = start + index === this.#selected;
      return treeLine(row, { width, isSelected, title: this.#parts.titleOf(row.node) });
    });
    return {
      title: spread([{ text: "pruned tool calls", tone: "accent", bold: true }], this.#position(), width),
      lines: [...(rows.length > 0 ? rows : [line("nothing fits", "muted")]), [], ...below],
      hints: this.#hints(),
    };
  }

  press(key: Key): boolean {
    const row = this.#rows[this.#selected];
    if (isMove(key)) this.#select(moved(this.#selected, this.#rows.length, { key, page: this.#page }));
    else if (key === "cancel") this.#control.close();
    else return row !== undefined && this.#pressOn(row, key);
    return true;
  }

  typed(): void {
    this.#arrange();
    this.#select(0);
  }

  #pressOn(row: TreeRow, key: Key): boolean {
    const { node } = row;
    // A space is a letter of a filter that has begun.
    if (key === "confirm" || (key === "space" && this.field.getValue() === "")) this.#enter(node);
    else if (key === "right") this.#fold(node, false);
    else if (key === "left") this.#goOut(row);
    else if (key === "open") this.#parts.openSummary(node);
    else if (key === "restore" && isRestorable(node)) this.#restore(node);
    else return false;
    return true;
  }

  #enter(node: TreeNode): void {
    if (node.kind === "call") this.#parts.openOriginal(node);
    else this.#fold(node, this.#open.has(node.id));
  }

  #fold(node: TreeNode, isFolded: boolean): void {
    if (isFolded) this.#open.delete(node.id);
    else if (node.children.length > 0) this.#open.add(node.id);
    this.#arrange();
    this.#select(
      Math.max(
        0,
        this.#rows.findIndex((row) => row.node.id === node.id),
      ),
    );
  }

  /** Folds what is open; from what is not, to what it stands in. */
  #goOut({ node, parent, isOpen }: TreeRow): void {
    if (isOpen && this.#open.has(node.id)) this.#fold(node, true);
    else if (parent)
      this.#select(
        Math.max(
          0,
          this.#rows.findIndex((row) => row.node === parent),
        ),
      );
  }

  #restore(node: TreeNode): void {
    const text = this.#parts.restore(node);
    this.#nodes = this.#parts.nodes();
    this.#arrange();
    this.#said = text;
  }

  #select(index: number): void {
    this.#selected = index;
    this.#said = undefined;
  }

  #arrange(): void {
    const { titleOf } = this.#parts;
    this.#rows = treeRows(this.#nodes, { open: this.#open, query: this.field.getValue(), titleOf });
    this.#selected = Math.max(0, Math.min(this.#selected, this.#rows.length - 1));
  }

  /** What was done last, or what there is to say about the selected node. */
  #below(width: number): readonly Line[] {
    const node = this.#rows[this.#selected]?.node;
    const text = this.#said ?? (node ? this.#describe(node) : "");
    return wrap(printable(text), width).map((each) =>
      line(each, this.#said === undefined ? "dim" : "success"),
    );
  }

  #describe(node: TreeNode): string {
    const time = node.time === undefined ? [] : [this.#parts.timeText(node.time)];
    const calls = node.kind === "call" ? [] : [plural(callsBelow([node]).length, "tool call")];
    return [...time, ...calls, `${changeText(node)} chars`, ...node.badges].join(" · ");
  }

  #position(): Line {
    const calls = callsBelow(this.#nodes).length;
    return line(`${plural(calls, "call")} · ${changeText(sizeOf(this.#nodes))} chars`, "dim");
  }

  #hints(): readonly string[] {
    const node = this.#rows[this.#selected]?.node;
    const enter = node?.kind === "call" ? "enter original" : "enter fold";
    const restore = node && isRestorable(node) ? ["ctrl+r restore/prune"] : [];
    return [enter, "esc close", "ctrl+o summary", ...restore, "type to filter"];
  }
}

/** Something of it is shown shorter, or was until it was restored. */
const isRestorable = ({ kind, ref, badges, text }: TreeNode): boolean =>
  kind === "call" && ref !== undefined && (text !== undefined || badges.includes("restored"));
