import { firstDuplicate, firstViolation, isRecord, type Json, refuse, type Violation } from "./violation.ts";

/** Judges the body of a Mistral chat request as the host's own client hands it over. */
export function checkMistralRequest(body: unknown): Violation | undefined {
  const messages = isRecord(body) ? body.messages : undefined;
  if (!Array.isArray(messages) || messages.length === 0)
    return refuse("Conversation must have at least one message");
  return firstViolation(messages, checkMessage) ?? checkOrder(messages) ?? checkAnswers(messages);
}

function checkMessage(message: unknown, index: number): Violation | undefined {
  if (!isRecord(message)) return refuse(`messages.${index}: Input should be a valid dictionary`);
  const { role, content } = message;
  if (!["system", "user", "assistant", "tool"].includes(String(role)))
    return refuse(`Unexpected role '${String(role)}'`);
  const hasContent =
    typeof content === "string" ? content !== "" : Array.isArray(content) && content.length > 0;
  const calls = callsOf(message);
  if (role === "assistant" && !hasContent && calls.length === 0)
    return refuse("Assistant message must have either content or tool_calls, but not none.");
  if (role === "user" && !hasContent) return refuse("User message must have content.");
  return checkIds(role === "tool" ? [String(message.toolCallId)] : calls.map(({ id }) => String(id)));
}

function checkIds(ids: readonly string[]): Violation | undefined {
  const wrong = ids.find((id) => !/^[a-zA-Z0-9]{9}$/.test(id));
  if (wrong !== undefined)
    return refuse(`Tool call id was ${wrong} but must be a-z, A-Z, 0-9, with a length of 9.`);
  const twice = firstDuplicate(ids);
  return twice === undefined ? undefined : refuse(`Duplicate tool call id ${twice} in assistant message`);
}

const MAY_FOLLOW: Readonly<Record<string, readonly string[]>> = {
  system: ["user", "assistant", "system"],
  user: ["assistant", "user", "system"],
  assistant: ["assistant", "user", "tool"],
  tool: ["assistant", "tool"],
};

function checkOrder(messages: readonly Json[]): Violation | undefined {
  const last = String(messages.at(-1)?.role);
  if (last !== "user" && last !== "tool")
    return refuse(
      `Expected last role User or Tool (or Assistant with prefix True) for serving but got ${last}`,
    );
  return firstViolation(messages.slice(1), ({ role }, index) => {
    const before = String(messages[index]?.role);
    return MAY_FOLLOW[before]?.includes(String(role))
      ? undefined
      : refuse(`Unexpected role '${String(role)}' after role '${before}'`);
  });
}

/** Every call of a message is answered once directly behind it, and nothing else is. */
function checkAnswers(messages: readonly Json[]): Violation | undefined {
  let open: readonly string[] = [];
  const unanswered = () =>
    open.length > 0 ? refuse("Not the same number of function calls and responses") : undefined;
  return (
    firstViolation(messages, (message) => {
      if (message.role !== "tool") {
        const violation = unanswered();
        open = callsOf(message).map(({ id }) => String(id));
        return violation;
      }
      const id = String(message.toolCallId);
      if (!open.includes(id)) return refuse(`Unexpected tool call id ${id} in tool results`);
      open = open.filter((other) => other !== id);
      return undefined;
    }) ?? unanswered()
  );
}

const callsOf = ({ toolCalls }: Json): readonly Json[] =>
  Array.isArray(toolCalls) ? toolCalls.filter(isRecord) : [];
