import { outcomeOf } from "../digest/outcome.ts";
import type { CapturedCall } from "../model/batch.ts";
import { imagesOf, textOf } from "../model/message.ts";

// "no errors" and "0 failed" say the opposite of what they name.
const DENIALS =
  /\b(?:no|zero|0|without(?: any)?|not any|ohne|keine?|sans|sin|sem|senza)\s+(?:\p{L}+\s+)?(?:error|fail|warning|issue|fehler|erreur|fallo|erro)\p{L}*/giu;
const MENTIONS =
  /\bfail|error\b|errors\b|exit(?:ed|s)?(?: with)?(?: code| status)? -?[1-9]|non-?zero|time[ds]?[ -]?out|abort|cancel|denied|not found|no such|exception|panic|crash|refused|reject|unable|could(?: not|n['’]t)|can(?:not|['’]t)|invalid|missing|killed|失败|错误|出错|异常|超时|中止|失敗|エラー|例外|실패|오류|ошибк|не удал|сбой|прерван|fall[oóaó]|fracas|échou|échec|erreur|fehl|gescheitert|abgebrochen|falh|\berro\b|errore|fallit/iu;

/** The lines of a call; those of a failed one say that it failed, whatever the model wrote. */
export function statingFailure(call: CapturedCall, lines: string): string {
  if (!call.isError || MENTIONS.test(lines.replace(DENIALS, ""))) return lines;
  const outcome = outcomeOf({
    toolName: call.toolName,
    args: call.args,
    text: textOf(call.content),
    isError: call.isError,
    imageCount: imagesOf(call.content).length,
  });
  const fact =
    outcome === undefined || outcome === "error" ? "The call failed." : `The call failed (${outcome}).`;
  return lines === "" ? fact : `${fact}\n${lines}`;
}
