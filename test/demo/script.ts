import type { RecordedRequest, Reply, ScriptedCall } from "../support/loopback/script.ts";
import { BUG } from "./project.ts";

export const PROMPTS = [
  "The test run fails. Find out why and mend it.",
  "Which file and line did the failing test stand in, and what did it expect? And where is SKU-0217 shelved?",
];

interface Step {
  /** What the table calls the request that this answers. */
  readonly label: string;
  readonly reply: (request: RecordedRequest) => Reply;
  /** Only asked when results were pruned: without the extension everything is still there to be read. */
  readonly recovers?: true;
}

const call = (name: string, input: ScriptedCall["input"]): Reply => ({ toolCalls: [{ name, input }] });
const fixed = (label: string, reply: Reply): Step => ({ label, reply: () => reply });

const TEST_COMMAND = "node --test --test-reporter=tap";

/** What the scripted model does, one step per request. */
const steps: readonly Step[] = [
  fixed("look around", call("bash", { command: "ls -R" })),
  fixed(
    "find the rounding",
    call("bash", { command: "grep -rn -i 'round\\|toCents' README.md docs src test" }),
  ),
  fixed("read the rules", call("read", { path: "docs/pricing.md" })),
  fixed("read the cart", call("read", { path: "src/cart.mjs" })),
  fixed("run the tests", call("bash", { command: TEST_COMMAND })),
  fixed("read the catalog", call("read", { path: "data/catalog.json" })),
  fixed("read money.mjs", call("read", { path: BUG.path })),
  fixed(
    "mend the rounding",
    call("edit", { path: BUG.path, edits: [{ oldText: BUG.oldText, newText: BUG.newText }] }),
  ),
  fixed("run them again", call("bash", { command: TEST_COMMAND })),
  fixed("final reply", { text: "toCents cut off half cents instead of rounding them. All tests pass now." }),
  {
    label: "get the test run back",
    recovers: true,
    reply: (request) => call("context_tree_query", { toolCallIds: [refOf(request, "not ok")] }),
  },
  {
    label: "look up one line",
    recovers: true,
    reply: (request) =>
      call("context_tree_query", {
        toolCallIds: [refOf(request, "catalog")],
        pattern: "SKU-0217",
        context: 4,
      }),
  },
  fixed("final reply", { text: "It expected 221 cents in test/cart.test.mjs; SKU-0217 stands on shelf B8." }),
];

/** The steps of a run, in order: `prunes` tells whether results are pruned in it. */
export const stepsOf = (prunes: boolean): readonly Step[] => steps.filter((step) => prunes || !step.recovers);

/** Answers the n-th request by the n-th step. */
export function scriptOf(prunes: boolean): (request: RecordedRequest) => Reply {
  const script = stepsOf(prunes);
  return (request) => script[request.index]?.reply(request) ?? { text: "(nothing more to do)" };
}

/** The ref of the first stub that tells of `what`, as a model would read it. */
function refOf(request: RecordedRequest, what: string): string {
  for (const text of textsIn(request.body)) {
    const ref = /^\[pruned · ref `(t\d+)`/.exec(text)?.[1];
    if (ref && text.includes(what)) return ref;
  }
  return "t1";
}

/** Every string in a request body. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const inside of Object.values(value)) yield* textsIn(inside);
}
