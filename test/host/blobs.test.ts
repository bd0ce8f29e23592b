import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionManager } from "@mariozechner/pi-coding-agent";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { blobName, folderBlobs, sessionBlobs } from "../../src/host/blobs.ts";
import { utf8Bytes } from "../../src/model/format.ts";
import { occurrenceKey } from "../../src/model/occurrence.ts";
import type { BlobFile } from "../../src/ports.ts";

let root = "";
let folder = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pi-condense-blobs-"));
  folder = join(root, "id-blobs");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const key = (id: string) => occurrenceKey(id, 1000);
const write = (id: string, text = `output of ${id}`) => folderBlobs(folder).write(key(id), text);
const modeOf = (path: string) => statSync(path).mode & 0o777;

function pathOf(file: BlobFile): string {
  if (!file.ok) throw new Error(file.message);
  return file.path;
}

describe("a sidecar", () => {
  it("holds the text in UTF-8 and tells its size in bytes", () => {
    const text = "漢字\u{1F7E1}\ud83d end\n";
    const file = write("call_1", text);
    expect(file).toEqual({ ok: true, path: join(folder, blobName(key("call_1"))), bytes: utf8Bytes(text) });
    const bytes = readFileSync(pathOf(file));
    expect(bytes).toHaveLength(utf8Bytes(text));
    expect(bytes.toString("utf8")).toBe("漢字\u{1F7E1}\ufffd end\n");
  });

  it("is the user's alone, whatever the umask, and so is its folder", () => {
    const umask = process.umask(0o022);
    try {
      const path = pathOf(write("call_1"));
      expect([modeOf(folder), modeOf(path)]).toEqual([0o700, 0o600]);
    } finally {
      process.umask(umask);
    }
  });

  it("takes a folder that others could read back from them", () => {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    write("call_1");
    expect(modeOf(folder)).toBe(0o700);
  });

  it("is the same file for the same call, and holds what was written last", () => {
    const first = pathOf(write("call_1", "one"));
    expect(write("call_1", "one")).toEqual({ ok: true, path: first, bytes: 3 });
    expect(pathOf(write("call_1", "longer"))).toBe(first);
    expect(readFileSync(first, "utf8")).toBe("longer");
    expect(readdirSync(folder)).toEqual([blobName(key("call_1"))]);
  });
});

describe("ids that make bad file names", () => {
  const long = `call_abc|fc_${"Qx9+/=".repeat(75)}`;
  const ids = [
    long,
    `${long}a`,
    `${long}b`,
    "../../evil",
    "..",
    ".",
    "",
    "/etc/passwd",
    "a/b",
    "a_b",
    "a\\b",
    "functions.bash:0",
    "functions.bash:1",
    "A1",
    "a1",
    "CON",
    "x\0y",
    "\ud800",
    "\ud801",
    "漢字".repeat(200),
  ];

  it("each get a file of their own inside the folder, with a short and portable name", () => {
    const paths = ids.map((id) => pathOf(write(id)));
    expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(
      ids.map((id) => wellFormed(`output of ${id}`)),
    );
    const names = readdirSync(folder);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(ids.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,116}\.txt$/);
    expect(readdirSync(root)).toEqual(["id-blobs"]);
  });

  it("are told apart by time and ordinal too", () => {
    const keys = [occurrenceKey("a", 1), occurrenceKey("a", 2), occurrenceKey("a", 2, 1), occurrenceKey("a")];
    expect(new Set(keys.map(blobName)).size).toBe(4);
  });

  it("never share a name, however they are spelled", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, other) => {
        const names = [blobName(key(one)), blobName(key(other))].map((name) => name.toLowerCase());
        expect(names[0] === names[1]).toBe(one === other);
        for (const name of names) expect(name.length).toBeLessThanOrEqual(120);
      }),
    );
  });
});

describe("what somebody planted", () => {
  const target = () => join(folder, blobName(key("call_1")));

  it.each([
    ["a link to a file", () => symlinkSync(join(root, "victim"), target())],
    ["a link to nothing", () => symlinkSync(join(root, "nothing"), target())],
    ["a folder", () => mkdirSync(target())],
  ])("in the place of a sidecar, %s, is left alone and nothing is written", (_, plant) => {
    mkdirSync(folder);
    writeFileSync(join(root, "victim"), "mine");
    plant();
    expect(write("call_1")).toEqual({ ok: false, message: `${target()} is not a file` });
    expect(readFileSync(join(root, "victim"), "utf8")).toBe("mine");
    expect(readdirSync(root).sort()).toEqual(["id-blobs", "victim"]);
    expect(readdirSync(folder)).toEqual([blobName(key("call_1"))]);
    expect(lstatSync(target()).isFile()).toBe(false);
  });

  it.each([
    ["a link", () => symlinkSync(join(root, "elsewhere"), folder)],
    ["a file", () => writeFileSync(folder, "")],
  ])("in the place of the folder, %s, is an error", (_, plant) => {
    mkdirSync(join(root, "elsewhere"));
    plant();
    expect(write("call_1")).toEqual({ ok: false, message: `${folder} is not a folder` });
    expect(readdirSync(join(root, "elsewhere"))).toEqual([]);
  });

  it("says the same thing each time it fails for the same reason", () => {
    rmSync(root, { recursive: true });
    const failed = { ok: false, message: `ENOENT in ${folder}` };
    expect([write("call_1"), write("call_2")]).toEqual([failed, failed]);
  });
});

describe("a session", () => {
  it("keeps its sidecars in a folder of its own beside its file", () => {
    const session = SessionManager.create(root, root);
    const file = sessionBlobs(session)?.write(key("call_1"), "text");
    expect(file).toMatchObject({
      ok: true,
      path: join(root, `${session.getSessionId()}-blobs`, blobName(key("call_1"))),
    });
  });

  it.each([
    ["in memory", { getSessionDir: () => "", getSessionFile: () => undefined, getSessionId: () => "id" }],
    [
      "without a file",
      { getSessionDir: () => "/x", getSessionFile: () => undefined, getSessionId: () => "id" },
    ],
    [
      "without a folder",
      { getSessionDir: () => "", getSessionFile: () => "/x/s.jsonl", getSessionId: () => "id" },
    ],
    [
      "with a path for an id",
      { getSessionDir: () => "/x", getSessionFile: () => "/x/s", getSessionId: () => "../y" },
    ],
    [
      "with a dot for an id",
      { getSessionDir: () => "/x", getSessionFile: () => "/x/s", getSessionId: () => ".." },
    ],
    ["without an id", { getSessionDir: () => "/x", getSessionFile: () => "/x/s", getSessionId: () => "" }],
  ])("%s keeps none", (_, session) => {
    expect(sessionBlobs(session as Parameters<typeof sessionBlobs>[0])).toBeUndefined();
  });

  it("in memory of the real host keeps none", () => {
    expect(sessionBlobs(SessionManager.inMemory(root))).toBeUndefined();
  });
});

const wellFormed = (text: string): string => (text as string & { toWellFormed(): string }).toWellFormed();
