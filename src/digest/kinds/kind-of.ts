import { purposeOf } from "../command.ts";
import type { Kind } from "../findings.ts";
import { type Shape, shapeOfLines } from "../shape.ts";
import type { Source } from "../source.ts";
import { diff } from "./diff.ts";
import { document } from "./document.ts";
import { encoded } from "./encoded.ts";
import { grep } from "./grep.ts";
import { history } from "./history.ts";
import { html } from "./html.ts";
import { json } from "./json.ts";
import { listing } from "./listing.ts";
import { log } from "./log.ts";
import { run } from "./run.ts";
import { searchResults } from "./search-results.ts";
import { status } from "./status.ts";
import { table } from "./table.ts";
import { isShort, verbatim } from "./verbatim.ts";
import { web } from "./web.ts";

/** Chooses how to read a result: by its tool, and for programs and unknown tools by what the output looks like. */
export function kindOf(source: Source): Kind {
  const ofTool = BY_TOOL.get(toolOf(source.call.toolName));
  const isPlainFailure = source.call.isError && ofTool !== bashKind;
  if (isShort(source) && (isPlainFailure || source.call.imageCount > 0)) return verbatim;
  return ofTool?.(source) ?? byShape(source, run);
}

// `mcp__server__read_file`, `functions.read`: what comes last names the tool.
const toolOf = (name: string): string => name.toLowerCase().split(/__|\./).at(-1) ?? "";

const always = (kind: Kind) => () => kind;
const search = (source: Source) => byShape(source, grep);

const BY_TOOL: ReadonlyMap<string, (source: Source) => Kind> = new Map([
  ["read", readKind],
  ["read_file", readKind],
  ["view", readKind],
  ["cat", readKind],
  ["open", readKind],
  ["bash", bashKind],
  ["shell", bashKind],
  ["powershell", bashKind],
  ["exec", bashKind],
  ["run", bashKind],
  ["terminal", bashKind],
  ["run_command", bashKind],
  ["grep", search],
  ["rg", search],
  ["search", search],
  ["code_search", search],
  ["search_files", search],
  ["find", always(listing)],
  ["ls", always(listing)],
  ["glob", always(listing)],
  ["list", always(listing)],
  ["list_dir", always(listing)],
  ["list_directory", always(listing)],
  ["tree", always(listing)],
  ["edit", changeKind],
  ["multi_edit", changeKind],
  ["multiedit", changeKind],
  ["str_replace", changeKind],
  ["apply_patch", changeKind],
  ["patch", changeKind],
  ["write", changeKind],
  ["write_file", changeKind],
  ["create_file", changeKind],
  ["web_fetch", always(web)],
  ["webfetch", always(web)],
  ["fetch", always(web)],
  ["web_search", always(searchResults)],
  ["websearch", always(searchResults)],
]);

function changeKind(source: Source): Kind {
  return isShort(source) || source.call.isError ? verbatim : diff;
}

function readKind(source: Source): Kind {
  const path = pathOf(source.call.args);
  if (path.includes("://")) return web;
  const shape = shapeOfLines(source.lines);
  return isOfFiles(shape) ? BY_SHAPE[shape] : document;
}

// What a file can hold; lines with numbers or hashes in front are a reader's doing.
const FILE_SHAPES = ["json", "diff", "log", "encoded", "html", "table", "listing", "test-report"] as const;
const isOfFiles = (shape: Shape): shape is (typeof FILE_SHAPES)[number] =>
  (FILE_SHAPES as readonly Shape[]).includes(shape);

function pathOf({ path, file_path, url }: Readonly<Record<string, unknown>>): string {
  const given = path ?? file_path ?? url;
  return typeof given === "string" ? given : "";
}

function bashKind(source: Source): Kind {
  const { command } = source.call.args;
  const purpose = typeof command === "string" ? purposeOf(command) : "other";
  if (source.call.isError) return run;
  if (purpose === "search") return grep;
  if (purpose === "list") return listing;
  if (purpose === "show") return byShape(source, document);
  return byShape(source, run);
}

function byShape(source: Source, otherwise: Kind): Kind {
  const shape = shapeOfLines(source.lines);
  return shape === "text" ? otherwise : BY_SHAPE[shape];
}

const BY_SHAPE: Readonly<Record<Exclude<Shape, "text">, Kind>> = {
  json,
  diff,
  grep,
  listing,
  log,
  encoded,
  history,
  html,
  status,
  table,
  "test-report": run,
};
