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

/** Properties are tried on the same cases in every run, as many as are asked for. */
const properties = { setupFiles: ["test/support/seed.ts"], testTimeout: 300_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...properties,
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/laws/**", "test/host/**", "test/e2e/**"],
        },
      },
      { test: { ...properties, name: "laws", include: ["test/laws/**/*.test.ts"] } },
      { test: { ...properties, name: "host", include: ["test/host/**/*.test.ts"] } },
      endToEnd("a"),
      endToEnd("b"),
    ],
  },
});
