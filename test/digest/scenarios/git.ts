import { type Scenario, shell } from "../scenario.ts";

const identity = "git init -q -b main && git config user.name Dev && git config user.email dev@example.com";
const dated = (n: number) =>
  `GIT_AUTHOR_DATE='2026-02-0${n} 10:00:00 +0000' GIT_COMMITTER_DATE='2026-02-0${n} 10:00:00 +0000'`;
const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, i) => `${word} ${i}\n`).join("");

const files = {
  "src/server.ts": `export function listen(port: number) {\n${lines(30, "  // step")}}\n`,
  "src/router.ts": `export const routes = [\n${lines(20, "  // route")}];\n`,
  "README.md": lines(12, "text"),
  "docs/guide.md": lines(12, "guide"),
};
const history = [
  identity,
  `git add README.md && ${dated(1)} git commit -qm "docs: a first readme"`,
  `git add src/server.ts && ${dated(2)} git commit -qm "server: listens on a port"`,
  `git add src/router.ts && ${dated(3)} git commit -qm "router: knows its routes"`,
  `git add docs && ${dated(4)} git commit -qm "docs: a guide for operators"`,
];
const edited = [
  ...history,
  "sed -i 's/step 3/openSocket(port)/; s/step 20/closeIdleConnections()/' src/server.ts",
  "sed -i 's/route 5/addRoute(\"\\/health\")/' src/router.ts && rm docs/guide.md",
  "printf 'export const retryLimit = 5;\\n' > src/retry.ts && git add src/retry.ts && printf 'secret' > .env.local",
];

export const gitScenarios: readonly Scenario[] = [
  shell("git-status", "git status", {
    files,
    before: edited,
    facts: {
      counts: ["On branch main"],
      paths: ["src/retry.ts", "src/server.ts", "src/router.ts", "docs/guide.md", ".env.local"],
    },
  }),
  shell("git-status-short", "git status --short", {
    files,
    before: edited,
    facts: { paths: ["src/retry.ts", "src/server.ts", "src/router.ts", "docs/guide.md", ".env.local"] },
  }),
  shell("git-log-oneline", "git log --oneline", {
    files,
    before: history,
    facts: {
      counts: [
        "docs: a guide for operators",
        "router: knows its routes",
        "server: listens on a port",
        "docs: a first readme",
      ],
    },
  }),
  shell("git-log", "git log", {
    files,
    before: history,
    facts: {
      counts: ["docs: a guide for operators", "router: knows its routes", "server: listens on a port"],
    },
  }),
  shell("git-diff", "git diff HEAD", {
    files,
    before: edited,
    facts: {
      counts: [
        "src/server.ts +2 -2",
        "src/router.ts +1 -1",
        "src/retry.ts +1 -0",
        "docs/guide.md (deleted) +0 -12",
      ],
      errors: ["closeIdleConnections", "retryLimit"],
      paths: ["src/server.ts", "src/router.ts", "src/retry.ts", "docs/guide.md"],
    },
  }),
  shell("git-diff-stat", "git diff --stat HEAD", {
    files,
    before: edited,
    facts: {
      counts: ["4 files changed, 4 insertions(+), 15 deletions(-)"],
      paths: ["src/server.ts", "src/retry.ts"],
    },
  }),
  shell("git-show", "git show HEAD~1", {
    files,
    before: history,
    facts: { counts: ["router: knows its routes", "src/router.ts +22 -0"], paths: ["src/router.ts"] },
  }),
  shell("git-commit", "git add -A && git commit -m 'server: closes idle connections'", {
    files,
    before: edited,
    facts: {
      counts: ["server: closes idle connections", "5 files changed"],
      paths: ["src/retry.ts", "docs/guide.md"],
    },
  }),
  shell("git-conflict", "git merge feature", {
    files,
    before: [
      ...history,
      "git checkout -q -b feature && sed -i 's/step 3/fromFeature()/' src/server.ts && git commit -qam 'feature side'",
      "git checkout -q main && sed -i 's/step 3/fromMain()/' src/server.ts && git commit -qam 'main side'",
    ],
    facts: {
      outcome: "exit 1",
      errors: ["CONFLICT (content): Merge conflict in src/server.ts", "Automatic merge failed"],
    },
  }),
  shell("git-push-rejected", "git push origin main", {
    files,
    before: [
      ...history,
      "git init -q --bare remote.git && git remote add origin ./remote.git && git push -q origin main",
      "git clone -q remote.git other && cd other && git config user.name Dev && git config user.email dev@example.com && git checkout -q main && git commit -q --allow-empty -m other && git push -q origin main",
      "git commit -q --allow-empty -m mine",
    ],
    facts: { outcome: "exit 1", errors: ["[rejected]", "failed to push some refs to", "fetch first"] },
  }),
  shell("git-unknown-path", "git checkout no-such-branch", {
    files,
    before: history,
    facts: {
      outcome: "exit 1",
      errors: ["error: pathspec 'no-such-branch' did not match any file(s) known to git"],
    },
  }),
  shell("git-branches", "git branch -a -vv", {
    files,
    before: [...history, "for n in 1 2 3 4 5 6; do git branch topic/task-$n; done"],
    facts: { paths: ["topic/task-1", "topic/task-6"], counts: ["* main"] },
  }),
];
