import type { CacheRules } from "./cache.ts";

/** One content block of a request: tools and system prompt first, then the messages. */
export interface ModelledBlock {
  /** Equal exactly when the bytes the provider sees are equal. */
  readonly key: string;
  readonly tokens: number;
  /** The last block of its message. */
  readonly endsMessage: boolean;
}

export interface ModelledRequest {
  /** When it began, in ms since 1970. */
  readonly at: number;
  readonly blocks: readonly ModelledBlock[];
  /** Indices of the blocks that carry a breakpoint, ascending; providers that read a prefix ignore them. */
  readonly breakpoints: readonly number[];
  /** Nothing that was written before can be read: another model, other tools. */
  readonly cold: boolean;
}

/** Where the tokens of one request came from. They add up to the whole prompt. */
export interface CacheUse {
  readonly read: number;
  readonly write: number;
  readonly input: number;
}

/** What a provider holds for one session: a value, replaced with every request. */
export interface CacheState {
  readonly chains: readonly Chain[];
}

/** An earlier request, and how much of its beginning can still be read. */
interface Chain {
  readonly blocks: readonly ModelledBlock[];
  readonly entries: readonly Entry[];
}

interface Entry {
  /** In blocks from the beginning. */
  readonly length: number;
  /** ms since 1970. */
  readonly expires: number;
}

export const emptyCache: CacheState = { chains: [] };

/**
 * Sends one request through a model of the provider's cache. It knows entries, their lives, breakpoints with their
 * look-back, minimum sizes and granularity; it does not know evictions, routing or chance, so it reads at least as much
 * as a real provider does.
 */
export function sendRequest(
  state: CacheState,
  request: ModelledRequest,
  rules: CacheRules,
): { readonly use: CacheUse; readonly state: CacheState } {
  const chains = request.cold ? [] : alive(state.chains, request.at);
  const shared = chains.map((chain) => sharedLength(chain.blocks, request.blocks));
  const found = chains.flatMap((chain, index) => within(chain.entries, shared[index] ?? 0, rules));
  const sizes = cumulate(request.blocks);
  const { use, entries } = (rules.reads === "prefix" ? readPrefix : readBreakpoints)({
    request,
    rules,
    sizes,
    found,
  });
  const branches = chains.flatMap((chain, index) => behind(chain, shared[index] ?? 0));
  return { use, state: { chains: [{ blocks: request.blocks, entries }, ...branches] } };
}

interface Lookup {
  readonly request: ModelledRequest;
  readonly rules: CacheRules;
  /** Tokens of the first n blocks, by n. */
  readonly sizes: readonly number[];
  /** Entries of earlier requests that this one begins with. */
  readonly found: readonly Entry[];
}

interface Outcome {
  readonly use: CacheUse;
  readonly entries: readonly Entry[];
}

function readPrefix({ request, rules, sizes, found }: Lookup): Outcome {
  const longest = Math.max(0, ...found.map((entry) => entry.length));
  const hit = Math.floor(sizeAt(sizes, longest) / rules.granularity) * rules.granularity;
  const read = hit >= rules.minimumTokens ? hit : 0;
  const length = request.blocks.length;
  return {
    use: { read, write: 0, input: sizeAt(sizes, length) - read },
    entries: [{ length, expires: request.at + rules.lifeMs }],
  };
}

function readBreakpoints(lookup: Lookup): Outcome {
  const { request, rules, sizes, found } = lookup;
  const total = sizeAt(sizes, request.blocks.length);
  const hit = lookBack(lookup);
  const read = sizeAt(sizes, hit);
  const cached = sizeAt(sizes, (request.breakpoints.at(-1) ?? -1) + 1);
  const write = cached >= rules.minimumTokens ? Math.max(0, cached - read) : 0;
  const marked = request.breakpoints
    .map((index) => index + 1)
    .filter((length) => sizeAt(sizes, length) >= rules.minimumTokens);
  const touched = new Set(hit > 0 ? [...marked, hit] : marked);
  const expires = request.at + rules.lifeMs;
  return {
    use: { read, write, input: total - read - write },
    entries: [
      ...found.filter((entry) => !touched.has(entry.length)),
      ...[...touched].map((length) => ({ length, expires })),
    ],
  };
}

/** Length of the entry that the request's breakpoints find, the last breakpoint first; 0 without one. */
function lookBack({ request, rules, found }: Lookup): number {
  const lengths = new Set(found.map((entry) => entry.length));
  for (const mark of request.breakpoints.toReversed()) {
    let steps = 0;
    for (let index = mark; index >= 0 && steps <= rules.lookBackBlocks; index--) {
      if (rules.looksBackBy === "message" && request.blocks[index]?.endsMessage !== true) continue;
      if (lengths.has(index + 1)) return index + 1;
      steps++;
    }
  }
  return 0;
}

const alive = (chains: readonly Chain[], at: number): readonly Chain[] =>
  chains
    .map((chain) => ({ ...chain, entries: chain.entries.filter((entry) => entry.expires >= at) }))
    .filter((chain) => chain.entries.length > 0);

/** What a request that shares `length` blocks with a chain can read of it: breakpoints are matched whole. */
const within = (entries: readonly Entry[], length: number, rules: CacheRules): readonly Entry[] =>
  rules.reads === "prefix"
    ? entries.map((entry) => ({ ...entry, length: Math.min(entry.length, length) }))
    : entries.filter((entry) => entry.length <= length);

/** The part of a chain that the new request does not stand for: the entries behind the point where they part. */
function behind(chain: Chain, length: number): readonly Chain[] {
  const entries = chain.entries.filter((entry) => entry.length > length);
  return entries.length === 0 ? [] : [{ ...chain, entries }];
}

function sharedLength(one: readonly ModelledBlock[], other: readonly ModelledBlock[]): number {
  const parting = other.findIndex((block, index) => one[index]?.key !== block.key);
  return parting < 0 ? other.length : parting;
}

function cumulate(blocks: readonly ModelledBlock[]): readonly number[] {
  const sizes = [0];
  let total = 0;
  for (const block of blocks) {
    total += block.tokens;
    sizes.push(total);
  }
  return sizes;
}

const sizeAt = (sizes: readonly number[], length: number): number => sizes[length] ?? 0;
