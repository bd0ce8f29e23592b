/** The summary lines of a stub: what stands between its header and its recovery line. */
export const stubLines = (stub: string): string => stub.split("\n").slice(1, -1).join("\n");
