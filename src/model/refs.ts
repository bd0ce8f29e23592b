/** The name the model uses for one archived call: `t1`, `t2`, ... */
export type ShortRef = string & { readonly __shortRef: true };

export const shortRef = (number: number): ShortRef => `t${number}` as ShortRef;

// Numbers beyond 15 digits cannot be counted on from: a damaged file must not make all later names the same.
export const isShortRef = (text: string): text is ShortRef => /^t[1-9][0-9]{0,14}$/.test(text);

/** The number in a ref or block id (`t7`, `b2`); 0 when it is neither. */
export const nameNumber = (name: string): number => Number(/^[tb]([1-9][0-9]{0,14})$/.exec(name)?.[1] ?? 0);
