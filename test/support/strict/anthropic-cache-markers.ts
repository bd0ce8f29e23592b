import { blocksOf, type Message } from "./anthropic-messages.ts";
import { firstViolation, isRecord, type Json, refuse, type Violation } from "./violation.ts";

const MAX_MARKERS = 4;

/** At most four cache breakpoints, all of a known kind, none of an hour behind one of five minutes. */
export function checkCacheMarkers(body: Json, messages: readonly Message[]): Violation | undefined {
  const markers = [...listOf(body.tools), ...listOf(body.system), ...messages.flatMap(blocksOf)]
    .flatMap((block) => [...listOf(block.content), block])
    .flatMap((block) =>
      block.cache_control === undefined || block.cache_control === null ? [] : [block.cache_control],
    );
  if (markers.length > MAX_MARKERS) {
    return refuse(
      `A maximum of ${MAX_MARKERS} blocks with cache_control may be provided. Found ${markers.length}.`,
    );
  }
  const firstShort = markers.findIndex((marker) => isRecord(marker) && marker.ttl !== "1h");
  return firstViolation(markers, (marker, index) => {
    if (!isRecord(marker) || marker.type !== "ephemeral")
      return refuse("cache_control.type: Input should be 'ephemeral'");
    if (marker.ttl !== undefined && marker.ttl !== "5m" && marker.ttl !== "1h") {
      return refuse("cache_control.ephemeral.ttl: Input should be '5m' or '1h'");
    }
    return marker.ttl === "1h" && firstShort >= 0 && firstShort < index
      ? refuse(
          "cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
        )
      : undefined;
  });
}

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
