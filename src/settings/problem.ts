import { head } from "../model/text.ts";
import type { Settings } from "./schema.ts";
import { isTree, valueAt } from "./tree.ts";

/** Something in a settings file that could not be used. */
export type Problem =
  | {
      readonly kind: "value";
      readonly file: string;
      /** Dotted path below `contextPrune`; "" for that object itself. */
      readonly path: string;
      readonly value: unknown;
      /** The accepted values in plain words. */
      readonly expects: string;
    }
  | { readonly kind: "file"; readonly file: string; readonly reason: string };

/** The one notice about a problem: where it is, what is accepted, and what is used now that all files are read. */
export function describeProblem(problem: Problem, settings: Settings): string {
  if (problem.kind === "file")
    return `pruner: ${problem.file} ${problem.reason}. Its pruner settings are left out until that is mended.`;
  const { file, path, value, expects } = problem;
  const key = path === "" ? "contextPrune" : `contextPrune.${path}`;
  const used = valueAt(settings, path);
  const instead = used === undefined || isTree(used) ? "It is left out" : `Using ${shown(used)}`;
  return `pruner: ${file}: ${key} is ${shown(value)}, but takes ${expects}. ${instead}.`;
}

const SHOWN_CHARS = 80;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= SHOWN_CHARS ? text : `${head(text, SHOWN_CHARS)}…`;
}
