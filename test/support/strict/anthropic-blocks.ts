import {
  firstViolation,
  imageMediaTypes,
  isBase64,
  isRecord,
  type Json,
  refuse,
  unknownKey,
  type Violation,
} from "./violation.ts";

type ShapeCheck = (block: Json, at: string) => Violation | undefined;

interface BlockRule {
  readonly roles: readonly string[];
  readonly keys: readonly string[];
  readonly check: ShapeCheck;
}

const rules: Readonly<Record<string, BlockRule>> = {
  text: { roles: ["user", "assistant"], keys: ["text", "cache_control", "citations"], check: checkText },
  image: { roles: ["user"], keys: ["source", "cache_control"], check: checkImage },
  tool_use: { roles: ["assistant"], keys: ["id", "name", "input", "cache_control"], check: checkToolUse },
  tool_result: {
    roles: ["user"],
    keys: ["tool_use_id", "content", "is_error", "cache_control"],
    check: checkToolResult,
  },
  thinking: { roles: ["assistant"], keys: ["thinking", "signature"], check: checkThinkingShape },
  redacted_thinking: { roles: ["assistant"], keys: ["data"], check: checkRedactedShape },
};

/** Judges one content block by itself: its type, where it may stand, its fields. `at` names it in messages. */
export function checkBlockShape(block: unknown, role: unknown, at: string): Violation | undefined {
  if (!isRecord(block)) return refuse(`${at}: Input should be a valid dictionary`);
  const rule =
    typeof block.type === "string" && Object.hasOwn(rules, block.type) ? rules[block.type] : undefined;
  if (!rule) {
    const expected = Object.keys(rules).map((type) => `'${type}'`);
    return refuse(
      `${at}: Input tag '${String(block.type)}' found using 'type' does not match any of the expected tags: ${expected.join(", ")}`,
    );
  }
  if (!rule.roles.includes(String(role))) {
    return refuse(
      `${at}: \`${String(block.type)}\` blocks can only be in \`${rule.roles.join("`, `")}\` messages`,
    );
  }
  const unknown = unknownKey(block, ["type", ...rule.keys]);
  if (unknown) return refuse(`${at}.${String(block.type)}.${unknown}: Extra inputs are not permitted`);
  return rule.check(block, at);
}

function checkText(block: Json, at: string): Violation | undefined {
  if (typeof block.text !== "string") return refuse(`${at}.text.text: Input should be a valid string`);
  if (block.text === "") return refuse("messages: text content blocks must be non-empty");
  if (block.text.trim() === "")
    return refuse("messages: text content blocks must contain non-whitespace text");
  return undefined;
}

function checkImage(block: Json, at: string): Violation | undefined {
  const source = block.source;
  if (!isRecord(source) || source.type !== "base64")
    return refuse(`${at}.image.source.type: Input should be 'base64'`);
  if (!imageMediaTypes.includes(String(source.media_type))) {
    return refuse(
      `${at}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
    );
  }
  return isBase64(source.data) ? undefined : refuse(`${at}.image.source.base64.data: Invalid base64 data`);
}

function checkToolUse(block: Json, at: string): Violation | undefined {
  if (typeof block.name !== "string" || !/^[a-zA-Z0-9_-]{1,200}$/.test(block.name)) {
    return refuse(`${at}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,200}$'`);
  }
  if (!isRecord(block.input)) return refuse(`${at}.tool_use.input: Input should be a valid dictionary`);
  return checkId(block.id, `${at}.tool_use.id`);
}

function checkToolResult(block: Json, at: string): Violation | undefined {
  const id = checkId(block.tool_use_id, `${at}.tool_result.tool_use_id`);
  if (id) return id;
  if (block.is_error !== undefined && typeof block.is_error !== "boolean") {
    return refuse(`${at}.tool_result.is_error: Input should be a valid boolean`);
  }
  return checkResultContent(block, `${at}.tool_result`);
}

function checkResultContent(block: Json, at: string): Violation | undefined {
  const content = block.content ?? "";
  if (typeof content !== "string" && !Array.isArray(content)) {
    return refuse(`${at}.content: Input should be a valid list`);
  }
  if (block.is_error === true && content.length === 0) {
    return refuse(`${at}: content cannot be empty if \`is_error\` is true`);
  }
  if (typeof content === "string") return undefined;
  return firstViolation(content, (item, index) =>
    checkResultItem(item, block.is_error === true, `${at}.content.${index}`),
  );
}

function checkResultItem(item: unknown, isError: boolean, at: string): Violation | undefined {
  const type = isRecord(item) ? item.type : undefined;
  if (type !== "text" && type !== "image")
    return refuse(`${at}: Input tag '${String(type)}' is not 'text' or 'image'`);
  if (isError && type !== "text")
    return refuse(`${at}: all content must be type \`text\` if \`is_error\` is true`);
  return checkBlockShape(item, "user", at);
}

function checkThinkingShape(block: Json, at: string): Violation | undefined {
  if (typeof block.thinking !== "string")
    return refuse(`${at}.thinking.thinking: Input should be a valid string`);
  if (typeof block.signature !== "string") return refuse(`${at}.thinking.signature: Field required`);
  return block.thinking === ""
    ? refuse(`${at}.thinking: each thinking block must contain thinking`)
    : undefined;
}

function checkRedactedShape(block: Json, at: string): Violation | undefined {
  return typeof block.data === "string" && block.data !== ""
    ? undefined
    : refuse(`${at}.redacted_thinking.data: Field required`);
}

function checkId(id: unknown, at: string): Violation | undefined {
  return typeof id === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(id)
    ? undefined
    : refuse(`${at}: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`);
}
