import { defineConfig } from "vitest/config";

/**
 * `npm test` runs every *.test.ts, and the suite postgres those of some folders again. Suites that need more
 * than Node (terraform, a browser, other people's clients) are named *.<suite>.test.ts and run by their own
 * command, which sets TEST_SUITE.
 */
const suite = process.env.TEST_SUITE;
const onPostgres = ["storage", "contract", "identity", "audit", "capabilities", "events", "nodes"];
const plain = suite === undefined || suite === "postgres";
const folders = suite === "postgres" ? onPostgres.map((folder) => `test/${folder}`) : ["test"];

export default defineConfig({
  test: {
    include: folders.map((folder) => `${folder}/**/*${plain ? "" : `.${suite}`}.test.ts`),
    exclude: ["**/node_modules/**", ...(plain ? ["test/**/*.*.test.ts"] : [])],
    globalSetup: ["test/support/template.ts"],
    // No figure of speed: only what hangs comes to these, even on a slow machine that has other work.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
