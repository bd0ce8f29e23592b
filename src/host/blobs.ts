import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { utf8Bytes } from "../model/format.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import type { Blobs } from "../ports.ts";
import type { SessionReader } from "./branch.ts";

const PREFIX_CHARS = 60;
const DIGEST_DIGITS = 32;

/**
 * The blob folder of a session, `<session id>-blobs` beside its file; undefined for a session that has no file: what
 * is not kept must not leave files behind. The folder is made with the first file in it.
 */
export function sessionBlobs(session: SessionReader): Blobs | undefined {
  const directory = session.getSessionDir();
  const id = session.getSessionId();
  // The id comes from the session file: it names a folder and leads nowhere else.
  if (directory === "" || session.getSessionFile() === undefined || basename(id) !== id || /^\.*$/.test(id))
    return undefined;
  return folderBlobs(join(directory, `${id}-blobs`));
}

/** Blobs in a folder whose parent exists. */
export function folderBlobs(folder: string): Blobs {
  return {
    write(key, text) {
      const path = join(folder, blobName(key));
      try {
        openFolder(folder);
        placeFile(path, text);
        return { ok: true, path, bytes: utf8Bytes(text) };
      } catch (error) {
        return { ok: false, message: reasonOf(error, folder) };
      }
    },
  };
}

/**
 * Ids come from providers: they hold separators, differ in case only, or are longer than a file name may be. The
 * digest tells them apart, the readable part is for people.
 */
export function blobName(key: OccurrenceKey): string {
  const readable = key.slice(0, PREFIX_CHARS).replace(/[^A-Za-z0-9_-]/g, "_");
  const digest = createHash("sha256").update(key, "utf16le").digest("hex").slice(0, DIGEST_DIGITS);
  return `${readable}-${digest}.txt`;
}

/** Raw output may hold secrets: the folder is the user's alone, and really a folder of this place. */
function openFolder(folder: string): void {
  let found = lookAt(folder);
  if (!found) {
    mkdirSync(folder, { mode: 0o700 });
    found = lstatSync(folder);
  }
  if (!found.isDirectory()) throw new Error(`${folder} is not a folder`);
  if ((found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

function placeFile(path: string, text: string): void {
  const found = lookAt(path);
  // A rename would quietly take the place of a link that somebody put there.
  if (found && !found.isFile()) throw new Error(`${path} is not a file`);
  const beside = `${path}.${process.pid}.${process.hrtime.bigint()}.tmp`;
  try {
    writeNew(beside, text);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function writeNew(path: string, text: string): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

const lookAt = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

// Told once per reason: the system's own words name a temporary file that is another one each time.
function reasonOf(error: unknown, folder: string): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code !== undefined) return `${code} in ${folder}`;
  return error instanceof Error ? error.message : String(error);
}
