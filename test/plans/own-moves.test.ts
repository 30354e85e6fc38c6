/** What a plan says of the alerts that are made of rows: those that take other routes, whether or not they ever fired. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeScene } from "../alerts/support.ts";
import { startService, type TestService } from "../support/service.ts";
import type { Plan } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

async function set() {
  const scene = await makeScene(app, { name: "payments", matchers: ['team="payments"'], position: 1 });
  const { tenant, room } = scene;
  const make = async (kind: string, body: object): Promise<string> => {
    const { status, body: row, text } = await tenant.config("POST", kind, { body });
    expect(status, text).toBe(201);
    return row.id;
  };
  await make("alert_routes", {
    ...{ name: "platform", matchers: [], position: 2 },
    destinations: [{ outbound_config_id: room }],
  });
  const source = await make("data_sources", {
    ...{ name: "Prometheus", type: "prometheus", url: "https://prometheus.example.com" },
  });
  const sli = await make("slis", {
    ...{ name: "requests", service: "shop", kind: "ratio", data_source_id: source },
    ...{ bad_query: "sum(rate(bad[5m]))", total_query: "sum(rate(all[5m]))" },
  });
  const slo = await make("slos", { name: "requests", service: "shop", sli_id: sli, target_percent: 99.9 });
  const beat = await make("alert_heartbeats", { name: "backup", every_minutes: 60 });
  const planned = async (...edits: object[]) => {
    const answer = await tenant.api("POST", "plans", { body: { edits } });
    expect(answer.status, answer.text).toBe(201);
    return (answer.body as Plan).warnings.filter(({ reason }) => reason === "alerts_elsewhere");
  };
  return { ...scene, slo, beat, planned };
}

it("names burn alerts and heartbeats that labels send elsewhere", async () => {
  const { slo, beat, planned } = await set();
  const labels = { team: "payments" };
  expect(
    await planned(
      { op: "save", resource: "slos", id: slo, fields: { labels } },
      { op: "save", resource: "alert_heartbeats", id: beat, fields: { labels } },
    ),
  ).toMatchObject([
    {
      resource: "slos",
      key: { service: "shop", name: "requests" },
      message: expect.stringMatching(
        /^SLOBurnRate \(critical\) takes "payments", and took "platform"; SLOBurnRate \(warning\) takes .*MissingData/,
      ),
    },
    {
      resource: "alert_heartbeats",
      key: { name: "backup" },
      message: `HeartbeatMissing takes "payments", and took "platform"; HeartbeatFailed takes "payments", and took "platform"`,
    },
  ]);
  expect(await planned({ op: "save", resource: "slos", id: slo, fields: { labels: { tier: "1" } } })).toEqual(
    [],
  );
  expect(await planned({ op: "save", resource: "slos", id: slo, fields: { at_risk_percent: 30 } })).toEqual(
    [],
  );
});

it("names those that a route takes, and not those with destinations of their own", async () => {
  const { beat, route, room, planned, tenant } = await set();
  const edit = { op: "save", resource: "alert_routes", id: route, fields: { matchers: [] } };
  expect((await planned(edit)).map(({ resource }) => resource)).toEqual(["slos", "alert_heartbeats"]);
  const fields = { destinations: [{ outbound_config_id: room }] };
  const own = await planned({ op: "save", resource: "alert_heartbeats", id: beat, fields });
  expect(own.map(({ message }) => message)).toEqual([
    `HeartbeatMissing takes "backup", and took "platform"; HeartbeatFailed takes "backup", and took "platform"`,
  ]);
  const row = await tenant.config("GET", `alert_heartbeats/${beat}`);
  const etag = String(row.headers.etag);
  await tenant.config("PUT", `alert_heartbeats/${beat}`, {
    body: { ...row.body, ...fields },
    headers: { "if-match": etag },
  });
  expect((await planned(edit)).map(({ resource }) => resource)).toEqual(["slos"]);
});

it("refuses labels that alerts give themselves, at each kind", async () => {
  const { tenant } = await set();
  const bodies = {
    synthetic_checks: { name: "home", kind: "http", target: "https://example.com/" },
    certificate_monitors: { hostname: "example.com" },
    alert_heartbeats: { name: "other", every_minutes: 5 },
  };
  for (const [kind, body] of Object.entries(bodies)) {
    const refused = await tenant.config("POST", kind, {
      body: { ...body, labels: { orgconfig_event: "x" } },
    });
    expect([kind, refused.status]).toEqual([kind, 422]);
    expect(refused.text).toContain("labels.orgconfig_event");
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`l${index}`, "x"]));
    expect((await tenant.config("POST", kind, { body: { ...body, labels: many } })).status).toBe(422);
    const made = await tenant.config("POST", kind, { body: { ...body, labels: { team: "payments" } } });
    expect([kind, made.status, made.body.labels]).toEqual([kind, 201, { team: "payments" }]);
  }
});
