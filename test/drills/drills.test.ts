/** Drills: an alert that is marked goes the way of real ones, to the targets, and changes nothing else. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { created, fingerprintOf, listed, type Scene } from "../alerts/support.ts";
import { credentials, type Receivers, startReceivers } from "../support/receivers.ts";
import { type Answer, startService, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";
import { makeDrilled, go as sendAndLook, startDrill, watched } from "./scene.ts";

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
  receivers.trouble = undefined;
});

const scene = () => makeDrilled(app, receivers);
const start = startDrill;
const get = (to: Scene, id: string) => to.tenant.api("GET", `drills/${id}`).then(({ body }) => body);
const hops = (drill: Answer["body"]): string[] => drill.hops.map(({ name }: { name: string }) => name);

const go = () => sendAndLook(app, receivers);

/** Its time is over. */
const runOut = (id: string) =>
  app.database.execute(`UPDATE drills SET deadline = now() - interval '1 minute' WHERE id = '${id}'`);

const paths = () => receivers.received.map(({ path }) => path);
const titles = () => receivers.received.map(({ body }) => body.data.title as string);

describe("a drill without an agent", () => {
  it("goes to the route's target, is proved once that took it, and ends its alert", async () => {
    const here = await scene();
    const { status, body } = await start(here, { route_id: here.first });
    expect([status, body.status, body.until]).toEqual([201, "running", "sent"]);
    expect(hops(body).slice(0, 3)).toEqual(["intake", "decided", "queued"]);
    expect(body.labels).toMatchObject({ severity: "critical", drill: body.id });
    await go();
    const proved = await get(here, body.id);
    expect([proved.status, proved.message]).toEqual(["proved", null]);
    expect(hops(proved)).toEqual(["intake", "decided", "queued", "sent", "taken"]);
    const at = proved.hops.map((hop: { at: string }) => hop.at);
    expect(at).toEqual([...at].sort());
    await go();
    expect(paths()).toEqual(["/hook?to=night", "/hook?to=night"]);
    expect(titles().every((title) => title.startsWith("DRILL: is Payments night notified"))).toBe(true);
    const [alert] = await listed(here);
    expect(alert).toMatchObject({ id: proved.alert_id, status: "resolved" });
    expect((await recordsOf(app, here.tenant.organization.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(["start_drill", "proved_drill"]),
    );
  });

  it("is about a target by the first route that leads there, or about a service wherever its alerts go", async () => {
    const here = await scene();
    await watched(here, "cart");
    const toTarget = await start(here, { target_id: here.night });
    const toService = await start(here, { service: "cart" });
    await go();
    expect((await get(here, toTarget.body.id)).status).toBe("proved");
    expect((await get(here, toService.body.id)).status).toBe("proved");
    expect(new Set(paths())).toEqual(new Set(["/hook?to=night", "/hook?to=rest"]));
  });

  it("waits for somebody where it is asked to", async () => {
    const here = await scene();
    const { body } = await start(here, { route_id: here.first, until: "acknowledged" });
    await go();
    const sent = await get(here, body.id);
    expect([sent.status, sent.message]).toEqual(["running", "Nobody has acknowledged it."]);
    await here.tenant.api("POST", `alerts/${sent.alert_id}/acknowledge`, { body: {} });
    await go();
    const proved = await get(here, body.id);
    expect([proved.status, hops(proved).at(-1)]).toEqual(["proved", "acknowledged"]);
  });

  it("fails where nobody is notified, and says why", async () => {
    const here = await scene();
    await watched(here, "cart");
    await created(here, "alert_mutes", {
      matchers: ['service="cart"'],
      reason: "works",
      duration_minutes: 60,
    });
    const muted = (await start(here, { service: "cart" })).body;
    expect([muted.status, muted.message]).toEqual([
      "failed",
      'Nobody is notified: it is muted by service="cart".',
    ]);
    receivers.trouble = { status: 404 };
    const refused = (await start(here, { route_id: here.first })).body;
    await go();
    await runOut(refused.id);
    await go();
    const body = await get(here, refused.id);
    const { status, message } = body;
    expect(status).toBe("failed");
    expect(message).toMatch(/^The time was over. night has not taken it: .*404.*[^.?]\.$/);
    // A try that failed may never have left.
    expect(hops(body)).not.toContain("sent");
  });

  it("fails at once where its alert is resolved before anybody acknowledged it", async () => {
    const here = await scene();
    const { body } = await start(here, { route_id: here.first, until: "acknowledged" });
    await here.tenant.api("POST", `alerts/${body.alert_id}/resolve`, { body: {} });
    await go();
    expect(await get(here, body.id)).toMatchObject({
      status: "failed",
      message: "Its alert was resolved before anybody acknowledged it.",
    });
    expect((await start(here, { route_id: here.first })).status).toBe(201);
  });

  it("fails at once where the rows notify nobody, and says why", async () => {
    const here = await scene();
    for (const service of ["dropped", "cart"]) await watched(here, service);
    const team = await created(here, "teams", { name: "Payments" });
    const off = await created(here, "outbound_configs", {
      ...{ name: "off", kind: "webhook", secret: credentials.webhook, enabled: false },
      url: `${receivers.url}/hook?to=off`,
    });
    const set = async (body: object) =>
      expect((await here.tenant.config("PUT", `alert_routes/${here.first}`, { body })).status).toBe(200);
    const failure = async (about: object) => {
      const { body } = await start(here, about);
      return [body.status, body.message];
    };
    await set({ destinations: [{ team_id: team }, { outbound_config_id: off }] });
    const why = 'Nobody is notified: the team "Payments" has no members and the target "off" is off.';
    expect(await failure({ route_id: here.first })).toEqual(["failed", why]);
    // Also where another route goes on with it.
    await set({ continue: true });
    expect(await failure({ route_id: here.first })).toEqual(["failed", why]);
    await set({ continue: false, drop: true, destinations: [], matchers: ['service="dropped"'] });
    const dropped = 'Nobody is notified: the route "Payments night" notifies nobody.';
    expect(await failure({ service: "dropped" })).toEqual(["failed", dropped]);
    // With an agent the alert would never come back.
    await here.tenant.api("PUT", `render/${here.connector}/drills`, { body: { sent: [] } });
    expect(await failure({ service: "dropped" })).toEqual(["failed", dropped]);
    await here.tenant.config("PUT", `alert_routes/${here.route}`, { body: { enabled: false } });
    expect(await failure({ service: "cart" })).toEqual(["failed", "Nobody is notified: no route takes it."]);
  });

  it("of a service proves none of its routes that notified nobody", async () => {
    const here = await makeDrilled(app, receivers, { continue: true });
    await watched(here, "pay");
    const team = await created(here, "teams", { name: "Payments" });
    const body = { destinations: [{ team_id: team }], matchers: ['service="pay"'] };
    await here.tenant.config("PUT", `alert_routes/${here.first}`, { body });
    const drill = (await start(here, { service: "pay" })).body;
    await go();
    expect((await get(here, drill.id)).status).toBe("proved");
    const proved = async (id: string) =>
      (await here.tenant.config("GET", `alert_routes/${id}`)).body.last_proved_at;
    expect([await proved(here.first), await proved(here.route)]).toEqual([null, expect.any(String)]);
  });

  it("names whom it came to where another target ended it", async () => {
    const here = await scene();
    const both = [{ outbound_config_id: here.night }, { email: "nobody@example.com" }];
    await here.tenant.config("PUT", `alert_routes/${here.first}`, { body: { destinations: both } });
    const { body } = await start(here, { route_id: here.first });
    await go();
    const failed = await get(here, body.id);
    expect([failed.status, failed.message]).toEqual([
      "failed",
      "The mail to nobody@example.com is held: the service has no mail server.",
    ]);
    expect(failed.hops.at(-1)).toMatchObject({ name: "taken", detail: "night took it." });
  });

  it("fails when its time is over", async () => {
    const here = await scene();
    const { body } = await start(here, { route_id: here.first, until: "acknowledged" });
    await go();
    await runOut(body.id);
    await go();
    expect(await get(here, body.id)).toMatchObject({
      status: "failed",
      message: "The time was over. Nobody has acknowledged it.",
    });
    expect((await listed(here)).map(({ status }) => status)).toEqual(["resolved"]);
  });

  it("escalates nothing, keeps nothing back, and is no trouble of its service", async () => {
    const here = await scene();
    await created(here, "outbound_rules", {
      name: "lead",
      position: 1,
      matchers: ['alertname!=""'],
      outbound_config_id: here.rest,
      delay_seconds: 0,
    });
    await created(here, "alert_inhibitions", {
      name: "critical first",
      source_matchers: ['severity="critical"'],
      target_matchers: ['severity="warning"'],
      equal: ["service"],
    });
    const { body } = await start(here, { route_id: here.first, until: "acknowledged" });
    expect((await here.tenant.api("GET", `alerts/${body.alert_id}`)).body.next_steps).toEqual([]);
    await here.notify({ receiver: here.route }, [
      {
        name: "Slow",
        startsAt: new Date().toISOString(),
        labels: { ...body.labels, drill: "", severity: "warning" },
      },
    ]);
    const slow = (await listed(here)).find(({ fingerprint }) => fingerprint === fingerprintOf("Slow"));
    expect(slow).toMatchObject({ withheld: [] });
    const attention = await here.tenant.api("GET", "attention");
    expect(attention.text).not.toContain("DRILL");
  });

  it("opens no incident and moves no gate, and each target gets its beginning and its end once", async () => {
    const here = await makeDrilled(app, receivers, { publish: "automatic" });
    // What the tests before left in the queue goes elsewhere.
    const own = await created(here, "outbound_configs", {
      ...{ name: "own", kind: "webhook", secret: credentials.webhook },
      url: `${receivers.url}/hook?to=own`,
    });
    await here.tenant.config("PUT", `alert_routes/${here.first}`, {
      body: { destinations: [{ outbound_config_id: own }] },
    });
    await created(here, "status_page_components", { name: "Payments", service: "pay" });
    await created(here, "deploy_policies", { service: "pay" });
    const gate = async () => (await here.tenant.api("GET", "deploy_gate?service=pay&dry_run=true")).body;
    const before = await gate();
    const { body } = await start(here, { route_id: here.first });
    // As often as it is looked at, and whoever brings it in again.
    await go();
    await go();
    expect((await get(here, body.id)).status).toBe("proved");
    const received = receivers.received.filter(({ path }) => path === "/hook?to=own");
    expect(received.map(({ body: { type } }) => type)).toEqual(["alert.firing", "alert.resolved"]);
    expect(await gate()).toEqual(before);
    const incidents = await here.tenant.config("GET", "status_page_incidents");
    expect(incidents.body.data).toEqual([]);
    const figures = await here.tenant.api("GET", "alerts?service=pay");
    expect(figures.body.data.map(({ status }: { status: string }) => status)).toEqual(["resolved"]);
  });

  it("is brought in by the next look where the node that began it was killed", async () => {
    const here = await scene();
    const { body } = await start(here, { route_id: here.first });
    await go();
    const lost = `${body.id}_lost`;
    await app.database.execute(
      `INSERT INTO drills (organization_id, id, route_id, until, labels, annotations, begun_by, deadline)
      SELECT organization_id, '${lost}', route_id, until, labels || '{"drill": "${lost}"}', annotations, begun_by, deadline
      FROM drills WHERE id = '${body.id}'`,
    );
    await go();
    await go();
    expect(await get(here, lost)).toMatchObject({ status: "proved", message: null });
  });

  it("is not proved by another route that goes on where a mute of its own keeps it back", async () => {
    const here = await makeDrilled(app, receivers, { continue: true });
    await created(here, "alert_mutes", {
      route_ids: [here.first],
      reason: "the night's works",
      duration_minutes: 60,
    });
    const { body } = await start(here, { route_id: here.first });
    await go();
    expect(await get(here, body.id)).toMatchObject({
      status: "failed",
      message: "Nobody is notified: it is muted by the night's works.",
    });
  });

  it("an alert whose label names no drill is a real one", async () => {
    const here = await scene();
    await created(here, "outbound_rules", {
      name: "lead",
      position: 1,
      matchers: ['alertname!=""'],
      outbound_config_id: here.rest,
      delay_seconds: 600,
    });
    await here.notify({ receiver: here.route }, [
      {
        name: "Real",
        startsAt: new Date().toISOString(),
        labels: { drill: "drill_00000000000000000000000000", severity: "critical" },
      },
    ]);
    const [alert] = await listed(here);
    expect((await here.tenant.api("GET", `alerts/${alert?.id}`)).body.next_steps).toHaveLength(1);
  });
});

describe("a drill with an agent", () => {
  const exchange = (here: Scene, sent: object[] = []) =>
    here.tenant
      .api("PUT", `render/${here.connector}/drills`, { body: { sent } })
      .then(({ body }) => body.alerts);

  it("is brought to its Alertmanager, comes back by the webhook, and its end is brought there too", async () => {
    const here = await scene();
    expect(await exchange(here)).toEqual([]);
    const { body } = await start(here, { route_id: here.first });
    expect([body.connector_id, body.message]).toEqual([
      here.connector,
      `The agent of the connector ${here.connector} has not asked for it.`,
    ]);
    const [given] = await exchange(here);
    expect(given).toMatchObject({ id: body.id, is_over: false, labels: body.labels });
    // Whoever lost the answer asks again.
    expect(await exchange(here)).toHaveLength(1);
    expect(await exchange(here, [{ id: body.id, error: null }])).toEqual([]);
    const fired = {
      name: "Drill",
      startsAt: given.starts_at,
      labels: given.labels,
      annotations: given.annotations,
    };
    await here.notify({ receiver: here.first }, [fired]);
    await here.notify({ receiver: here.first }, [fired]);
    await go();
    const proved = await get(here, body.id);
    expect(proved.status, proved.message).toBe("proved");
    expect(hops(proved)).toEqual(["agent", "alertmanager", "intake", "decided", "queued", "sent", "taken"]);
    expect(await exchange(here)).toMatchObject([{ id: body.id, is_over: true, ends_at: proved.ended_at }]);
    expect(await exchange(here)).toEqual([]);
    // A repetition after the end begins nothing anew.
    await here.notify({ receiver: here.first }, [fired]);
    expect((await listed(here)).map(({ status }) => status)).toEqual(["resolved"]);
  });

  it("fails at once where Alertmanager keeps it back", async () => {
    const here = await scene();
    await watched(here, "cart");
    await exchange(here);
    await created(here, "alert_mutes", {
      ...{ matchers: ['service="cart"'], reason: "works", duration_minutes: 60 },
    });
    const { body } = await start(here, { service: "cart" });
    expect([body.status, body.message]).toEqual([
      "failed",
      "Nobody is notified: a mute or an inhibition keeps it back.",
    ]);
  });

  it("fails where Alertmanager does not take it", async () => {
    const here = await scene();
    await watched(here, "cart");
    await exchange(here);
    const { body } = await start(here, { service: "cart" });
    await exchange(here);
    await exchange(here, [{ id: body.id, error: "HTTP 500" }]);
    await go();
    expect(await get(here, body.id)).toMatchObject({
      status: "failed",
      message: "The Alertmanager did not take it: HTTP 500.",
    });
  });
});

it("is proved by whoever acknowledges it where Alertmanager itself notifies people", async () => {
  const here = await scene();
  const metadata = { deliver: "native" };
  await here.tenant.config("PUT", `connectors/${here.connector}`, { body: { metadata } });
  const exchange = () => here.tenant.api("PUT", `render/${here.connector}/drills`, { body: { sent: [] } });
  await exchange();
  const { body } = await start(here, { route_id: here.first, until: "acknowledged" });
  const [given] = (await exchange()).body.alerts;
  await here.notify({ receiver: here.first }, [
    { name: "Drill", startsAt: given.starts_at, labels: given.labels, annotations: given.annotations },
  ]);
  const waiting = await get(here, body.id);
  expect([waiting.status, waiting.message]).toEqual(["running", "Nobody has acknowledged it."]);
  await here.tenant.api("POST", `alerts/${waiting.alert_id}/acknowledge`, { body: {} });
  await go();
  expect(await get(here, body.id)).toMatchObject({ status: "proved", message: null });
});

describe("refusals", () => {
  it("name what to give", async () => {
    const here = await scene();
    for (const [body, field, message] of [
      [{}, "route_id", "give one of route_id, target_id, service"],
      [{ route_id: here.first, service: "a" }, "service", "give one of"],
      [{ route_id: "route_0" }, "route_id", "names no alert route"],
      [{ target_id: here.pager }, "target_id", "no route leads to"],
      [{ service: "cart", until: "seen" }, "until", "sent"],
    ] as const) {
      const answer = await start(here, body);
      expect([answer.status, answer.body.field], answer.text).toEqual([422, field]);
      expect(answer.body.message).toContain(message);
    }
    expect((await here.tenant.api("GET", "drills/drill_x")).status).toBe(404);
    const reader = await app.makeKey(here.tenant.organization.id, ["api:config_read"]);
    const refused = await app.send("POST", "/api/v1/drills", {
      headers: { authorization: `Bearer ${reader.value}` },
      body: { service: "cart" },
    });
    expect(refused.status).toBe(403);
  });

  it.each(["", "drill_of_mine"])("a route that wants the label drill %j gets no drill", async (drill) => {
    const here = await makeDrilled(app, receivers, { matchers: [`drill="${drill}"`] });
    const { status, body } = await start(here, { route_id: here.first });
    expect([status, body.field]).toEqual([422, "route_id"]);
    expect(body.message).toContain('leads to "Payments night", which does not get what it takes: ');
  });

  it("say which drill is under way about the same", async () => {
    const here = await scene();
    await watched(here, "cart");
    const { body } = await start(here, { route_id: here.first, until: "acknowledged" });
    const again = await start(here, { route_id: here.first });
    expect([again.status, again.body.error]).toEqual([409, "conflict"]);
    expect(again.body.message).toContain(body.id);
    expect((await start(here, { service: "cart" })).status).toBe(201);
  });

  it("a route that another one hides says which", async () => {
    const here = await scene();
    const hidden = await created(here, "alert_routes", {
      name: "Hidden",
      position: -5,
      matchers: ['service="pay"', 'severity="critical"', 'team="a"'],
      destinations: [{ outbound_config_id: here.rest }],
    });
    const { status, body } = await start(here, { route_id: hidden });
    expect([status, body.field]).toEqual([422, "route_id"]);
    expect(body.message).toContain("Payments night");
  });

  it("no organization sees another's", async () => {
    const [here, there] = [await scene(), await scene()];
    await watched(here, "cart");
    const { body } = await start(here, { service: "cart" });
    expect((await there.tenant.api("GET", `drills/${body.id}`)).status).toBe(404);
    expect((await there.tenant.api("GET", "drills")).body.data).toEqual([]);
    expect((await here.tenant.api("GET", "drills")).body.data.map(({ id }: { id: string }) => id)).toEqual([
      body.id,
    ]);
  });
});

it("are listed by what they are about, in pages", async () => {
  const here = await scene();
  await watched(here, "cart");
  // Nobody acknowledges them, so that they go on.
  const [{ body: older }, { body: newer }] = [
    await start(here, { service: "cart", until: "acknowledged" }),
    await start(here, { route_id: here.first, until: "acknowledged" }),
  ];
  const ids = async (query: string) =>
    (await here.tenant.api("GET", `drills?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await ids("service=cart")).toEqual([older.id]);
  expect(await ids(`route_id=${here.first}&status=running`)).toEqual([newer.id]);
  expect(await ids("status=proved")).toEqual([]);
  await app.database.execute(
    `INSERT INTO drills SELECT organization_id, id || '_' || n, route_id, target_id, service, until, labels, annotations,
      connector_id, begun_by, created_at, deadline, handed_at, accepted_at, problem, alert_id, taken_in_at, 'proved', now()
    FROM drills, generate_series(100, 199) AS n WHERE id = '${older.id}'`,
  );
  const first = (await here.tenant.api("GET", "drills")).body;
  expect(first.data).toHaveLength(100);
  const next = (await here.tenant.api("GET", `drills?cursor=${first.next_cursor}`)).body;
  expect([next.data.at(-1).id, next.data.length, next.next_cursor]).toEqual([older.id, 2, null]);
  expect((await here.tenant.api("GET", "drills?cursor=xyz")).body.field).toBe("cursor");
});
