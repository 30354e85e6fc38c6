/** A drill of a service goes the ways of the service's own alerts, each by a drill of its own, and proves no other. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { created, listed } from "../alerts/support.ts";
import { credentials, type Receivers, startReceivers } from "../support/receivers.ts";
import { type Answer, startService, type TestService } from "../support/service.ts";
import { type Drilled, makeDrilled, go as sendAndLook, startDrill, watched } from "./scene.ts";

let app: TestService;
let receivers: Receivers;
beforeAll(async () => {
  receivers = await startReceivers();
  app = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await receivers.close();
});
beforeEach(() => {
  receivers.received.length = 0;
  receivers.faults.length = 0;
});

type Ways = Answer["body"];

const go = () => sendAndLook(app, receivers);
const provedAt = async (here: Drilled, id: string): Promise<string | null> =>
  (await here.tenant.config("GET", `alert_routes/${id}`)).body.last_proved_at;
const drillOf = (here: Drilled, id: string) =>
  here.tenant.api("GET", `drills/${id}`).then(({ body }) => body);
const paths = () =>
  receivers.received
    .filter(({ body }) => body.data.title.startsWith("DRILL") && body.type === "alert.firing")
    .map(({ path }) => path)
    .sort();
const tried = ({ ways }: { ways: Ways }) =>
  ways.filter(({ not_tried }: Ways) => not_tried === null).map(({ drill_id }: Ways) => drill_id);

/** An alert that came and went. */
async function had(here: Drilled, labels: Record<string, string>, route: string, name = "Errors") {
  const startsAt = new Date(Date.now() - 60_000).toISOString();
  const endsAt = new Date(Date.now() - 30_000).toISOString();
  const answer = await here.notify({ receiver: route }, [{ name, startsAt, endsAt, labels }]);
  expect(answer.status, answer.text).toBe(200);
}

const ofPayments = { service: "pay", severity: "critical", team: "payments" };

it("goes the way of the alerts that the service had, and proves that and no other", async () => {
  const here = await makeDrilled(app, receivers);
  await had(here, ofPayments, here.first);
  const { status, body } = await startDrill(here, { service: "pay" });
  expect([status, body.status], body.message).toEqual([201, "running"]);
  expect(body.labels).toMatchObject(ofPayments);
  expect(body.ways).toEqual([
    {
      ...{ drill_id: body.id, not_tried: null, labels: { alertname: "Errors", ...ofPayments } },
      source: { kind: "alerts", id: null, name: "Errors" },
      routes: [{ id: here.first, name: "Payments night" }],
      notified: [
        { target: "night", kind: "webhook", delivery: expect.objectContaining({ status: "unknown" }) },
      ],
    },
  ]);
  await go();
  expect((await drillOf(here, body.id)).status).toBe("proved");
  expect(paths()).toEqual(["/hook?to=night"]);
  expect([await provedAt(here, here.first), await provedAt(here, here.route)]).toEqual([
    expect.any(String),
    null,
  ]);
});

it("tries each different way by a drill of its own, however many alerts took it", async () => {
  const here = await makeDrilled(app, receivers);
  for (const pod of ["a", "b"]) await had(here, { ...ofPayments, pod }, here.first, `Errors ${pod}`);
  await had(here, { service: "pay", severity: "warning" }, here.route, "Slow");
  const { body } = await startDrill(here, { service: "PAY" });
  const ids = tried(body);
  expect([ids.length, ids[0], body.run_id]).toEqual([2, body.id, body.id]);
  await go();
  const drills = await Promise.all(ids.map((id: string) => drillOf(here, id)));
  expect(drills.map(({ status, run_id }) => [status, run_id])).toEqual([
    ["proved", body.id],
    ["proved", body.id],
  ]);
  expect(paths()).toEqual(["/hook?to=night", "/hook?to=rest"]);
  const found = await here.tenant.api("GET", "drills?service=Pay");
  expect(found.body.data.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
  expect(await provedAt(here, here.route)).toEqual(expect.any(String));
});

it("says which ways it does not try, and why", async () => {
  const here = await makeDrilled(app, receivers);
  await had(here, ofPayments, here.first);
  await had(here, { service: "pay", severity: "warning" }, here.route, "Slow");
  await watched(here, "pay", { name: "job", destinations: [{ outbound_config_id: here.rest }] });
  await watched(here, "pay", { name: "old job", enabled: false });
  await created(here, "alert_mutes", { matchers: ['team="payments"'], reason: "w", duration_minutes: 60 });
  const { body } = await startDrill(here, { service: "pay" });
  expect(
    body.ways.map(({ not_tried, source, routes }: Ways) => [
      not_tried,
      source.name,
      routes.map(({ name }: Ways) => name),
    ]),
  ).toEqual([
    [null, "Slow", ["all"]],
    ['it is muted by team="payments"', "Errors", ["Payments night"]],
    ["no alert took this way in the last 30 days", "job", ["job"]],
    ["it is off", "old job", []],
  ]);
  await go();
  expect(paths()).toEqual(["/hook?to=rest"]);
  expect([await provedAt(here, here.first), await provedAt(here, here.route)]).toEqual([
    null,
    expect.any(String),
  ]);
});

it("plays what the service's rows would raise where it had no alert yet", async () => {
  const here = await makeDrilled(app, receivers);
  await watched(here, "pay", { labels: { team: "payments" } });
  await watched(here, "pay", { name: "job", destinations: [{ outbound_config_id: here.rest }] });
  const { body } = await startDrill(here, { service: "pay" });
  expect(body.ways.map(({ source, not_tried }: Ways) => [source.kind, source.name, not_tried])).toEqual([
    ["alert_heartbeats", "job", null],
    ["alert_heartbeats", "pay lives", null],
  ]);
  expect(body.ways[1].labels).toMatchObject({ alertname: "HeartbeatMissing", ...ofPayments });
  await go();
  const drills = await Promise.all(tried(body).map((id: string) => drillOf(here, id)));
  expect(drills.map(({ status, message }) => [status, message])).toEqual([
    ["proved", null],
    ["proved", null],
  ]);
  expect(paths()).toEqual(["/hook?to=night", "/hook?to=rest"]);
  // The heartbeat's own way is no route's.
  expect([await provedAt(here, here.first), await provedAt(here, here.route)]).toEqual([
    expect.any(String),
    null,
  ]);
});

it("makes nothing up where no alert of the service is known", async () => {
  const here = await makeDrilled(app, receivers);
  const { status, body } = await startDrill(here, { service: "pay" });
  expect([status, body.field]).toEqual([422, "service"]);
  expect(body.message).toContain("had no alert in the last 30 days");
  expect((await here.tenant.api("GET", "drills")).body.data).toEqual([]);
});

it("starts none of a way that the label drill leads elsewhere", async () => {
  const here = await makeDrilled(app, receivers, { matchers: ['service="pay"', 'drill=""'] });
  await had(here, ofPayments, here.first);
  const { status, body } = await startDrill(here, { service: "pay" });
  expect([status, body.field]).toEqual([422, "service"]);
  expect(body.message).toContain("another way with the label drill");
});

it("proves no route of which a target got nothing because of the severity", async () => {
  const here = await makeDrilled(app, receivers);
  const pager = await created(here, "outbound_configs", {
    ...{ name: "duty", kind: "pagerduty", secret: credentials.pagerduty },
    url: `${receivers.url}/v2/enqueue`,
  });
  const both = [{ outbound_config_id: here.rest }, { outbound_config_id: pager }];
  await here.tenant.config("PUT", `alert_routes/${here.route}`, { body: { destinations: both } });
  await had(here, { service: "pay", severity: "none" }, here.route);
  const { body } = await startDrill(here, { service: "pay" });
  expect(body.ways[0].notified.map(({ target }: Ways) => target)).toEqual(["rest"]);
  await go();
  expect((await drillOf(here, body.id)).status).toBe("proved");
  expect(await provedAt(here, here.route)).toBe(null);
});

it("is no signal of a heartbeat", async () => {
  const here = await makeDrilled(app, receivers);
  const beat = await watched(here, "pay", { matchers: ['alertname="Watchdog"'] });
  await here.tenant.api("PUT", `render/${here.connector}/drills`, { body: { sent: [] } });
  const beats = async () =>
    (await here.tenant.config("GET", `alert_heartbeats/${beat}`)).body.last_signal_at ?? null;
  const labels = { service: "pay", severity: "none" };
  const startsAt = new Date().toISOString();
  await here.notify({}, [
    { name: "Watchdog", startsAt, labels: { ...labels, drill: "drill_00000000000000000000000000" } },
  ]);
  expect(await beats()).toBe(null);
  await here.notify({}, [{ name: "Watchdog", startsAt, labels }]);
  expect(await beats()).toEqual(expect.any(String));
  expect(await listed(here)).not.toEqual([]);
});
