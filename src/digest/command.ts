/** What a shell command does to make its output, as far as that decides how to read it. */
export type Purpose = "search" | "list" | "show" | "diff" | "other";

const PURPOSES: ReadonlyMap<string, Purpose> = new Map([
  ["grep", "search"],
  ["egrep", "search"],
  ["rg", "search"],
  ["ag", "search"],
  ["ack", "search"],
  ["ls", "list"],
  ["find", "list"],
  ["fd", "list"],
  ["tree", "list"],
  ["cat", "show"],
  ["head", "show"],
  ["tail", "show"],
  ["sed", "show"],
  ["nl", "show"],
  ["bat", "show"],
]);

const GIT: ReadonlyMap<string, Purpose> = new Map([
  ["diff", "diff"],
  ["show", "diff"],
  ["grep", "search"],
  ["ls-files", "list"],
]);

// Said along the way: they print nothing, or nothing that matters.
const SILENT: ReadonlySet<string> = new Set([
  "cd",
  "echo",
  "export",
  "set",
  "source",
  "true",
  "sleep",
  "pwd",
  "mkdir",
  "rm",
]);
const MAX_COMMAND = 2000;

/** The purpose all printing parts of a command share; "other" when they differ. */
export function purposeOf(command: string): Purpose {
  const parts = command.slice(0, MAX_COMMAND).split(/&&|\|\||;|\n/);
  const [purpose = "other", ...others] = parts.flatMap((part) => purposesOf(firstPipe(part)));
  if (purpose === "show" || purpose === "diff") return others.length === 0 ? purpose : "other";
  return others.every((other) => other === purpose) ? purpose : "other";
}

/** The purpose of one simple command; none when it prints nothing that matters. */
function purposesOf(command: string): readonly Purpose[] {
  const [path = "", first = ""] = command.trim().split(/\s+/);
  const program = path.slice(path.lastIndexOf("/") + 1);
  if (program === "" || SILENT.has(program)) return [];
  return [(program === "git" ? GIT.get(first) : PURPOSES.get(program)) ?? "other"];
}

// What a pipe ends in may reshape the output: then its beginning tells nothing.
function firstPipe(part: string): string {
  const [first = "", ...pipes] = part.split("|");
  const kept = pipes.every((pipe) => /^\s{0,10}(?:head|tail|sort|uniq|grep|cat|less)\b/.test(pipe));
  return kept ? first : "other";
}
