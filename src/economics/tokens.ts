import { resultBlocks } from "../model/message.ts";
import { tokenWeight } from "../model/tokens.ts";

/** What a tool result costs beside its text: the block around it, in tokens. */
export const RESULT_TOKENS = 11;

/** What one image costs, in tokens; providers count pixels, which a base64 string does not tell. */
export const IMAGE_TOKENS = 1200;

/** Estimated tokens of a text, without a tokenizer and before calibration; whole, and 0 only for empty text. */
export const estimateTokens = (text: string): number =>
  text === "" ? 0 : Math.max(1, Math.ceil(tokenWeight(text)));

/** Estimated tokens of any message's content (text and image blocks), without the message around it. */
export function estimateContentTokens(content: unknown): number {
  let tokens = 0;
  for (const block of resultBlocks(content))
    tokens += block.type === "text" ? estimateTokens(block.text) : IMAGE_TOKENS;
  return tokens;
}
