import { Type } from "@sinclair/typebox";

/** What a value is made of, and so how a person types and reads it. */
export type SettingKind = "flag" | "count" | "share" | "choice" | "list" | "model";

export type SettingValue = boolean | number | string | null | readonly string[];

/** A value the overlay offers, with a word for it where the bare value says too little. */
export type PresetInput = boolean | number | string | null | readonly [number | null, string];

/** What a setting says about itself beyond its JSON Schema. */
export interface SettingInfo {
  readonly title: string;
  readonly description: string;
  /** `/pruner <command>` shows and changes the setting. */
  readonly command: string;
  /** What a number counts, e.g. `characters`. */
  readonly unit?: string;
  readonly presets?: readonly PresetInput[];
}

/** The annotations every leaf of the schema carries; JSON Schema ignores keywords it does not know. */
export interface LeafInfo extends SettingInfo {
  readonly kind: SettingKind;
  readonly default: SettingValue;
  /** The accepted values in plain words, to follow "takes". */
  readonly expects: string;
}

// The longest a timer takes: a longer one would fire at once.
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const annotate = (kind: SettingKind, value: SettingValue, expects: string, info: SettingInfo) => ({
  ...info,
  ...({ kind, default: value, expects } satisfies Omit<LeafInfo, keyof SettingInfo>),
});

export const flag = (value: boolean, info: SettingInfo) =>
  Type.Boolean(annotate("flag", value, "true or false", { presets: [true, false], ...info }));

/** A whole number from `minimum` on; what the reference floors, the reader floors too. */
export const count = (
  value: number,
  info: SettingInfo & { readonly unit: string; readonly minimum?: number },
) => {
  const { minimum = 0, ...rest } = info;
  const expects = `a whole number of ${info.unit}, ${minimum} or more`;
  return Type.Integer({ minimum, ...annotate("count", value, expects, rest) });
};

export const milliseconds = (value: number, info: SettingInfo) =>
  Type.Integer({
    minimum: 0,
    maximum: MAX_TIMEOUT_MS,
    ...annotate("count", value, "a whole number of ms, 0 or more", { ...info, unit: "ms" }),
  });

const FRACTION = { exclusiveMinimum: 0, maximum: 1 };

type ShareInfo = SettingInfo & { readonly unit: string };

export const share = (value: number, info: ShareInfo) =>
  Type.Number({ ...FRACTION, ...annotate("share", value, fractionOf(info), info) });

/** A share that may be switched off, with null. */
export const shareOrOff = (value: number | null, info: ShareInfo) =>
  Type.Union(
    [Type.Null(), Type.Number(FRACTION)],
    annotate("share", value, `${fractionOf(info)}, or null (off)`, info),
  );

const fractionOf = ({ unit }: ShareInfo) => `a ${unit}, above 0 and up to 1`;

// `Unsafe` names the type only: the two type libraries infer it differently from a union over an array.
export const choice = <const T extends readonly string[]>(values: T, value: T[number], info: SettingInfo) =>
  Type.Unsafe<T[number]>(
    Type.Union(
      values.map((one) => Type.Literal(one)),
      annotate("choice", value, alternatives(values), { presets: values, ...info }),
    ),
  );

// Far above any real name or pattern, far below what the glob matcher refuses with an error.
const LIST_ITEM = { maxLength: 4096 };

export const list = (value: readonly string[], info: SettingInfo & { readonly unit: string }) =>
  Type.Array(Type.String(LIST_ITEM), annotate("list", value, `a list of ${info.unit}`, info));

/** Names the summarizer; `model-spec.ts` reads it. */
export const model = (value: string, info: SettingInfo) =>
  Type.String({
    pattern: "^(default|[^/\\s]+/\\S(.*\\S)?)$",
    ...annotate("model", value, "builtin/digest, default or provider/model-id", info),
  });

function alternatives(values: readonly string[]): string {
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}
