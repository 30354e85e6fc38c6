import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { isTurnOf, isWhole } from "./test/support/turns.ts";

/**
 * Which tests a command runs, chosen by TEST_SUITE. Each *.test.ts is in one of two suites: `core`, which is
 * `npm test` and needs only Node, or `postgres`. Without a suite, `npx vitest run FILE` runs any of them, on the
 * embedded database. Those that need more than Node and a database (terraform, a browser, other people's clients)
 * are named *.<suite>.test.ts. docs/decisions/0018-which-test-runs-where.md says why each is where it is.
 */
const suite = process.env.TEST_SUITE ?? "any";
// `npm test` is what a stranger runs: no variable changes what it runs.
if (suite === "core") delete process.env.TEST_TURN;

/** On the embedded database: what is about it, and a file for each mechanism that it does another way than a server. */
const onEmbedded = [
  // Its clock moves with the process'.
  "agreement/agreement",
  "audit/chain",
  "audit/stream",
  "contract/lists",
  "contract/values",
  "database/commit",
  "database/shared-statements",
  "database/transactions",
  "database/upgrade",
  "database/upkeep",
  "embedded/durability",
  "events/intake",
  "features/hosting",
  "golden",
  "history/restore",
  "identity/session",
  "security/headers",
  "surfaces/closing",
  "surfaces/export/bundle",
].map(testFile);

/** These are about what a server and the embedded database each do in their own way, and run on both. */
const onBoth = [
  "audit/stream",
  "database/commit",
  "database/shared-statements",
  "database/transactions",
  "database/upgrade",
  "features/hosting",
].map(testFile);

/** Several nodes and connections, which only a server has. */
const serverOnly = [
  "database/connection-lost",
  "nodes/closed-pages",
  "nodes/condition",
  "nodes/hosting",
  "nodes/idempotency",
  "nodes/keys",
  "nodes/killed-git",
  "nodes/killed-hand-overs",
  "nodes/killed-pages",
  "nodes/killed-proposals",
  "nodes/limits",
  "nodes/operator-guesses",
  "nodes/proposals",
  "nodes/workers",
].map(testFile);

/**
 * Each of these has a process of its own: it replaces a module or a global object, or measures what the whole
 * process does. All others share two processes, because starting one, with its imports and its compiled
 * WebAssembly, costs more than most files do.
 */
const alone = [
  "contract/long-work",
  "hostile/blocked-loop",
  "hostile/large-bodies",
  "kernel/matchers-work",
].map(testFile);

/** Room for what is made and soon forgotten: with Node's own, a fifth of a test's time goes into collecting it. */
const roomy = ["--max-semi-space-size=64"];

/** Suites whose files share processes too; files of the others may change or measure more. */
const sharing = ["browser", "engines", "terraform"];

/** Of a suite that waits for other programs most of the time, more than the processors' worth runs at once. */
const workers: Readonly<Record<string, number>> = { browser: 3, engines: 5, postgres: 3 };

/** These compile copies of the tree, or start the program again and again: `.ci/run` has them among the server's. */
const afterwards = ["cli/ended", "embedded/program", "house/new-kind", "recipes/recipes"].map(testFile);

/**
 * What takes long, and shows what another file shows in less, for other versions, pages or cases. `.ci/run` takes these in
 * turns, a third each time (TEST_TURN of 0, 1 or 2, by `.ci/turn`), and `npm test` has none of them; so each has run within
 * three submissions, as long as it stays in its third: a new one goes to the shortest. Without the variable all of them run.
 */
const thirds = [
  [
    "agent/command.engines",
    "agent/vmalert.engines",
    "audit/rsyslog.engines",
    "cli/answers",
    "cli/ended",
    "cli/export-yaml",
    "cli/mail",
    "cli/migrate-kube-prometheus",
    "cli/prometheus-guide.engines",
    "cli/usage",
    "console/audit.browser",
    "console/charts.browser",
    "console/dialogs.browser",
    "console/first-steps.browser",
    "console/incidents.browser",
    "console/lists.browser",
    "console/move-in-kinds.browser",
    "console/now.browser",
    "console/passwords.browser",
    "console/proposals.browser",
    "console/recovery.browser",
    "console/routes.browser",
    "console/session-ends.browser",
    "console/tasks.browser",
    "console/vendors.browser",
    "database/backup-organization",
    "drills/drills.engines",
    "embedded/program",
    "engines/alerts-chain.engines",
    "git/ssh.engines",
    "migrations/preview",
    "nodes/keys",
    "nodes/killed-pages",
    "organizations/export",
    "proposals/any-write",
    "proposals/watched.engines",
    "provider/data-sources.terraform",
    "provider/migrate.terraform",
    "provider/people.terraform",
    "provider/wire/wire.terraform",
    "scim/hostile",
    "sso/hostile",
  ],
  [
    "agent/hosted.engines",
    "alerts/alertmanager.engines",
    "cli/accounts",
    "cli/completion",
    "cli/gitops",
    "cli/migrate-alertmanager",
    "cli/plan",
    "cli/status-page",
    "cli/way",
    "console/answers.browser",
    "console/authorize.browser",
    "console/connection-tests.browser",
    "console/dev.browser",
    "console/getting-in.browser",
    "console/inline.browser",
    "console/jobs.browser",
    "console/many-rows.browser",
    "console/move-in.browser",
    "console/operator.browser",
    "console/plans.browser",
    "console/replay.browser",
    "console/second-factors.browser",
    "console/slow.browser",
    "console/team-alerts.browser",
    "contract/narrowed-keys",
    "contract/races",
    "doctor/monitoring.engines",
    "embedded/keys",
    "features/status-page/subscribers",
    "hostile/blocked-loop",
    "mcp/parity-actions",
    "nodes/closed-pages",
    "nodes/killed-git",
    "nodes/killed-proposals",
    "nodes/workers",
    "plans/races",
    "provider/examples.terraform",
    "provider/network.terraform",
    "provider/references.terraform",
    "recipes/recipes",
    "renderers/blackbox/rules.engines",
    "seed/command",
    "tracing/program",
  ],
  [
    "agent/prometheus.engines",
    "audit/attacks",
    "cli/alertmanager-guide.engines",
    "cli/drill",
    "cli/import-openslo",
    "cli/migrate-guide",
    "cli/plan-in-parts",
    "cli/tests",
    "console/alerts.browser",
    "console/axe.browser",
    "console/desk.browser",
    "console/engines.browser",
    "console/history.browser",
    "console/journeys.browser",
    "console/late.browser",
    "console/members.browser",
    "console/notified.browser",
    "console/pages.browser",
    "console/preview.browser",
    "console/roles.browser",
    "console/services.browser",
    "console/status-page.browser",
    "console/typing.browser",
    "database/backup",
    "database/backup-files",
    "drills/drills.browser",
    "embedded/power-cut",
    "git/hostile",
    "git/push",
    "mcp/inspector.mcp",
    "nodes/idempotency",
    "nodes/killed-git",
    "nodes/killed-hand-overs",
    "openapi/generated.clients",
    "plans/same-as-writes",
    "provider/export.terraform",
    "provider/organization.terraform",
    "provider/release.terraform",
    "renderers/prometheus/figures.engines",
    "seed/seed",
    "tracing/silent-collector",
  ],
].map((names) => names.map(testFile));
const inTurns = thirds.flat();

for (const file of inTurns)
  if (!existsSync(file)) throw new Error(`inTurns names ${file}, which is not there`);

const plain = testsNamed(/^[^.]*\.test\.ts$/);
const withoutDatabase = filesWithoutDatabase().filter((file) => !serverOnly.includes(file));
const core = without([...withoutDatabase, ...onEmbedded], [...afterwards, ...inTurns]);

const suites: Readonly<Record<string, () => readonly string[]>> = {
  any: () => (process.env.TEST_DATABASE_URL === undefined ? without(plain, serverOnly) : plain),
  core: () => core,
  postgres: () => [...without(plain, core), ...onBoth],
  /** Without the programs too, so that its coverage is that of pure code. */
  unit: () =>
    withoutDatabase.filter(
      (file) => !/^test\/(embedded|cli|seed)\//.test(file) && file !== testFile("house/generated-queries"),
    ),
  /** Generated cases: the same files as ever, with more cases and other ones every time. */
  properties: () =>
    testsNamed(/^[^.]*(\.engines)?\.test\.ts$/).filter((file) =>
      readFileSync(file, "utf8").includes("support/property.ts"),
    ),
};

const here = suites[suite]?.();
// Nothing but a hang comes to the limit. The slowest tests take 8 seconds on two idle cores, and some of
// them took more than 30 where seven times as many processes wanted to run as there were cores.
// Suites that start other people's tools have more time.
const limit = here !== undefined && suite !== "properties" ? 90_000 : 180_000;

const common = {
  env: { TEST_LIMIT_MS: String(limit) },
  testTimeout: limit,
  hookTimeout: limit,
  pool: "forks" as const,
};

export default defineConfig({
  test: {
    ...common,
    // Its one file may have another turn.
    passWithNoTests: suite === "clients" && !isWhole(),
    // Sources as they were transformed, known by their content: the second suite of `.ci/run`, and the next run of a
    // file, start with half of the work done. Of each lock file in a folder of its own: Vitest empties one of another
    // lock file while it writes into it.
    experimental: { fsModuleCache: true, fsModuleCachePath: resolve(".tmp/modules", lockDigest()) },
    // Said here and not by each project, where the command line could not say otherwise.
    maxWorkers: workers[suite] ?? 2,
    globalSetup: ["test/support/own-folder.ts", "test/support/template.ts", "test/support/seed.ts"],
    reporters: [
      "default",
      "./test/support/slowest.ts",
      ...(["faults", "alerts"].includes(suite) ? ["./test/faults/table-reporter.ts"] : []),
    ],
    coverage: {
      provider: "v8",
      // What the unit tests are the tests of; what needs a database is run, not covered, by the other suites.
      include: ["src/kernel/**", "src/resources/**", "src/prompt-scanner/**", "src/surfaces/hcl/**"],
      reporter: ["text-summary"],
      reportOnFailure: true,
    },
    projects:
      here === undefined
        ? [project(suite, [`test/**/*.${suite}.test.ts`], sharing.includes(suite))]
        : [
            project(suite, without(here, alone), true),
            ...(here.some((file) => alone.includes(file))
              ? [
                  project(
                    "alone",
                    alone.filter((file) => here.includes(file)),
                    false,
                  ),
                ]
              : []),
          ],
  },
});

function project(name: string, include: readonly string[], shared: boolean) {
  const exclude = ["**/node_modules/**", ...ofOtherTurns()];
  // A sign-in takes a tenth of a second of a processor, on purpose: not thousands of times.
  const alias = [{ find: /^\.\/password-cost\.ts$/, replacement: resolve("test/support/password-cost.ts") }];
  return {
    resolve: { alias },
    test: {
      ...common,
      name,
      isolate: !shared,
      execArgv: shared ? roomy : [],
      include: [...include],
      exclude,
    },
  };
}

function ofOtherTurns(): readonly string[] {
  return thirds.flatMap((files, place) => (isTurnOf(place) ? [] : files));
}

function testFile(name: string): string {
  return `test/${name}.test.ts`;
}

function without(files: readonly string[], others: readonly string[]): readonly string[] {
  return files.filter((file) => !others.includes(file));
}

function testsNamed(pattern: RegExp): readonly string[] {
  return sources().filter((file) => pattern.test(file));
}

function sources(): readonly string[] {
  return readdirSync("test", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes("node_modules"))
    .map((name) => `test/${name}`);
}

/** The tests that open no database: neither they nor what they import of the tests' own modules names one. */
function filesWithoutDatabase(): readonly string[] {
  const importer = new Map<string, string[]>();
  for (const file of sources())
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?"(\.[^"]+)"/g)) {
      const imported = join(dirname(file), path);
      importer.set(imported, [...(importer.get(imported) ?? []), file]);
    }
  const opening = ["database", "databases", "empty-database"].map((name) => `test/support/${name}.ts`);
  // Grows while it is walked.
  for (const file of opening)
    for (const other of importer.get(file) ?? []) if (!opening.includes(other)) opening.push(other);
  return without(plain, opening);
}

/** Of what is installed, as Vitest looks at it; a copy of the sources that a test makes has the same. */
function lockDigest(): string {
  const file = "node_modules/.package-lock.json";
  const lock = existsSync(file) ? readFileSync(file) : "";
  return createHash("sha256").update(lock).digest("hex").slice(0, 12);
}
