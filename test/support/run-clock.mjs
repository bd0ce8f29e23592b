import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

/**
 * Loaded in front of Pi with `--import`: measures, inside the process, the time from the last byte of an answer to the
 * moment at which Pi writes the record named by `RUN_CLOCK_END`, and adds it as a line, in ms, to the file named by
 * `RUN_CLOCK_FILE`. What the process that listens needs to take note of either is no part of it.
 */
const { RUN_CLOCK_END, RUN_CLOCK_FILE } = process.env;
const record = `{"type":"${RUN_CLOCK_END}"`;
let answered = 0;

subscribe("undici:request:trailers", () => {
  answered = performance.now();
});

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (chunk, ...rest) => {
  const isEnd = typeof chunk === "string" && chunk.startsWith(record);
  const ms = performance.now() - answered;
  const result = write(chunk, ...rest);
  // Behind all that Pi does at the end of a run.
  if (isEnd) setTimeout(() => appendFileSync(RUN_CLOCK_FILE, `${ms}\n`), 200);
  return result;
};
