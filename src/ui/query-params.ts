import { type Static, Type } from "@sinclair/typebox";
import { givenIn, namedIn, textIn, textsIn } from "../recovery/named.ts";

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
  const { pattern, context, lines, args } = givenIn(input);
  const text = textIn(pattern);
  const range = Array.isArray(lines) ? textIn(textsIn(lines).join("-")) : textIn(lines);
  const around = Number(textIn(context) ?? Number.NaN);
  return {
    toolCallIds: namedIn(input),
    ...(text !== undefined && { pattern: text }),
    ...(Number.isFinite(around) && { context: Math.max(0, Math.min(MAX_CONTEXT, Math.floor(around))) }),
    ...(range !== undefined && { lines: range }),
    ...((args === true || /^true$/i.test(textIn(args) ?? "")) && { args: true }),
  };
}
