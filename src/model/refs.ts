/** The name the model uses for one archived call: `t1`, `t2`, ... */
export type ShortRef = string & { readonly __shortRef: true };

export const shortRef = (number: number): ShortRef => `t${number}` as ShortRef;

export const isShortRef = (text: string): text is ShortRef => /^t[1-9][0-9]*$/.test(text);

/** The number in a ref or block id (`t7`, `b2`); 0 when it is neither. */
export const nameNumber = (name: string): number => Number(/^[tb]([1-9][0-9]*)$/.exec(name)?.[1] ?? 0);
