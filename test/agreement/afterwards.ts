/**
 * What is foretold once alerts have lived, of alerts that come then: a plan that changes routes says which would come to
 * others, and they come again after it; a drill says whom it comes to, and its alert comes in.
 */

import type { TestService } from "../support/service.ts";
import { services, ticks } from "./organization.ts";
import {
  type Alert,
  engineOf,
  fail,
  identify,
  must,
  notify,
  type Organization,
  readKept,
  readQueue,
  setClock,
} from "./world.ts";

const then = ticks + 1;

const nameOf = (ids: readonly string[]) => [...ids].sort().join();

/**
 * Some routes of an organization are switched, or lead on: a row each, as a plan edits it and a PUT writes it. Of every
 * other organization all lead on, so that many alerts take several.
 */
function switched({ seed, stored }: Organization) {
  const routes = stored.filter(({ kind }) => kind === "alert_routes");
  const isLed = seed % 2 === 0;
  return routes
    .slice(0, isLed ? routes.length : 3)
    .map(({ id, configuration: { enabled, continue: leadsOn } }, index) => ({
      id,
      fields: index === 0 ? { enabled: enabled === false } : { continue: isLed || leadsOn !== true },
    }));
}

const anew = (fingerprint: string) => [...fingerprint].reverse().join("");

/** The same alerts once more. */
async function again(app: TestService, one: Organization, base: number): Promise<Organization> {
  const receiversOf = await engineOf(one.tenant, one.connector);
  const alerts: Alert[] = one.alerts
    .filter(({ raisedBy }) => raisedBy === one.connector)
    .map((alert) => ({
      ...alert,
      labels: { ...alert.labels, instance: "again" },
      fingerprint: anew(alert.fingerprint),
      receivers: receiversOf(alert.labels),
      startedAt: then,
    }));
  const after = { ...one, alerts };
  await notify(after, alerts, base);
  for (const { path } of one.heartbeats) must(200, await app.send("POST", path));
  for (const severity of ["critical", "warning"]) await fail(app, after, severity, then);
  await identify(app, after);
  await readQueue(app, after, base);
  return after;
}

/** What a plan says of alerts that take other routes after it, compared with those that they then take. */
export async function wronglyRerouted(app: TestService, one: Organization, base: number): Promise<string[]> {
  setClock(base, then);
  const changes = switched(one);
  const edits = changes.map((change) => ({
    ...change,
    ...{ op: "save", resource: "alert_routes" },
    fields: { owning_team_id: null, ...change.fields },
  }));
  const { rerouted_alerts: said } = must(
    200,
    await one.tenant.api("POST", "plans/replay", { body: { edits } }),
  ).body.effects;
  for (const { id, fields } of changes)
    must(200, await one.tenant.config("PUT", `alert_routes/${id}`, { body: fields }));
  const after = await again(app, one, base);
  const ways = new Map(after.alerts.map(({ fingerprint, routeIds }) => [fingerprint, routeIds]));
  const wayOf = ({ fingerprint }: Alert) => ways.get(fingerprint) ?? ways.get(anew(fingerprint)) ?? [];
  const moved = one.alerts.filter((alert) => nameOf(alert.routeIds) !== nameOf(wayOf(alert)));
  const byId = new Map(moved.map((alert) => [alert.id, alert]));
  const idsOf = (routes: readonly { readonly id: string }[]) => nameOf(routes.map(({ id }) => id));
  const wrong = said.data.flatMap(({ id, before, after: is }: Shown) => {
    const alert = byId.get(id);
    const was = alert && `${nameOf(alert.routeIds)} and then ${nameOf(wayOf(alert))}`;
    const foretold = `${idsOf(before)} and then ${idsOf(is)}`;
    return was === foretold ? [] : [`${id} takes ${foretold}, and took ${was}`];
  });
  const [found, wanted] = [
    [said.count, said.looked_at, said.complete].join(),
    [moved.length, one.alerts.length, true].join(),
  ];
  return [...wrong, ...(found === wanted ? [] : [`said ${found}, and it was ${wanted}`])].map(
    (what) => `rerouted_alerts, seed ${one.seed}: ${what}`,
  );
}

interface Shown {
  readonly id: string;
  readonly before: readonly { readonly id: string }[];
  readonly after: readonly { readonly id: string }[];
}

/** The ways that a drill of a service says, compared with those that its alerts took and that the drill's own take. */
export async function wrongDrills(app: TestService, one: Organization, base: number): Promise<string[]> {
  setClock(base, then);
  const service = services[one.seed % 3] as string;
  const own = one.alerts.filter((alert) => alert.labels.service?.toLowerCase() === service);
  const answer = await one.tenant.api("POST", "drills", { body: { service } });
  if (answer.status !== 201) return [`drill, seed ${one.seed}: ${answer.text}`];
  const ways = answer.body.ways as readonly Way[];
  const [said, took] = [
    ways
      .filter(({ source }) => source.kind === "alerts")
      .map(({ routes }) => nameOf(routes.map(({ id }) => id))),
    own.map(({ routeIds }) => nameOf(routeIds)),
  ].map((all) => [...new Set(all)].sort().join("; "));
  const tried = ways.filter(({ drill_id }) => drill_id !== null);
  const alerts: Alert[] = tried.map(({ drill_id, labels }) => ({
    ...{ labels, fingerprint: drill_id ?? "", receivers: [], isSource: false },
    ...{ raisedBy: drill_id ?? "", startedAt: then, endedAt: null, acknowledgedAt: null, id: "" },
    ...{ isKept: false, happened: new Map(), mailed: [], routeIds: [] },
  }));
  const played = { ...one, alerts };
  await identify(app, played);
  await readKept(app, played, then);
  await readQueue(app, played, base);
  return [
    ...(said === took ? [] : [`ways ${said}, and its alerts took ${took}`]),
    ...tried.flatMap((way, index) => wrongWay(one, way, alerts[index] as Alert)),
  ].map((what) => `drill of ${service}, seed ${one.seed}: ${what}`);
}

interface Way {
  readonly drill_id: string | null;
  readonly labels: Alert["labels"];
  readonly routes: readonly { readonly id: string }[];
  readonly notified: readonly { readonly target: string }[];
  readonly source: { readonly kind: string };
}

function wrongWay({ rows }: Organization, { routes, notified, drill_id }: Way, alert: Alert): string[] {
  const [way, took] = [nameOf(routes.map(({ id }) => id)), nameOf(alert.routeIds)];
  const reached = [...alert.happened.keys()].map((key) => {
    const place = key.slice(key.indexOf(" ") + 1);
    return rows.targets.get(place)?.configuration.name ?? place;
  });
  const [said, was] = [notified.map(({ target }) => target.toLowerCase()), reached].map((all) =>
    nameOf([...new Set(all)]),
  );
  return [
    ...(way === took ? [] : [`${drill_id} takes ${way}, and took ${took}`]),
    ...(alert.isKept || said === was ? [] : [`${drill_id} notifies ${said}, and notified ${was}`]),
  ];
}
