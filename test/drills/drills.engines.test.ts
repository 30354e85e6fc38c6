/** A drill goes through a real Alertmanager: the agent brings it there, and its webhook brings it back. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { freshFolder, makeAgent, makePlace } from "../agent/set-up.ts";
import { getJson, type RunningEngine, startAlertmanager } from "../support/engines.ts";
import { credentials, type Receivers, startReceivers } from "../support/receivers.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

let test: TestService;
let service: string;
let receivers: Receivers;
let engine: RunningEngine | undefined;
beforeAll(async () => {
  const port = await freePort();
  receivers = await startReceivers();
  test = await startService({
    ORGCONFIG_PUBLIC_URL: `http://127.0.0.1:${port}`,
    ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
  });
  service = await test.service.server.listen({ host: "127.0.0.1", port });
});
afterAll(async () => {
  await engine?.stop();
  await test.close();
  await receivers.close();
});

it("is proved hop by hop, and ends there too", async () => {
  const { tenant, ...place } = await makePlace(test, "alertmanager");
  const made = async (kind: string, body: object): Promise<string> =>
    (await tenant.config("POST", kind, { body })).body.id;
  const target = await made("outbound_configs", {
    name: "pager",
    kind: "webhook",
    url: `${receivers.url}/hook`,
    secret: credentials.webhook,
  });
  const route = await made("alert_routes", {
    name: "night",
    matchers: ['service=~"pay(ments)?"', 'severity="critical"'],
    destinations: [{ outbound_config_id: target }],
    group_wait_seconds: 0,
  });
  const directory = freshFolder();
  const port = await freePort();
  const at = await makeAgent(
    { tenant, ...place },
    { service, engine: `http://127.0.0.1:${port}`, directory },
  );
  await at.agent.round();
  engine = await startAlertmanager(join(directory, "alertmanager.yml"), port);
  const later = async () => {
    at.later(30);
    expect(await at.agent.round()).toMatchObject({ ok: true, message: null });
  };
  await later();

  const { status, body, text } = await tenant.api("POST", "drills", { body: { route_id: route } });
  expect(status, text).toBe(201);
  await later();
  const look = async () => {
    await test.service.delivery.flush();
    await test.service.drills.flush();
    return (await tenant.api("GET", `drills/${body.id}`)).body;
  };
  await until(async () => (await look()).status !== "running");
  const drill = await look();
  expect([drill.status, drill.message]).toEqual(["proved", null]);
  const names = drill.hops.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["agent", "alertmanager", "intake", "decided", "queued", "sent", "taken"]);
  expect(receivers.received[0]?.body.data.title).toMatch(/^DRILL: /);

  const active = (): Promise<unknown[]> => getJson(`${engine?.url}/api/v2/alerts?active=true`);
  expect(await active()).toHaveLength(1);
  await later();
  await until(async () => (await active()).length === 0);
});
