/** What measures nothing any more is one alert for all that hangs on it; and no alert ends by the loss of what measures. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { created, fingerprintOf, makeScene, notified, type Scene } from "../alerts/support.ts";
import { type Plan, plannerOf } from "../plans/support.ts";
import { startService, type TestService } from "../support/service.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

interface Monitored extends Scene {
  readonly prometheus: string;
  readonly blackbox: string;
  readonly slos: readonly string[];
  readonly checks: readonly string[];
  readonly certificates: readonly string[];
}

async function makeMonitored(): Promise<Monitored> {
  const scene = await makeScene(test);
  const make = (kind: string, body: object) => created(scene, kind, body);
  const engine = (name: string, connector_type: string) =>
    make("connectors", { name, type: "observability", connector_type });
  const prometheus = await engine("Prom", "prometheus");
  const blackbox = await engine("Blackbox", "blackbox_exporter");
  const source = await make("data_sources", {
    name: "Metrics",
    type: "prometheus",
    url: "http://prometheus.example:9090",
    connector_id: prometheus,
  });
  const slo = async (name: string) => {
    const sli_id = await make("slis", {
      ...{ name, service: "shop", kind: "ratio", data_source_id: source },
      bad_query: 'sum(rate(http_requests_total{code=~"5.."}[5m]))',
      total_query: "sum(rate(http_requests_total[5m]))",
    });
    return make("slos", { name, service: "shop", sli_id, target_percent: 99.9, window_days: 30 });
  };
  const check = (name: string) =>
    make("synthetic_checks", { name, kind: "http", target: "https://shop.example.com", service: "shop" });
  return {
    ...scene,
    prometheus,
    blackbox,
    slos: [await slo("availability"), await slo("latency")],
    checks: [await check("front"), await check("pay"), await check("search")],
    certificates: [await make("certificate_monitors", { hostname: "shop.example.com" })],
  };
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** What the agent of an engine says now. */
async function say({ tenant }: Scene, connector: string, rest: object = {}): Promise<void> {
  const { digest } = (await tenant.api("GET", `render/${connector}`)).body;
  const body = { digest, ok: true, every_seconds: 30, ...rest };
  const answer = await tenant.api("PUT", `render/${connector}/applied`, { body });
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
}

const away = { ok: false, message: "the engine cannot be reached: connection refused", lost: "engine" };

/** Lets what an agent said become so old: since when something is lost, and when it last reported. */
async function age(connector: string, seconds: { readonly lost?: number; readonly silent?: number }) {
  await test.database.queryText(
    {
      name: "test-age-loss",
      text: `UPDATE render_acknowledgements SET lost_since = lost_since - $2 * interval '1 second',
        heard_at = heard_at - $3 * interval '1 second', at = at - $3 * interval '1 second' WHERE connector_id = $1`,
    },
    [connector, seconds.lost ?? 0, seconds.silent ?? 0],
  );
}

const look = () => test.service.missingData.look();

/** The open alerts of engines, in words. */
async function open({ tenant }: Scene) {
  const { data } = (await tenant.api("GET", "alerts?status=open")).body;
  return data
    .filter(({ labels }: Alert) => labels.alertname === "MissingData")
    .map(({ title, labels: { alertname: _, ...labels } }: Alert) => ({ title, ...labels }));
}

interface Alert {
  readonly id: string;
  readonly title: string;
  readonly labels: Readonly<Record<string, string>>;
}

const row = async ({ tenant }: Scene, kind: string, id = "") =>
  (await tenant.config("GET", `${kind}/${id}`)).body;

it("says of a dead Prometheus once what it measured, within two minutes, and why at each row", async () => {
  const scene = await makeMonitored();
  const { tenant, prometheus, slos, checks } = scene;
  await say(scene, prometheus);
  await say(scene, scene.blackbox);
  const seen = minutesAgo(1);
  const up = { status: "up", last_checked_at: seen };
  await tenant.api("PUT", `state/synthetic_checks/${checks[0]}`, { body: up });
  await say(scene, prometheus, away);
  await look();
  expect(await open(scene)).toEqual([]);
  // A restart takes less.
  await age(prometheus, { lost: 61 });
  await look();
  await look();
  const title = "Prom measures nothing: 1 certificate, 2 SLOs, 3 checks";
  const alert = { title, kind: "connectors", name: "Prom", severity: "warning" };
  expect(await open(scene)).toEqual([alert]);
  expect(await notified(test, scene)).toEqual([`pager firing ${title}`, `room firing ${title}`]);

  const why = expect.stringMatching(
    /^Nothing measures it now\. Its agent cannot reach it: the engine cannot be reached/,
  );
  expect(await row(scene, "slos", slos[0])).toMatchObject({
    ...{ status: "no_data", status_since: null, status_reason: why, last_evaluated_at: null },
  });
  // No time without a sample.
  expect(await row(scene, "synthetic_checks", checks[0])).toMatchObject({
    ...{ status: "unknown", status_since: seen, status_reason: why, last_checked_at: seen },
  });
  const { sections } = (await tenant.api("GET", "attention")).body;
  const unmeasured = sections.find(
    (one: { section: string; resource: string }) =>
      one.section === "unmeasured" && one.resource === "synthetic_checks",
  );
  // One cause is one line.
  expect(unmeasured).toMatchObject({ total: 3, data: [{ name: "front and 2 more", why }] });
  expect(unmeasured.data).toHaveLength(1);

  await say(scene, prometheus);
  await look();
  expect(await open(scene)).toEqual([]);
  // A sample of before the loss was noticed, which is read now, counts.
  await tenant.api("PUT", `state/synthetic_checks/${checks[0]}`, { body: { ...up, last_checked_at: seen } });
  expect(await row(scene, "synthetic_checks", checks[0])).toMatchObject({
    ...{ status: "up", status_since: null, status_reason: null, last_checked_at: seen },
  });
});

it("notifies of what is lost still when the mute of that ends, though nobody repeats it", async () => {
  const scene = await makeMonitored();
  const { tenant, prometheus } = scene;
  const muting = { matchers: ["alertname=MissingData"], reason: "a test", duration_minutes: 60 };
  const mute = await created(scene, "alert_mutes", muting);
  await say(scene, prometheus, away);
  await age(prometheus, { lost: 61 });
  await look();
  await look();
  expect(await open(scene)).toHaveLength(1);
  expect(await notified(test, scene)).toEqual([]);
  expect((await tenant.config("DELETE", `alert_mutes/${mute}`)).status).toBe(200);
  await test.service.alerts.flush();
  await look();
  await look();
  const title = "Prom measures nothing: 1 certificate, 2 SLOs, 3 checks";
  expect(await notified(test, scene)).toEqual([`pager firing ${title}`, `room firing ${title}`]);
});

it("notifies of reports that are missing still when the mute of that ends", async () => {
  const scene = await makeScene(test);
  const { tenant } = scene;
  const check = { kind: "http", target: "https://shop.example.com", service: "shop" };
  const id = await created(scene, "synthetic_checks", { name: "front", ...check });
  const body = { status: "up", last_checked_at: minutesAgo(12) };
  expect((await tenant.api("PUT", `state/synthetic_checks/${id}`, { body })).status).toBe(200);
  const muting = { matchers: ["alertname=MissingData"], reason: "a test", duration_minutes: 60 };
  const mute = await created(scene, "alert_mutes", muting);
  await upFor("1 day");
  await look();
  expect(await open(scene)).toHaveLength(1);
  expect((await tenant.config("DELETE", `alert_mutes/${mute}`)).status).toBe(200);
  await test.service.alerts.flush();
  await look();
  await look();
  const title = "Nobody reports front any more";
  expect(await notified(test, scene)).toEqual([`pager firing ${title}`, `room firing ${title}`]);
  await upFor("0 seconds");
});

it("says of agents that are silent what nobody reads any more, and again at the next time", async () => {
  const scene = await makeMonitored();
  await say(scene, scene.prometheus);
  await age(scene.prometheus, { silent: 91 });
  for (const _ of ["first", "second"]) {
    await look();
    expect(await open(scene)).toMatchObject([
      { title: "The agent of Prom is away; nothing new reaches 1 certificate, 2 SLOs, 3 checks" },
    ]);
    expect((await row(scene, "slos", scene.slos[0])).status_reason).toMatch(
      /^Nothing new comes of it\. Its agent has not reported since/,
    );
    await say(scene, scene.prometheus);
    await look();
    expect(await open(scene)).toEqual([]);
    await age(scene.prometheus, { silent: 91 });
  }
  // One that runs now and then is waited for.
  await say(scene, scene.prometheus, { every_seconds: null });
  await age(scene.prometheus, { silent: 300 });
  await look();
  expect(await open(scene)).toEqual([]);
});

it("says of an engine that answers and evaluates nothing that it measures nothing, and believes no end", async () => {
  const scene = await makeMonitored();
  const { tenant, prometheus, slos } = scene;
  await say(scene, prometheus);
  await notifyEach(scene, [checkDown(scene, 0)], [0]);
  const message = "The engine answers, and has no new figures of its rules";
  await say(scene, prometheus, { degraded: true, lost: "engine", message });
  await notifyEach(scene, [checkDown(scene, 0, { endsAt: minutesAgo(0) })], [0]);
  await look();
  expect(await open(scene)).toEqual([]);
  await age(prometheus, { lost: 61 });
  await look();
  await look();
  expect(await open(scene)).toMatchObject([
    { title: "Prom measures nothing: 1 certificate, 2 SLOs, 3 checks", kind: "connectors" },
  ]);
  expect(await stillOpen(scene)).toBe(1);
  const { data } = (await tenant.api("GET", "alerts?status=open")).body;
  const [alert] = data.filter(({ labels }: Alert) => labels.alertname === "MissingData");
  expect((await tenant.api("GET", `alerts/${alert.id}`)).body.annotations.description).toBe(
    `${message}. What was known stays as it was, and its alerts go on, until it is measured again.`,
  );
  // Its agent reads the engine, and says at each row why nothing is known; the data source answers.
  expect((await row(scene, "slos", slos[0])).status_reason).toMatch(/^Nobody evaluates/);
  const [source] = (await tenant.config("GET", "data_sources")).body.data;
  expect(source.last_error_message).toBeNull();
  await say(scene, prometheus);
  await look();
  expect(await open(scene)).toEqual([]);
});

it("a row that is made while its engine is away says of the engine, and of what is reported nothing", async () => {
  const scene = await makeMonitored();
  const { tenant, prometheus } = scene;
  await say(scene, prometheus);
  await say(scene, scene.blackbox);
  await say(scene, prometheus, away);
  await age(prometheus, { lost: 61 });
  await look();
  const make = (name: string) =>
    created(scene, "synthetic_checks", { name, kind: "http", target: "https://shop.example.com" });
  const [late, reported] = [await make("late"), await make("reported")];
  await tenant.api("PUT", `state/synthetic_checks/${reported}`, { body: { status: "up" } });
  await look();
  expect((await row(scene, "synthetic_checks", late)).status_reason).toMatch(
    /^Nothing measures it now\. Its agent cannot reach it/,
  );
  expect(await row(scene, "synthetic_checks", reported)).toMatchObject({ status: "up", status_reason: null });
});

it("is one alert for a dead exporter, whoever sees it, and that of Prometheus where both are lost", async () => {
  const scene = await makeMonitored();
  const { prometheus, blackbox } = scene;
  const probes = { degraded: true, lost: "probes", message: "Prometheus cannot reach blackbox_exporter" };
  const nothing = { title: "Nothing probes: 3 checks, 1 certificate", name: "Blackbox" };
  await say(scene, blackbox);
  await say(scene, prometheus, probes);
  await age(prometheus, { lost: 61 });
  await look();
  expect(await open(scene)).toMatchObject([nothing]);
  await say(scene, blackbox, away);
  await age(blackbox, { lost: 61 });
  await look();
  expect(await open(scene)).toMatchObject([nothing]);
  // Nobody knows any more whether it probes: it stays, from the first moment, and Prometheus says the rest.
  await say(scene, prometheus, away);
  await say(scene, blackbox);
  await look();
  expect(await open(scene)).toMatchObject([nothing]);
  await age(prometheus, { lost: 61 });
  await look();
  const both = (await open(scene)).map(({ name }: { name: string }) => name).sort();
  expect(both).toEqual(["Blackbox", "Prom"]);
  await say(scene, prometheus);
  await look();
  expect(await open(scene)).toEqual([]);

  // One cause: the exporter's rows hang on Prometheus.
  for (const one of [prometheus, blackbox]) {
    await say(scene, one, away);
    await age(one, { lost: 61 });
  }
  await look();
  expect(await open(scene)).toMatchObject([{ name: "Prom" }]);
});

it("an agent alone that is away is said as that, and an Alertmanager that is away too", async () => {
  const scene = await makeMonitored();
  await say(scene, scene.prometheus);
  await say(scene, scene.blackbox);
  await say(scene, scene.connector, away);
  await age(scene.blackbox, { silent: 91 });
  await age(scene.connector, { lost: 61 });
  await look();
  expect((await open(scene)).map(({ title }: Alert) => title).sort()).toEqual([
    "The agent of Blackbox is away; nothing new reaches 3 checks, 1 certificate",
    "alertmanager is away: no alert comes through it",
  ]);
});

it("a row that no engine is given says so, and why, wherever it is shown, until one is given it", async () => {
  const scene = await makeMonitored();
  const { tenant, prometheus, blackbox, slos } = scene;
  const dns = await created(scene, "synthetic_checks", { name: "dns", kind: "dns", target: "shop.example" });
  const reported = await created(scene, "synthetic_checks", {
    name: "own",
    kind: "dns",
    target: "a.example",
  });
  await tenant.api("PUT", `state/synthetic_checks/${reported}`, { body: { status: "up" } });
  // Now nobody knows which of the two evaluates the SLOs.
  await created(scene, "connectors", {
    ...{ name: "Prom 2", type: "observability", connector_type: "prometheus" },
  });
  const [{ id: source }] = (await tenant.config("GET", "data_sources")).body.data;
  await tenant.config("PUT", `data_sources/${source}`, { body: { connector_id: null } });
  await say(scene, blackbox);
  const checkReason = expect.stringMatching(/^No engine is given it: .*dns_resolver/);
  const sloReason = expect.stringMatching(
    /^No engine is given it: 2 connectors evaluate rules; name .*connector_id/,
  );
  expect(await row(scene, "synthetic_checks", dns)).toMatchObject({
    ...{ status: "unknown", status_reason: checkReason, last_checked_at: null },
  });
  expect(await row(scene, "slos", slos[0])).toMatchObject({ status: "no_data", status_reason: sloReason });
  // Somebody else reports this one.
  expect(await row(scene, "synthetic_checks", reported)).toMatchObject({ status: "up", status_reason: null });
  const { sections } = (await tenant.api("GET", "attention")).body;
  const unmeasured = sections.find(
    (one: { section: string; resource: string }) => one.section === "unmeasured" && one.resource === "slos",
  );
  expect(unmeasured.data[0].why).toEqual(sloReason);
  const gate = (await tenant.api("GET", "deploy_gate?service=shop")).body;
  expect(JSON.stringify(gate.reasons)).toContain("No engine is given it: 2 connectors evaluate rules");

  await tenant.config("PUT", `data_sources/${source}`, { body: { connector_id: prometheus } });
  await say(scene, blackbox);
  expect((await row(scene, "slos", slos[0])).status_reason).toMatch(
    /^The engine has not evaluated its rules/,
  );
});

it("reports that stop are one alert for what stopped together, until a report comes", async () => {
  const scene = await makeScene(test);
  const { tenant } = scene;
  const check = (name: string, rest: object = {}) =>
    created(scene, "synthetic_checks", {
      ...{ name, kind: "http", target: "https://shop.example.com", service: "shop", ...rest },
    });
  const [front, pay, hourly, off] = [
    await check("front"),
    await check("pay", { labels: { site: "north" } }),
    await check("hourly", { interval_seconds: 3600 }),
    await check("off", { enabled: false }),
  ];
  await check("never");
  const certificate = await created(scene, "certificate_monitors", { hostname: "a.example" });
  const report = async (kind: string, id: string, minutes: number) => {
    const status = kind === "synthetic_checks" ? "up" : "valid";
    const body = { status, last_checked_at: minutesAgo(minutes) };
    const answer = await tenant.api("PUT", `state/${kind}/${id}`, { body });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  };
  const reportAll = async (minutes: number) => {
    for (const id of [front, pay, hourly, off]) await report("synthetic_checks", id, minutes);
    await report("certificate_monitors", certificate, minutes);
  };
  await reportAll(12);
  await look();
  // While the service was away nobody could report.
  expect(await open(scene)).toEqual([]);
  await upFor("1 day");
  await look();
  await look();
  // What is looked at hourly is not late yet, nor is a certificate; others were never reported, or are off.
  const both = { title: "Nobody reports 2 checks any more", kind: "synthetic_checks", name: "reports" };
  expect(await open(scene)).toEqual([{ ...both, service: "shop", severity: "warning" }]);
  const paged = [`pager firing ${both.title}`, `room firing ${both.title}`];
  expect(await notified(test, scene)).toEqual(paged);
  // No row raised it that could be deleted.
  await test.service.alerts.tidy(new Date());
  expect(await open(scene)).toMatchObject([both]);
  expect(await notified(test, scene)).toEqual(paged);
  // It is the same cause when the time of others is up too, and while one of them is still missing.
  const often = { body: { interval_seconds: 60 } };
  expect((await tenant.config("PUT", `synthetic_checks/${hourly}`, often)).status).toBe(200);
  await report("synthetic_checks", front, 0);
  await look();
  expect((await open(scene)).map(({ title }: Alert) => title)).toEqual([both.title]);
  // What was reported for longer than that has another cause.
  await report("synthetic_checks", front, 12);
  await test.database.queryText(
    {
      name: "test-age-lost",
      text: `WITH aged AS (UPDATE alerts SET started_at = now() - interval '15 minutes' WHERE connector_id = 'state_reports')
        UPDATE rows SET state = state || jsonb_build_object('last_checked_at', $2::text) WHERE id = ANY ($1)`,
    },
    [[pay, hourly], minutesAgo(20)],
  );
  await test.database.queryText(
    {
      name: "test-age-front",
      text: `UPDATE rows SET state = state || jsonb_build_object('last_checked_at', $2::text) WHERE id = $1`,
    },
    [front, minutesAgo(12)],
  );
  await look();
  expect((await open(scene)).map(({ title }: Alert) => title).sort()).toEqual([
    both.title,
    "Nobody reports front any more",
  ]);
  await reportAll(0);
  await look();
  expect(await open(scene)).toEqual([]);
});

const upFor = (time: string) =>
  test.database.queryText(
    { name: "test-up-for", text: "UPDATE heartbeat_watch SET up_since = now() - $1::interval" },
    [time],
  );

it("one row of which reports stop has its own labels, and goes by its own time", async () => {
  const scene = await makeScene(test);
  const { tenant } = scene;
  await upFor("1 day");
  const source = await created(scene, "data_sources", {
    name: "Metrics",
    type: "datadog",
    url: "https://a.example",
  });
  const sli_id = await created(scene, "slis", {
    ...{ name: "orders", service: "shop", kind: "ratio", data_source_id: source },
    ...{ bad_query: "sum:bad{*}", total_query: "sum:all{*}" },
  });
  const slo = await created(scene, "slos", {
    ...{ name: "orders", service: "shop", sli_id, target_percent: 99.9, window_days: 30 },
    ...{ missing_after_minutes: 30, labels: { site: "north" } },
  });
  const report = async (minutes: number) => {
    const body = { status: "healthy", last_evaluated_at: minutesAgo(minutes) };
    const answer = await tenant.api("PUT", `state/slos/${slo}`, { body });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  };
  await report(29);
  await look();
  expect(await open(scene)).toEqual([]);
  await test.database.queryText(
    {
      name: "test-age-report",
      text: `UPDATE rows SET state = state || jsonb_build_object('last_evaluated_at', $2::text) WHERE id = $1`,
    },
    [slo, minutesAgo(31)],
  );
  await look();
  expect(await open(scene)).toMatchObject([
    { title: "Nobody reports orders any more", kind: "slos", name: "orders", service: "shop", site: "north" },
  ]);
  await report(0);
  await look();
  expect(await open(scene)).toEqual([]);
  await tenant.config("PUT", `slos/${slo}`, { body: { missing_after_minutes: null } });
  await upFor("0 seconds");
});

it("an SLO has a time of its own from its beginning on, whatever its organization says by then", async () => {
  const monitored = await makeMonitored();
  const { tenant, prometheus, slos } = monitored;
  const says = async (missing_after_minutes: number | null) => {
    const answer = await tenant.config("PUT", "organization_settings", { body: { missing_after_minutes } });
    expect(answer.status, answer.text).toBeLessThan(300);
  };
  const timeOf = async (id: string) => (await row(monitored, "slos", id)).missing_after_minutes;
  const [first = "", second = ""] = slos;
  const { sli_id } = await row(monitored, "slos", first);
  const made = (name: string, rest: object = {}) =>
    created(monitored, "slos", { ...{ name, service: "shop", sli_id, target_percent: 99 }, ...rest });
  expect(await timeOf(first)).toBe(10);
  await says(30);
  const [taken, own, never] = [
    await made("taken"),
    await made("own", { missing_after_minutes: 10 }),
    await made("never", { missing_after_minutes: null }),
  ];
  const times = () => Promise.all([first, taken, own, never].map(timeOf));
  expect(await times()).toEqual([10, 30, 10, null]);
  const waits = async () => {
    const { files } = (await tenant.api("GET", `render/${prometheus}`)).body;
    const rules: string = files.find(({ name }: { name: string }) => name === "slos.rules.yml").content;
    const [, ...parts] = rules.split("alert: MissingData");
    const waitOf = (part = "") => /for: (\w+)/.exec(part)?.[1];
    return {
      ...Object.fromEntries(
        [first, second, taken, own, never].map((id) => [
          id,
          waitOf(parts.find((part) => /orgconfig_slo_id=~"([^"]+)"/.exec(part)?.[1]?.includes(id))),
        ]),
      ),
      all: waitOf(parts.find((part) => /kind: "?connectors/.test(part))),
    };
  };
  const waiting = { [first]: "10m", [second]: "10m", [taken]: "30m", [own]: "10m", [never]: undefined };
  expect(await waits()).toEqual({ ...waiting, all: "10m" });
  // What the organization says later is for those that come later.
  await says(60);
  expect([await times(), await waits()]).toEqual([[10, 30, 10, null], { ...waiting, all: "10m" }]);
  // Neither does a change that is silent about it move it.
  const answer = await tenant.config("PUT", `slos/${taken}`, { body: { target_percent: 98 } });
  expect([answer.status, answer.body.missing_after_minutes]).toEqual([200, 30]);
  await says(null);
  expect(await timeOf(await made("silent"))).toBeNull();
  // Who waits for one of them is notified where all have stopped, whatever the organization says.
  expect((await waits()).all).toBe("10m");
});

it("a plan gives a new SLO the time that its apply gives it", async () => {
  const monitored = await makeMonitored();
  const { api, config } = monitored.tenant;
  const { bring, plan } = plannerOf(api);
  const slo = (name: string, rest: JsonObject = {}) => ({
    ...{ name, service: "shop", sli_id: { service: "shop", name: "latency" }, target_percent: 99 },
    ...rest,
  });
  const timeIn = (plan: Plan) =>
    plan.changes
      .find(({ resource }) => resource === "slos")
      ?.fields.find(({ path }) => path === "missing_after_minutes")?.after;
  const timeOf = async (name: string) =>
    (await config("GET", "slos")).body.data.find((one: { name: string }) => one.name === name)
      .missing_after_minutes;
  await config("PUT", "organization_settings", { body: { missing_after_minutes: 30 } });
  const planned = await bring({ slos: [slo("planned")] });
  expect([timeIn(planned), await timeOf("planned")]).toEqual([30, 30]);
  // What the same plan says of the organization holds for it already.
  const both = await bring({ slos: [slo("both")], organization_settings: { missing_after_minutes: 45 } });
  expect([timeIn(both), await timeOf("both")]).toEqual([45, 45]);
  const never = await bring({ slos: [slo("never", { missing_after_minutes: null })] });
  expect([timeIn(never) ?? null, await timeOf("never")]).toEqual([null, null]);
  // A file that says nothing of it changes nothing.
  expect((await plan({ slos: [slo("planned"), slo("both"), slo("never")] })).changes).toEqual([]);
});

it("an SLO that nobody reports any more goes by its own time, also where that is the usual one", async () => {
  const scene = await makeScene(test);
  const { tenant } = scene;
  await upFor("1 day");
  await tenant.config("PUT", "organization_settings", { body: { missing_after_minutes: 30 } });
  const type = { type: "datadog", url: "https://a.example" };
  const source = await created(scene, "data_sources", { name: "Metrics", ...type });
  const sli_id = await created(scene, "slis", {
    ...{ name: "orders", service: "shop", kind: "ratio", data_source_id: source },
    ...{ bad_query: "sum:bad{*}", total_query: "sum:all{*}" },
  });
  const slo = (name: string, rest: object = {}) =>
    created(scene, "slos", { ...{ name, service: "shop", sli_id, target_percent: 99.9 }, ...rest });
  const ids = [await slo("own", { missing_after_minutes: 10 }), await slo("taken")];
  for (const id of ids) {
    const body = { status: "healthy", last_evaluated_at: minutesAgo(12) };
    expect((await tenant.api("PUT", `state/slos/${id}`, { body })).status).toBe(200);
  }
  await look();
  expect((await open(scene)).map(({ title }: Alert) => title)).toEqual(["Nobody reports own any more"]);
  await upFor("0 seconds");
});

/** One of the checks as Alertmanager says that it is down, or over. */
const checkDown = ({ checks }: Monitored, index: number, rest: object = {}) => ({
  name: "SyntheticCheckDown",
  startsAt: minutesAgo(10),
  labels: { orgconfig_check_id: checks[index] ?? "" },
  ...rest,
});

async function stillOpen({ tenant }: Scene): Promise<number> {
  const { data } = (await tenant.api("GET", "alerts?status=open")).body;
  return data.filter(({ labels }: Alert) => labels.alertname === "SyntheticCheckDown").length;
}

it.each([
  // Rules hold what was probed; those of an engine that lost its memory in a restart do not.
  ["while nothing is probed", [{ degraded: true, lost: "probes", message: "Nothing is probed" }]],
  // Alertmanager ends what it did not get again, and a rule may wait for its next evaluation.
  ["soon after the engine is back", [away, {}]],
])("an end that comes %s is not believed", async (_, says) => {
  const scene = await makeMonitored();
  const { tenant, prometheus, checks } = scene;
  await say(scene, prometheus);
  await notifyEach(scene, [checkDown(scene, 0)], [0]);
  for (const one of says) await say(scene, prometheus, one);
  await notifyEach(scene, [checkDown(scene, 0, { endsAt: minutesAgo(0) })], [0]);
  expect(await stillOpen(scene)).toBe(1);
  await say(scene, prometheus);
  await look();
  expect(await stillOpen(scene)).toBe(1);
  await tenant.api("PUT", `state/synthetic_checks/${checks[0]}`, {
    body: { status: "up", last_checked_at: new Date().toISOString() },
  });
  await look();
  expect(await stillOpen(scene)).toBe(0);
});

it("an end is believed of an engine that was not away, or is back for a while", async () => {
  const scene = await makeMonitored();
  for (const back of [0, 121]) {
    if (back > 0) await say(scene, scene.prometheus, away);
    await say(scene, scene.prometheus);
    await age(scene.prometheus, { lost: back });
    await notifyEach(
      scene,
      [checkDown(scene, back, { labels: { orgconfig_check_id: scene.checks[0] } })],
      [back],
    );
    expect(await stillOpen(scene)).toBe(1);
    await notifyEach(
      scene,
      [checkDown(scene, back, { labels: { orgconfig_check_id: scene.checks[0] }, endsAt: minutesAgo(0) })],
      [back],
    );
    expect(await stillOpen(scene)).toBe(0);
  }
});

it("an end that comes while nothing measures is not believed; a measurement says it, or that it goes on", async () => {
  const scene = await makeMonitored();
  const { tenant, prometheus, checks } = scene;
  const begun = minutesAgo(10);
  const down = (index: number, end?: string) => ({
    name: "SyntheticCheckDown",
    startsAt: begun,
    labels: { orgconfig_check_id: checks[index] ?? "" },
    ...(end !== undefined && { endsAt: end }),
  });
  const send = async (ones: readonly ReturnType<typeof down>[], indexes: readonly number[]) => {
    const answer = await notifyEach(scene, ones, indexes);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  };
  await say(scene, prometheus);
  await send([down(0), down(1)], [0, 1]);
  const status = async () => {
    const { data } = (await tenant.api("GET", "alerts")).body;
    return Object.fromEntries(
      data
        .filter(({ labels }: Alert) => labels.alertname === "SyntheticCheckDown")
        .map(({ labels, status }: Alert & { status: string }) => [
          labels.orgconfig_check_id === checks[0] ? "first" : "second",
          status,
        ]),
    );
  };
  await say(scene, prometheus, away);
  // Alertmanager ends what nobody repeats.
  await send([down(0, minutesAgo(0)), down(1, minutesAgo(0))], [0, 1]);
  expect(await status()).toEqual({ first: "open", second: "open" });
  await look();
  await say(scene, prometheus);
  await look();
  expect(await status()).toEqual({ first: "open", second: "open" });
  const now = () => new Date().toISOString();
  const report = (index: number, state: string) =>
    tenant.api("PUT", `state/synthetic_checks/${checks[index]}`, {
      body: { status: state, last_checked_at: now() },
    });
  await report(0, "up");
  await report(1, "down");
  await look();
  expect(await status()).toEqual({ first: "resolved", second: "open" });
  // It fires on, by its engine's new beginning, and is the same alert.
  const before = (await notified(test, scene)).length;
  const again = { ...down(1), startsAt: now() };
  // Alertmanager repeats it.
  for (const one of [again, again, down(1)]) {
    await send([one], [1]);
    expect(await status()).toEqual({ first: "resolved", second: "open" });
    expect(await notified(test, scene)).toHaveLength(before);
  }
  await age(prometheus, { lost: 121 });
  await send([again], [1]);
  expect(await notified(test, scene)).toHaveLength(before);
  await send([{ ...again, endsAt: now() }], [1]);
  expect(await status()).toEqual({ first: "resolved", second: "resolved" });
});

it("an end waits for the engine of its row, and that of an alert of no row for all of them, until they are back or off", async () => {
  const scene = await makeMonitored();
  const { tenant, prometheus, slos } = scene;
  const other = await created(scene, "connectors", {
    ...{ name: "Other", type: "observability", connector_type: "prometheus" },
  });
  const data_source_id = await created(scene, "data_sources", {
    ...{ name: "Others", type: "prometheus", url: "http://other.example:9090", connector_id: other },
  });
  const sli_id = await created(scene, "slis", {
    ...{ name: "other", service: "other", kind: "ratio", data_source_id },
    ...{ bad_query: "sum(rate(bad_total[5m]))", total_query: "sum(rate(all_total[5m]))" },
  });
  const objective = { target_percent: 99.9, window_days: 30 };
  await created(scene, "slos", { name: "other", service: "other", sli_id, ...objective });
  const ofSlo = { name: "SLOBurnRateHigh", labels: { orgconfig_slo_id: slos[0] ?? "" } };
  const ofNone = { name: "DiskFull", labels: { host: "db" } };
  const send = async (end?: string) => {
    const times = { startsAt: minutesAgo(10), ...(end !== undefined && { endsAt: end }) };
    const answer = await notifyEach(
      scene,
      [
        { ...ofSlo, ...times },
        { ...ofNone, ...times },
      ],
      [0, 1],
    );
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  };
  const names = async () => {
    const { data } = (await tenant.api("GET", "alerts?status=open")).body;
    return data.map(({ labels }: Alert) => labels.alertname).filter((one: string) => one !== "MissingData");
  };
  for (const engine of [prometheus, other]) await say(scene, engine);
  await send();
  for (const engine of [prometheus, other]) await say(scene, engine, away);
  await send(minutesAgo(0));
  await look();
  expect((await names()).sort()).toEqual(["DiskFull", "SLOBurnRateHigh"]);
  // The other one never comes back.
  await say(scene, prometheus);
  await age(prometheus, { lost: 400 });
  await test.database.execute("UPDATE alerts SET end_held_at = end_held_at - interval '6 minutes'");
  const reported = {
    status: "healthy",
    error_budget_remaining_percent: 90,
    last_evaluated_at: minutesAgo(0),
  };
  const answer = await tenant.api("PUT", `state/slos/${slos[0]}`, { body: reported });
  expect(answer.status, answer.text).toBe(200);
  await look();
  expect(await names()).toEqual(["DiskFull"]);
  const off = await tenant.config("PUT", `connectors/${other}`, { body: { enabled: false } });
  expect(off.status, off.text).toBe(200);
  await look();
  expect(await names()).toEqual([]);
});

it.each([
  ["away", [away]],
  ["just back", [away, {}]],
  // Its agent says so of an engine that runs none of the rules.
  ["without its rules", [{ degraded: true, lost: "engine", message: "The engine runs none of the rules" }]],
])("while an engine is %s it holds no end of what it does not measure", async (_, says) => {
  const scene = await makeMonitored();
  const { tenant, prometheus } = scene;
  const connector = await created(scene, "connectors", {
    ...{ name: "Another", type: "observability", connector_type: "alertmanager" },
  });
  const disk = { name: "DiskFull", startsAt: minutesAgo(10), labels: { host: "db" } };
  const ended = { ...disk, endsAt: new Date(Date.now() - 1_000).toISOString() };
  await say(scene, prometheus);
  // The first sends what an engine of ours sees, too; the other one has no agent and sends nothing of ours.
  await notifyEach(scene, [disk, checkDown(scene, 0)], [0, 1]);
  await notifyEach({ ...scene, connector }, [disk], [2]);
  for (const one of says) await say(scene, prometheus, one);
  const endOf = async (from: Scene, at: number) => (await notifyEach(from, [ended], [at])).body.ended;
  expect([await endOf(scene, 0), await endOf({ ...scene, connector }, 2)]).toEqual([0, 1]);
  const { data } = (await tenant.api("GET", "alerts")).body;
  const disks = data.filter(({ labels }: Alert) => labels.alertname === "DiskFull");
  expect(disks.map(({ status }: { status: string }) => status).sort()).toEqual(["open", "resolved"]);
  const over = disks.find(({ status }: { status: string }) => status === "resolved");
  expect(over.resolved_at).toBe(ended.endsAt);
  // Of a row of ours its engine decides, whoever sends it.
  const front = checkDown(scene, 0);
  await notifyEach({ ...scene, connector }, [front], [3]);
  const last = await notifyEach({ ...scene, connector }, [{ ...front, endsAt: minutesAgo(0) }], [3]);
  expect(last.body.ended).toBe(0);
});

it("an Alertmanager whose agent reports is taken for one that gets what the engines see", async () => {
  const scene = await makeMonitored();
  const disk = { name: "DiskFull", startsAt: minutesAgo(10), labels: { host: "db" } };
  await say(scene, scene.connector);
  await say(scene, scene.prometheus);
  await notifyEach(scene, [disk], [0]);
  await say(scene, scene.prometheus, away);
  const answer = await notifyEach(scene, [{ ...disk, endsAt: minutesAgo(0) }], [0]);
  expect(answer.body.ended).toBe(0);
});

it("what fires by a new beginning goes on while its engine is just back, though nobody said an end", async () => {
  const scene = await makeMonitored();
  const { tenant, prometheus, checks } = scene;
  const down = (startsAt: string) => ({
    name: "SyntheticCheckDown",
    startsAt,
    labels: { orgconfig_check_id: checks[0] ?? "" },
  });
  await say(scene, prometheus);
  await notifyEach(scene, [down(minutesAgo(10))], [0]);
  const { id } = (await tenant.api("GET", "alerts")).body.data[0];
  await tenant.api("POST", `alerts/${id}/acknowledge`);
  const before = (await notified(test, scene)).length;
  // Engine and Alertmanager die together and start again: Alertmanager knows no alert, and so it says no end.
  await say(scene, prometheus, away);
  await say(scene, prometheus);
  const again = down(new Date().toISOString());
  for (const one of [again, again]) await notifyEach(scene, [one], [0]);
  await age(prometheus, { lost: 121 });
  await notifyEach(scene, [again], [0]);
  const checked = (await tenant.api("GET", "alerts")).body.data.filter(
    ({ labels }: Alert) => labels.alertname === "SyntheticCheckDown",
  );
  expect(checked).toMatchObject([{ id, status: "acknowledged" }]);
  expect(await notified(test, scene)).toHaveLength(before);
  // Later it is another one.
  await notifyEach(scene, [down(new Date().toISOString())], [0]);
  expect((await notified(test, scene)).length).toBeGreaterThan(before);
});

/** As Alertmanager sends them, each of a fingerprint of its own. */
function notifyEach(
  { tenant, connector, route }: Scene,
  ones: readonly { readonly name: string; startsAt: string; endsAt?: string; labels: object }[],
  indexes: readonly number[],
) {
  return tenant.api("POST", `intake/alertmanager/${connector}`, {
    body: {
      version: "4",
      groupKey: "{}:{}",
      truncatedAlerts: 0,
      status: "firing",
      receiver: route,
      groupLabels: {},
      commonLabels: {},
      commonAnnotations: {},
      externalURL: "http://alertmanager.example:9093",
      alerts: ones.map(({ name, startsAt, endsAt, labels }, index) => ({
        status: endsAt === undefined ? "firing" : "resolved",
        labels: { alertname: name, ...labels },
        annotations: {},
        startsAt,
        endsAt: endsAt ?? "0001-01-01T00:00:00Z",
        generatorURL: "http://prometheus.example:9090/graph",
        fingerprint: fingerprintOf(`check${indexes[index]}`),
      })),
    },
  });
}
