import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/**
 * Which tests a command runs. `npm test` runs the *.test.ts on the embedded database; other suites are
 * chosen by TEST_SUITE. Those that need more than Node (terraform, a browser, other people's clients) are named
 * *.<suite>.test.ts; the suites of `places` are parts of `npm test`.
 * docs/decisions/0018-which-test-runs-where.md says why each is where it is.
 */
const suite = process.env.TEST_SUITE ?? "embedded";

const places: Readonly<Record<string, () => readonly string[]>> = {
  embedded: () => ["test/"],
  /** On PostgreSQL too: what the database decides. Locks, transactions, conflicts, collation, storage. */
  postgres: () =>
    [
      "database",
      "contract",
      "alerts",
      "identity",
      "audit",
      "features",
      "events",
      "fairness",
      "history",
      "nodes",
      "plans",
    ].map(folder),
  /** What needs no database. */
  unit: () => [
    ...["kernel", "resources", "prompt-scanner", "house"].map(folder),
    ...[
      "alerts",
      "bundle",
      "code",
      "columns",
      "engine-state",
      "number",
      "ranked",
      "steps",
      "summary",
      "tones",
      "words",
    ].map((name) => `test/console/${name}.test.ts`),
    "test/engine/plan/bundle-entry.test.ts",
    "test/engine/plan/order.test.ts",
    "test/events/decide.test.ts",
    "test/events/retry.test.ts",
    "test/history/undo.test.ts",
    "test/history/versions.test.ts",
    "test/surfaces/hcl/labels.test.ts",
    "test/environment.test.ts",
  ],
  /** Generated cases: the same files as ever, with more cases and other ones every time. */
  properties: filesWithProperties,
};

/** Files of these folders that a suite leaves out. */
const left: Readonly<Record<string, readonly string[]>> = {
  /** Several nodes and connections, which only a server has; and the two slowest of what asks the same statements of either database. */
  embedded: [
    "test/nodes/hosting.test.ts",
    "test/nodes/keys.test.ts",
    "test/nodes/limits.test.ts",
    "test/nodes/operator-guesses.test.ts",
    "test/nodes/workers.test.ts",
    "test/database/connection-lost.test.ts",
    "test/audit/attacks.test.ts",
    "test/identity/guessing.test.ts",
  ],
  /** What enumerates bodies and headers, whatever the database. */
  postgres: [
    ...[
      "compression",
      "credentials",
      "http",
      "read-only-values",
      "refusal-order",
      "samples",
      "shape",
      "url-credentials",
    ].map((name) => `test/contract/${name}.test.ts`),
    "test/identity/every-call.test.ts",
    "test/identity/password-rule.test.ts",
  ],
  /** What asks a database. */
  unit: ["test/house/generated-queries.test.ts", "test/resources/examples.test.ts"],
};

/**
 * Each of these has a process of its own: it replaces a module or a global object, or measures what the whole
 * process does. All others share two processes, because starting one, with its imports and its compiled
 * WebAssembly, costs more than most files do.
 */
const alone = [
  "test/contract/long-work.test.ts",
  "test/hostile/blocked-loop.test.ts",
  "test/hostile/large-bodies.test.ts",
  "test/kernel/matchers-work.test.ts",
];

/** Suites whose files share processes too; files of the others may change or measure more. */
const sharing = ["browser", "terraform"];

const here = places[suite]?.();
const aloneHere = alone.filter((file) => here?.some((place) => file.startsWith(place)));
const excluded = ["**/node_modules/**", ...(left[suite] ?? [])];
// Nothing but a hang comes to the limit. The slowest tests take 8 seconds on two idle cores, and some of
// them took more than 30 where seven times as many processes wanted to run as there were cores.
// Suites that start other people's tools have more time.
const limit = here !== undefined && suite !== "properties" ? 90_000 : 180_000;

const common = {
  env: { TEST_LIMIT_MS: String(limit) },
  testTimeout: limit,
  hookTimeout: limit,
  pool: "forks" as const,
  maxWorkers: 2,
};

export default defineConfig({
  test: {
    ...common,
    globalSetup: ["test/support/template.ts", "test/support/seed.ts"],
    reporters: ["default", "./test/support/slowest.ts"],
    coverage: {
      provider: "v8",
      // What the unit tests are the tests of; what needs a database is run, not covered, by the other suites.
      include: ["src/kernel/**", "src/resources/**", "src/prompt-scanner/**", "src/surfaces/hcl/**"],
      reporter: ["text-summary"],
      reportOnFailure: true,
    },
    projects:
      here === undefined
        ? [
            {
              test: {
                ...common,
                name: suite,
                isolate: !sharing.includes(suite),
                // A browser's test waits half of its time, until a page stands still.
                ...(suite === "browser" ? { maxWorkers: 3 } : {}),
                include: [`test/**/*.${suite}.test.ts`],
                exclude: excluded,
              },
            },
          ]
        : [
            {
              test: {
                ...common,
                name: suite,
                isolate: false,
                include: here.map((place) => (place.endsWith("/") ? `${place}**/*.test.ts` : place)),
                exclude: [...excluded, ...(suite === "properties" ? [] : ["test/**/*.*.test.ts"]), ...alone],
              },
            },
            ...(aloneHere.length === 0
              ? []
              : [{ test: { ...common, name: "alone", include: aloneHere, exclude: excluded } }]),
          ],
  },
});

function folder(name: string): string {
  return `test/${name}/`;
}

function filesWithProperties(): string[] {
  return readdirSync("test", { recursive: true, encoding: "utf8" })
    .map((name) => `test/${name}`)
    .filter((file) => /^[^.]*(\.engines)?\.test\.ts$/.test(file) && !file.includes("node_modules"))
    .filter((file) => readFileSync(file, "utf8").includes("support/property.ts"));
}
