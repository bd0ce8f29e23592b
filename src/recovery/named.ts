/** The elements of `toolCallIds` that arguments stand for, in every form that models send; none where nothing is named. */
export function namedIn(input: unknown): string[] {
  const { toolCallIds, toolCallId, ids, refs, ref, pattern } = givenIn(input);
  const named = textsIn(toolCallIds ?? toolCallId ?? ids ?? refs ?? ref);
  return named.length === 0 && textIn(pattern) !== undefined ? ["*"] : named;
}

/** Arguments as an object: what is none can only be the names. */
export const givenIn = (input: unknown): Readonly<Record<string, unknown>> =>
  isObject(input) ? input : { toolCallIds: input };

export function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textIn(item) ?? []);
  const text = textIn(value);
  return text === undefined ? [] : [text];
}

/** A parameter as text; undefined for what is none or empty. */
export function textIn(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
