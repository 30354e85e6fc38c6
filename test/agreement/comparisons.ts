/** Where what is foretold of an organization's alerts differs from what happened to them, a line each. */
import { grouped } from "../../src/kernel/grouped.ts";
import { horizonOf, type Resolved, resolvedReally, routedReally } from "./forecasts.ts";
import { tickMs } from "./organization.ts";
import { type Alert, type Happened, must, type Organization } from "./world.ts";

const sorted = (happened: Happened) => [...happened].map(([key, tick]) => `${key} @${tick}`).sort();
const until = (happened: Happened, last: number) => new Map([...happened].filter(([, tick]) => tick <= last));

/** Where a forecast differs from what happened, a line each. */
export function differences(
  one: Organization,
  forecast: string,
  says: (alert: Alert) => Happened,
  last: (alert: Alert) => number,
) {
  return one.alerts.flatMap((alert) => {
    const [said, was] = [sorted(until(says(alert), last(alert))), sorted(until(alert.happened, last(alert)))];
    if (said.join() === was.join()) return [];
    return [
      `${forecast}, seed ${one.seed}, ${JSON.stringify(alert)}: only said ${said.filter((line) => !was.includes(line))}; only happened ${was.filter((line) => !said.includes(line))}`,
    ];
  });
}

export function wronglyResolved(one: Organization, said: readonly Resolved[]): string[] {
  return said.flatMap(({ alert, isKept, recipients, mailed, routed }) => {
    const seconds = ((horizonOf(alert) - alert.startedAt) * tickMs) / 1_000;
    const within = recipients.filter((line) => Number(line.slice(line.lastIndexOf(" ") + 1)) <= seconds);
    const was = resolvedReally(one, alert);
    const reached = routedReally(one, alert);
    const mails = alert.isKept ? [] : alert.mailed;
    const about = `resolve, seed ${one.seed}, ${JSON.stringify(alert.labels)}`;
    return [
      ...(isKept === alert.isKept ? [] : [`${about}: kept back ${isKept}; happened ${alert.isKept}`]),
      ...(within.join() === was.join() ? [] : [`${about}: said ${within}; happened ${was}`]),
      ...(mailed.join() === mails.join() ? [] : [`${about}: mails ${mailed}; happened ${mails}`]),
      ...(routed.join() === reached.join() ? [] : [`${about}: routes to ${routed}; happened ${reached}`]),
    ];
  });
}

interface Path {
  readonly service: string;
  readonly routes: readonly { readonly id: string; readonly receivers: readonly string[] }[];
  readonly count: number;
}

/** `flow` counts each alert at the way that it took, and names whom that reaches. */
export async function wrongFlow(one: Organization): Promise<string[]> {
  const { paths, looked_at } = must(200, await one.tenant.api("GET", "alert_routes/flow")).body;
  const nameOf = (service: string, ids: readonly string[]) => `${service} ${[...ids].sort().join()}`;
  const byWay = grouped(paths as Path[], ({ service, routes }) =>
    nameOf(
      service,
      routes.map(({ id }) => id),
    ),
  );
  const took = grouped(one.alerts, ({ labels: { service = "" }, routeIds }) => nameOf(service, routeIds));
  const ways = [...new Set([...byWay.keys(), ...took.keys()])];
  const miscounted = ways.flatMap((way) => {
    const said = (byWay.get(way) ?? []).reduce((sum, { count }) => sum + count, 0);
    const was = took.get(way)?.length ?? 0;
    return said === was ? [] : [`${said} of ${way}, and ${was} took it`];
  });
  const reached = ways.flatMap((way) => {
    const said = new Set(
      (byWay.get(way) ?? []).flatMap(({ routes }) =>
        routes.flatMap(({ id, receivers }) =>
          receivers.map((receiver) => `${id}/0 ${receiver.toLowerCase()}`),
        ),
      ),
    );
    const was = (took.get(way) ?? []).flatMap(({ happened }) => [...happened.keys()]);
    const byRoutes = was.filter((key) => key.includes("/0 "));
    const wrong = byRoutes.filter(
      (key) => !said.has(key) && !said.has(teamOf(one, key)) && !namesRota(one, key),
    );
    return wrong.map((key) => `${key} is not on the way ${way}`);
  });
  const looked = looked_at === one.alerts.length ? [] : [`looked at ${looked_at}`];
  return [...miscounted, ...reached, ...looked].map((what) => `flow, seed ${one.seed}: ${what}`);
}

/** Whether the route names a rota: who was on call then is not who is now. */
function namesRota({ rows }: Organization, key: string): boolean {
  const id = key.slice(0, key.indexOf("/"));
  const route = rows.routes.find((one) => one.id === id) ?? rows.ownRoutes.get(id);
  return route?.configuration.destinations.some(({ rota_id }) => rota_id !== undefined) ?? false;
}

/** The team in the place of its member. */
function teamOf({ stored }: Organization, key: string): string {
  const team = stored.find(({ kind, configuration }) => kind === "teams" && configuration.name === "people");
  return `${key.slice(0, key.indexOf(" "))} ${team?.id}`;
}

/** A replay of a change that changes nothing says how much of what was sent is not what the rows say. */
export async function wrongDrift(one: Organization): Promise<string[]> {
  const route = one.stored.find(({ kind }) => kind === "alert_routes");
  const edits = [
    {
      op: "save",
      resource: "alert_routes",
      id: route?.id ?? "",
      fields: { owning_team_id: null, name: "renamed" },
    },
  ];
  const { status, body, text } = await one.tenant.api("POST", "plans/replay", { body: { edits } });
  if (status !== 200) return [text];
  const { drift, alerts, not_sent, newly_sent, elsewhere } = body.effects.replay;
  const found = { drift, alerts, not_sent, newly_sent, elsewhere };
  const wanted = { drift: 0, alerts: one.alerts.length, not_sent: 0, newly_sent: 0, elsewhere: 0 };
  return JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`replay, seed ${one.seed}: ${JSON.stringify(found)}`];
}

/** What the page of a service does not name of the routes that took an alert of it, and of the rules that sent one. */
export async function missingAtServices(one: Organization): Promise<string[]> {
  const services = [...new Set(one.alerts.flatMap(({ labels: { service } }) => (service ? [service] : [])))];
  const missing = [];
  for (const service of services) {
    const { body } = must(200, await one.tenant.api("GET", `service?service=${service}`));
    const named = new Set(body.takers.map(({ id }: { id: string }) => id));
    const own = one.alerts.filter(({ labels }) => labels.service === service);
    const senders = own.flatMap(({ happened }) => [...happened.keys()].map((key) => key.split("/")[0]));
    for (const id of new Set([...own.flatMap(({ routeIds }) => routeIds), ...senders]))
      if (!named.has(id)) missing.push(`service, seed ${one.seed}: ${id} of ${service}`);
  }
  return missing;
}
