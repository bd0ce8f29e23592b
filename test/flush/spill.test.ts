import { describe, expect, it } from "vitest";
import { utf8Bytes } from "../../src/model/format.ts";
import { memoryBlobs } from "../support/blobs.ts";
import { branchOf } from "../support/branch.ts";
import { flushRun, recordsIn, refsIn } from "../support/flush.ts";
import { large, one, type SpillOptions, shown, spilled } from "../support/spill.ts";
import { assistant, call, calls, type Line, longText, reply, result, user } from "../support/transcript.ts";

describe("a large result", () => {
  it("goes into a file and is recorded with what is shown of it", () => {
    const branch = branchOf(one(large));
    const { written, texts, failures } = spilled(branch);
    const bytes = utf8Bytes(large);
    const stub = [
      "[spilled · ref `t1` · bash · 200 lines, 7 kB]",
      large.slice(0, 300).trimEnd(),
      `[preview: the first 300 of ${bytes} bytes · the rest: read /blobs/a@1002.txt with offset and limit, or context_tree_query({ toolCallIds: ["t1"] }) with lines or a pattern]`,
    ].join("\n");
    expect(written).toEqual([
      {
        type: "context-prune-index",
        data: {
          toolCalls: [
            {
              toolCallId: "a",
              toolName: "bash",
              isError: false,
              turnIndex: 0,
              timestamp: 1001,
              resultTimestamp: 1002,
              ref: "t1",
              entryId: "e2",
              assistantEntryId: "e1",
              chars: large.length,
              contentHash: expect.any(String),
              stub,
              spilled: true,
              spillPath: "/blobs/a@1002.txt",
              spillBytes: bytes,
            },
          ],
        },
      },
    ]);
    expect([texts, failures]).toEqual([[["/blobs/a@1002.txt", large]], []]);
    expect(shown(branch, written)).toEqual([stub]);
  });

  it("shows its preview before and after it was read, and is no work for a flush", async () => {
    const branch = branchOf(one(large));
    const { entries } = spilled(branch);
    const read = branchOf([...one(large), reply()]);
    expect(shown(read, entries)).toEqual(shown(branch, entries));
    expect((await flushRun(read, { before: entries })).written).toEqual([]);
  });

  it("is spilled once, however often it is asked", () => {
    const branch = branchOf(one(large));
    const { entries } = spilled(branch);
    expect(spilled(branch, { before: entries }).written).toEqual([]);
  });

  it("is spilled from the request alone where the branch lags behind it", () => {
    const whole = branchOf(one(large));
    const messages = whole.map(({ message }) => message);
    const records = [0, 1, 2].map(
      (length) => recordsIn(spilled(whole.slice(0, length), { messages }).written)[0],
    );
    for (const record of records) {
      expect(record).toMatchObject({ toolCallId: "a", resultTimestamp: 1002, spilled: true });
      expect(record).not.toHaveProperty("entryId");
    }
    const [record] = recordsIn(spilled(whole, { messages }).written);
    expect(record).toMatchObject({ entryId: "e2", assistantEntryId: "e1" });
  });

  it("has the number of its turn in the session, not in the request", () => {
    const lines = [user(), calls("z"), result("z"), reply(), ...one(large)];
    const branch = branchOf(lines).map((each, index) => ({ ...each, inContext: index > 3 }));
    expect(recordsIn(spilled(branch).written)[0]).toMatchObject({ turnIndex: 2, timestamp: 1005 });
  });

  it("names its images, which stay in the session", () => {
    const branch = branchOf(one(large, { images: 2 }));
    expect(shown(branch, spilled(branch).entries)[0]).toMatch(
      /^\[spilled · ref `t1` · bash · .* · 2 images\]/,
    );
  });

  it("that failed says so", () => {
    const branch = branchOf(one(`${large}\n\nCommand exited with code 2`, { error: true }));
    expect(shown(branch, spilled(branch).entries)[0]).toMatch(/^\[spilled · ref `t1` · bash · exit 2 · /);
  });

  it("made of several text blocks is one text", () => {
    const blocks = [large.slice(0, 3000), large.slice(3000)].map((text) => ({ type: "text" as const, text }));
    const line = { ...result("a"), content: blocks } as Line;
    const { texts } = spilled(branchOf([user(), calls("a"), line]));
    expect(texts[0]?.[1]).toBe(`${large.slice(0, 3000)}\n${large.slice(3000)}`);
  });

  it("keeps what a request whose reply failed has not had read", () => {
    const branch = branchOf([...one(large), assistant({ stopReason: "error" })]);
    expect(refsIn(spilled(branch).written)).toEqual(["t1"]);
  });
});

describe("the preview", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("of %i bytes ends between characters", (spillPreviewBytes) => {
    const text = `a漢\u{1F7E1}${"b".repeat(6000)}`;
    const branch = branchOf(one(text));
    const [stub = ""] = shown(branch, spilled(branch, { settings: { spillPreviewBytes } }).entries);
    const preview = stub.split("\n").slice(1, -1).join("\n");
    expect(text.startsWith(preview)).toBe(true);
    expect(utf8Bytes(preview)).toBeLessThanOrEqual(spillPreviewBytes);
    expect(stub).toContain(`the first ${utf8Bytes(preview)} of ${utf8Bytes(text)} bytes`);
  });

  it("is sound where the text is not, and the file has its bytes", () => {
    const branch = branchOf(one(`\ud83d ${"x".repeat(6000)}`));
    const [stub = ""] = shown(branch, spilled(branch).entries);
    expect(stub).toContain("\n\ufffd xxx");
  });
});

describe("stays in the context", () => {
  it.each<readonly [string, readonly Line[], SpillOptions]>([
    ["what is one character short", one("x".repeat(4999)), {}],
    ["what images alone make large", one("x", { images: 3 }), {}],
    ["what was read", [...one(large), reply()], {}],
    [
      "what was recovered",
      [user(), calls(call("a", "context_tree_query")), result("a", { text: large })],
      {},
    ],
    ["what is protected", one(large), { isProtected: (tool) => tool === "bash" }],
    ["what no call asked for", [user(), result("a", { text: large })], {}],
    ["what a preview hardly makes shorter", one("x".repeat(5000)), { settings: { spillPreviewBytes: 4500 } }],
  ])("%s", (_, lines, options) => {
    const { written, texts, failures } = spilled(branchOf(lines), options);
    expect([written, texts, failures]).toEqual([[], [], []]);
  });

  it("what cannot be written, and the others go out", () => {
    const blobs = memoryBlobs();
    const write = blobs.write.bind(blobs);
    blobs.write = (key, text) =>
      key.startsWith("a") ? { ok: false, message: "ENOSPC in /blobs" } : write(key, text);
    const lines = [
      user(),
      calls("a", "b"),
      result("a", { text: large }),
      result("b", { text: longText(200, 2) }),
    ];
    const { written, failures } = spilled(branchOf(lines), { blobs });
    expect(failures).toEqual(["ENOSPC in /blobs"]);
    expect(recordsIn(written)).toMatchObject([{ toolCallId: "b", ref: "t1" }]);
  });
});
