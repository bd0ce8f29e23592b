import { type Scenario, shell } from "../scenario.ts";

const appLog = `import datetime
t = datetime.datetime(2026, 2, 3, 10, 0, 0)
for i in range(150):
    t += datetime.timedelta(milliseconds=731)
    print(f"{t.isoformat()} INFO [worker-{i % 4}] handled request id={i * 7919 % 100003} in {i * 37 % 400}ms")
    if i == 60: print(f"{t.isoformat()} ERROR [worker-1] payment 8841 failed: card declined (code 51)")
    if i % 50 == 49: print(f"{t.isoformat()} WARN [worker-3] queue length {i * 3} above limit 100")
    if i == 120: print(f"{t.isoformat()} ERROR [worker-2] cannot reach ledger.internal:5432: connection refused")
`;
const progress = `import sys, time
for i in range(0, 101):
    sys.stdout.write("\\rdownloading model.bin  %3d%% [%s%s]" % (i, "#" * (i // 4), " " * (25 - i // 4)))
sys.stdout.write("\\n")
print("saved 104857600 bytes to /tmp/model.bin in 12.4s")
`;
const korean = `for i in range(40):
    print(f"{i}번째 파일을 처리했습니다: 보고서_{i}.pdf")
print("오류: 보고서_41.pdf 파일을 찾을 수 없습니다 (error 404)")
print("완료: 성공 40, 실패 1")
`;

export const outputScenarios: readonly Scenario[] = [
  shell("app-log", "python3 app.py", {
    files: { "app.py": appLog },
    facts: {
      errors: [
        "payment 8841 failed: card declined (code 51)",
        "cannot reach ledger.internal:5432: connection refused",
      ],
      counts: ["(×150)"],
    },
  }),
  {
    name: "read-log",
    tool: "read",
    files: { "make.py": appLog },
    before: ["python3 make.py > app.log"],
    args: { path: "app.log" },
    facts: {
      errors: [
        "payment 8841 failed: card declined (code 51)",
        "cannot reach ledger.internal:5432: connection refused",
      ],
    },
  },
  shell("progress-bar", "python3 get.py", {
    files: { "get.py": progress },
    facts: { counts: ["100%", "saved 104857600 bytes"], paths: ["/tmp/model.bin"] },
  }),
  shell(
    "repeated-lines",
    "for i in $(seq 1 300); do echo \"copied asset $i to dist\"; done; echo 'done: 300 assets'",
    { facts: { counts: ["(×300)", "done: 300 assets"] } },
  ),
  shell("korean", "python3 report.py", {
    files: { "report.py": korean },
    facts: {
      errors: ["보고서_41.pdf 파일을 찾을 수 없습니다 (error 404)"],
      counts: ["완료: 성공 40, 실패 1"],
    },
  }),
  shell("base64", "head -c 6000 blob.bin | base64", {
    before: ["seq 1 3000 | gzip -n > blob.bin"],
    facts: { counts: ["encoded or minified data"] },
  }),
  shell("minified", "cat bundle.min.js", {
    files: {
      "bundle.min.js": Array.from({ length: 200 }, (_, i) => `function a${i}(b,c){return b*c+${i}}`).join(
        ";",
      ),
    },
    facts: { counts: ["encoded or minified data"] },
  }),
  shell("hexdump", "od -A x -t x1z blob.bin | head -80", { before: ["seq 1 800 > blob.bin"], facts: {} }),
  shell("command-not-found", "frobnicate --version", {
    facts: { outcome: "exit 127", errors: ["frobnicate: command not found"] },
  }),
  shell("permission-denied", "./run.sh", {
    files: { "run.sh": "echo hi\n" },
    facts: { outcome: "exit 126", errors: ["./run.sh: Permission denied"] },
  }),
  {
    name: "timeout",
    args: { command: 'for i in $(seq 1 20); do echo "waiting for port $i"; done; sleep 5', timeout: 1 },
    facts: { outcome: "timed out after 1 s", errors: ["waiting for port 20"] },
  },
  shell("disk-usage", "du -a src | sort -n", {
    files: Object.fromEntries(
      Array.from({ length: 15 }, (_, i) => [`src/chunk-${i}.txt`, "x".repeat(i * 3000)]),
    ),
    facts: { paths: ["src/chunk-14.txt"] },
  }),
  shell(
    "sections",
    "echo '=== versions ==='; echo 'app 3.4.1'; echo '=== config ==='; cat app.toml; echo '=== tail ==='; tail -2 app.log",
    {
      files: {
        "app.toml": Array.from({ length: 30 }, (_, i) => `option_${i} = ${i * 8}\n`).join(""),
        "app.log": "boot\nlistening on port 7001\nworker ready\n",
      },
      facts: { counts: ["app 3.4.1"], errors: ["worker ready"] },
    },
  ),
  shell("stderr-warning", "node warn.js", {
    files: {
      "warn.js":
        'for (let i = 0; i < 30; i++) console.log("item", i);\nconsole.warn("Warning: the option `legacyMode` is deprecated, use `mode`");\nconsole.log("wrote 30 items to out/items.json");\n',
    },
    facts: {
      counts: ["wrote 30 items to out/items.json"],
      errors: ["`legacyMode` is deprecated"],
      paths: ["out/items.json"],
    },
  }),
];
