import { isToolResult, renderedChars, textOf } from "../../model/message.ts";
import type { OccurrenceKey } from "../../model/occurrence.ts";
import { messageChars } from "../../model/size.ts";
import { indexedKey } from "../../state/queries.ts";
import { emptyState } from "../../state/state.ts";
import type { CommandContext, RequestFacts } from "../command-context.ts";
import { callText } from "../context/call-text.ts";
import { type ContextCall, contextCalls, whyTexts } from "../context/why-raw.ts";
import { buildTree, type UncoveredCall } from "./build-tree.ts";
import type { TreeNode } from "./nodes.ts";
import { archivedOriginal, contextOriginal, type Original } from "./original.ts";

/** What a tree is made of, looked up once for as long as it is open. */
export class TreeSource {
  readonly #context: CommandContext;
  readonly #request: RequestFacts;
  readonly #calls: ReadonlyMap<OccurrenceKey, ContextCall>;
  readonly #titles = new Map<string, string>();

  constructor(context: CommandContext) {
    this.#context = context;
    const { session, settings } = context;
    this.#request = session.request();
    const calls = contextCalls({
      messages: this.#request.messages,
      state: session.state(),
      settings: settings.current(),
      isProtected: session.isProtected,
    });
    this.#calls = new Map([...calls.values()].map((call) => [call.key, call]));
  }

  nodes(): readonly TreeNode[] {
    const state = this.#context.session.state() ?? emptyState();
    return buildTree({ state, uncovered: this.#uncovered(), blockChars: this.#blockChars() });
  }

  /** The title of a node; a call's with the argument that says most about it. */
  titleOf(node: TreeNode): string {
    if (!node.call) return node.title;
    const known = this.#titles.get(node.id);
    if (known !== undefined) return known;
    const title = callText(node.call.toolName, this.originalOf(node)?.args);
    this.#titles.set(node.id, title);
    return title;
  }

  originalOf({ call }: TreeNode): Original | undefined {
    if (!call) return undefined;
    const archived = archivedOriginal(call.key, this.#context.session);
    const shown = this.#calls.get(call.key);
    return archived ?? (shown && contextOriginal(shown, this.#request));
  }

  #uncovered(): readonly UncoveredCall[] {
    const state = this.#context.session.state() ?? emptyState();
    const { messages } = this.#request;
    return [...this.#calls.values()].flatMap(({ key, call, why, resultIndex }): UncoveredCall[] => {
      const result = messages[resultIndex];
      if (!result || !isToolResult(result) || indexedKey(state, key, call.id) !== undefined) return [];
      const chars = renderedChars(result.content);
      return [
        {
          key,
          toolName: call.name,
          chars,
          why: whyTexts[why],
          isError: result.isError === true,
          time: result.timestamp,
        },
      ];
    });
  }

  #blockChars(): ReadonlyMap<string, number> {
    const blocks = new Map<string, number>();
    for (const message of this.#request.rendered) {
      if (message?.role !== "user") continue;
      const id = /^<compressed-chain id="(b\d+)"/.exec(textOf(message.content))?.[1];
      if (id !== undefined) blocks.set(id, messageChars(message));
    }
    return blocks;
  }
}
