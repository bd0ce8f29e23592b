import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SessionReader } from "./branch.ts";

/**
 * The text of a spilled result; undefined when there is none to be had. A record says where its sidecar lies, and a
 * session file may come from anyone: only files in the blob folder of this very session are read, and nothing
 * through a link. A session that was moved finds its sidecars by name beside its file.
 */
export function readSidecar(session: SessionReader, spillPath: string): string | undefined {
  const id = session.getSessionId();
  if (basename(id) !== id || /^\.*$/.test(id)) return undefined;
  const file = session.getSessionFile();
  const homes = [session.getSessionDir(), file === undefined ? "" : dirname(file)].filter(
    (home) => home !== "",
  );
  for (const home of new Set(homes)) {
    const text = readInside(join(home, `${id}-blobs`), spillPath);
    if (text !== undefined) return text;
  }
  return undefined;
}

function readInside(folder: string, spillPath: string): string | undefined {
  try {
    if (!lstatSync(folder).isDirectory()) return undefined;
    const real = realpathSync(folder);
    const path = [spillPath, join(folder, basename(spillPath))].find((path) => liesIn(path, real));
    return path === undefined ? undefined : readRegularFile(path);
  } catch {
    return undefined;
  }
}

function liesIn(path: string, folder: string): boolean {
  try {
    return dirname(realpathSync(path)) === folder && lstatSync(path).isFile();
  } catch {
    return false;
  }
}

// Opened first and looked at then: what stands under a name can change in between.
function readRegularFile(path: string): string | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return fstatSync(file).isFile() ? readFileSync(file, "utf8") : undefined;
  } finally {
    closeSync(file);
  }
}
