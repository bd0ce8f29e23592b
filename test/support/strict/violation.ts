/** Why a provider would refuse a request: the fields of its HTTP 400 error body. */
export interface Violation {
  readonly type: string;
  readonly message: string;
  /** OpenAI only: the path of the offending field, and its machine-readable reason. */
  readonly param?: string;
  readonly code?: string;
}

export type Json = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const refuse = (message: string, details: Omit<Violation, "type" | "message"> = {}): Violation => ({
  type: "invalid_request_error",
  message,
  ...details,
});

/** The first violation that `check` finds among `items`. */
export function firstViolation<T>(
  items: readonly T[],
  check: (item: T, index: number) => Violation | undefined,
): Violation | undefined {
  for (const [index, item] of items.entries()) {
    const violation = check(item, index);
    if (violation) return violation;
  }
  return undefined;
}

/** The first item that stands in `items` a second time. */
export function firstDuplicate(items: readonly string[]): string | undefined {
  return items.find((item, index) => items.indexOf(item) !== index);
}

/** The first key of `value` that `allowed` does not list. */
export const unknownKey = (value: Json, allowed: readonly string[]): string | undefined =>
  Object.keys(value).find((key) => !allowed.includes(key));

/** Whether half a surrogate pair stands anywhere in a JSON value, keys included: strict parsers refuse the body. */
export function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === "string") return /\p{Surrogate}/u.test(value);
  if (Array.isArray(value)) return value.some(hasLoneSurrogate);
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([key, item]) => hasLoneSurrogate(key) || hasLoneSurrogate(item));
}

/** Canonical base64 of at least one byte. */
export const isBase64 = (value: unknown): value is string =>
  typeof value === "string" &&
  value.length > 0 &&
  value.length % 4 === 0 &&
  /^[A-Za-z0-9+/]+={0,2}$/.test(value);

export const imageMediaTypes: readonly string[] = ["image/jpeg", "image/png", "image/gif", "image/webp"];

/** Whether an image stands in the URL itself: no host sends links. */
export function isImageDataUrl(url: unknown): boolean {
  const parts = /^data:([^;,]+);base64,(.*)$/s.exec(String(url));
  return parts !== null && imageMediaTypes.includes(String(parts[1])) && isBase64(parts[2]);
}
