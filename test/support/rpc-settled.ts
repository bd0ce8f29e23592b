type Event = Readonly<Record<string, unknown>> & { readonly type: string };

/** What host A still has to finish, told from the events since a prompt: it has no event that says "settled". */
export function isQuiet(events: readonly Event[]): boolean {
  let isQuiet = false;
  for (const event of events) isQuiet = changes[event.type]?.(event) ?? isQuiet;
  return isQuiet;
}

const changes: Readonly<Record<string, (event: Event) => boolean>> = {
  agent_start: () => false,
  agent_end: () => true,
  auto_retry_start: () => false,
  // A retry that succeeded is still in the middle of its run.
  auto_retry_end: (event) => event.success !== true,
  compaction_start: () => false,
  compaction_end: (event) => event.willRetry !== true,
};
