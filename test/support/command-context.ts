import type { FlushReport } from "../../src/flush/report.ts";
import type { CapturedBatch } from "../../src/model/batch.ts";
import type { Archive } from "../../src/recovery/archive.ts";
import type { SessionSpend } from "../../src/savings/session-spend.ts";
import { catalog } from "../../src/settings/catalog.ts";
import type { Settings } from "../../src/settings/schema.ts";
import type { Scope } from "../../src/settings/scope.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { type Tree, valueAt, withoutValue, withValue } from "../../src/settings/tree.ts";
import { emptyState, type PruneState } from "../../src/state/state.ts";
import { commands } from "../../src/ui/actions.ts";
import type { Question } from "../../src/ui/choice-page.ts";
import { runCommand } from "../../src/ui/command.ts";
import type { CommandContext, Mark, RequestFacts } from "../../src/ui/command-context.ts";
import type { FlushProgress } from "../../src/ui/progress/progress.ts";
import type { StatusFacts } from "../../src/ui/status-line.ts";

export interface Operated {
  /** Whether there is somebody to ask. */
  readonly asks?: boolean;
  readonly answer?: (question: Question) => string | undefined;
  readonly edit?: (title: string, text: string) => string | undefined;
  readonly models?: readonly string[];
  readonly state?: PruneState;
  readonly status?: Partial<StatusFacts>;
  readonly request?: Partial<RequestFacts>;
  readonly archive?: Archive;
  readonly pending?: readonly CapturedBatch[];
  readonly mark?: (mark: Mark, refs: readonly string[]) => void;
  readonly compacted?: FlushReport;
  readonly flush?: (progress: FlushProgress) => Promise<FlushReport | undefined>;
  readonly spend?: SessionSpend;
  readonly widgets?: CommandContext["widgets"];
  readonly custom?: CommandContext["custom"];
  readonly global?: Tree;
  readonly project?: Tree;
  /** What saving runs into. */
  readonly refusal?: string;
}

const nothing = { read: 0, write: 0, input: 0, cost: 0 };
const noSpend: SessionSpend = {
  requests: 0,
  recoveries: 0,
  reported: nothing,
  actual: nothing,
  unpruned: nothing,
};

/** `/pruner` in this process: settings in memory, and everything that was said and asked. */
export class Operator {
  readonly said: string[] = [];
  readonly asked: Question[] = [];
  readonly marked: (readonly [mark: Mark, refs: readonly string[]])[] = [];
  readonly edited: (readonly [title: string, text: string])[] = [];
  readonly layers: Record<Scope, Tree>;
  readonly context: CommandContext;

  constructor(options: Operated = {}) {
    this.layers = { global: options.global ?? {}, project: options.project ?? {} };
    const { asks = false, models = [] } = options;
    this.context = {
      say: (text) => this.said.push(text),
      status: () => ({ ...idle, enabled: this.settings().enabled, ...options.status }),
      settings: {
        current: () => this.settings(),
        sourceOf: (path) => {
          if (valueAt(this.layers.project, path) !== undefined) return "project";
          return valueAt(this.layers.global, path) === undefined ? "default" : "global";
        },
        save: (path, value, scope) => this.#save({ path, value, scope }, options.refusal),
      },
      models: { names: () => models, knows: (provider, id) => models.includes(`${provider}/${id}`) },
      session: {
        state: () => options.state ?? emptyState(),
        archive: () => options.archive ?? { read: () => ({ missing: "Nothing is here.", args: undefined }) },
        request: () => ({
          messages: [],
          rendered: [],
          contextWindow: undefined,
          reportedTokens: undefined,
          tokens: (weight) => weight,
          ...options.request,
        }),
        isProtected: () => false,
        isRearmed: () => options.status?.isRecovered ?? false,
        spend: () => options.spend ?? noSpend,
        mark: (mark, refs) => {
          this.marked.push([mark, refs]);
          options.mark?.(mark, refs);
          return options.refusal;
        },
      },
      flush: {
        pending: async () => options.pending ?? [],
        now: (progress) => options.flush?.(progress) ?? Promise.resolve(undefined),
        compact: async () => options.compacted,
      },
      ...(asks && {
        dialogs: {
          choose: async (question) => {
            this.asked.push(question);
            return options.answer?.(question);
          },
          edit: async (title, text) => {
            this.edited.push([title, text]);
            return options.edit?.(title, text);
          },
        },
      }),
      widgets: options.widgets,
      custom: options.custom,
    };
  }

  settings(): Settings {
    return resolveSettings([this.layers.global, this.layers.project]);
  }

  /** Types one line and returns what was said in answer. */
  async type(text: string): Promise<string> {
    const from = this.said.length;
    await runCommand(commands, text, this.context);
    return this.said.slice(from).join("\n---\n");
  }

  #save(
    { path, value, scope }: { path: string; value: unknown; scope: Scope },
    refusal: string | undefined,
  ): string | undefined {
    if (refusal !== undefined) return refusal;
    const setting = catalog.find((each) => each.path === path);
    if (value !== undefined && !setting?.accepts(value)) throw new Error(`${path} does not accept ${value}`);
    this.layers[scope] =
      value === undefined
        ? withoutValue(this.layers[scope], path)
        : withValue(this.layers[scope], path, value);
    return undefined;
  }
}

const idle: Omit<StatusFacts, "enabled"> = {
  pruneOn: "auto",
  sizes: undefined,
  pending: 0,
  isFlushing: false,
  isRecovered: false,
  diagnosed: [],
  metrics: undefined,
};
