/**
 * The protocol's own conformance suite, at both revisions. What passes is kept in conformance-passes.json and
 * compared both ways: a check that no longer passes fails here, and so does one that passes and is not kept.
 * `UPDATE_GOLDEN=1 npm run test:mcp` writes it anew.
 */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { conformanceTools } from "./fixtures.ts";
import { type Loopback, runScript, startLoopback, startProxy } from "./loopback.ts";

const place = new URL("conformance-passes.json", import.meta.url);
const suite = "@modelcontextprotocol/conformance/dist/index.js";

/** Scenarios for what this server does not offer; they are run all the same, and nothing is claimed of them. */
const notOffered =
  /^(resources|prompts|completion|logging|elicitation|input-required|tasks|sep-2640|sep-2164|tools-call-(elicitation|sampling|with-logging)|http-custom-header|server-session|server-sse-polling)/;

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** By revision, scenario and check: how often the check was made and passed. */
type Passes = Record<string, Record<string, Record<string, number>>>;

let loopback: Loopback;
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  loopback = await startLoopback(conformanceTools);
  proxy = await startProxy(loopback.url, loopback.key);
});
afterAll(async () => {
  await proxy.close();
  await loopback.close();
});

it.each(["2026-07-28", "2025-11-25"])(
  "passes at %s what it is kept to pass",
  async (revision) => {
    const folder = mkdtempSync(join(tmpdir(), "conformance-"));
    const ran = await runScript(suite, [
      "server",
      "--url",
      proxy.url,
      "--requirements",
      revision,
      "-o",
      folder,
    ]);
    const results = resultsIn(folder);
    expect(Object.keys(results).length, ran.stderr || ran.stdout.slice(-2_000)).toBeGreaterThan(20);
    const passes = passesOf(results);
    report(revision, results);
    if (process.env.UPDATE_GOLDEN === "1") {
      writeFileSync(place, `${JSON.stringify({ ...kept(), [revision]: passes }, null, 2)}\n`);
    }
    expect(passes).toEqual(kept()[revision]);
  },
  300_000,
);

function kept(): Passes {
  return JSON.parse(readFileSync(place, "utf8")) as Passes;
}

/** The checks of each scenario, from the folder that the suite leaves for it. */
function resultsIn(folder: string): Record<string, Check[]> {
  const entries = readdirSync(folder)
    .sort()
    .map((name): [string, Check[]] => {
      const scenario = name.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T.*$/, "");
      return [scenario, JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")) as Check[]];
    });
  return Object.fromEntries(entries);
}

/** A check that is made several times passes if it always does. */
function passesOf(results: Record<string, Check[]>): Passes[string] {
  const passes: Passes[string] = {};
  for (const [scenario, checks] of Object.entries(results)) {
    if (notOffered.test(scenario)) continue;
    const failed = new Set(checks.filter(({ status }) => status === "FAILURE").map(({ id }) => id));
    const passed = checks.filter(({ id, status }) => status === "SUCCESS" && !failed.has(id));
    if (passed.length === 0) continue;
    const ids = [...new Set(passed.map(({ id }) => id))].sort();
    passes[scenario] = Object.fromEntries(
      ids.map((id) => [id, passed.filter((check) => check.id === id).length]),
    );
  }
  return passes;
}

function report(revision: string, results: Record<string, Check[]>): void {
  const passed = Object.values(passesOf(results)).flatMap((checks) => Object.values(checks));
  console.log(`conformance at ${revision}: ${passed.reduce((sum, count) => sum + count, 0)} checks pass`);
  for (const [scenario, checks] of Object.entries(results)) {
    if (notOffered.test(scenario)) continue;
    const count = (status: Check["status"]) => checks.filter((check) => check.status === status).length;
    const failures = checks.filter(({ status }) => status === "FAILURE");
    console.log(
      `${revision} ${scenario}: ${count("SUCCESS")} passed, ${failures.length} failed, ${count("SKIPPED")} skipped${failures.map(({ id, errorMessage }) => `\n    ${id}: ${errorMessage}`).join("")}`,
    );
  }
}
