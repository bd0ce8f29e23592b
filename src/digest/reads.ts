/** Lines of a file that a read asked for, from 1; to the end of the file when `to` is absent. */
export interface Range {
  readonly from: number;
  readonly to?: number;
}

/** What one call did to a file, as far as it decides what earlier reads of it are still good for. */
export interface FileUse {
  readonly path: string;
  readonly does: "read" | "write" | "edit";
  readonly range: Range;
}

const USES: ReadonlyMap<string, FileUse["does"]> = new Map([
  ["read", "read"],
  ["read_file", "read"],
  ["view", "read"],
  ["write", "write"],
  ["write_file", "write"],
  ["create_file", "write"],
  ["edit", "edit"],
  ["multi_edit", "edit"],
  ["str_replace", "edit"],
]);

/** What a call does to which file; undefined for other tools and calls without a path. */
export function fileUseOf(toolName: string, args: Readonly<Record<string, unknown>>): FileUse | undefined {
  const does = USES.get(toolName.toLowerCase());
  const path = args.path ?? args.file_path ?? args.filePath;
  if (does === undefined || typeof path !== "string" || path === "") return undefined;
  return { path: path.startsWith("./") ? path.slice(2) : path, does, range: rangeOf(args) };
}

function rangeOf({ offset, limit }: Readonly<Record<string, unknown>>): Range {
  const from = typeof offset === "number" && offset > 0 ? offset : 1;
  return typeof limit === "number" && limit > 0 ? { from, to: from + limit - 1 } : { from };
}

/** Whether `outer` asked for all the lines of `inner`. */
export const covers = (outer: Range, inner: Range): boolean =>
  outer.from <= inner.from && (outer.to === undefined || (inner.to !== undefined && outer.to >= inner.to));
