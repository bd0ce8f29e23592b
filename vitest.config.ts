import { defineConfig } from "vitest/config";

/** A real Pi takes seconds to start: the end-to-end projects get their own clock and few workers. */
const endToEnd = (host: "a" | "b") => ({
  test: {
    name: `e2e-${host}`,
    include: ["test/e2e/**/*.test.ts"],
    env: { PI_HOST: host },
    testTimeout: 120_000,
    hookTimeout: 240_000,
    retry: 0,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          setupFiles: ["test/support/seed.ts"],
          include: ["test/**/*.test.ts"],
          exclude: ["test/laws/**", "test/host/**", "test/e2e/**"],
        },
      },
      {
        test: {
          name: "laws",
          setupFiles: ["test/support/seed.ts"],
          include: ["test/laws/**/*.test.ts"],
          testTimeout: 300_000,
        },
      },
      { test: { name: "host", include: ["test/host/**/*.test.ts"], testTimeout: 60_000 } },
      endToEnd("a"),
      endToEnd("b"),
    ],
  },
});
