import { printEstimates } from "./digest/estimates.ts";
import { printFacts } from "./digest/facts.ts";
import { digest, ends, type Method, nothing } from "./digest/methods.ts";
import { percent, printTable } from "./digest/print.ts";
import { type Recall, recallOf, totalOf } from "./digest/recall.ts";
import { recordedSegments, type Segment } from "./digest/sessions.ts";
import { printSpeed } from "./digest/speed.ts";

const METHODS: Readonly<Record<string, Method>> = {
  "bare stub": nothing,
  "first and last lines, equal size": ends,
  digest,
};

/** Measures the digest: what later references find, which facts survive, how fast it is, how far its estimates are off. */
export async function run(): Promise<void> {
  const segments = recordedSegments();
  if (segments.length === 0)
    process.stdout.write("No recorded sessions here: what rests on them is left out.\n");
  else printRecall(segments);
  printFacts();
  printSpeed(segments);
  printEstimates(segments);
}

function printRecall(segments: readonly Segment[]): void {
  const perMethod = Object.entries(METHODS).map(([name, method]) => {
    return { name, recalls: segments.map((segment) => recallOf(segment, method)) };
  });
  const bare = totalOf(perMethod[0]?.recalls ?? []);
  printTable(
    "References of later messages that the pruned context still holds (GRR), all results but the latest 5 pruned",
    [
      ["method", "references", "lost", "GRR", "ERR", "tokens kept"],
      ...perMethod.map(({ name, recalls }) => row(name, totalOf(recalls), bare)),
    ],
  );
  const digested = perMethod.at(-1)?.recalls ?? [];
  const sessions = [...new Set(segments.map(({ session }) => session))];
  const of = (recalls: readonly Recall[], session: string) =>
    totalOf(recalls.filter((_, i) => segments[i]?.session === session));
  printTable("The digest by session", [
    ["session", "references", "lost", "GRR", "ERR", "tokens kept"],
    ...sessions.map((session) =>
      row(session, of(digested, session), of(perMethod[0]?.recalls ?? [], session)),
    ),
  ]);
}

const row = (name: string, recall: Recall, bare: Recall): readonly (string | number)[] => [
  name,
  recall.references,
  recall.lost,
  percent(recall.references - recall.lost, recall.references, 2),
  percent(bare.lost - recall.lost, bare.lost),
  percent(recall.keptTokens, recall.rawTokens),
];

if (process.argv[1]?.endsWith("bench/digest.ts") === true) await run();
