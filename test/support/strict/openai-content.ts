import { firstViolation, isImageDataUrl, isRecord, type Json, refuse, type Violation } from "./violation.ts";

const partTypes: Readonly<Record<string, readonly string[]>> = {
  user: ["text", "image_url"],
  assistant: ["text", "refusal"],
};

/** The content of one message: nothing empty, and only the kinds of parts its role may hold. */
export function checkOpenAiContent(message: Json, at: string): Violation | undefined {
  const { content, role } = message;
  const param = `${at}.content`;
  if (content === null || content === undefined || content === "") return checkNoContent(message, param);
  if (typeof content === "string") {
    return role !== "tool" && content.trim() === "" ? emptyText(param) : undefined;
  }
  if (!Array.isArray(content))
    return refuse(`Invalid type for '${param}': expected a string or an array.`, { param });
  if (content.length === 0) {
    return refuse(
      `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
      {
        param,
        code: "empty_array",
      },
    );
  }
  const allowed = partTypes[String(role)] ?? ["text"];
  return firstViolation(content, (part, index) => checkPart(part, allowed, `${param}[${index}]`));
}

// Only a message that calls tools may do without text.
function checkNoContent(message: Json, param: string): Violation | undefined {
  if (message.role === "assistant" && message.tool_calls !== undefined) return undefined;
  if (message.content === "") return emptyText(param);
  return refuse("Invalid value for 'content': expected a string, got null.", { param });
}

const emptyText = (param: string): Violation =>
  refuse(`Invalid '${param}': text must not be empty.`, { param });

function checkPart(part: unknown, allowed: readonly string[], param: string): Violation | undefined {
  const type = isRecord(part) ? String(part.type) : typeof part;
  if (!isRecord(part) || !allowed.includes(type)) {
    return refuse(`Invalid value: '${type}'. Supported values are: '${allowed.join("', '")}'.`, {
      param: `${param}.type`,
      code: "invalid_value",
    });
  }
  if (type === "image_url") return checkImage(part.image_url, `${param}.image_url`);
  const text = part[type];
  return typeof text === "string" && text.trim() !== "" ? undefined : emptyText(`${param}.${type}`);
}

function checkImage(image: unknown, param: string): Violation | undefined {
  if (isRecord(image) && isImageDataUrl(image.url)) return undefined;
  return refuse(`Invalid '${param}.url': expected a base64-encoded data URL of a supported image type.`, {
    param: `${param}.url`,
    code: "invalid_value",
  });
}
