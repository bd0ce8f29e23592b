import type { Query, Sources } from "../../src/recovery/query.ts";
import { nextQuery, said } from "./archive.ts";

/** What all pages of one call show together: each page names the query for the next one. */
export function allPages(first: Query, sources: Sources): string {
  const pages: Buffer[] = [];
  for (let query: Query | undefined = first; query; ) {
    const page = said(query, sources);
    pages.push(bodyOf(page.replace("\n\nArgs: ", "\n\n")));
    query = nextQuery(page.slice(page.lastIndexOf("\n[")));
  }
  return Buffer.concat(pages).toString();
}

/** The bytes of a single block's body: the statement behind it says how many there are. */
function bodyOf(text: string): Buffer {
  const after = text.slice(text.indexOf("\n\n") + 2);
  const statement = after.slice(after.lastIndexOf("\n[") + 1);
  const size = Number(
    /complete: \d+ lines?, (\d+) bytes?|(\d+) of \d+ bytes?/.exec(statement)?.slice(1).find(Boolean),
  );
  return Buffer.from(after).subarray(0, Number.isNaN(size) ? 0 : size);
}
