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
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
