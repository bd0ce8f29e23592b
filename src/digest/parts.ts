const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
const SHORTEST_PART = 4;

const isLower = (code: number) => code >= 97 && code <= 122;
const isUpper = (code: number) => code >= 65 && code <= 90;
const isLetter = (code: number) => isLower(code) || isUpper(code) || code >= 0xc0;
const lowered = (code: number) => (isUpper(code) ? code + 32 : code);

/**
 * Whether a part of an identifier or path (`getMarkdownTheme` has `markdown` and `theme`) passes `test`; parts are
 * given by the hash of their lower case and have at least four letters. Stops at the first that does.
 */
export function somePart(text: string, start: number, end: number, test: (part: number) => boolean): boolean {
  for (let at = start; at < end; ) {
    const partEnd = endOfPart(text, at, end);
    if (partEnd - at >= SHORTEST_PART && test(hashPart(text, at, partEnd))) return true;
    at = Math.max(partEnd, at + 1);
  }
  return false;
}

function endOfPart(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isLetter(text.charCodeAt(at)) && !(at > start && beginsPart(text, at))) at++;
  return at;
}

const beginsPart = (text: string, at: number) =>
  isUpper(text.charCodeAt(at)) && isLower(text.charCodeAt(at - 1));

function hashPart(text: string, start: number, end: number): number {
  let hash = BASIS;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ lowered(text.charCodeAt(i)), PRIME);
  return hash | 0;
}
