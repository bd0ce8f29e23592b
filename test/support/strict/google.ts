import { firstViolation, isRecord, type Json, refuse, type Violation } from "./violation.ts";

/** What a part may hold, one of these each. */
const KINDS = ["text", "inlineData", "functionCall", "functionResponse"];

/** Judges the parameters of a Gemini request as the strictest model (one that signs its calls) does. */
export function checkGoogleRequest(body: unknown): Violation | undefined {
  const contents = isRecord(body) ? body.contents : undefined;
  if (!Array.isArray(contents) || contents.length === 0) return refuse("contents is not specified");
  return firstViolation(contents, checkContent) ?? checkTurns(contents) ?? checkSignatures(contents);
}

function checkContent(content: unknown, index: number): Violation | undefined {
  const at = `contents[${index}]`;
  if (!isRecord(content) || (content.role !== "user" && content.role !== "model"))
    return refuse("Please use a valid role: user, model.");
  const parts = content.parts;
  if (!Array.isArray(parts) || parts.length === 0)
    return refuse(`${at}.parts: contents.parts must not be empty.`);
  return firstViolation(parts, (part, k) => checkPart(part, `${at}.parts[${k}]`));
}

function checkPart(part: unknown, at: string): Violation | undefined {
  const kinds = isRecord(part) ? KINDS.filter((kind) => part[kind] !== undefined) : [];
  if (!isRecord(part) || kinds.length !== 1)
    return refuse(`${at}.data: required oneof field 'data' must have one initialized field`);
  if (part.text === "")
    return refuse(`${at}: Unable to submit request because it has an empty text parameter.`);
  if (isRecord(part.functionCall) && !isRecord(part.functionCall.args))
    return refuse(`${at}.function_call.args: Proto field is not repeating, cannot start list.`);
  if (isRecord(part.functionResponse) && !isRecord(part.functionResponse.response))
    return refuse(`${at}.function_response.response: Proto field is not repeating, cannot start list.`);
  return undefined;
}

/** Calls come behind the user or behind results, and are answered at once, each by a response of its own function. */
function checkTurns(contents: readonly Json[]): Violation | undefined {
  const last = contents.at(-1);
  if (last && namesIn(last, "functionCall").length > 0)
    return refuse("Please ensure that function call turn is followed by a function response turn.");
  return firstViolation(contents, (content, index) => {
    const before = contents[index - 1] ?? {};
    return checkCalls(content, before) ?? checkResponses(content, before);
  });
}

const checkCalls = (content: Json, before: Json): Violation | undefined =>
  namesIn(content, "functionCall").length > 0 && before.role !== "user"
    ? refuse(
        "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
      )
    : undefined;

function checkResponses(content: Json, before: Json): Violation | undefined {
  const asked = namesIn(before, "functionCall");
  const answered = namesIn(content, "functionResponse");
  if (asked.length > 0 && answered.length !== asked.length)
    return refuse(
      "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    );
  return answered.length > 0 && [...answered].sort().join() !== [...asked].sort().join()
    ? refuse("Please ensure that function response turn comes immediately after a function call turn.")
    : undefined;
}

/** Since the user last said something, the first call of each step has the signature that the model gave it. */
function checkSignatures(contents: readonly Json[]): Violation | undefined {
  const from = contents.findLastIndex(
    (content) =>
      content.role === "user" && partsOf(content).some(({ functionResponse }) => !functionResponse),
  );
  return firstViolation(contents.slice(from + 1), (content) => {
    const first = partsOf(content).find(({ functionCall }) => functionCall !== undefined);
    return first && typeof first.thoughtSignature !== "string"
      ? refuse("Function call is missing a thought_signature in functionCall parts.")
      : undefined;
  });
}

const partsOf = ({ parts }: Json): readonly Json[] => (Array.isArray(parts) ? parts.filter(isRecord) : []);

const namesIn = (content: Json, kind: string): readonly string[] =>
  partsOf(content).flatMap(({ [kind]: made }) => (isRecord(made) ? [String(made.name)] : []));
