/** One thing a query named, after the forms that models use for a ref have been told apart. */
export type Asked =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "range"; readonly from: number; readonly to: number }
  /** Every archived call, or those up to and including `upTo`. */
  | { readonly kind: "everything"; readonly upTo?: string }
  /** A label such as `[[2:read]]`: a place inside one summary, which names no call of the session. */
  | { readonly kind: "label"; readonly text: string };

// What one element of a query may hold: longer ones are cut, they are no names.
const MAX_CHARS = 8192;

// Ids of providers reach 450 characters; nothing longer is looked at for quotes around it.
const MAX_NAME = 600;

const LABEL = /(?<label>\[\[[^\][]{1,100}\]\])/;
const RANGE =
  /[[("'`]{0,3}t(?<from>\d{1,9})[`'"]?\s*(?:\.{2,3}|\u2026|[-\u2010-\u2015]|\bto\b)\s*[`'"]?t?(?<to>\d{1,9})(?=[\s,;\])"'`]|$)/;
const WORD = /(?<word>[^\s,;]+)/;
const TOKEN = new RegExp([LABEL, RANGE, WORD].map(({ source }) => source).join("|"), "gi");

const FILLER = /^(?:(?:tool)?refs?|ids?|and|to)[:=]?$/i;

/** Reads one element of `toolCallIds`; `isKnown` tells ids that stand for themselves, whatever they look like. */
export function parseAsked(text: string, isKnown: (name: string) => boolean): readonly Asked[] {
  const whole = text.trim();
  if (whole === "") return [];
  if (isKnown(whole)) return [{ kind: "name", name: whole }];
  const everything = /^[`'"]*\*(?:\.\.(.+?))?[`'"]*$/s.exec(whole);
  if (everything) return [{ kind: "everything", ...(everything[1] && { upTo: everything[1] }) }];
  return [...whole.slice(0, MAX_CHARS).matchAll(TOKEN)].flatMap(({ groups = {} }): readonly Asked[] => {
    const { label, from, to, word = "" } = groups;
    if (label !== undefined) return [{ kind: "label", text: label }];
    if (from === undefined) return parseWord(word, isKnown);
    const ends = [Number(from), Number(to)];
    return [{ kind: "range", from: Math.min(...ends), to: Math.max(...ends) }];
  });
}

function parseWord(word: string, isKnown: (name: string) => boolean): readonly Asked[] {
  if (isKnown(word) || word.length > MAX_NAME) return [{ kind: "name", name: word }];
  const bare = word.replace(/^[`'"“”‘’([{<]+|[`'"“”‘’)\]}>.:]+$/g, "");
  if (isKnown(bare)) return [{ kind: "name", name: bare }];
  if (bare === "" || FILLER.test(bare)) return [];
  const ref = /^(?:#|(?:tool)?ref[:=#]?)?t0*([1-9]\d{0,8})$/i.exec(bare);
  return [{ kind: "name", name: ref ? `t${ref[1]}` : bare }];
}
