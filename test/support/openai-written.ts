import type { ToolCall } from "../../src/model/message.ts";
import type { Step } from "./history.ts";
import { responsesModel } from "./responses-input.ts";
import type { Line } from "./transcript.ts";

/**
 * The same steps as if OpenAI's Responses API had answered: thinking is a reasoning item, texts and calls bear the ids of
 * their items, results answer those calls. Host B sends calls of `customTools` as a text, and their ids say so.
 */
export function writtenByOpenAi(
  steps: readonly Step[],
  customTools: readonly string[] = [],
): readonly Step[] {
  const writer = new Writer(customTools);
  const written = (step: Step): Step => {
    if (step.kind === "add" || step.kind === "turn")
      return { ...step, lines: step.lines.map((line) => writer.line(line)) };
    if (step.kind !== "flush") return step;
    return { ...step, flush: { ...step.flush, meanwhile: step.flush.meanwhile.map(written) } };
  };
  return steps.map(written);
}

class Writer {
  /** The latest call of each id, by the id it had. */
  readonly #calls = new Map<string, string>();
  readonly #customTools: readonly string[];
  #messages = 0;

  constructor(customTools: readonly string[]) {
    this.#customTools = customTools;
  }

  line(line: Line): Line {
    if (line.role === "toolResult")
      return { ...line, toolCallId: this.#calls.get(line.toolCallId) ?? line.toolCallId };
    if (line.role !== "assistant" || !Array.isArray(line.content)) return line;
    this.#messages += 1;
    const { id: model, api, provider } = responsesModel;
    const content = this.#severalItems(line.content).map((block, at) => this.#named(block, at));
    return { ...line, content, api, provider, model } as Line;
  }

  // Some answers think and speak twice; the second text has no name where another extension wrote it.
  #severalItems(content: readonly Block[]): readonly Block[] {
    const texts = content.filter((block) => block?.type === "text");
    if (this.#messages % 4 !== 0 || texts.length === 0) return content;
    return [...content, ...(this.#messages % 8 === 0 ? texts : content.filter(isSaid))];
  }

  #named(block: Block, at: number): Block {
    const name = `${this.#messages}x${at}`;
    if (block?.type === "thinking" && block.thinkingSignature)
      return { ...block, thinkingSignature: JSON.stringify(reasoningItem(`rs_${name}`)) };
    const isUnnamed = this.#messages % 8 === 0 && at > 1;
    if (block?.type === "text" && !isUnnamed) return { ...block, textSignature: `msg_${name}` };
    return block?.type === "toolCall" ? this.#call(block, name) : block;
  }

  #call(block: ToolCall, name: string): ToolCall {
    if (block.id.includes("|")) return block;
    const id = `${block.id}|${this.#customTools.includes(block.name) ? "ctc" : "fc"}_${name}`;
    this.#calls.set(block.id, id);
    return { ...block, id };
  }
}

type Block = Extract<Line, { role: "assistant" }>["content"][number] & { textSignature?: string };

const isSaid = (block: Block): boolean => block?.type === "thinking" || block?.type === "text";

const reasoningItem = (id: string) => ({ type: "reasoning", id, summary: [], encrypted_content: "gAAA" });
