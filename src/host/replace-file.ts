import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";

const MAX_LINKS = 40;

/** The file that a path leads to through all its links; also where the last link leads to nothing. */
export function resolveLinks(path: string): string {
  let file = resolve(path);
  for (let links = 0; links < MAX_LINKS; links++) {
    try {
      return realpathSync(file);
    } catch {
      const next = linkTarget(file);
      if (next === undefined) return file;
      file = resolve(realpathSync(dirname(file)), next);
    }
  }
  throw new Error(`${path} is a link that leads back to itself`);
}

function linkTarget(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}

/**
 * Writes a file as a whole: a reader sees the old text or the new one. It keeps its mode and owner; where it can only
 * be written in place (a mounted file, a second hard link, another owner's), it is. Throws when it cannot be written.
 */
export function replaceFile(file: string, text: string): void {
  const old = statSync(file, { throwIfNoEntry: false });
  // A rename would pass over a file that somebody made read-only.
  if (old !== undefined) accessSync(file, constants.W_OK);
  if (old !== undefined && old.nlink > 1) {
    writeFileSync(file, text);
    return;
  }
  const beside = `${file}.${process.pid}.${process.hrtime.bigint()}.tmp`;
  try {
    writeBeside(beside, text, old);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    // Never on a full disk: writing in place begins by emptying the file.
    if (old === undefined || !IN_PLACE.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    writeFileSync(file, text);
  }
}

const IN_PLACE = new Set(["EACCES", "EBUSY", "EPERM", "EROFS", "EXDEV"]);

function writeBeside(beside: string, text: string, old: Stats | undefined): void {
  const descriptor = openSync(beside, "wx", old === undefined ? 0o666 : 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  if (old === undefined) return;
  const made = statSync(beside);
  if (made.uid !== old.uid || made.gid !== old.gid) chownSync(beside, old.uid, old.gid);
  chmodSync(beside, old.mode & 0o7777);
}
