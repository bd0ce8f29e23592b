import type { RecordedRequest } from "../loopback/script.ts";

type Block = Readonly<Record<string, unknown>>;

/** The messages of a request block by block, as the provider's cache sees them: without the marks, which move on. */
export const sentBlocks = ({ body }: Pick<RecordedRequest, "body">): readonly string[] =>
  messagesOf(body).flatMap(({ role, content, ...rest }) => {
    const [first = {}, ...others] = blocksOf(content);
    // What a message holds beside its content (calls, the id it answers) goes with its first block.
    return [{ ...rest, ...first }, ...others].map((block) => unmarked({ role, ...block }));
  });

/** What a request sends in front of its messages: a change of it makes the provider write everything again. */
export const sentInFront = ({ body, model }: Pick<RecordedRequest, "body" | "model">): string =>
  unmarked([
    ...[model, body.system, body.tools, body.thinking, body.reasoning_effort, body.reasoning],
    leading(messagesOf(body)),
  ]);

const unmarked = (value: unknown): string =>
  JSON.stringify(value, (key, inside) => (key === "cache_control" ? undefined : inside));

// The other protocols have their system prompt as the first message.
function leading([first]: readonly Block[]): unknown {
  return first?.role === "system" || first?.role === "developer" ? first : undefined;
}

const messagesOf = (body: RecordedRequest["body"]): readonly Block[] => blocksOf(body.messages ?? body.input);

const blocksOf = (value: unknown): readonly Block[] =>
  typeof value === "string" ? [{ type: "text", text: value }] : ((value ?? []) as readonly Block[]);
