import { TextMaker, type TextMakerParts } from "../../src/flush/text-maker.ts";
import type { CapturedCall } from "../../src/model/batch.ts";
import type { SummarizeAll } from "../../src/ports.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import {
  digestWith,
  type Remember,
  type SummarizeParts,
  type Summarizer,
  summarizeWith,
} from "./summarizers.ts";

/** The product's own texts, made ahead or not, over whoever answers in the flush that runs. */
export class PlayedTexts {
  readonly make: SummarizeAll;
  #answer: SummarizeAll = () => [];
  #basis = "";

  constructor(kept: TextMakerParts["kept"], remember: Remember) {
    const digest = (call: CapturedCall) => {
      const text = digestWith(defaultSettings)(call);
      remember(call.entryId ?? "", text);
      return text;
    };
    const summarizeAll: TextMakerParts["summarizer"]["summarizeAll"] = async (batches, optionsFor) => {
      const results = await this.#answer(batches, {});
      for (const [index, result] of results.entries()) optionsFor(index).onDone?.(result);
      return results;
    };
    this.make = new TextMaker({
      summarizer: { summarizeAll },
      digest,
      userText: () => undefined,
      basis: () => this.#basis,
      hurry: () => new AbortController().signal,
      kept,
    }).make;
  }

  begin(summarizer: Summarizer, parts: SummarizeParts): void {
    this.#answer = summarizeWith(summarizer, parts);
    this.#basis = JSON.stringify([summarizer, parts.settings]);
  }
}
