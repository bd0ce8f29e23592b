import type { AgentMessage } from "../model/message.ts";
import { imagesOf, type ResultBlock, textOf } from "../model/message.ts";
import { wellFormed } from "../model/text.ts";

/** A result that keeps its place in the context although its turn leaves it. */
export interface Relocated {
  readonly toolName: string;
  readonly content: readonly ResultBlock[];
}

/** What stands in the place of a compressed chain's work. */
export interface Block {
  readonly blockId: string;
  readonly toolRefs: readonly string[];
  readonly body: string;
  readonly relocated: readonly Relocated[];
  /** ms since 1970. */
  readonly compressedAt: number;
}

/** The block as a message, with the images of what it relocates behind its text. */
export function syntheticMessage(block: Block): AgentMessage {
  const images = block.relocated.flatMap(({ content }) => imagesOf(content));
  return {
    role: "user",
    content: [{ type: "text", text: blockText(block) }, ...images],
    timestamp: block.compressedAt,
  };
}

/** How the text of a block begins: its tag and its body, without what it relocates. */
export function blockStart({ blockId, toolRefs, body }: Omit<Block, "relocated" | "compressedAt">): string {
  const open = `<compressed-chain id="${attribute(blockId)}" tools="${attribute(toolRefs.join(","))}">`;
  return wellFormed(`${open}\n${neutral(body)}\n`);
}

function blockText(block: Block): string {
  const outputs = block.relocated.map(
    ({ toolName, content }) =>
      `\n<protected-output tool="${attribute(toolName)}">\n${neutral(textOf(content))}\n</protected-output>\n`,
  );
  return wellFormed(`${blockStart(block)}${outputs.join("")}</compressed-chain>`);
}

// A tag with blanks in it is one for many readers, and so is one in capitals.
const OWN_TAGS = /<(?=[\s/]*(?:compressed-chain|protected-output|purged-errored-args))/gi;

/** Text in which nothing can be taken for a tag of the pruner; all other characters are what they were. */
const neutral = (text: string): string => text.replace(OWN_TAGS, "&lt;");

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const attribute = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char).replace(/\s+/g, " ");
