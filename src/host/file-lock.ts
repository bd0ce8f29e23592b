import { mkdirSync, rmdirSync, statSync } from "node:fs";

// The numbers of Pi's own settings lock: whoever asks less often or gives up sooner would never get it.
const TRIES = 10;
const WAIT_MS = 20;
const STALE_MS = 10_000;

/**
 * Runs `work` while holding the lock of each file: a folder `<file>.lock`, as Pi makes it. One synchronous block, so
 * that Pi cannot find its own lock taken within the same process. Throws when a lock cannot be had within 0.2 s.
 */
export function withFileLocks<T>(files: readonly string[], work: () => T): T {
  const [file, ...others] = files;
  if (file === undefined) return work();
  const lock = `${file}.lock`;
  acquire(lock);
  try {
    return withFileLocks(others, work);
  } finally {
    remove(lock);
  }
}

export function waitForOthers(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
}

function acquire(lock: string): void {
  for (let attempt = 1; !make(lock); attempt++) {
    if (attempt >= TRIES) throw new Error(`${lock} is held by another process`);
    if (isStale(lock)) remove(lock);
    else waitForOthers();
  }
}

function make(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

// Who holds a lock for long renews its time; a process that died does not.
function isStale(lock: string): boolean {
  const held = statSync(lock, { throwIfNoEntry: false });
  return held !== undefined && held.mtimeMs < Date.now() - STALE_MS;
}

function remove(lock: string): void {
  try {
    rmdirSync(lock);
  } catch {
    // Gone already, or stale for others in a few seconds.
  }
}
