import { isDeepStrictEqual } from "node:util";
import { sessionArchive } from "../../../src/host/archive.ts";
import type { SessionReader } from "../../../src/host/branch.ts";
import { pruneEntries } from "../../../src/host/prune-entries.ts";
import { resultBlocks } from "../../../src/model/message.ts";
import { type ArchivedCall, isMissing, type MissingCall } from "../../../src/recovery/archive.ts";
import { callsNamed } from "../../../src/recovery/find.ts";
import { fold } from "../../../src/state/reducers.ts";
import { hosts } from "../host-transforms.ts";
import type { Recording } from "./recording.ts";
import type { Replayed } from "./replay.ts";
import { recordedId } from "./short-id.ts";

/**
 * Whatever went wrong in a replay, one line each: what the provider refused, what the extensions reported, and every
 * ref that does not bring back what was recorded for its call, to the byte.
 */
export const faultsOf = (replayed: Replayed, recording: Recording): readonly string[] => [
  ...replayed.loopback.violations.map(
    ({ request, violation }) => `request ${request.index} was refused: ${violation.message}`,
  ),
  ...reported(replayed),
  ...unresolved(replayed, recording),
];

function reported({ rpc }: Replayed): readonly string[] {
  return rpc.records.flatMap((record) => {
    if (record.type === "extension_error") return [`extension error: ${String(record.error)}`];
    const isFailure = record.method === "notify" && /^pruner: .* failed \(/.test(String(record.message));
    return isFailure ? [String(record.message)] : [];
  });
}

function unresolved({ sessionFile }: Replayed, recording: Recording): readonly string[] {
  const session = openedSession(sessionFile);
  const branch = fold(pruneEntries(session.getBranch()));
  const archive = sessionArchive(session);
  const calls = recording.prompts.flatMap(({ turns }) => turns.flatMap(({ reply }) => reply.toolCalls ?? []));
  const inputs = new Map(calls.map((call) => [call.id, call.input] as const));
  return [...branch.keyOfRef.keys()].flatMap((ref) => {
    const found = callsNamed(ref, { branch, file: () => branch });
    const [call] = found;
    if (!call || found.length > 1) return [`${ref} names ${found.length} calls`];
    const id = recordedId(call.record.toolCallId);
    const expected = { content: recording.answers[id]?.[0]?.content, args: inputs.get(id) };
    return differences(archive.read(call.key, call.record), expected).map(
      (what) => `${ref} (${id}): ${what}`,
    );
  });
}

function differences(
  call: ArchivedCall | MissingCall,
  expected: { readonly content: unknown; readonly args: unknown },
): readonly string[] {
  if (isMissing(call)) return [call.missing];
  return [
    ...(call.note === undefined ? [] : [call.note]),
    ...(isDeepStrictEqual(shown(call.content), shown(expected.content)) ? [] : ["other bytes"]),
    ...(isDeepStrictEqual(call.args, expected.args) ? [] : ["other arguments"]),
  ];
}

/** Text and images; a failed call has one text, whatever was recorded. */
function shown(content: unknown): readonly string[] {
  const blocks = resultBlocks(content);
  const texts = blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
  return [texts.join("\n"), ...blocks.flatMap((block) => (block.type === "image" ? [block.data] : []))];
}

function openedSession(path: string): SessionReader {
  // The tests' view of a session manager knows of sessions in memory only.
  const [host] = hosts;
  const manager = host?.SessionManager as unknown as { open: (path: string) => SessionReader };
  return manager.open(path);
}
