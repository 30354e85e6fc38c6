/** A real Alertmanager whose webhook leaves alerts out: its agent tells of the rest. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import type { RenderedFile } from "../../src/backends/backend.ts";
import { type RunningEngine, startAlertmanager } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { freshFolder, makeAgent, makePlace } from "./set-up.ts";

let test: TestService;
let service: string;
let engine: RunningEngine | undefined;
beforeAll(async () => {
  const port = await freePort();
  test = await startService({ ORGCONFIG_PUBLIC_URL: `http://127.0.0.1:${port}` });
  service = await test.service.server.listen({ host: "127.0.0.1", port });
});
afterAll(async () => {
  await engine?.stop();
  await test.close();
});

it("fetches what max_alerts left out, with its route and in its group", async () => {
  const place = await makePlace(test, "alertmanager");
  const { tenant } = place;
  const { body: room } = await tenant.config("POST", "outbound_configs", {
    body: { name: "room", kind: "slack", secret: "https://hooks.slack.example/services/x" },
  });
  const { body: route } = await tenant.config("POST", "alert_routes", {
    body: {
      name: "checkout",
      matchers: ['service="checkout"'],
      destinations: [{ outbound_config_id: room.id }],
      group_by: ["service"],
      group_wait_seconds: 2,
    },
  });
  const directory = freshFolder();
  const port = await freePort();
  const at = await makeAgent(place, { service, engine: `http://127.0.0.1:${port}`, directory });
  // Somebody changed the file between the service and the engine.
  at.gate.change = (render) => ({
    ...render,
    files: render.files.map((file: RenderedFile) => ({
      ...file,
      content: file.content.replaceAll("max_alerts: 0", "max_alerts: 2"),
    })),
  });
  await at.agent.round();
  engine = await startAlertmanager(join(directory, "alertmanager.yml"), port);
  const names = ["A", "B", "C", "D", "E"];
  const { status } = await fetch(`${engine.url}/api/v2/alerts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(names.map((alertname) => ({ labels: { alertname, service: "checkout" } }))),
  });
  expect(status).toBe(200);
  const open = async () => (await tenant.api("GET", "alerts?status=open")).body.data;
  await until(async () => (await open()).length === 2);

  // Long before the engine counts as settled, and before the usual report.
  at.later(30);
  expect(await at.agent.round()).toEqual({ ok: true, message: null });
  const all: readonly Shown[] = await open();
  expect(all.map(({ title }) => title).sort()).toEqual(names);
  expect(all.map(({ routes }) => routes)).toEqual(names.map(() => [{ id: route.id, name: "checkout" }]));
  expect(all.map(({ deliveries }) => deliveries.length)).toEqual(names.map(() => 1));
  at.later(30);
  await at.agent.round();
  expect(await open()).toHaveLength(5);
  expect(test.logs.some((line) => line.includes("left alerts out"))).toBe(true);
});

interface Shown {
  readonly title: string;
  readonly routes: readonly object[];
  readonly deliveries: readonly object[];
}
