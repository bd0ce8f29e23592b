import { blocksOf, type Message, toolResultIds, toolUseIds } from "./anthropic-messages.ts";
import { firstDuplicate, firstViolation, refuse, type Violation } from "./violation.ts";

/** Every call is answered once, in the very next message, in front of everything else; nothing else is answered. */
export function checkToolPairing(messages: readonly Message[]): Violation | undefined {
  return firstViolation(messages, (message, index) =>
    message.role === "assistant"
      ? checkCalls(message, messages[index + 1], index)
      : checkResults(message, messages[index - 1], index),
  );
}

function checkCalls(message: Message, next: Message | undefined, index: number): Violation | undefined {
  const ids = toolUseIds(message);
  if (firstDuplicate(ids)) return refuse(`messages.${index}: \`tool_use\` ids must be unique`);
  const answered = leadingResultIds(next);
  const open = ids.filter((id) => !answered.includes(id));
  if (open.length === 0) return undefined;
  return refuse(
    `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(", ")}. ` +
      "Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  );
}

function checkResults(message: Message, previous: Message | undefined, index: number): Violation | undefined {
  const ids = toolResultIds(message);
  const called = toolUseIds(previous);
  const stray = ids.find((id) => !called.includes(id));
  if (stray !== undefined) {
    return refuse(
      `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. ` +
        "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    );
  }
  const twice = firstDuplicate(ids);
  return twice === undefined
    ? undefined
    : refuse(
        `messages.${index}: each \`tool_use\` must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`,
      );
}

// A result behind other content does not count as standing immediately after its call.
function leadingResultIds(message: Message | undefined): readonly string[] {
  if (message?.role !== "user") return [];
  const blocks = blocksOf(message);
  const end = blocks.findIndex((block) => block.type !== "tool_result");
  return toolResultIds({ role: "user", content: end < 0 ? blocks : blocks.slice(0, end) });
}
