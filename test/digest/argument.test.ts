import { describe, expect, it } from "vitest";
import { digestArgument } from "../../src/digest/argument.ts";

const digest = (text: string) => digestArgument("write", ["content"], text);

describe("the digest of an argument", () => {
  it("tells its length, its beginning and what it defines", () => {
    const body =
      "// Moves money.\nexport class TransferQueue {\n  settleAll() {\n  }\n}\nfunction createQueue() {}\n";
    expect(digest(body)).toBe(
      "6 lines, begins: // Moves money.; defines TransferQueue settleAll createQueue",
    );
  });

  it("tells characters when there is only one line", () => {
    expect(digest(`key=${"v".repeat(500)}`)).toBe(`504 characters, begins: key=${"v".repeat(75)}…`);
  });

  it("passes over blank lines at the beginning", () => {
    expect(digest("\n\n  set -euo pipefail\nnpm ci\n")).toBe("4 lines, begins: set -euo pipefail");
  });

  it("tells only its length when it is blank", () => {
    expect(digest("\n\n\n")).toBe("3 lines");
    expect(digest("")).toBe("0 characters");
  });
});
