import { plural } from "../model/format.ts";
import type { ContextItem } from "./knowledge.ts";
import { covers, type FileUse, fileUseOf, type Lines, linesRead } from "./reads.ts";

/** What later and earlier calls on the same file make of the result of a read. */
export interface FileFacts {
  readonly supersededBy?: string;
  readonly editsSince?: number;
  readonly previousText?: string;
}

/** A call to a file; of a write, `isWhole` says whether what it wrote stays to be read. */
interface Call extends FileUse {
  readonly isWhole: boolean;
}

interface Use extends Call {
  readonly id: string;
  readonly text: string;
  /** What becomes of the text: of one that `left` before nobody knows how much its stub holds. */
  readonly fate: "stays" | "leaves" | "left";
}

/** The facts of every read in a context, by the id of its call; failed calls count for nothing. */
export function fileFacts(items: readonly ContextItem[], cwd?: string): ReadonlyMap<string, FileFacts> {
  const facts = new Map<string, FileFacts>();
  for (const uses of usesByPath(items, cwd).values()) {
    const superseded = supersedings(uses);
    const previous = previousTexts(uses, superseded);
    for (const [id, superseding] of superseded) {
      const previousText = previous.get(id);
      facts.set(id, { ...superseding, ...(previousText === undefined ? {} : { previousText }) });
    }
  }
  return facts;
}

function usesByPath(
  items: readonly ContextItem[],
  cwd: string | undefined,
): ReadonlyMap<string, readonly Use[]> {
  const calls = new Map<string, Call>();
  const uses = new Map<string, Use[]>();
  for (const item of items) {
    if (item.kind === "call") noteCall(calls, item, cwd);
    else if (item.kind === "result" && !item.isError) noteResult(uses, calls.get(item.id), item);
  }
  return uses;
}

function noteCall(
  calls: Map<string, Call>,
  call: ContextItem & { readonly kind: "call" },
  cwd: string | undefined,
): void {
  const use = fileUseOf(call.toolName, call.args, cwd);
  if (use !== undefined) calls.set(call.id, { ...use, isWhole: call.shown === undefined });
}

function noteResult(
  uses: Map<string, Use[]>,
  call: Call | undefined,
  { id, text, stays, isStub }: ContextItem & { readonly kind: "result" },
): void {
  if (call === undefined) return;
  const use: Use = { ...call, id, text, fate: isStub ? "left" : stays ? "stays" : "leaves" };
  const group = uses.get(use.path);
  if (group === undefined) uses.set(use.path, [use]);
  else group.push(use);
}

// More reads of one file that stay than anyone keeps; bounds the time for files read over and over.
const MAX_STAYING = 20;

/** What came after each read, gathered from the end. */
interface Later {
  written: boolean;
  /** Edits, and those of them that are there to be read. */
  edits: number;
  shownEdits: number;
  readonly staying: Lines[];
}

function supersedings(uses: readonly Use[]): ReadonlyMap<string, FileFacts> {
  const found = new Map<string, FileFacts>();
  const later: Later = { written: false, edits: 0, shownEdits: 0, staying: [] };
  for (const use of uses.toReversed()) {
    if (use.does !== "read") noteChange(later, use);
    if (use.does !== "read" || use.fate === "left") continue;
    const lines = linesRead(use.range, use.text);
    found.set(use.id, supersedingOf(lines, later));
    if (use.fate === "stays" && later.staying.length < MAX_STAYING) later.staying.push(lines);
  }
  return found;
}

// What was changed and is not there to be read leaves the old text the best there is.
function noteChange(later: Later, { does, isWhole }: Use): void {
  if (does === "write" && isWhole) later.written = true;
  else later.edits++;
  if (does === "edit" && isWhole) later.shownEdits++;
}

function supersedingOf(lines: Lines, { written, edits, shownEdits, staying }: Later): FileFacts {
  if (written) return { supersededBy: "superseded: the file was written anew later" };
  if (staying.some((other) => covers(other, lines)))
    return { supersededBy: "superseded: the same lines were read again later" };
  if (shownEdits > 0)
    return { supersededBy: `superseded: the file was edited later (${plural(edits, "edit")})` };
  return edits > 0 ? { editsSince: edits } : {};
}

/** What each read can be compared with: the read of the same lines before, if the model can look it up. */
function previousTexts(
  uses: readonly Use[],
  superseded: ReadonlyMap<string, FileFacts>,
): ReadonlyMap<string, string> {
  const previous = new Map<string, string>();
  const latest = new Map<string, Use>();
  for (const use of uses) {
    if (use.does !== "read") continue;
    const lines = `${use.range.from}-${use.range.to ?? ""}`;
    const before = latest.get(lines);
    if (before !== undefined && isReadable(before, superseded.get(before.id)))
      previous.set(use.id, before.text);
    latest.set(lines, use);
  }
  return previous;
}

const isReadable = ({ fate }: Use, facts: FileFacts | undefined): boolean =>
  fate === "stays" || (fate === "leaves" && facts?.supersededBy === undefined);
