import { cleanPath, isAbsolutePath, isHomePath } from "../model/path.ts";
import { countLines, tail } from "../model/text.ts";
import { isNotice, MAX_NOTICE } from "./source.ts";

/** Lines of a file that a read asked for, from 1; to the end of the file when `to` is absent. */
export interface Range {
  readonly from: number;
  readonly to?: number;
}

/** The lines that came back, from 1; before `from` when none did. */
export interface Lines {
  readonly from: number;
  readonly to: number;
  readonly reachEnd: boolean;
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
export function fileUseOf(
  toolName: string,
  args: Readonly<Record<string, unknown>>,
  cwd?: string,
): FileUse | undefined {
  const does = USES.get(toolName.toLowerCase());
  const path = args.path ?? args.file_path ?? args.filePath;
  if (does === undefined || typeof path !== "string" || path === "") return undefined;
  return { path: fileOf(path, cwd), does, range: rangeOf(args) };
}

// However a file is named: the hosts take `@path` as well, and addresses of files.
function fileOf(path: string, cwd: string | undefined): string {
  const plain = path.replace(/^(?:@|file:\/\/(?=\/))/, "");
  const isRelative = cwd !== undefined && !isAbsolutePath(plain) && !isHomePath(plain);
  return cleanPath(isRelative ? `${cwd}/${plain}` : plain);
}

function rangeOf({ offset, limit }: Readonly<Record<string, unknown>>): Range {
  const from = typeof offset === "number" && offset > 0 ? offset : 1;
  return typeof limit === "number" && limit > 0 ? { from, to: from + limit - 1 } : { from };
}

/**
 * The lines of a file that a read gave: hosts cut what is too long and say so in a last line. Any other remark there
 * makes the end of the text no end of the file.
 */
export function linesRead({ from, to }: Range, text: string): Lines {
  const ending = tail(text.trimEnd(), MAX_NOTICE + 1);
  const last = ending.slice(ending.lastIndexOf("\n") + 1);
  if (!isNotice(last)) {
    const end = from + countLines(text) - 1;
    return { from, to: end, reachEnd: to === undefined || end < to };
  }
  const [, shown, of] = /^\[Showing lines \d{1,9}-(\d{1,9}) of (\d{1,9})/.exec(last) ?? [];
  const next = /offset=(\d{1,9})/.exec(last)?.[1];
  if (shown !== undefined) return { from, to: Number(shown), reachEnd: shown === of };
  if (next !== undefined) return { from, to: Number(next) - 1, reachEnd: false };
  const rest = text.slice(0, text.lastIndexOf(last)).trimEnd();
  return { from, to: from + countLines(rest) - 1, reachEnd: false };
}

/** Whether `outer` holds all the lines of `inner`; what reaches the end of a file does so however long it is by then. */
export const covers = (outer: Lines, inner: Lines): boolean =>
  outer.from <= inner.from &&
  (outer.to >= inner.to || (outer.reachEnd && inner.reachEnd && outer.to >= inner.from));
