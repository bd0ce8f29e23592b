const WORD = /[\p{L}\p{N}_$@~./-]{3,}/gu;
const MAX_LINE = 2000;
const FILE_NAME =
  /^[\w@.-]+\.(?:[cm]?[jt]sx?|json[cl]?|md|py|rs|go|java|kt|swift|c|h|cc|cpp|hpp|cs|rb|php|sh|sql|css|scss|html?|vue|svelte|ya?ml|toml|ini|lock|txt|csv|log|xml|svg|png|jpe?g|gif|pdf|zip)$/;

/**
 * The words of a text that need a source: identifiers (camelCase, snake_case, with digits), paths, file names, and
 * numbers of at least three digits. Plain words are left out.
 */
export function referencesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of text.split("\n")) {
    for (const [word] of line.slice(0, MAX_LINE).matchAll(WORD)) {
      for (const reference of referencesOf(word)) found.add(reference);
    }
  }
  return found;
}

function referencesOf(word: string): readonly string[] {
  const bare = word.replace(/^[./~@-]+(?=[\p{L}\p{N}_$])/u, "").replace(/[./~@-]+$/, "");
  return isPath(bare) ? [bare] : bare.split(/[./@~-]/).filter(isIdentifier);
}

const isPath = (word: string): boolean =>
  word.length <= 120 && (word.includes("/") ? /\p{L}{2}/u.test(word) : FILE_NAME.test(word));

function isIdentifier(word: string): boolean {
  if (/^\d+$/.test(word)) return word.length >= 3;
  if (word.length < 4 || word.length > 80) return false;
  return /[\p{Ll}\d]\p{Lu}/u.test(word) || /[\p{L}\d]_[\p{L}\d]/u.test(word) || /\p{L}\d|\d\p{L}/u.test(word);
}

const isWordCode = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95 ||
  code > 127;

/** Whether a text holds a word that is not part of a longer one. */
export function holds(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWordCode(text.charCodeAt(at - 1)) && !isWordCode(text.charCodeAt(at + word.length))) return true;
  }
  return false;
}
