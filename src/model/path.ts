// Paths as text. Both separators count on every system: a session may come from another machine, and a model may
// write either. What the text leaves open (links, the home folder, case) stays open.

const ROOT = /^(?:~(?:\/+|$)|[A-Za-z]:\/+|\/+)/;

/** True for `/x` and for paths with a drive letter, whichever way their slashes lean. */
export const isAbsolutePath = (path: string): boolean => /^(?:[A-Za-z]:)?[/\\]/.test(path);

/** True for `~` and `~/x`: absolute for whoever knows the home folder, and opaque for everyone else. */
export const isHomePath = (path: string): boolean => /^~(?:[/\\]|$)/.test(path);

/**
 * The path with `/` for every separator, single slashes, no `.` segments and no `..` that has something to go up
 * from. A `..` in front of a relative path stays, and so does a slash at the end.
 */
export function cleanPath(path: string): string {
  const slashed = path.replaceAll("\\", "/");
  const root = ROOT.exec(slashed)?.[0] ?? "";
  const segments: string[] = [];
  for (const segment of slashed.slice(root.length).split("/")) {
    if (segment === "..") goUp(segments, isAbsolutePath(root));
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  const end = segments.length > 0 && slashed.endsWith("/") ? "/" : "";
  return root.replace(/\/+$/, "/") + segments.join("/") + end;
}

// Above the root of the file system is the root again.
function goUp(segments: string[], isBelowRoot: boolean): void {
  const last = segments.at(-1);
  if (last !== undefined && last !== "..") segments.pop();
  else if (!isBelowRoot) segments.push("..");
}

/** How to get from the folder `from` to `to`, both absolute; undefined between two drives. */
export function relativePath(from: string, to: string): string | undefined {
  const [fromRoot, folders] = split(from);
  const [toRoot, segments] = split(to);
  if (fromRoot !== toRoot) return undefined;
  const start = folders.filter((folder) => folder !== "");
  let shared = 0;
  while (shared < start.length && start[shared] === segments[shared]) shared++;
  return [...start.slice(shared).map(() => ".."), ...segments.slice(shared)].join("/");
}

// Drive letters compare without case. A slash at the end shows as a last segment "".
function split(path: string): readonly [root: string, segments: readonly string[]] {
  const clean = cleanPath(path);
  const root = ROOT.exec(clean)?.[0] ?? "";
  return [root.toUpperCase(), clean.slice(root.length).split("/")];
}

/**
 * The ways to write one path that a rule may be meant for: as given, relative to `cwd`, and absolute, each cleaned.
 * Only the first for a path below `~`, or when `cwd` is not absolute. None for an empty path.
 */
export function pathForms(path: string, cwd: string): readonly string[] {
  const given = cleanPath(path);
  if (path === "" || isHomePath(given) || !isAbsolutePath(cwd)) return given === "" ? [] : [given];
  const absolute = isAbsolutePath(given) ? given : cleanPath(`${cwd}/${path}`);
  const forms = new Set([given, relativePath(cwd, absolute) ?? "", absolute]);
  forms.delete("");
  return [...forms];
}
