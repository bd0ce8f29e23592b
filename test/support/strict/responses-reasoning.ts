import { type Json, refuse, type Violation } from "./violation.ts";

/** By the id of an item that a model made: the reasoning it was made with. Broken histories have several items of one id. */
export type MadeWith = ReadonlyMap<string, ReadonlySet<string>>;

const callTypes: readonly unknown[] = ["function_call", "custom_tool_call"];

/**
 * Reasoning and what was made with it only go together: an item that the provider knows to have come with reasoning is
 * refused without it (mastra-ai/mastra 8738, continuedev/continue 11994), and reasoning without the item that came of it
 * right behind (openai/openai-dotnet 1050, continuedev/continue 8933). Items without an id are not looked up.
 */
export function* reasoningViolations(items: readonly Json[], made: MadeWith): Generator<Violation> {
  const followed = new Set([...made.values()].flatMap((reasonings) => [...reasonings]));
  const sent = new Set<string>();
  for (const [index, item] of items.entries()) {
    const required = made.get(String(item.id));
    if (required && ![...required].some((id) => sent.has(id)))
      yield refuse(
        `Item '${String(item.id)}' of type '${String(item.type)}' was provided without its required 'reasoning' item: '${[...required].join("', '")}'.`,
        { param: "input" },
      );
    if (item.type !== "reasoning") continue;
    const id = String(item.id);
    sent.add(id);
    const next = items[index + 1];
    const isFollowed = followed.has(id) ? made.get(String(next?.id))?.has(id) : next && isMade(next);
    if (!isFollowed)
      yield refuse(`Item '${id}' of type 'reasoning' was provided without its required following item.`, {
        param: "input",
      });
  }
}

const isMade = ({ type = "message", role }: Json): boolean =>
  type === "reasoning" || callTypes.includes(type) || (type === "message" && role === "assistant");
