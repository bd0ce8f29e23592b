import type { ContextEvent, ExtensionAPI } from "@mariozechner/pi-coding-agent";

type Messages = ContextEvent["messages"];
type Message = Messages[number];

/** What the extension adds, in front of everything and behind everything. */
export const MEMORY = "a memory that another extension adds";
export const NOTE = "a note that another extension adds";
/** What it masks, letter by letter, in outputs. */
export const SECRET = "epsilon";
/** What it shows in the place of a prompt that says `two`, and of the output of a command that names `beta`. */
export const EDITED_PROMPT = "two, as another extension puts it";
export const EDITED_OUTPUT = "beta, as another extension shows it";

/**
 * An extension for tests, as others are installed beside the pruner: its `context` handler adds messages, edits a prompt
 * and outputs, and takes out the calls that name `gamma` with their results.
 */
export default function foreignContext(pi: ExtensionAPI): void {
  pi.on("context", ({ messages }) => {
    const removed = idsOf(messages, "gamma");
    const edited = idsOf(messages, "beta");
    const kept = messages.filter((message) => !concerns(message, removed));
    for (const message of kept) edit(message, edited);
    return { messages: [note(MEMORY), ...kept, note(NOTE)] };
  });
}

const note = (content: string): Message => ({ role: "user", content, timestamp: Date.now() });

function concerns(message: Message, ids: ReadonlySet<string>): boolean {
  return message.role === "toolResult"
    ? ids.has(message.toolCallId)
    : callsIn(message).some(({ id }) => ids.has(id));
}

/** In its place, as an extension may: the objects are the host's copies. */
function edit(message: Message, edited: ReadonlySet<string>): void {
  if (message.role === "user" && textOf(message.content) === "two") message.content = EDITED_PROMPT;
  if (message.role !== "toolResult") return;
  message.content = edited.has(message.toolCallId)
    ? [{ type: "text", text: EDITED_OUTPUT }]
    : message.content.map((block) =>
        block.type === "text" ? { ...block, text: masked(block.text) } : block,
      );
}

const masked = (text: string): string => text.replaceAll(SECRET, "*".repeat(SECRET.length));

const callsIn = (message: Message) =>
  message.role === "assistant" ? message.content.filter((block) => block.type === "toolCall") : [];

const idsOf = (messages: Messages, word: string): ReadonlySet<string> =>
  new Set(
    messages
      .flatMap(callsIn)
      .filter((call) => JSON.stringify(call.arguments).includes(word))
      .map(({ id }) => id),
  );

const textOf = (content: Extract<Message, { role: "user" }>["content"]): string =>
  typeof content === "string"
    ? content
    : content.map((block) => (block.type === "text" ? block.text : "")).join("");
