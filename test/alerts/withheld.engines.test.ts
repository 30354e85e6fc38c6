/** A real Alertmanager with the rendered file keeps back what this service says: by inhibitions, and by mutes in a rhythm. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { inhibits } from "../../src/features/alerting/alerts/index.ts";
import type { InhibitionRow } from "../../src/renderers/alerting/inhibitions.ts";
import { freshFolder, makeAgent, makePlace } from "../agent/set-up.ts";
import { getJson, type RunningEngine, startAlertmanager } from "../support/engines.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

let test: TestService;
let service: string;
const engines: RunningEngine[] = [];
beforeAll(async () => {
  const port = await freePort();
  test = await startService({ ORGCONFIG_PUBLIC_URL: `http://127.0.0.1:${port}` });
  service = await test.service.server.listen({ host: "127.0.0.1", port });
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  await test.close();
});

async function made(tenant: Tenant, kind: string, body: unknown): Promise<string> {
  const { status, body: row, text } = await tenant.config("POST", kind, { body });
  expect(status, text).toBe(201);
  return row.id;
}

/** An Alertmanager that runs what the service renders after `prepare`. */
async function started(prepare: (tenant: Tenant) => Promise<unknown>) {
  const place = await makePlace(test, "alertmanager");
  await prepare(place.tenant);
  const directory = freshFolder();
  const port = await freePort();
  const at = await makeAgent(place, { service, engine: `http://127.0.0.1:${port}`, directory });
  await at.agent.round();
  const engine = await startAlertmanager(join(directory, "alertmanager.yml"), port);
  engines.push(engine);
  return { ...place, engine };
}

type Labels = Readonly<Record<string, string>>;

async function fire({ url }: RunningEngine, alerts: readonly Labels[]): Promise<void> {
  const { status } = await fetch(`${url}/api/v2/alerts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(alerts.map((labels) => ({ labels }))),
  });
  expect(status).toBe(200);
}

it("inhibits the same alerts", async () => {
  const bodies = [
    { name: "one", source_matchers: ["a=1"], target_matchers: ["b=~1|2"], equal: ["c"] },
    { name: "both", source_matchers: ["a=~1|2"], target_matchers: ["a=2"], equal: ["b"] },
    { name: "self", source_matchers: ["c=2"], target_matchers: ["c=2"] },
    { name: "two", source_matchers: ["a=2", "b!=1"], target_matchers: ['c=""'], equal: ["a", "d"] },
    { name: "off", enabled: false, source_matchers: ["a=1"], target_matchers: ['alertname=~".+"'] },
  ];
  const { engine, tenant } = await started((organization) =>
    Promise.all(bodies.map((body) => made(organization, "alert_inhibitions", body))),
  );
  const rules: readonly InhibitionRow[] = (await tenant.config("GET", "alert_inhibitions")).body.data.map(
    ({ id, ...configuration }: InhibitionRow["configuration"] & { readonly id: string }) => ({
      id,
      configuration,
    }),
  );
  const inhibitedHere = (alerts: readonly Labels[]) => {
    const keeps = inhibits(rules);
    return alerts.filter((target) => alerts.some((source) => keeps(source, target) !== undefined));
  };
  const values = ["", "1", "2"];
  const all = values.flatMap((a) =>
    values.flatMap((b) =>
      values.map((c): Labels => {
        const labels = { alertname: `A${a}${b}${c}`, a, b, c };
        return Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== ""));
      }),
    ),
  );
  // First some of them, so that not every rule has a source.
  for (const some of [all.filter((_, index) => index % 4 === 1), all]) {
    await fire(engine, some);
    const expected = inhibitedHere(some)
      .map(({ alertname }) => alertname)
      .sort();
    expect(expected.length).toBeGreaterThan(0);
    const inhibitedThere = async () => {
      const found = (await getJson(`${engine.url}/api/v2/alerts?inhibited=true`)) as readonly {
        readonly labels: Labels;
        readonly status: { readonly inhibitedBy: readonly string[] };
      }[];
      return found
        .filter(({ status }) => status.inhibitedBy.length > 0)
        .map(({ labels }) => labels.alertname)
        .sort();
    };
    await until(async () => JSON.stringify(await inhibitedThere()) === JSON.stringify(expected));
  }
});

it("sends nothing in the hours of a mute, and all else", async () => {
  const always = { days: [], start: "00:00", end: "24:00", time_zone: "Pacific/Auckland" };
  const now = new Date();
  const clock = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(11, 16);
  const later = { days: [], start: clock(6), end: clock(9), time_zone: "UTC" };
  let routes: readonly string[] = [];
  const { engine, tenant } = await started(async (organization) => {
    const destinations = [{ email: "ada@example.com" }];
    const route = (name: string) =>
      made(organization, "alert_routes", {
        ...{ name, destinations, matchers: [`route=${name}`], group_by: ["alertname"] },
        ...{ group_wait_seconds: 0, group_interval_seconds: 1 },
      });
    routes = [await route("muted"), await route("open")];
    await made(organization, "alert_mutes", { route_ids: [routes[0]], reason: "now", schedule: [always] });
    await made(organization, "alert_mutes", { route_ids: [routes[1]], reason: "later", schedule: [later] });
    await made(organization, "alert_mutes", { matchers: ["narrow=yes"], reason: "now", schedule: [always] });
  });
  await fire(engine, [
    { alertname: "Muted", route: "muted" },
    { alertname: "Narrow", route: "open", narrow: "yes" },
  ]);
  await fire(engine, [{ alertname: "Sent", route: "open" }]);
  const titles = async () =>
    (await tenant.api("GET", "alerts")).body.data.map(({ title }: { title: string }) => title);
  await until(async () => (await titles()).includes("Sent"));
  // Its groups were looked at by then: theirs came first, and wait no longer.
  await fire(engine, [{ alertname: "Later", route: "open" }]);
  await until(async () => (await titles()).includes("Later"));
  expect((await titles()).sort()).toEqual(["Later", "Sent"]);
});
