/** How long 10,000 behaviour tests take, by 100 routes and by 500: `npx tsx bench/behaviour-tests.ts`. */
import { type AnyRow, evaluate, testedRows } from "../src/features/changes/behaviour-tests/pure.ts";
import { atOnce } from "../src/kernel/time-slices.ts";
import type { JsonObject } from "../src/kernel/validate.ts";

const [tests, rules, targets] = [10_000, 20, 30];

for (const routes of [100, 500])
  for (let run = 1; run <= 3; run += 1) {
    const rows = rowsWith(routes);
    const [wall, cpu] = [performance.now(), process.cpuUsage()];
    const tested = testedRows(rows);
    const failed = atOnce(evaluate(tested, tested.tests, new Date())).filter(
      ({ failures }) => failures.length > 0,
    );
    const { user, system } = process.cpuUsage(cpu);
    const took = `${Math.round(performance.now() - wall)} ms, ${Math.round((user + system) / 1_000)} ms of processor time`;
    console.log(`${routes} routes, run ${run}: ${tests} tests, ${failed.length} failed, ${took}`);
  }

function rowsWith(routes: number): AnyRow[] {
  return [
    ...rowsOf("outbound_configs", targets, () => ({ kind: "webhook" })),
    ...rowsOf("alert_routes", routes, (index) => ({
      position: index,
      matchers: [`service="s${index}"`, 'severity=~"critical|error"'],
      destinations: [targetOf(index)],
    })),
    ...rowsOf("outbound_rules", rules, (index) => ({
      position: index,
      matchers: [`service=~"s${index}.*"`],
      ...targetOf(index),
    })),
    ...rowsOf("behaviour_tests", tests, (index) => ({
      alert: { labels: { service: `s${index % routes}`, severity: "critical" }, unacknowledged_minutes: 30 },
      expect: { notified: [targetOf(index % routes)] },
    })),
  ];
}

function rowsOf(kind: string, count: number, configurationOf: (index: number) => JsonObject): AnyRow[] {
  return Array.from({ length: count }, (_, index) => ({
    kind,
    id: `${kind}_${index}`,
    configuration: { name: `${kind} ${index}`, ...configurationOf(index) },
    state: {},
  }));
}

function targetOf(index: number): JsonObject {
  return { outbound_config_id: `outbound_configs_${index % targets}` };
}
