import { fileURLToPath } from "node:url";
import type { Messages } from "../../src/model/message.ts";
import type { Host, HostName } from "./host-transforms.ts";
import type { Json } from "./strict/violation.ts";

type Convert = (model: object, context: object, providers: ReadonlySet<string>, options: object) => Json[];

/** The model that OpenAI's own messages come from. */
export const responsesModel = { provider: "openai", api: "openai-responses", id: "gpt-5" };

// No package exports it.
const files: Record<HostName, string> = {
  a: "@mariozechner/pi-ai/dist/providers/openai-responses-shared.js",
  b: "@earendil-works/pi-ai/dist/api/openai-responses-shared.js",
};

async function loadConverter(name: HostName): Promise<Convert> {
  const url = new URL(`../../node_modules/${files[name]}`, import.meta.url);
  return (await import(/* @vite-ignore */ fileURLToPath(url))).convertResponsesMessages;
}

const converters: Record<HostName, Convert> = { a: await loadConverter("a"), b: await loadConverter("b") };

/**
 * The input items that a host's own code makes of messages for OpenAI's Responses API, as they are sent. On host B calls
 * of `grammarTools`, tool to argument, are sent as that argument alone.
 */
export function responsesInput(
  host: Host,
  messages: Messages,
  grammarTools: Readonly<Record<string, string>> = {},
): readonly Json[] {
  const model = { ...responsesModel, reasoning: true, input: ["text", "image"] };
  const context = { messages: host.convertToLlm(messages), tools: [] };
  const items = converters[host.name](model, context, new Set(["openai"]), {
    grammarToolInputProperties: new Map(Object.entries(grammarTools)),
  });
  return JSON.parse(JSON.stringify(items));
}
