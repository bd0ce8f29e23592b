import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { SessionManager } from "@mariozechner/pi-coding-agent";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sessionArchive } from "../../src/host/archive.ts";
import { folderBlobs } from "../../src/host/blobs.ts";
import { readSidecar } from "../../src/host/sidecar.ts";
import type { ToolCallRecord } from "../../src/model/entries.ts";
import { utf8Bytes } from "../../src/model/format.ts";
import { occurrenceKey } from "../../src/model/occurrence.ts";
import { host } from "../support/host-transforms.ts";
import { openSession } from "../support/opened-session.ts";
import { calls, reply, result, user } from "../support/transcript.ts";

let root = "";
let sessions = "";
let blobs = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pi-condense-sidecar-"));
  sessions = join(root, "sessions");
  blobs = join(sessions, "session-blobs");
  mkdirSync(blobs, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const open = (
  lines = [user(), calls("a"), result("a", { text: "big output\nwith an end" }), reply()],
  id = "session",
) => openSession(host("a"), { lines, folder: sessions, id });

function put(path: string, text = "the whole text"): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function linkTo(target: string): string {
  const path = join(blobs, "link.txt");
  symlinkSync(target, path);
  return path;
}

it("is read from the blob folder of the session", () => {
  expect(readSidecar(open(), put(join(blobs, "a.txt")))).toBe("the whole text");
});

it("is read as it was written there", () => {
  const text = "漢字 😀\r\n\ufeffend\n";
  const file = folderBlobs(blobs).write(occurrenceKey("call/../1", 5), text);
  expect(file.ok && readSidecar(open(), file.path)).toBe(text);
});

it("is found by its name beside a session file that was moved", () => {
  put(join(blobs, "a.txt"));
  expect(readSidecar(open(), "/elsewhere/old-blobs/a.txt")).toBe("the whole text");
  const moved = join(root, "moved");
  renameSync(sessions, moved);
  sessions = moved;
  expect(readSidecar(open(), join(blobs, "a.txt"))).toBe("the whole text");
});

it.each<[string, () => string]>([
  ["a file outside", () => put(join(root, "secret.txt"))],
  ["a file beside the folder", () => put(join(sessions, "a.txt"))],
  ["a way out of the folder", () => `${blobs}/../../${basename(put(join(root, "secret.txt")))}`],
  ["the folder of another session", () => put(join(sessions, "other-blobs", "a.txt"))],
  ["a folder inside", () => put(join(blobs, "deep", "a.txt"))],
  ["a file that is not there", () => join(blobs, "none.txt")],
  ["the folder itself", () => blobs],
  ["nothing", () => ""],
  ["a name with a zero byte", () => "a\0b"],
  ["a link out of the folder", () => linkTo(put(join(root, "secret.txt")))],
  ["a link inside the folder", () => linkTo(put(join(blobs, "a.txt")))],
])("is not read from %s", (_, path) => {
  expect(readSidecar(open(), path())).toBeUndefined();
});

it("is not read through a blob folder that is a link", () => {
  rmSync(blobs, { recursive: true });
  const secret = put(join(root, "home", "secret.txt"));
  symlinkSync(join(root, "home"), blobs);
  expect(readSidecar(open(), secret)).toBeUndefined();
  expect(readSidecar(open(), join(blobs, "secret.txt"))).toBeUndefined();
});

it("is not read for a session in memory, nor for one whose id leads elsewhere", () => {
  const path = put(join(blobs, "a.txt"));
  expect(readSidecar(SessionManager.inMemory(root), path)).toBeUndefined();
  const session = open();
  const disguised = new Proxy(session, {
    get: (target, name) => (name === "getSessionId" ? () => "../x" : Reflect.get(target, name).bind(target)),
  });
  expect(readSidecar(disguised, put(join(root, "x-blobs", "a.txt")))).toBeUndefined();
});

it("is read under a second name of the same file", () => {
  linkSync(put(join(blobs, "a.txt")), join(blobs, "b.txt"));
  expect(readSidecar(open(), join(blobs, "b.txt"))).toBe("the whole text");
});

const output = "big output\nwith an end";
const spilled = (more: Partial<ToolCallRecord> = {}): ToolCallRecord => ({
  toolCallId: "a",
  toolName: "bash",
  resultTimestamp: 1002,
  resultText: "",
  spillPath: join(blobs, "a.txt"),
  spillBytes: utf8Bytes(output),
  resultPreview: "big out",
  ...more,
});

const read = (record: ToolCallRecord, lines?: Parameters<typeof open>[0]) =>
  sessionArchive(open(lines)).read(occurrenceKey("a", 1002), record);

it("stands in for an entry that is gone or shortened", () => {
  put(join(blobs, "a.txt"), output);
  const shortened = [user(), calls("a"), result("a", { text: "[evicted]" })];
  for (const lines of [[user()], shortened])
    expect(read(spilled(), lines)).toMatchObject({ content: [{ type: "text", text: output }] });
});

it("is not needed while the session has the entry", () => {
  expect(read(spilled())).toMatchObject({ content: [{ type: "text", text: output }] });
  put(join(blobs, "a.txt"), output.slice(0, 9));
  expect(read(spilled())).toMatchObject({ content: [{ type: "text", text: output }] });
});

it("is shown for what it is when it was cut and nothing else is left", () => {
  put(join(blobs, "a.txt"), "big output");
  expect(read(spilled(), [user()])).toMatchObject({
    content: [{ type: "text", text: "big output" }],
    note: "The file with this output was cut or changed: shown is what is left.",
  });
});

it("leaves the preview when it is missing and the session has no copy", () => {
  expect(read(spilled(), [user()])).toMatchObject({
    missing:
      "This output is lost: its file is missing and the session holds no copy. Still known: a call of bash that succeeded, ended 1970-01-01T00:00:01.002Z, 22 B of output.",
    preview: "big out",
  });
});
