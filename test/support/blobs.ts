import { utf8Bytes } from "../../src/model/format.ts";
import type { Blobs } from "../../src/ports.ts";

/** Sidecars in memory. */
export interface MemoryBlobs extends Blobs {
  readonly texts: ReadonlyMap<string, string>;
  /** Why writing fails; undefined while it works. */
  failure: string | undefined;
}

export function memoryBlobs(): MemoryBlobs {
  const texts = new Map<string, string>();
  return {
    texts,
    failure: undefined,
    write(key, text) {
      if (this.failure !== undefined) return { ok: false, message: this.failure };
      const path = `/blobs/${key}.txt`;
      texts.set(path, text);
      return { ok: true, path, bytes: utf8Bytes(text) };
    },
  };
}
