import type { ContextItem } from "./knowledge.ts";
import { covers, type FileUse, fileUseOf, type Range } from "./reads.ts";

/** What later and earlier calls on the same file make of the result of a read. */
export interface FileFacts {
  readonly supersededBy?: string;
  readonly editsSince?: number;
  readonly previousText?: string;
}

interface Use extends FileUse {
  readonly id: string;
  readonly text: string;
  readonly stays: boolean;
}

/** The facts of every read in a context, by the id of its call; failed calls count for nothing. */
export function fileFacts(items: readonly ContextItem[]): ReadonlyMap<string, FileFacts> {
  const facts = new Map<string, FileFacts>();
  for (const uses of usesByPath(items).values()) {
    const previous = previousTexts(uses);
    for (const [id, superseding] of supersedings(uses)) {
      const previousText = previous.get(id);
      facts.set(id, { ...superseding, ...(previousText === undefined ? {} : { previousText }) });
    }
  }
  return facts;
}

function usesByPath(items: readonly ContextItem[]): ReadonlyMap<string, readonly Use[]> {
  const calls = new Map<string, FileUse>();
  const uses = new Map<string, Use[]>();
  for (const item of items) {
    if (item.kind === "call") noteCall(calls, item);
    else if (item.kind === "result" && !item.isError) noteResult(uses, calls.get(item.id), item);
  }
  return uses;
}

function noteCall(calls: Map<string, FileUse>, call: ContextItem & { readonly kind: "call" }): void {
  const use = fileUseOf(call.toolName, call.args);
  if (use !== undefined) calls.set(call.id, use);
}

function noteResult(
  uses: Map<string, Use[]>,
  use: FileUse | undefined,
  { id, text, stays }: ContextItem & { readonly kind: "result" },
): void {
  if (use === undefined) return;
  const group = uses.get(use.path);
  if (group === undefined) uses.set(use.path, [{ ...use, id, text, stays }]);
  else group.push({ ...use, id, text, stays });
}

// More reads of one file that stay than anyone keeps; bounds the time for files read over and over.
const MAX_STAYING = 20;

/** What came after each read, gathered from the end. */
interface Later {
  written: boolean;
  edits: number;
  readonly staying: Range[];
}

function supersedings(uses: readonly Use[]): ReadonlyMap<string, FileFacts> {
  const found = new Map<string, FileFacts>();
  const later: Later = { written: false, edits: 0, staying: [] };
  for (const use of uses.toReversed()) {
    if (use.does === "write") later.written = true;
    if (use.does === "edit") later.edits++;
    if (use.does !== "read") continue;
    found.set(use.id, supersedingOf(use, later));
    if (use.stays && later.staying.length < MAX_STAYING) later.staying.push(use.range);
  }
  return found;
}

function supersedingOf({ range }: Use, { written, edits, staying }: Later): FileFacts {
  if (written) return { supersededBy: "superseded: the file was written anew later" };
  if (staying.some((other) => covers(other, range)))
    return { supersededBy: "superseded: the same lines were read again later" };
  return edits > 0 ? { editsSince: edits } : {};
}

function previousTexts(uses: readonly Use[]): ReadonlyMap<string, string> {
  const previous = new Map<string, string>();
  const latest = new Map<string, string>();
  for (const { id, does, range, text } of uses) {
    if (does !== "read") continue;
    const lines = `${range.from}-${range.to ?? ""}`;
    const before = latest.get(lines);
    if (before !== undefined) previous.set(id, before);
    latest.set(lines, text);
  }
  return previous;
}
