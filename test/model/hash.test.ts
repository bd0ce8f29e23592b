import { describe, expect, it } from "vitest";
import { contentHash, exactHash, imageHash, nameHash } from "../../src/model/hash.ts";

const text = (value: string) => ({ type: "text" as const, text: value });
const image = (data: string) => ({ type: "image" as const, data, mimeType: "image/png" });

describe("contentHash", () => {
  it("does not see line ends, blanks at line ends, or blanks around the whole", () => {
    const same = ["a\nb", "a\r\nb", "a  \nb\t", "\n\na\nb\n", " a\nb "].map((it) => contentHash("bash", it));
    expect(new Set(same).size).toBe(1);
  });

  it("sees the tool, the words and blanks inside lines", () => {
    const different = [
      contentHash("bash", "a b"),
      contentHash("read", "a b"),
      contentHash("bash", "a  b"),
      contentHash("bash", "a\nb"),
    ];
    expect(new Set(different).size).toBe(4);
  });

  it("is the reference's: SHA-1 over the tool, a zero and the text", () => {
    expect(contentHash("bash", "ok")).toBe("03588a97ee873c34b2f0d5dd4dccf410e8698c52");
  });
});

describe("exactHash", () => {
  it("sees every character and every image", () => {
    const different = [
      [text("a")],
      [text("a ")],
      [text("a"), image("x")],
      [text("a"), image("y")],
      [image("x")],
    ].map(exactHash);
    expect(new Set(different).size).toBe(5);
  });
});

describe("imageHash", () => {
  it("is empty without images, and sees their order", () => {
    expect(imageHash([text("a")])).toBe("");
    expect(imageHash([image("x"), image("y")])).not.toBe(imageHash([image("y"), image("x")]));
  });
});

describe("nameHash", () => {
  it("has 16 hex digits", () => {
    expect(nameHash("a\nb")).toMatch(/^[0-9a-f]{16}$/);
  });
});
