// Opens a session file, spills and flushes it, and keeps what a kill at each write to the disk would leave: a copy of the
// session's folder from before the write, and one with half of it. At one write it really kills itself. `killed-flush.ts`
// starts it with Node 22, which runs the sources as they are, and types both ends.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join, relative } from "node:path";

const { managerModule, file, copies, killAt } = JSON.parse(process.argv[2]);
const { SessionManager } = await import(managerModule);
const { flushWhole } = await import("./whole-flush.ts");

const folder = dirname(file);
const { appendFileSync, cpSync, openSync } = fs;
const paths = new Map();
let writes = 0;
let isCopying = false;

const session = SessionManager.open(file);
watchWrites();
await flushWhole(session);
process.stdout.write(`WRITES ${writes}\n`);

function watchWrites() {
  for (const name of ["appendFileSync", "writeFileSync", "mkdirSync", "renameSync"]) {
    const original = fs[name];
    fs[name] = (target, data, ...rest) => {
      beforeWrite(paths.get(target) ?? target, name.endsWith("FileSync") ? data : undefined);
      return original(target, data, ...rest);
    };
  }
  fs.openSync = (path, flags, ...rest) => {
    if (/[wa]/.test(String(flags))) beforeWrite(path, undefined);
    const descriptor = openSync(path, flags, ...rest);
    paths.set(descriptor, path);
    return descriptor;
  };
  syncBuiltinESMExports();
}

function beforeWrite(path, data) {
  if (isCopying) return;
  isCopying = true;
  writes++;
  if (writes === killAt) {
    process.kill(process.pid, "SIGKILL");
    // The signal comes before anything else is written.
    for (;;);
  }
  copyFolder(String(writes));
  if (data !== undefined) {
    copyFolder(`${writes}-torn`);
    appendFileSync(join(copies, `${writes}-torn`, relative(folder, path)), data.slice(0, data.length / 2));
  }
  isCopying = false;
}

function copyFolder(name) {
  cpSync(folder, join(copies, name), { recursive: true });
}
