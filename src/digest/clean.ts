const ESCAPE = 0x1b;
const BELL = 0x07;
const MAX_SEQUENCE = 4096;

/**
 * A terminal's text as a reader sees it: no escape sequences, no control characters, and of a line that was drawn
 * over (`\r`, as progress bars do) only its last state. The text itself comes back when it holds none of these.
 */
export function clean(text: string): string {
  const plain = hasControls(text) ? withoutControls(text) : text;
  return plain.includes("\r") ? withoutOverwritten(plain) : plain;
}

const isControl = (code: number) =>
  (code < 32 && code !== 9 && code !== 10 && code !== 13) || (code >= 127 && code < 160);

function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isControl(text.charCodeAt(i))) return true;
  return false;
}

function withoutControls(text: string): string {
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (!isControl(code)) {
      at++;
      continue;
    }
    if (at > from) parts.push(text.slice(from, at));
    at = code === ESCAPE ? afterSequence(text, at + 1) : at + 1;
    from = at;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

function afterSequence(text: string, at: number): number {
  const kind = text[at];
  if (kind === "[") return afterControl(text, at + 1);
  if (kind === "]" || kind === "P" || kind === "_" || kind === "^") return afterString(text, at + 1);
  return kind === "(" || kind === ")" ? at + 2 : at + 1;
}

// CSI: parameters, then one final byte.
function afterControl(text: string, start: number): number {
  const limit = Math.min(text.length, start + MAX_SEQUENCE);
  let at = start;
  while (at < limit && text.charCodeAt(at) >= 0x20 && text.charCodeAt(at) < 0x40) at++;
  return at < limit && text.charCodeAt(at) < 0x7f ? at + 1 : at;
}

// OSC and its kin run to a bell or to ESC \; one that never ends loses only its introducer.
function afterString(text: string, start: number): number {
  const limit = Math.min(text.length, start + MAX_SEQUENCE);
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === BELL) return at + 1;
    if (code === ESCAPE) return text[at + 1] === "\\" ? at + 2 : at;
  }
  return start;
}

function withoutOverwritten(text: string): string {
  if (!text.replaceAll("\r\n", "\n").includes("\r")) return text.replaceAll("\r\n", "\n");
  return text
    .split("\n")
    .map((line) => lastState(line.endsWith("\r") ? line.slice(0, -1) : line))
    .join("\n");
}

function lastState(line: string): string {
  if (!line.includes("\r")) return line;
  const states = line.split("\r").filter((state) => state.trim() !== "");
  return states.at(-1) ?? "";
}
