/** Silences of any size and length at a real Alertmanager: what is foretold, and what it sends. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { getJson, type RunningEngine, startAlertmanager } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { type AgentAt, freshFolder, makeAgent, makePlace, type Place } from "./set-up.ts";

let test: TestService;
let place: Place;
let engine: RunningEngine;
let at: AgentAt;
beforeAll(async () => {
  const own = await freePort();
  test = await startService({ ORGCONFIG_PUBLIC_URL: `http://127.0.0.1:${own}` });
  const service = await test.service.server.listen({ host: "127.0.0.1", port: own });
  place = await makePlace(test, "alertmanager");
  const directory = freshFolder();
  const port = await freePort();
  at = await makeAgent(place, { service, engine: `http://127.0.0.1:${port}`, directory });
  await at.agent.round();
  engine = await startAlertmanager(join(directory, "alertmanager.yml"), port);
});
afterAll(async () => {
  await engine.stop();
  await test.close();
});

/** What is due after so many seconds. */
async function later(seconds: number): Promise<void> {
  at.later(seconds);
  expect(await at.agent.round()).toMatchObject({ ok: true, message: null });
}

async function post(path: string, body: unknown): Promise<void> {
  const { status, text } = await fetch(`${engine.url}/api/v2/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
  expect(status, text).toBe(200);
}

it("what resolve says of silences of any size and length is what happens", async () => {
  const { config, api } = place.tenant;
  const target = await config("POST", "outbound_configs", {
    body: { name: "room", kind: "slack", secret: "https://hooks.slack.example/services/x" },
  });
  const route = await config("POST", "alert_routes", {
    body: {
      ...{ name: "sized", matchers: ["alertname=Sized"], group_wait_seconds: 0, group_by: ["service"] },
      destinations: [{ outbound_config_id: target.body.id }],
    },
  });
  expect([target.status, route.status], route.text).toEqual([201, 201]);
  await later(30);
  const dayMs = 24 * 3_600_000;
  const long = "shop".repeat(379);
  const instances = Array.from({ length: 300 }, (_, index) => `instance-${index}.eu`).join("|");
  const silenced: readonly (readonly [days: number, matchers: readonly object[]])[] = [
    [1, [{ name: "service", value: long, isRegex: false, isEqual: true }]],
    [400, [{ name: "service", value: "year", isRegex: false, isEqual: true }]],
    [1, [{ name: "service", value: instances, isRegex: true, isEqual: true }]],
    [
      1,
      [
        { name: "service", value: "many", isRegex: false, isEqual: true },
        ...Array.from({ length: 150 }, (_, index) => ({
          ...{ name: `no_${index}`, value: "x", isRegex: false, isEqual: false },
        })),
      ],
    ],
  ];
  const ends = silenced.map(([days]) => new Date(Date.now() + days * dayMs).toISOString());
  for (const [index, [, matchers]] of silenced.entries())
    await post("silences", {
      ...{ matchers, startsAt: new Date().toISOString(), endsAt: ends[index] },
      ...{ createdBy: "ada", comment: "of any size" },
    });
  await later(30);
  const services = [long, "year", "instance-299.eu", "many", "loud"];
  const resolved = await Promise.all(
    services.map(async (service) => {
      const body = { labels: { alertname: "Sized", service } };
      return (await api("POST", "alert_routes/resolve", { body })).body;
    }),
  );
  expect(resolved.map(({ muted_by, unknown }) => [muted_by[0]?.holds_until, unknown])).toEqual([
    ...ends.map((end) => [end, []]),
    [undefined, []],
  ]);
  expect(resolved.map(({ recipients }) => recipients.length)).toEqual([0, 0, 0, 0, 1]);

  await post(
    "alerts",
    services.map((service) => ({ labels: { alertname: "Sized", service } })),
  );
  const got = async () =>
    (await api("GET", "alerts?status=open")).body.data
      .filter(({ labels }: { labels: { alertname: string } }) => labels.alertname === "Sized")
      .map(({ labels }: { labels: { service: string } }) => labels.service);
  await until(async () => (await got()).length > 0);
  const there = await getJson(`${engine.url}/api/v2/alerts?filter=alertname=Sized`);
  const states = new Map(
    there.map(({ labels, status }: { labels: { service: string }; status: { state: string } }) => [
      labels.service,
      status.state,
    ]),
  );
  expect(services.map((service) => states.get(service))).toEqual([
    ...silenced.map(() => "suppressed"),
    "active",
  ]);
  expect(await got()).toEqual(["loud"]);
  const sent = await test.database.queryText<{ target: string }>(
    { name: "test-sized", text: "SELECT target FROM deliveries WHERE organization_id = $1" },
    [place.tenant.organization.id],
  );
  expect(sent.map((one) => one.target)).toEqual([target.body.id]);
});
