/** What Alertmanager notifies of: taken in once, kept, and sent to whom the route names. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AlertMessage } from "../../src/kernel/alert-message.ts";
import { fingerprintOf } from "../../src/renderers/alerting/fingerprint.ts";
import { startService, type TestService } from "../support/service.ts";
import {
  created,
  holdsOver,
  listed,
  makeScene,
  minute,
  notified,
  queued,
  type Scene,
  webhook,
} from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

describe("an alert", () => {
  it("ends for a pager that its route no longer names, while another of its group is open", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [{ name: "A", startsAt: minute(0) }]);
    const other = await created(scene, "outbound_configs", {
      name: "other",
      kind: "pagerduty",
      secret: "key",
    });
    const body = { destinations: [{ outbound_config_id: other }] };
    expect((await scene.tenant.config("PUT", `alert_routes/${scene.route}`, { body })).status).toBe(200);
    await scene.notify({}, [{ name: "B", startsAt: minute(1) }]);
    const before = ["pager firing A", "room firing A", `${other} firing B`];
    expect(await notified(app, scene)).toEqual(before);
    await scene.notify({}, [{ name: "A", startsAt: minute(0), endsAt: minute(2) }]);
    await scene.notify({}, [{ name: "B", startsAt: minute(1), endsAt: minute(3) }]);
    const after = (await notified(app, scene)).slice(before.length);
    expect(after.sort()).toEqual(["pager resolved A", "room resolved A", `${other} resolved B`].sort());
  });

  it("is shown with what it says, its route, and what was sent", async () => {
    const scene = await makeScene(app);
    const answer = await scene.notify({}, [
      {
        name: "Disk",
        startsAt: "2026-11-22T09:00:00.123456789Z",
        labels: { service: "shop", severity: "critical" },
        annotations: { summary: "Disk is full", runbook_url: "https://runbooks.example/disk" },
      },
    ]);
    expect(answer).toMatchObject({ status: 200, body: { alerts: 1, opened: 1, ended: 0 } });
    const [alert] = await listed(scene);
    expect(alert).toMatchObject({
      connector_id: scene.connector,
      status: "open",
      title: "Disk is full",
      service: "shop",
      severity: "critical",
      url: "https://runbooks.example/disk",
      started_at: "2026-11-22T09:00:00.123Z",
      resolved_at: null,
      muted_by: null,
      routes: [{ id: scene.route, name: "all" }],
      deliveries: [
        // A slow machine may have tried it by now.
        { target: "pager", kind: "pagerduty", status: "queued", attempt: expect.any(Number) },
        { target: "room", kind: "slack", status: "queued" },
      ],
    });
    // What waits for a target may be tried in between.
    const { deliveries: _, reached: __, ...rest } = alert;
    const one = (await scene.tenant.api("GET", `alerts/${alert.id}`)).body;
    expect(one).toMatchObject({ ...rest, next_steps: [] });
    const [first] = await queued(app, scene);
    expect(first?.payload.message).toMatchObject({
      phase: "firing",
      organization: { slug: scene.tenant.organization.slug },
      by: { kind: "alert_routes", id: scene.route, name: "all" },
      title: "Disk is full",
      severity: "critical",
      group_labels: { group: "all" },
      count: 1,
      link: expect.stringMatching(new RegExp(`/o/${scene.tenant.organization.slug}/alerts/${alert.id}$`)),
    });
  });

  it("is notified once, however often it comes, and its end once", async () => {
    const scene = await makeScene(app);
    const fired = { name: "A", startsAt: minute(0) };
    // Two of a pair, and a repetition.
    await Promise.all([scene.notify({}, [fired]), scene.notify({}, [fired])]);
    await scene.notify({}, [fired]);
    const ended = { ...fired, endsAt: minute(5) };
    await Promise.all([scene.notify({}, [ended]), scene.notify({}, [ended])]);
    // Late ones of the other one of a pair, and its end.
    await scene.notify({}, [fired]);
    await scene.notify({}, [fired]);
    await scene.notify({}, [ended]);
    await holdsOver(app, scene);
    expect(await notified(app, scene)).toEqual([
      "pager firing A",
      "room firing A",
      "pager resolved A",
      "room resolved A",
    ]);
    expect(await listed(scene)).toMatchObject([{ status: "resolved", resolved_at: minute(5) }]);
  });

  it("that began again goes on when the one before is said to have ended late", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [{ name: "A", startsAt: minute(0) }]);
    await scene.notify({}, [{ name: "A", startsAt: minute(10) }]);
    await scene.notify({}, [{ name: "A", startsAt: minute(0), endsAt: minute(30) }]);
    expect((await listed(scene)).map(({ status, started_at }) => [status, started_at])).toEqual([
      ["open", minute(10)],
      ["resolved", minute(0)],
    ]);
  });

  it("that began again ends the one before, of which a late word changes nothing", async () => {
    const scene = await makeScene(app);
    await scene.notify({}, [{ name: "A", startsAt: minute(0) }]);
    await scene.notify({}, [{ name: "A", startsAt: minute(10) }]);
    await scene.notify({}, [{ name: "A", startsAt: minute(0) }]);
    await scene.notify({}, [{ name: "A", startsAt: minute(5) }]);
    expect((await listed(scene)).map(({ status, started_at }) => [status, started_at])).toEqual([
      ["open", minute(10)],
      ["resolved", minute(5)],
      ["resolved", minute(0)],
    ]);
    expect(await notified(app, scene)).toEqual([
      "pager firing A",
      "room firing A",
      "room resolved A",
      "pager firing A",
      "room firing A",
    ]);
  });

  it("that two routes take is there once, and notified by each", async () => {
    const scene = await makeScene(app);
    const second = await created(scene, "alert_routes", {
      name: "second",
      matchers: ['alertname="A"'],
      destinations: [{ email: "sre@example.com" }],
      severity_override: "info",
    });
    const fired = { name: "A", startsAt: minute(0), labels: { severity: "critical" } };
    await scene.notify({}, [fired]);
    await scene.notify({ receiver: second }, [fired]);
    await scene.notify({}, [{ ...fired, endsAt: minute(1) }]);
    await scene.notify({ receiver: second }, [{ ...fired, endsAt: minute(1) }]);
    const name = scene.tenant.organization.name;
    expect(await notified(app, scene)).toEqual([
      "pager firing A",
      "room firing A",
      `email sre@example.com [${name}] Firing, info: A`,
      "pager resolved A",
      "room resolved A",
      `email sre@example.com [${name}] Resolved: A`,
    ]);
    const [alert] = await listed(scene);
    expect(alert.routes.map(({ name }: { name: string }) => name).sort()).toEqual(["all", "second"]);
  });

  it("of no route is kept, and so is what a receiver of another name sends", async () => {
    const scene = await makeScene(app);
    await scene.notify({ receiver: "orgconfig" }, [{ name: "A", startsAt: minute(0) }]);
    expect(await listed(scene)).toMatchObject([{ status: "open", routes: [], deliveries: [] }]);
    expect(await notified(app, scene)).toEqual([]);
  });

  it("that Alertmanager delivers itself is kept, and not sent again", async () => {
    const scene = await makeScene(app);
    await scene.tenant.config("PUT", `connectors/${scene.connector}`, {
      body: { metadata: { deliver: "native" } },
    });
    const fired = { name: "A", startsAt: minute(0) };
    await scene.notify({}, [fired]);
    await scene.notify({}, [{ ...fired, endsAt: minute(1) }]);
    expect(await notified(app, scene)).toEqual([]);
    expect(await listed(scene)).toMatchObject([{ status: "resolved", routes: [{ name: "all" }] }]);
  });

  it("is shown with the newest of what was sent, however much that is", async () => {
    const destinations = Array.from({ length: 20 }, (_, at) => ({ email: `member-${at}@example.com` }));
    const scene = await makeScene(app, { destinations });
    const fired = { name: "A", startsAt: minute(0) };
    for (let sent = 0; sent < 6; sent += 1) {
      await scene.notify({}, [fired]);
      await app.database.queryText(
        {
          name: "test-notified-long-ago",
          text: "UPDATE alert_routings SET told_at = told_at - interval '1 day'",
        },
        [],
      );
    }
    expect(await queued(app, scene)).toHaveLength(120);
    const [alert] = await listed(scene);
    expect(alert.deliveries).toHaveLength(100);
    expect(alert.deliveries.at(-1)).toMatchObject({ target: "member-19@example.com" });
  });

  it("may hold what no rule writes", async () => {
    const scene = await makeScene(app);
    const odd = {
      name: "A",
      startsAt: minute(0),
      labels: { "a\0b": "c\0d\ud800", long: "x".repeat(50_000) },
    };
    expect((await scene.notify({}, [odd])).status).toBe(200);
    const [alert] = await listed(scene);
    expect(alert.labels.ab).toBe("cd\ufffd");
    expect(Buffer.byteLength(Object.entries(alert.labels).flat().join(""))).toBe(8_192);
    expect(alert.labels.long).toMatch(/^x+…$/);
  });

  it("may say more than is kept: each text gives up its share, and the service and severity stand", async () => {
    const scene = await makeScene(app);
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`a${at}`, "x".repeat(9_000)]));
    const labels = { ...many, "": "nameless", service: "shop", severity: "critical" };
    const url = "http://prometheus.example/graph?g0.expr=up\n\nCall this number";
    const annotations = { ...many, summary: "s".repeat(30_000) };
    const { tenant, connector, route } = scene;
    const sent = webhook({ receiver: route }, [{ name: "A", startsAt: minute(0), labels, annotations }]);
    for (const one of sent.alerts) one.generatorURL = url;
    expect((await tenant.api("POST", `intake/alertmanager/${connector}`, { body: sent })).status).toBe(200);
    const [alert] = await listed(scene);
    expect(alert).toMatchObject({
      service: "shop",
      severity: "critical",
      labels: { alertname: "A" },
      // As URLs are written: without the line breaks that a parser passes over.
      url: "http://prometheus.example/graph?g0.expr=upCall%20this%20number",
    });
    const bytesOf = (texts: object) => Buffer.byteLength(Object.entries(texts).flat().join(""));
    expect([bytesOf(alert.labels) <= 8_192, bytesOf(alert.annotations) <= 16_384]).toEqual([true, true]);
    expect([alert.labels.a7, alert.annotations.summary]).toEqual([
      expect.stringMatching(/^x+…$/),
      expect.stringMatching(/^s+…$/),
    ]);
  });

  it("says what was cut of it, in whole characters, and how much was left out", async () => {
    const scene = await makeScene(app);
    const labels = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`a${at}`, "1"]));
    const annotations = { description: "€".repeat(6_000), short: "it stands" };
    await scene.notify({}, [{ name: "A", startsAt: minute(0), labels, annotations }]);
    const [alert] = await listed(scene);
    expect(Object.keys(alert.labels)).toHaveLength(200);
    // With its name 251 came.
    expect(alert.labels).toMatchObject({ alertname: "A", "…": "52 more were left out" });
    expect(alert.annotations.short).toBe("it stands");
    expect(alert.annotations.description).toMatch(/^€+…$/);
    const size = Buffer.byteLength(Object.entries(alert.annotations).flat().join(""));
    expect(16_384 - size).toBeGreaterThanOrEqual(0);
    expect(16_384 - size).toBeLessThan(3);
    // The same again is no change of its texts.
    await scene.notify({}, [{ name: "A", startsAt: minute(0), labels, annotations }]);
    expect(await listed(scene)).toMatchObject([{ annotations: alert.annotations }]);
  });

  it("keeps what people are notified by, and what its group is known by, behind any number of other labels", async () => {
    const scene = await makeScene(app);
    const many = (prefix: string, value: string) =>
      Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${prefix}${1_000 + at}`, value]));
    const name = `Checkout answers ${"slowly ".repeat(20)}`.trim();
    const facts = { alertname: name, severity: "info", service: "shop" };
    const ours = { orgconfig_slo_id: `slo_${"0123456789".repeat(4)}` };
    const texts = { summary: name, title: "Slow", description: "€".repeat(2_000) };
    const annotations = { ...many("a", "x".repeat(60)), ...texts };
    const body = webhook({ receiver: scene.route }, [{ name, startsAt: minute(0), annotations }]);
    const labels = { ...many("a", "x".repeat(60)), group: "all", ...ours, ...facts };
    const alerts = body.alerts.map((one) => ({ ...one, labels, fingerprint: "1" }));
    const path = `intake/alertmanager/${scene.connector}`;
    expect((await scene.tenant.api("POST", path, { body: { ...body, alerts } })).status).toBe(200);
    const [alert] = await listed(scene);
    expect(alert).toMatchObject({ title: name, severity: "info", service: "shop", annotations: texts });
    expect(alert.labels).toMatchObject({ ...facts, ...ours, group: "all", "…": "206 more were left out" });
    expect(Object.keys(alert.labels)).toHaveLength(200);
    expect(alert.labels.a1193).toMatch(/^x+…$/);
    expect(alert.labels.a1194).toBe(undefined);
    for (const [kept, most] of [
      [alert.labels, 8_192],
      [alert.annotations, 16_384],
    ])
      expect(Buffer.byteLength(Object.entries(kept).flat().join(""))).toBeLessThanOrEqual(most);
  });

  it("is named in a message as far as there is room, and counted beyond it", async () => {
    const scene = await makeScene(app);
    const fired = Array.from({ length: 50 }, (_, at) => ({
      name: `Host ${at}`,
      startsAt: minute(0),
      labels: { severity: at === 49 ? "critical" : "info" },
      annotations: { description: "x".repeat(9_000) },
    }));
    await scene.notify({}, fired);
    const [{ payload }] = (await queued(app, scene)) as unknown as [{ payload: { message: AlertMessage } }];
    expect(payload.message).toMatchObject({ count: 50, severity: "critical" });
    expect(payload.message.alerts).toHaveLength(22);
  });
});

describe("a group", () => {
  it("is one incident at a pager, which ends with its last alert", async () => {
    const scene = await makeScene(app);
    const [a, b] = [
      { name: "A", startsAt: minute(0) },
      { name: "B", startsAt: minute(1) },
    ];
    await scene.notify({}, [a]);
    await scene.notify({}, [a, b]);
    await scene.notify({}, [{ ...a, endsAt: minute(2) }, b]);
    await scene.notify({}, [{ ...b, endsAt: minute(3) }]);
    expect(await notified(app, scene)).toEqual([
      "pager firing A",
      "room firing A",
      "pager firing B",
      "room firing B",
      "room resolved A",
      "pager resolved B",
      "room resolved B",
    ]);
    const keys = (await queued(app, scene)).map(({ payload }) => payload.message.dedup_key);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it("that has not changed is sent again after the route's interval, unless somebody is at it", async () => {
    const scene = await makeScene(app, { repeat_interval_seconds: 3_600 });
    const fired = { name: "A", startsAt: minute(0) };
    await scene.notify({}, [fired]);
    await notifiedAgo(app, "50 minutes");
    await scene.notify({}, [fired]);
    expect(await notified(app, scene)).toHaveLength(2);
    await notifiedAgo(app, "55 minutes");
    await Promise.all([scene.notify({}, [fired]), scene.notify({}, [fired])]);
    expect((await notified(app, scene)).slice(2)).toEqual(["pager reminder A", "room reminder A"]);
    const [alert] = await listed(scene);
    await scene.tenant.api("POST", `alerts/${alert.id}/acknowledge`);
    await notifiedAgo(app, "55 minutes");
    await scene.notify({}, [fired]);
    expect(await notified(app, scene)).toHaveLength(4);
  });
});

/** As if what was notified had been notified so long ago. */
async function notifiedAgo(of: TestService, interval: string): Promise<void> {
  await of.database.execute(`UPDATE alert_routings SET told_at = now() - interval '${interval}'`);
}

describe("a notification", () => {
  describe("of 5,000 alerts", () => {
    let scene: Scene;
    const fired = Array.from({ length: 5_000 }, (_, index) => ({
      name: `Alert ${index}`,
      startsAt: minute(0),
      labels: { service: "shop", instance: `host-${index}` },
      annotations: { summary: `Host ${index} is down` },
    }));
    beforeAll(async () => {
      scene = await makeScene(app);
    });

    it("is taken in whole, and notified in one message each", async () => {
      expect(await scene.notify({}, fired)).toMatchObject({ status: 200, body: { opened: 5_000 } });
      const sent = await queued(app, scene);
      expect(sent).toHaveLength(2);
      expect(sent[0]?.payload.message).toMatchObject({ count: 5_000, title: "5000 alerts: Host 0 is down" });
      expect(sent[0]?.payload.message.alerts).toHaveLength(100);
    });

    it("changes nothing when it comes again", async () => {
      expect(await scene.notify({}, fired)).toMatchObject({ status: 200, body: { opened: 0 } });
      expect(await queued(app, scene)).toHaveLength(2);
    });

    it("ends them all", async () => {
      const ended = fired.map((one) => ({ ...one, endsAt: minute(9) }));
      expect(await scene.notify({}, ended)).toMatchObject({ status: 200, body: { ended: 5_000 } });
      expect(await queued(app, scene)).toHaveLength(4);
      expect(await listed(scene, "?status=open")).toEqual([]);
    });
  });

  it("of more alerts than one transaction takes is taken in whole, also with one fingerprint", async () => {
    const scene = await makeScene(app);
    // Each begins before the one in front of it, so that it has ended.
    const fired = Array.from({ length: 5_002 }, (_, index) => ({ name: "A", startsAt: minute(-index) }));
    const taken = await scene.notify({}, fired);
    expect(taken).toMatchObject({ status: 200, body: { alerts: 5_002, opened: 1, ended: 0 } });
    expect(await listed(scene, "?status=open")).toMatchObject([{ started_at: minute(0) }]);
  });

  it("of the wrong shape is 422 and names the field, of an unknown connector 404", async () => {
    const scene = await makeScene(app);
    const intake = `intake/alertmanager/${scene.connector}`;
    const body = webhook({ receiver: scene.route }, [{ name: "A", startsAt: minute(0) }]);
    const wrong = { ...body, alerts: [{ ...body.alerts[0], startsAt: "yesterday" }] };
    const answer = await scene.tenant.api("POST", intake, { body: wrong });
    expect(answer).toMatchObject({ status: 422, body: { field: "alerts[0].startsAt" } });
    const other = await makeScene(app);
    const elsewhere = await other.tenant.api("POST", intake, { body });
    expect(elsewhere.status).toBe(404);
    // What a later version adds is passed over.
    const later = { ...body, newInAlertmanager: { of: "2030" } };
    expect((await scene.tenant.api("POST", intake, { body: later })).status).toBe(200);
  });

  it("with bad alerts among others refuses only those, and says which", async () => {
    const scene = await makeScene(app);
    const intake = `intake/alertmanager/${scene.connector}`;
    const body = webhook({ receiver: scene.route }, [
      { name: "A", startsAt: minute(0) },
      { name: "B", startsAt: minute(0) },
      { name: "C", startsAt: minute(0) },
    ]);
    const [a, b, c] = body.alerts;
    const bad = [a, { ...b, startsAt: "yesterday" }, "no alert", null, { ...c, labels: 7 }, c];
    const answer = await scene.tenant.api("POST", intake, { body: { ...body, alerts: bad } });
    expect(answer).toMatchObject({ status: 200, body: { alerts: 2, opened: 2 } });
    expect(answer.body.refused.map(({ field }: { field: string }) => field)).toEqual([
      "alerts[1].startsAt",
      "alerts[2]",
      "alerts[3]",
      "alerts[4].labels",
    ]);
    expect(app.logs.some((line) => line.includes("could not be read"))).toBe(true);
    // Those of a report of an agent likewise: and nothing ends by what could not be read.
    const reported = { fingerprint: a?.fingerprint, state: "active", started_at: minute(0), receivers: [] };
    const report = await scene.tenant.api("PUT", `render/${scene.connector}/alerts`, {
      body: { since: minute(9_999_999), alerts: [reported, { state: "odd" }] },
    });
    expect(report).toMatchObject({ status: 200, body: { opened: 0, ended: 0 } });
  });

  it("with an alert without a fingerprint knows it by its labels, as Alertmanager does", async () => {
    const scene = await makeScene(app);
    const intake = `intake/alertmanager/${scene.connector}`;
    const body = webhook({ receiver: scene.route }, [{ name: "A", startsAt: minute(0) }]);
    const send = async (change: object, labels = { alertname: "A", zone: "ä" }) => {
      const alerts = body.alerts.map(({ fingerprint: _, ...one }) => ({ ...one, labels, ...change }));
      return (await scene.tenant.api("POST", intake, { body: { ...body, alerts } })).body;
    };
    expect(await send({})).toMatchObject({ opened: 1 });
    expect(await send({ fingerprint: "" })).toEqual({ alerts: 1, opened: 0, ended: 0 });
    // As a program in Go makes it of these labels.
    expect(await send({ fingerprint: fingerprintOf({ zone: "ä", alertname: "A" }) })).toMatchObject({
      opened: 0,
    });
    expect(await send({ status: "resolved", endsAt: minute(5) })).toMatchObject({ ended: 1 });
  });

  it("that leaves alerts out ends none of them", async () => {
    const scene = await makeScene(app);
    const [a, b] = [
      { name: "A", startsAt: minute(0) },
      { name: "B", startsAt: minute(0) },
    ];
    await scene.notify({}, [a, b]);
    expect((await scene.notify({ truncated: 1 }, [a])).status).toBe(200);
    expect(await listed(scene, "?status=open")).toHaveLength(2);
    expect(app.logs.some((line) => line.includes("max_alerts: 0"))).toBe(true);
  });
});

describe("under load", () => {
  it("it is outside of the limit on requests, and takes what one Alertmanager sends at once", async () => {
    const limited = await startService({ ORGCONFIG_RATE_LIMIT: "1" }, [], app.database);
    try {
      const scene = await makeScene(app);
      const body = webhook({ receiver: scene.route }, [{ name: "A", startsAt: minute(0) }]);
      const send = () =>
        limited.send("POST", `/api/v1/intake/alertmanager/${scene.connector}`, {
          body,
          headers: { authorization: `Bearer ${scene.tenant.key.value}` },
        });
      // A node that does not know the key yet counts it as a guess until it has looked.
      expect((await send()).status).toBe(200);
      // 31 alerts in 27 routes, each a group of its own.
      const answers = await Promise.all(Array.from({ length: 31 * 27 }, send));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      // Guesses at keys are limited as ever, but by a status after which nobody's alerts are dropped.
      const guess = () =>
        limited.send("POST", `/api/v1/intake/alertmanager/${scene.connector}`, {
          body,
          headers: { authorization: `Bearer ${scene.tenant.key.value.slice(0, -4)}wxyz` },
          address: "192.0.2.7",
        });
      const guesses = await Promise.all(Array.from({ length: 10 }, guess));
      expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401, 503]));
      expect(await notified(app, scene)).toEqual(["pager firing A", "room firing A"]);
    } finally {
      await limited.close();
    }
  });
});
