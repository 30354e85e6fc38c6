import { defineConfig } from "vitest/config";

/**
 * `npm test` runs every *.test.ts. Suites that need more than Node (terraform, a browser, other people's
 * clients) are named *.<suite>.test.ts and run by their own command, which sets TEST_SUITE.
 */
const suite = process.env.TEST_SUITE;

export default defineConfig({
  test: {
    include: suite === undefined ? ["test/**/*.test.ts"] : [`test/**/*.${suite}.test.ts`],
    exclude: ["**/node_modules/**", ...(suite === undefined ? ["test/**/*.*.test.ts"] : [])],
    globalSetup: ["test/support/template.ts"],
    // No figure of speed: only what hangs comes to these, even on a slow machine that has other work.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
