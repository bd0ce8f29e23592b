import { spill } from "../../src/flush/spill.ts";
import type { BranchMessage } from "../../src/model/branch.ts";
import type { PruneEntry } from "../../src/model/entries.ts";
import { type Messages, textOf } from "../../src/model/message.ts";
import { pruneMessages } from "../../src/render/prune-messages.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { namesInFile } from "../../src/state/names.ts";
import { fold } from "../../src/state/reducers.ts";
import { memoryBlobs } from "./blobs.ts";
import { calls, type Line, longText, result, user } from "./transcript.ts";

/** Settings under which `large` is large. */
export const settings = { ...defaultSettings, spillThreshold: 5000, spillPreviewBytes: 300 };
export const large = longText(200, 1);

export interface SpillOptions {
  readonly before?: readonly PruneEntry[];
  readonly settings?: Partial<typeof settings>;
  readonly messages?: Messages;
  readonly isProtected?: (toolName: string) => boolean;
  readonly blobs?: ReturnType<typeof memoryBlobs>;
}

/** One look at a branch: what it puts into files, and what it writes. */
export function spilled(branch: readonly BranchMessage[], options: SpillOptions = {}) {
  const { before = [], blobs = memoryBlobs(), messages, isProtected = () => false } = options;
  const { entries, failures } = spill(
    {
      branch,
      ...(messages && { messages }),
      state: fold(before),
      settings: { ...settings, ...options.settings },
      isProtected,
      firstRef: namesInFile(before).nextRef,
    },
    blobs,
  );
  return { entries: [...before, ...entries], written: entries, failures, texts: [...blobs.texts] };
}

/** The results as the model sees them. */
export const shown = (branch: readonly BranchMessage[], entries: readonly PruneEntry[]) =>
  pruneMessages(
    branch.map(({ message }) => message),
    { state: fold(entries), report: () => {} },
  ).flatMap((message) => (message.role === "toolResult" ? [textOf(message.content)] : []));

/** A prompt and one call with this result. */
export const one = (text: string, options: Parameters<typeof result>[1] = {}): Line[] => [
  user(),
  calls("a"),
  result("a", { text, ...options }),
];
