import { fileURLToPath } from "node:url";
import type { Messages } from "../../src/model/message.ts";
import type { Host, HostName } from "./host-transforms.ts";

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly id?: string;
  readonly input?: unknown;
}

type Convert = (model: object, context: object, providers: ReadonlySet<string>, options: object) => Item[];

/** The model that `asResponses` messages come from. */
export const responsesModel = { provider: "openai", api: "openai-responses", id: "gpt-5" };

// No package exports it.
const files: Record<HostName, string> = {
  a: "@mariozechner/pi-ai/dist/providers/openai-responses-shared.js",
  b: "@earendil-works/pi-ai/dist/api/openai-responses-shared.js",
};

/**
 * The input items that a host's own code makes of messages for OpenAI's Responses API. On host B calls of `grammarTools`,
 * tool to argument, are sent as that argument alone.
 */
export async function responsesInput(
  host: Host,
  messages: Messages,
  grammarTools: Readonly<Record<string, string>> = {},
): Promise<readonly Item[]> {
  const url = new URL(`../../node_modules/${files[host.name]}`, import.meta.url);
  const convert: Convert = (await import(/* @vite-ignore */ fileURLToPath(url))).convertResponsesMessages;
  const model = { ...responsesModel, reasoning: true, input: ["text"] };
  const context = { messages: structuredClone(host.convertToLlm(messages)), tools: [] };
  return convert(model, context, new Set(["openai"]), {
    grammarToolInputProperties: new Map(Object.entries(grammarTools)),
  });
}

/**
 * Why OpenAI refuses the items: a message of its own stands without the reasoning it was made with, or two items have
 * one id. `msg_N` is made with `rs_N`; ids without a reasoning item of that number anywhere in `made` are the host's own.
 */
export function responsesFaults(items: readonly Item[], made: readonly Item[]): readonly string[] {
  const reasoning = new Set(made.flatMap(({ type, id }) => (type === "reasoning" && id ? [id] : [])));
  const ids = items.flatMap(({ id }) => id ?? []);
  const alone = ids.filter((id) => {
    const required = id.replace(/^msg_/, "rs_");
    return id !== required && reasoning.has(required) && !ids.includes(required);
  });
  const twice = ids.filter((id, index) => ids.indexOf(id) < index);
  return [
    ...alone.map((id) => `Item '${id}' was provided without its required 'reasoning' item`),
    ...twice.map((id) => `Duplicate item found with id ${id}`),
  ];
}
