/** A pair of tags for recorded text, with a number that no text between them has. */
export interface Fence {
  readonly open: string;
  readonly close: string;
}

const NUMBER_DIGITS = 6;

/** A fence that none of `texts` can close, open or imitate: its name occurs in none of them, in any case. */
export function fenceFor(texts: readonly string[]): Fence {
  const taken = new Set<string>();
  // `tool-data-12` contains `tool-data-1`: every beginning of a number is taken with it.
  for (const text of texts)
    for (const [, digits = ""] of text.matchAll(/tool-data-(\d{1,6})/gi))
      for (let length = 1; length <= NUMBER_DIGITS; length++) taken.add(digits.slice(0, length));
  let number = 1;
  while (taken.has(String(number))) number++;
  return { open: `<tool-data-${number}>`, close: `</tool-data-${number}>` };
}
