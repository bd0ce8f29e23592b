import type { RecordedRequest } from "./loopback/script.ts";
import { stringsIn, stubsIn } from "./requests.ts";

/** All text of a request; "" without one. */
export const textIn = (request: RecordedRequest | undefined): string =>
  [...stringsIn(request?.body)].join("\n");

/** The stubs that the latest request held. */
export const stubsOfLast = (requests: readonly RecordedRequest[]): readonly string[] =>
  requests.slice(-1).flatMap(stubsIn);
