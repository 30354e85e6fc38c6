/**
 * Organizations whose alerts go through the real intake while the clock is moved: what lies in the queue of deliveries
 * afterwards is what happened. The engine in between is played by the file that it would be given, read as a migration
 * reads the files of others; `alertmanager.engines.test.ts` holds that equal to Alertmanager itself.
 */
import { createHash } from "node:crypto";
import { vi } from "vitest";
import { type AnyRow, type TestedRows, testedRows } from "../../src/features/changes/behaviour-tests/pure.ts";
import { alertmanager } from "../../src/features/changes/migrations/alertmanager/index.ts";
import type { Before } from "../../src/features/changes/migrations/sides.ts";
import { grouped } from "../../src/kernel/grouped.ts";
import { holdsAt } from "../../src/kernel/mute-times.ts";
import { atOnce } from "../../src/kernel/time-slices.ts";
import { createInhibiting } from "../../src/renderers/alerting/inhibitions.ts";
import { notificationSettings } from "../../src/resources/notification-settings.ts";
import { plannerOf } from "../plans/support.ts";
import { makePerson } from "../support/people.ts";
import type { Answer, Tenant, TestService } from "../support/service.ts";
import {
  bundleBy,
  type Chance,
  chance,
  type Labels,
  labelsBy,
  mailsBy,
  services,
  targetsBy,
  tickMs,
} from "./organization.ts";

/** What became of an alert, or will: `sender/step place` by the tick. */
export type Happened = ReadonlyMap<string, number>;

export interface Alert {
  readonly labels: Labels;
  readonly fingerprint: string;
  /** The receivers that the engine notifies; none of what a heartbeat raises. */
  readonly receivers: readonly string[];
  readonly isSource: boolean;
  readonly raisedBy: string;
  /** Ticks. */
  startedAt: number;
  endedAt: number | null;
  acknowledgedAt: number | null;
  id: string;
  /** Whether a mute or an inhibition kept it back when it came. */
  isKept: boolean;
  happened: Happened;
  /** Who was mailed as the settings of notifications say, when it came. */
  mailed: readonly string[];
  /** The routings that it has, in no order. */
  routeIds: readonly string[];
}

export interface Organization {
  readonly seed: number;
  readonly tenant: Tenant;
  readonly connector: string;
  readonly rows: TestedRows;
  readonly stored: readonly AnyRow[];
  readonly heartbeats: readonly { readonly id: string; readonly path: string; readonly labels: Labels }[];
  readonly alerts: Alert[];
}

/** The ticks at which what keeps others back begins, all else does, some are acknowledged, and some end. */
export const sourcesAt = 0;
export const othersAt = 1;
export const acknowledgedAt = 9;
export const endsAt = 20;

/** An alert without a label of its own. */
const plainOf = (service: string): Labels => ({ alertname: "Alert", service, severity: "critical" });

export function setClock(base: number, tick: number): void {
  vi.setSystemTime(base + tick * tickMs);
}

export async function makeOrganization(app: TestService, seed: number, count: number): Promise<Organization> {
  const by = chance(seed);
  const tenant = await app.makeTenant();
  const { id } = tenant.organization;
  const members = ["Member@example.com", "other@example.com"];
  for (const one of members) await makePerson(app.database, id, one);
  for (const body of targetsBy(by)) must(201, await tenant.config("POST", "outbound_configs", { body }));
  const connectorBody = { name: "am", type: "observability", connector_type: "alertmanager" };
  const { body: connector } = must(201, await tenant.config("POST", "connectors", { body: connectorBody }));
  const bundle = { ...bundleBy(by, new Date()), notification_settings: mailsBy(chance(-seed)) };
  await plannerOf(tenant.api).bring(bundle);
  const stored = await app.database.queryText<AnyRow>(
    {
      name: "test-rows",
      text: 'SELECT kind, id, configuration, state, created_at AS "createdAt" FROM rows WHERE organization_id = $1',
    },
    [id],
  );
  const rows = testedRows(stored, true, new Set(members.map((one) => one.toLowerCase())));
  const receiversOf = await engineOf(tenant, connector.id);
  const sides = createInhibiting(rows.inhibitions);
  const { data } = must(200, await tenant.config("GET", "alert_heartbeats")).body;
  const make = (labels: Labels, unique: string) =>
    alertBy(by, unique, labels, receiversOf, sides, connector.id);
  const alerts = [
    ...services.map((service) => make(plainOf(service), `${seed}/${service}`)),
    ...by.some(count, (index) => make(labelsBy(by, `${seed}/${index}`), `${seed}/${index}`)),
  ];
  return {
    ...{ seed, tenant, connector: connector.id, rows, stored, alerts },
    heartbeats: data.map(({ id, url, name, severity, service }: Answer["body"]) => ({
      id,
      path: new URL(url).pathname,
      labels: {
        alertname: "HeartbeatFailed",
        heartbeat: name,
        severity,
        ...(service === null ? {} : { service }),
      },
    })),
  };
}

/** Plays the Alertmanager of an organization as it is now. */
export async function engineOf(tenant: Tenant, connector: string): Promise<Before["receiversOf"]> {
  const render = must(200, await tenant.api("GET", `render/${connector}`)).body;
  if (render.refusals.length > 0) throw new Error(JSON.stringify(render.refusals));
  const { before } = alertmanager.read([{ name: "alertmanager.yml", text: render.files[0].content }], {});
  return (before as Before).receiversOf;
}

function alertBy(
  by: Chance,
  unique: string,
  labels: Labels,
  receiversOf: Before["receiversOf"],
  sides: ReturnType<typeof createInhibiting>,
  raisedBy: string,
): Alert {
  const isSource = atOnce(sides(labels)).sourceKeys.length > 0;
  return {
    ...{
      labels,
      isSource,
      raisedBy,
      fingerprint: createHash("sha256").update(unique).digest("hex").slice(0, 16),
    },
    receivers: receiversOf(labels),
    startedAt: isSource ? sourcesAt : othersAt,
    endedAt: by.in100(15) ? endsAt : null,
    acknowledgedAt: by.below(100) === 0 ? acknowledgedAt : null,
    ...{ id: "", isKept: false, happened: new Map(), mailed: [], routeIds: [] },
  };
}

export function must(status: number, answer: Answer): Answer {
  if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}

/** Notifies of alerts, a webhook for each receiver. @param base when tick 0 was */
export async function notify(
  organization: Organization,
  alerts: readonly Alert[],
  base: number,
  ended = false,
) {
  const { tenant, connector } = organization;
  const moment = (tick: number) => new Date(base + tick * tickMs).toISOString();
  for (const receiver of new Set(alerts.flatMap(({ receivers }) => receivers))) {
    const own = alerts.filter(({ receivers }) => receivers.includes(receiver));
    const body = {
      ...{ version: "4", groupKey: `{}:{${receiver}}`, truncatedAlerts: 0, receiver },
      status: ended ? "resolved" : "firing",
      ...{ groupLabels: {}, commonLabels: {}, commonAnnotations: {}, externalURL: "http://am.example:9093" },
      alerts: own.map(({ labels, fingerprint, startedAt, endedAt }) => ({
        ...{ status: ended ? "resolved" : "firing", labels, annotations: {}, fingerprint },
        startsAt: moment(startedAt),
        endsAt: ended ? moment(endedAt ?? 0) : "0001-01-01T00:00:00Z",
        generatorURL: "",
      })),
    };
    must(200, await tenant.api("POST", `intake/alertmanager/${connector}`, { body }));
  }
}

/** One that raises an alert by saying that it failed. */
export async function fail(app: TestService, organization: Organization, severity: string, tick: number) {
  for (const { id, path, labels } of organization.heartbeats) {
    if ((labels.severity === "critical") !== (severity === "critical")) continue;
    must(200, await app.send("POST", `${path}/fail`));
    const none = {
      receivers: [],
      isSource: severity === "critical",
      endedAt: null,
      acknowledgedAt: null,
      isKept: false,
      happened: new Map(),
      mailed: [],
    };
    organization.alerts.push({
      ...none,
      labels,
      fingerprint: id,
      raisedBy: id,
      startedAt: tick,
      id: "",
      routeIds: [],
    });
  }
}

/** Whether a mute of the organization began or ended since the tick before. */
export function isMuteMoved({ rows }: Organization, base: number, tick: number): boolean {
  const moment = new Date(base + tick * tickMs);
  const before = new Date(moment.getTime() - tickMs);
  return rows.mutes.some(({ times }) => holdsAt(times, moment) !== holdsAt(times, before));
}

/** Whether a step of a rule is due. */
export async function isStepDue(app: TestService): Promise<boolean> {
  const text = "SELECT 1 FROM alert_timers WHERE due_at <= now() LIMIT 1";
  return (await app.database.queryText({ name: "test-due", text }, [])).length > 0;
}

/** What alerts are known by: of an own one the row that raises it, of all others their fingerprint. */
const keyed = "CASE WHEN fingerprint LIKE 'orgconfig_%' THEN connector_id ELSE fingerprint END AS key";

/** The alerts that wait for a report after their mute. */
export async function unconfirmed(app: TestService, { alerts }: Organization): Promise<readonly Alert[]> {
  const text = `SELECT ${keyed} FROM alerts WHERE unconfirmed_since IS NOT NULL AND resolved_at IS NULL`;
  const found = await app.database.queryText<{ key: string }>({ name: "test-unconfirmed", text }, []);
  const waiting = new Set(found.map(({ key }) => key));
  return alerts.filter(({ fingerprint }) => waiting.has(fingerprint));
}

/** Reads which alert has which id. */
export async function identify(app: TestService, { tenant, alerts }: Organization): Promise<void> {
  const found = await app.database.queryText<{ id: string; key: string }>(
    {
      name: "test-alert-ids",
      text: `SELECT id, ${keyed} FROM alerts WHERE organization_id = $1 ORDER BY started_at`,
    },
    [tenant.organization.id],
  );
  const ids = new Map(found.map(({ id, key }) => [key, id]));
  for (const alert of alerts) alert.id = ids.get(alert.fingerprint) ?? "";
}

/** Reads which of the alerts that have just come are kept back. */
export async function readKept(
  app: TestService,
  { tenant, alerts }: Organization,
  tick: number,
): Promise<void> {
  const text = `SELECT ${keyed} FROM alerts WHERE organization_id = $1 AND (muted_by IS NOT NULL OR inhibited_by IS NOT NULL)`;
  const found = await app.database.queryText<{ key: string }>({ name: "test-kept", text }, [
    tenant.organization.id,
  ]);
  const kept = new Set(found.map(({ key }) => key));
  for (const alert of alerts) if (alert.startedAt === tick) alert.isKept = kept.has(alert.fingerprint);
}

/** Reads from the queue what happened to each alert. */
export async function readQueue(app: TestService, organization: Organization, base: number): Promise<void> {
  const { id } = organization.tenant.organization;
  const sent = await app.database.queryText<{
    alert: string;
    sender: string;
    source: string;
    target: string;
    at: Date;
  }>(
    {
      name: "test-sent",
      text: `SELECT reported.alert_id AS alert, reported.sender_id AS sender, one.source, one.target, one.created_at AS at
        FROM delivery_alerts AS reported JOIN deliveries AS one
          ON one.organization_id = reported.organization_id AND one.source = reported.source
        -- A step whose target was off for too long is on record, and was not sent.
        WHERE reported.organization_id = $1 AND NOT (one.status = 'parked' AND one.attempts = 0)
          -- A page that goes on to who comes is no beginning, and no forecast counts these.
          AND one.source NOT LIKE '%/to/%'`,
    },
    [id],
  );
  const happened = new Map<string, Map<string, number>>();
  const mails = grouped(
    sent.filter(({ sender }) => sender === notificationSettings.kind),
    ({ alert }) => alert,
  );
  const toRotas = new Set(
    [...organization.rows.routes]
      .filter(({ configuration }) => configuration.destinations.some(({ rota_id }) => rota_id !== undefined))
      .map((route) => route.id),
  );
  const first = new Map<string, number>();
  for (const { alert, source, target, at } of sent.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const [, route, step] = /^alert\/[^/]+\/(?:route\/([^/]+)\/firing|rule\/(.+)$)/.exec(source) ?? [];
    const sender = route === undefined ? step : `${route}/0`;
    if (sender === undefined) continue;
    const [key, tick] = [`${sender} ${target.toLowerCase()}`, Math.round((at.getTime() - base) / tickMs)];
    // What a route says again of an alert goes to who is on call by then. It is a repeat, and no forecast counts these.
    const begun = first.get(`${alert} ${route}`) ?? tick;
    first.set(`${alert} ${route}`, begun);
    if (route !== undefined && toRotas.has(route) && tick > begun) continue;
    const own = happened.get(alert) ?? new Map<string, number>();
    happened.set(alert, own);
    own.set(key, Math.min(tick, own.get(key) ?? tick));
  }
  const routings = await app.database.queryText<{ alert: string; route: string }>(
    {
      name: "test-routings",
      text: "SELECT alert_id AS alert, route_id AS route FROM alert_routings WHERE organization_id = $1",
    },
    [id],
  );
  const routes = grouped(routings, ({ alert }) => alert);
  for (const alert of organization.alerts) {
    alert.happened = happened.get(alert.id) ?? new Map();
    const came = base + alert.startedAt * tickMs;
    const atOnce = (mails.get(alert.id) ?? []).filter(({ at }) => Math.abs(at.getTime() - came) < tickMs / 2);
    alert.mailed = [...new Set(atOnce.map(({ target }) => target))].sort();
    alert.routeIds = (routes.get(alert.id) ?? []).map(({ route }) => route);
  }
}

/** What the upkeep of a long-lived database does: without it, plans are those of empty tables. */
export async function analyze(app: TestService): Promise<void> {
  const text = "ANALYZE alerts, alert_label_sets, alert_routings, alert_timers, deliveries, delivery_alerts";
  await app.database.queryText({ name: "test-analyze", text }, []);
}

/** Lets go of all that lives: the organizations that come next have the clock to themselves. */
export async function forget(app: TestService): Promise<void> {
  const text = "TRUNCATE alerts, alert_label_sets, alert_timers, deliveries, drills, heartbeats CASCADE";
  await app.database.queryText({ name: "test-forget", text }, []);
}
