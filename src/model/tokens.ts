// Byte-pair tokenizers spend tokens where the kind of character changes, not by length. One table drives one pass:
// for each state and class of the next character, what the step costs and the state it leads to. The costs are a
// least-squares fit over recorded tool results, arguments, logs, listings and encoded data, halfway between two real
// tokenizers and scaled to Claude 4.5; another model's scale is a single factor (`economics/calibration.ts`).

const LOWER = 0;
const UPPER = 1;
const CAPITALS = 2;
const DIGIT = 3;
const DIGITS = 4;
const THREE_DIGITS = 5;
const PUNCTUATION = 6;
const NEWLINE = 7;
const SPACE = 8;
const OTHER = 9;
const STATES = 10;

const WORD_COST = 0.93;
const CAMEL_COST = 0.95;
const AFTER_CAPITALS_COST = 3;
const DIGITS_COST = 1.37;
const MARK_COST = 0.3;
const MARKS_COST = 0.78;
const SAME_MARK_COST = 0.01;
const NEWLINE_COST = 1;
const SPACES_COST = 0.32;

const classOf = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 10 || code === 13) return NEWLINE;
  if (code === 32 || code === 9) return SPACE;
  if (code >= 48 && code <= 57) return DIGIT;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 97 && code <= 122 ? LOWER : PUNCTUATION;
});

interface Step {
  readonly to: number;
  readonly cost: number;
}

const isLetter = (state: number) => state === LOWER || state === UPPER || state === CAPITALS;

function toLower(state: number): Step {
  if (state === CAPITALS) return { to: LOWER, cost: AFTER_CAPITALS_COST };
  return { to: LOWER, cost: isLetter(state) ? 0 : WORD_COST };
}

function toUpper(state: number): Step {
  if (state === UPPER || state === CAPITALS) return { to: CAPITALS, cost: 0 };
  return { to: UPPER, cost: state === LOWER ? CAMEL_COST : WORD_COST };
}

// Digits go by threes.
function toDigit(state: number): Step {
  if (state === DIGIT) return { to: DIGITS, cost: 0 };
  if (state === DIGITS) return { to: THREE_DIGITS, cost: 0 };
  return { to: DIGIT, cost: DIGITS_COST };
}

const toMark = (state: number): Step => ({
  to: PUNCTUATION,
  cost: state === PUNCTUATION ? MARK_COST : MARK_COST + MARKS_COST,
});
const toNewline = (state: number): Step => ({ to: NEWLINE, cost: state === NEWLINE ? 0 : NEWLINE_COST });
const toSpace = (state: number): Step => ({ to: SPACE, cost: state === SPACE ? 0 : SPACES_COST });

const steps: readonly (readonly [next: number, step: (state: number) => Step])[] = [
  [LOWER, toLower],
  [UPPER, toUpper],
  [DIGIT, toDigit],
  [PUNCTUATION, toMark],
  [NEWLINE, toNewline],
  [SPACE, toSpace],
];

const nextState = new Uint8Array(STATES * STATES);
const stepCost = new Float64Array(STATES * STATES);
for (const [next, step] of steps) {
  for (let state = 0; state < STATES; state++) {
    const { to, cost } = step(state);
    nextState[state * STATES + next] = to;
    stepCost[state * STATES + next] = cost;
  }
}

/**
 * Estimated tokens of a text by itself, or of its part from `start` up to `end` (UTF-16 units), unrounded. Nearly
 * additive: the weight of joined lines is the sum of their weights and one per line break.
 */
export function tokenWeight(text: string, start = 0, end = text.length): number {
  let weight = 0;
  let state = SPACE;
  let previous = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code >= 128) {
      weight += otherCosts[code >> BLOCK_BITS] ?? 0;
      state = OTHER;
    } else {
      const at = state * STATES + (classOf[code] ?? PUNCTUATION);
      state = nextState[at] ?? OTHER;
      weight += code === previous && state === PUNCTUATION ? SAME_MARK_COST : (stepCost[at] ?? 0);
    }
    previous = code;
  }
  return weight;
}

// One cost for each block of 256 code units; half a surrogate pair each: emoji and rare ideographs cost three tokens.
const SCRIPTS: readonly (readonly [below: number, cost: number])[] = [
  [0x300, 0.64],
  [0x600, 0.35],
  [0x1100, 0.48],
  [0x3000, 0.74],
  [0x3100, 1],
  [0xa000, 0.72],
  [0xac00, 0.74],
  [0xd800, 0.94],
  [0xe000, 1.55],
  [0x10000, 0.74],
];
const BLOCK_BITS = 8;
const otherCosts = Float64Array.from({ length: 256 }, (_, block) => {
  const script = SCRIPTS.find(([below]) => block << BLOCK_BITS < below);
  return script?.[1] ?? 0;
});
