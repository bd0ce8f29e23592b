import type { RecordedRequest } from "../loopback/script.ts";

type Block = Readonly<Record<string, unknown>>;

export interface SentResult {
  readonly id: string;
  readonly text: string;
  readonly images: readonly string[];
  /** No reply of the model stands behind it. */
  readonly isLatest: boolean;
}

export interface SentCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The messages of a request to Anthropic as a reader looks at them. */
export interface RequestView {
  readonly results: readonly SentResult[];
  readonly calls: readonly SentCall[];
  /** Texts of the user's side that are no results. */
  readonly texts: readonly string[];
}

export function viewOf({ body }: RecordedRequest): RequestView {
  const messages = messagesOf(body);
  const lastReply = messages.findLastIndex(({ role }) => role === "assistant");
  const blocks = messages.flatMap(({ role, content }, index) =>
    blocksOf(content).map((block) => ({ role, block, isLatest: index > lastReply })),
  );
  return {
    results: blocks.flatMap(({ block, isLatest }) =>
      block.type === "tool_result" ? [sentResult(block, isLatest)] : [],
    ),
    calls: blocks.flatMap(({ block }) =>
      block.type === "tool_use"
        ? [{ id: String(block.id), name: String(block.name), input: block.input }]
        : [],
    ),
    texts: blocks.flatMap(({ role, block }) =>
      role === "user" && block.type === "text" ? [String(block.text)] : [],
    ),
  };
}

/** The messages without the marks of the cache, which move on with every request. */
export const unmarked = ({ body }: RecordedRequest): readonly string[] =>
  messagesOf(body).map((message) =>
    JSON.stringify({ role: message.role, content: blocksOf(message.content) }, (key, value) =>
      key === "cache_control" ? undefined : value,
    ),
  );

function sentResult(block: Block, isLatest: boolean): SentResult {
  const content = blocksOf(block.content);
  return {
    id: String(block.tool_use_id),
    text: content.flatMap(({ type, text }) => (type === "text" ? [String(text)] : [])).join("\n"),
    images: content.flatMap(({ type, source }) =>
      type === "image" ? [String((source as { data?: unknown }).data)] : [],
    ),
    isLatest,
  };
}

// What the strict provider has accepted has this form.
const messagesOf = (body: RecordedRequest["body"]): readonly Block[] =>
  (body.messages ?? []) as readonly Block[];
const blocksOf = (content: unknown): readonly Block[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : ((content ?? []) as readonly Block[]);
