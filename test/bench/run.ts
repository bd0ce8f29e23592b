/** `npm run bench` lists the measurements; `npm run bench -- NAME` takes one (or several) and prints its table. */
const benches: Readonly<Record<string, () => Promise<{ run(): Promise<void> }>>> = {
  latency: () => import("./latency.ts"),
  digest: () => import("./digest.ts"),
  recovery: () => import("./recovery.ts"),
  protection: () => import("./protection.ts"),
  render: () => import("./render.ts"),
  replay: () => import("./replay.ts"),
  recorded: () => import("./recorded.ts"),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0 || names.length === 0) {
  const known = Object.keys(benches).join(", ") || "none yet";
  process.stdout.write(
    `${unknown.length > 0 ? `No bench named ${unknown.join(", ")}. ` : ""}Benches: ${known}\n`,
  );
  process.exitCode = unknown.length > 0 ? 1 : 0;
}
for (const name of names) await (await benches[name]?.())?.run();
