import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { expect, it } from "vitest";
import { restoreTool } from "../../src/host/restore-tool.ts";

type Note = { readonly toolsAdded?: readonly string[]; readonly toolsRemoved?: readonly string[] };

interface Case {
  readonly what: string;
  readonly registered: readonly string[];
  readonly active: readonly string[];
  readonly notes: readonly Note[];
  /** The tools that are active afterwards. */
  readonly expected: readonly string[];
}

const QUERY = "context_tree_query";

const cases: readonly Case[] = [
  {
    what: "that the session says was taken away",
    registered: ["bash", QUERY],
    active: ["bash"],
    notes: [{ toolsAdded: ["bash", QUERY] }, { toolsRemoved: [QUERY] }],
    expected: ["bash", QUERY],
  },
  {
    what: "not when it was left out on the command line",
    registered: ["bash"],
    active: ["bash"],
    notes: [{ toolsAdded: ["bash", QUERY] }, { toolsRemoved: [QUERY] }],
    expected: ["bash"],
  },
  {
    what: "not when something else than the session switched it off",
    registered: ["bash", QUERY],
    active: ["bash"],
    notes: [{ toolsAdded: ["bash"] }],
    expected: ["bash"],
  },
  {
    what: "not when it was given back before and switched off since",
    registered: ["bash", QUERY],
    active: ["bash"],
    notes: [{ toolsRemoved: [QUERY] }, { toolsAdded: [QUERY] }, { toolsRemoved: ["read"] }],
    expected: ["bash"],
  },
  {
    what: "not twice",
    registered: ["bash", QUERY],
    active: ["bash", QUERY],
    notes: [{ toolsRemoved: [QUERY] }],
    expected: ["bash", QUERY],
  },
];

const named = (names: readonly string[] | undefined) => names?.map((name) => ({ name }));

it.each(cases)("restores a tool $what", ({ registered, active, notes, expected }) => {
  let current = [...active];
  const entries = notes.map(({ toolsAdded, toolsRemoved }, index) => ({
    type: "message",
    id: `e${index}`,
    parentId: index === 0 ? null : `e${index - 1}`,
    message: { role: "system", toolsAdded: named(toolsAdded), toolsRemoved: named(toolsRemoved) },
  }));
  // The parts of the host that are asked, and no more.
  const pi = {
    getActiveTools: () => current,
    getAllTools: () => named(registered),
    setActiveTools: (names: string[]) => {
      current = names;
    },
  } as unknown as ExtensionAPI;
  const sessionManager = {
    getLeafEntry: () => entries.at(-1),
    getEntry: (id: string) => entries.find((entry) => entry.id === id),
  };
  restoreTool(pi, { sessionManager } as unknown as ExtensionContext, QUERY);
  expect(current).toEqual(expected);
});
