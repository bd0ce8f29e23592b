import { type Static, Type } from "@sinclair/typebox";

const MAX_CONTEXT = 20;

/** What the model sees of the parameters. `toolCallIds` alone is the reference's form. */
export const QueryParameters = Type.Object({
  toolCallIds: Type.Array(Type.String(), {
    description: 'Refs, as ["t7"] or ["t3..t6"]; ["*"] with a pattern searches all.',
  }),
  pattern: Type.Optional(
    Type.String({
      description: "Only lines matching this regular expression.",
    }),
  ),
  context: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_CONTEXT, description: "Lines around a match." }),
  ),
  lines: Type.Optional(
    Type.String({
      description: 'A part: "120-180", "-40" (last 40), "12:0-4000" (characters of a line).',
    }),
  ),
  args: Type.Optional(Type.Boolean({ description: "The arguments instead of the output." })),
});
export type QueryParameters = Static<typeof QueryParameters>;

/** Brings the forms that models send for these parameters into the declared one; what cannot be read is left out. */
export function prepareArguments(input: unknown): QueryParameters {
  const given = isObject(input) ? input : { toolCallIds: input };
  const { toolCallIds, toolCallId, ids, refs, ref, pattern, context, lines, args } = given;
  const text = textParameter(pattern);
  const named = namesIn(toolCallIds ?? toolCallId ?? ids ?? refs ?? ref);
  const range = Array.isArray(lines) ? textParameter(namesIn(lines).join("-")) : textParameter(lines);
  const around = Number(textParameter(context) ?? Number.NaN);
  return {
    toolCallIds: named.length === 0 && text !== undefined ? ["*"] : named,
    ...(text !== undefined && { pattern: text }),
    ...(Number.isFinite(around) && { context: Math.max(0, Math.min(MAX_CONTEXT, Math.floor(around))) }),
    ...(range !== undefined && { lines: range }),
    ...((args === true || /^true$/i.test(textParameter(args) ?? "")) && { args: true }),
  };
}

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textParameter(item) ?? []);
  const text = textParameter(value);
  return text === undefined ? [] : [text];
}

function textParameter(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
