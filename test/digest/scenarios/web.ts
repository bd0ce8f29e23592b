import { type Scenario, shell } from "../scenario.ts";

const results = Array.from(
  { length: 8 },
  (_, i) =>
    `[${i + 1}] Rotating keys in relay ${i} - Operators' forum\n    https://forum.example.org/t/rotating-keys-${4400 + i}\n    ${"An operator asks how often slots should be rotated and what happens to open sessions. ".repeat(2)}`,
).join("\n");

const fetched = `URL: https://docs.example.org/relay/configuration
Content-Type: text/markdown
Status: 200

---

# Relay configuration

**Version:** 3.4
**Updated:** 2026-01-30

${Array.from({ length: 10 }, (_, i) => `## relay.option${i}\n\nSets the limit number ${i} of the relay. ${"Longer explanations follow here. ".repeat(8)}\n\n\`\`\`toml\noption${i} = ${i * 16}\n\`\`\`\n`).join("\n")}`;

const issues = JSON.stringify({
  total_count: 41,
  items: Array.from({ length: 20 }, (_, i) => ({
    number: 900 + i,
    title: `Session ${i} is dropped after rotation`,
    state: i % 2 === 0 ? "open" : "closed",
    url: `https://git.example.org/relay/issues/${900 + i}`,
    body: "Steps to reproduce: ".repeat(10),
  })),
});

export const webScenarios: readonly Scenario[] = [
  shell("curl-json", "curl -s {server}/users", {
    facts: { counts: ["30", "total: 30"], errors: ["user_0", "login"] },
  }),
  shell("curl-status", "curl -si {server}/missing/page", {
    facts: { errors: ["HTTP/1.1 404 Not Found", "no route /missing/page"] },
  }),
  shell("curl-error-json", "curl -s {server}/error", {
    facts: { errors: ["E_UPSTREAM", "upstream timed out after 3000 ms"] },
  }),
  shell("curl-html", "curl -s {server}/page", { facts: { errors: ["Release notes 4.2", "Change 1"] } }),
  shell("curl-fails", "curl -sS http://127.0.0.1:9/", {
    facts: { outcome: "exit 7", errors: ["Failed to connect to 127.0.0.1 port 9"] },
  }),
  shell("curl-verbose", "curl -v {server}/error 2>&1", {
    facts: { errors: ["HTTP/1.1 500 Internal Server Error", "E_UPSTREAM"] },
  }),
  {
    name: "web-fetch",
    tool: "web_fetch",
    args: { url: "https://docs.example.org/relay/configuration" },
    text: fetched,
    facts: {
      counts: ["Status: 200", "Version:** 3.4"],
      errors: ["Relay configuration", "relay.option0", "relay.option9"],
    },
  },
  {
    name: "web-search",
    tool: "web_search",
    args: { query: "relay rotate keys" },
    text: results,
    facts: {
      paths: Array.from({ length: 8 }, (_, i) => `forum.example.org/t/rotating-keys-${4400 + i}`),
      errors: ["Rotating keys in relay 0"],
    },
  },
  {
    name: "mcp-json",
    tool: "mcp__tracker__search_issues",
    args: { query: "rotation" },
    text: issues,
    facts: {
      counts: ["total_count: 41", "20 ×"],
      errors: ["number=900", "Session 0 is dropped after rotation"],
    },
  },
];
