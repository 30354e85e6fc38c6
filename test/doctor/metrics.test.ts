/** The metrics, what the docs say of them, and what the rules and the dashboard of examples/monitoring/ ask for: one set of names. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { startService, type TestService } from "../support/service.ts";

const folder = "examples/monitoring";

let test: TestService;
let text: string;
beforeAll(async () => {
  test = await startService();
  const tenant = await test.makeTenant();
  await tenant.config("POST", "teams", { body: { name: "Payments" } });
  text = (await test.send("GET", "/metrics")).text;
});
afterAll(() => test.close());

/** By name, with the type. */
function metrics(): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => [name, type]),
  );
}

/** Names of series, as a query may ask for them. */
function series(): ReadonlySet<string> {
  return new Set(
    [...metrics()].flatMap(([name, type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
}

/** What an expression asks for: all names before a brace, a range or a bracket that are no function and no label. */
function namesIn(expression: string): readonly string[] {
  return (
    expression.replace(/"[^"]*"/g, "").match(/\b(?:orgconfig|nodejs|process)_\w+|\bup\b/g) ?? []
  ).filter((name) => name !== "up");
}

it("are in the docs, every one, with their labels, and no other", () => {
  const docs = readFileSync("docs/monitoring.md", "utf8");
  const documented = [...docs.matchAll(/^\| `(orgconfig_\w+)/gm)].map(([, name]) => name ?? "");
  const own = [...metrics().keys()].filter((name) => name.startsWith("orgconfig_"));
  // A server has no files of its own here.
  const embeddedOnly = "orgconfig_embedded_database_size_bytes";
  expect(documented.filter((name) => name !== embeddedOnly).sort()).toEqual(
    own.filter((name) => name !== embeddedOnly).sort(),
  );
});

it("are what the rules ask for", () => {
  const { groups } = parse(readFileSync(`${folder}/alerts.yaml`, "utf8")) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(10);
  const known = series();
  expect(rules.flatMap(({ expr }) => namesIn(expr)).filter((name) => !known.has(name))).toEqual([]);
  const tests = readFileSync(`${folder}/alerts.test.yaml`, "utf8");
  expect(rules.map(({ alert }) => alert).filter((alert) => !tests.includes(`name: ${alert}\n`))).toEqual([]);
});

it("are in a panel of the dashboard where a rule goes by them", () => {
  const rules = readFileSync(`${folder}/alerts.yaml`, "utf8");
  const shown = readFileSync(`${folder}/dashboard.json`, "utf8");
  const missing = [...new Set(namesIn(rules))].filter((name) => !shown.includes(name));
  expect(missing).toEqual([]);
});

it("are what each panel of the dashboard asks for", () => {
  const { panels } = JSON.parse(readFileSync(`${folder}/dashboard.json`, "utf8")) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const known = new Set([...series(), "orgconfig_embedded_database_size_bytes"]);
  for (const { title, targets } of panels) {
    expect(targets.length, title).toBeGreaterThan(0);
    for (const { expr } of targets) {
      const names = namesIn(expr);
      expect(names.length, expr).toBeGreaterThan(0);
      expect(names.filter((name) => !known.has(name))).toEqual([]);
    }
  }
});

it("have a figure for what waits, for agents by age and for connections", () => {
  for (const line of [
    /^orgconfig_audit_seal_lag_seconds \d/m,
    /^orgconfig_alert_timer_lag_seconds 0$/m,
    /^orgconfig_agents\{last_spoke="under_1m"\} 0$/m,
    /^orgconfig_database_connections\{pool="rows",state="used"\} \d+$/m,
    /^orgconfig_database_waiting\{pool="rows"\} \d+$/m,
    /^orgconfig_database_size_bytes [1-9]/m,
    /^orgconfig_transactions_retried_total \d/m,
  ])
    expect(text).toMatch(line);
});
