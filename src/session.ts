import { type Calibration, isNews } from "./economics/calibration.ts";
import { protectionEffect, recordedArguments } from "./flush/protection-effect.ts";
import type { EntryData, PruneEntry } from "./model/entries.ts";
import type { Messages } from "./model/message.ts";
import type { HostSession, Usage } from "./ports.ts";
import { pruneMessages } from "./render/prune-messages.ts";
import { RenderMemo } from "./render/render-memo.ts";
import type { Diagnostic } from "./render/transform.ts";
import type { ProtectionRule } from "./settings/protection.ts";
import { Journal } from "./state/journal.ts";
import { type FileNames, type Kept, namesInFile, noteNames } from "./state/names.ts";
import type { PruneState } from "./state/state.ts";
import { statsEntry } from "./state/stats-entry.ts";

/** What a branch holds for the model, and what of it is sent. */
export interface SessionView {
  readonly messages: Messages;
  readonly rendered: Messages;
}

/** What work that was begun in a session may still write to it. */
export interface Ends {
  /** The session or its branch has ended meanwhile: nothing more is written. */
  readonly isOver: () => boolean;
  /** Neither has, nor was the work broken off. */
  readonly mayWrite: () => boolean;
  /** Writes down what was paid for, as it comes, whatever becomes of the work. */
  readonly keep: (texts: EntryData<"context-prune-texts">) => void;
}

/** Everything that lives and dies with one branch. Reload and tree navigation replace it whole. */
export class Session {
  readonly host: HostSession;
  readonly journal: Journal;
  readonly names: FileNames;
  readonly memo = new RenderMemo();
  /** Ends with the session, and with it every flush that was begun in it. */
  readonly closing = new AbortController();
  /** What the latest render noted and no entry says yet. */
  unwritten: Diagnostic[] = [];
  /** Fingerprint of the rule of protection that the records were last compared with. */
  rule: PruneState["protection"];

  constructor(host: HostSession) {
    this.host = host;
    this.journal = new Journal(host.branchEntries(), host.append);
    this.names = namesInFile(host.fileEntries(), host.fileSummaries());
    this.rule = this.journal.state.protection;
  }

  /** What was paid for before. */
  get kept(): Kept {
    return { ...this.names, skips: this.journal.state.skips };
  }

  preview(): SessionView {
    const messages = this.host.branch().flatMap((each) => (each.inContext ? [each.message] : []));
    const rendered = pruneMessages(messages, { state: this.journal.state, report: () => {} });
    return { messages, rendered };
  }

  /** Records how a model counts, where the session does not say so already. */
  calibrate(learned: Calibration): void {
    if (isNews(this.journal.state.calibrations.get(learned.model), learned))
      this.write({ type: "context-prune-calibration", data: learned });
  }

  /** Records what model calls cost. */
  spent(usage: Usage): void {
    this.writeAll(statsEntry(usage, this.journal.state));
  }

  /** Counts what texts cost whose work never came to its end: it was killed, or the host refused the rest. */
  countLeft(): void {
    this.spent(this.journal.state.uncounted);
  }

  /** Writes down what was paid for. A refusal must not cost what is still to come: what is recorded meets it again. */
  keep(data: EntryData<"context-prune-texts">): void {
    try {
      this.write({ type: "context-prune-texts", data });
    } catch {
      return;
    }
  }

  writeAll(entries: readonly PruneEntry[]): void {
    for (const entry of entries) this.write(entry);
  }

  /** Writes what the latest render noted, once per cause in the session file. */
  writeDiagnostics(): void {
    for (const { kind, key, detail } of this.unwritten.splice(0)) {
      if (this.names.diagnosed.has(`${kind}\0${key}`)) continue;
      this.write({ type: "context-prune-diagnostic", data: { kind, key, detail } });
    }
  }

  /** Records what a rule of protection changes about earlier records: a look at all of them where the rule is new. */
  protect(rule: ProtectionRule): void {
    const { state } = this.journal;
    if (!state.enabled || this.rule === rule.fingerprint) return;
    const effect = protectionEffect({ state, rule, argumentsOf: recordedArguments(this.host.branch) });
    if (effect) this.write(effect);
    this.rule = rule.fingerprint;
  }

  /** Throws when the host refuses the entry, and then nothing has happened. */
  write(entry: PruneEntry): void {
    this.journal.commit(entry);
    noteNames(this.names, entry);
  }
}
