import { type Calibration, isNews } from "./economics/calibration.ts";
import type { PruneEntry } from "./model/entries.ts";
import type { HostSession } from "./ports.ts";
import { RenderMemo } from "./render/render-memo.ts";
import type { Diagnostic } from "./render/transform.ts";
import { Journal } from "./state/journal.ts";
import { type FileNames, namesInFile, noteNames } from "./state/names.ts";
import type { PruneState } from "./state/state.ts";

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

  /** Records how a model counts, where the session does not say so already. */
  calibrate(learned: Calibration): void {
    if (isNews(this.journal.state.calibrations.get(learned.model), learned))
      this.write({ type: "context-prune-calibration", data: learned });
  }

  /** Throws when the host refuses the entry, and then nothing has happened. */
  write(entry: PruneEntry): void {
    this.journal.commit(entry);
    noteNames(this.names, entry);
  }
}
