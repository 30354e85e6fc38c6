/**
 * What is foretold of alerts is what happens: random organizations and random alerts, through the real intake while the
 * clock moves, compared with each forecast. AGREEMENT_PAIRS says how many pairs of an organization and an alert;
 * `npm run test:agreement` takes a million. AGREEMENT_SEED repeats a run.
 */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { grouped } from "../../src/kernel/grouped.ts";
import { startService, type TestService } from "../support/service.ts";
import { decided, failuresOfTests, horizonOf, replayed, resolved, resolvedReally } from "./forecasts.ts";
import { tickMs, ticks } from "./organization.ts";
import {
  type Alert,
  acknowledgedAt,
  endsAt,
  fail,
  type Happened,
  identify,
  isMuteMoved,
  isStepDue,
  makeOrganization,
  must,
  notify,
  type Organization,
  othersAt,
  readQueue,
  setClock,
  sourcesAt,
  unconfirmed,
} from "./world.ts";

const pairs = Number(process.env.AGREEMENT_PAIRS ?? 4_000);
const firstSeed = Number(process.env.AGREEMENT_SEED ?? 1);
/** Alerts of an organization, and organizations that live at the same time. */
const together = 2;
const alertsOfOne = Math.min(500, Math.ceil(pairs / together));
/** Of each organization, how many are asked about over REST. */
const resolvedOfOne = 6;
const rounds = Math.max(1, Math.round(pairs / (alertsOfOne * together)));

let app: TestService;
beforeEach(async () => {
  app = await startService();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const dayMs = 24 * 3_600_000;

/** When a round begins: after now, at an hour and on a weekday of its own. */
function baseOf(round: number): number {
  return Math.ceil(Date.now() / dayMs) * dayMs + (round % 7) * (dayMs + 5 * 3_600_000);
}

interface Resolved {
  readonly alert: Alert;
  readonly said: readonly string[];
}

/** Lets four hours pass. @returns what `resolve` said */
async function live(
  all: readonly Organization[],
  base: number,
): Promise<ReadonlyMap<Organization, readonly Resolved[]>> {
  const said = new Map<Organization, readonly Resolved[]>();
  for (let tick = 0; tick <= ticks; tick += 1) {
    setClock(base, tick);
    // What ends at the moment at which something is due ends first.
    if (tick === endsAt) for (const one of all) await notifyEnds(one, base);
    const moved = all.filter((one) => tick > 0 && isMuteMoved(one, base, tick));
    const isQuiet =
      ![sourcesAt, othersAt, acknowledgedAt, endsAt, ticks].includes(tick) && moved.length === 0;
    if (isQuiet && !(await isStepDue(app))) continue;
    await app.service.alerts.flush();
    for (const one of all) {
      if (tick === othersAt) said.set(one, await ask(one));
      await happen(one, base, tick);
    }
    for (const one of moved) await notify(one, await unconfirmed(app, one), base);
    // What begins or goes on now may have a step that is due at once.
    if (!isQuiet) await app.service.alerts.flush();
  }
  for (const one of all) {
    await identify(app, one);
    await readQueue(app, one, base);
  }
  return said;
}

async function happen(one: Organization, base: number, tick: number): Promise<void> {
  if (tick === sourcesAt || tick === othersAt) {
    await fail(app, one, tick === sourcesAt ? "critical" : "warning", tick);
    await notify(
      one,
      one.alerts.filter(({ startedAt, receivers }) => startedAt === tick && receivers.length > 0),
      base,
    );
  }
  if (tick === acknowledgedAt) {
    await identify(app, one);
    for (const { id } of one.alerts.filter((alert) => alert.acknowledgedAt !== null))
      must(200, await one.tenant.api("POST", `alerts/${id}/acknowledge`));
  }
}

function notifyEnds(one: Organization, base: number): Promise<void> {
  const ending = one.alerts.filter(({ endedAt }) => endedAt !== null);
  return notify(one, ending, base, true);
}

async function ask(one: Organization): Promise<readonly Resolved[]> {
  const others = one.alerts.filter(
    ({ startedAt, receivers }) => startedAt === othersAt && receivers.length > 0,
  );
  const said = [];
  for (const alert of others.slice(0, resolvedOfOne)) said.push({ alert, said: await resolved(one, alert) });
  return said;
}

const sorted = (happened: Happened) => [...happened].map(([key, tick]) => `${key} @${tick}`).sort();
const until = (happened: Happened, last: number) => new Map([...happened].filter(([, tick]) => tick <= last));

/** Where a forecast differs from what happened, a line each. */
function differences(
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

function wronglyResolved(one: Organization, said: readonly Resolved[]): string[] {
  return said.flatMap(({ alert, said }) => {
    const seconds = ((horizonOf(alert) - alert.startedAt) * tickMs) / 1_000;
    const within = said.filter((line) => Number(line.slice(line.lastIndexOf(" ") + 1)) <= seconds);
    const was = resolvedReally(one, alert);
    return within.join() === was.join()
      ? []
      : [`resolve, seed ${one.seed}, ${JSON.stringify(alert.labels)}: said ${within}; happened ${was}`];
  });
}

interface Path {
  readonly service: string;
  readonly routes: readonly { readonly id: string; readonly receivers: readonly string[] }[];
  readonly count: number;
}

/** `flow` counts each alert at the way that it took, and names whom that reaches. */
async function wrongFlow(one: Organization): Promise<string[]> {
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
        routes.flatMap(({ id, receivers }) => receivers.map((receiver) => `${id}/0 ${receiver}`)),
      ),
    );
    const was = (took.get(way) ?? []).flatMap(({ happened }) => [...happened.keys()]);
    const byRoutes = was.filter((key) => key.includes("/0 "));
    const wrong = byRoutes.filter((key) => !said.has(key) && !said.has(teamOf(one, key)));
    return wrong.map((key) => `${key} is not on the way ${way}`);
  });
  const looked = looked_at === one.alerts.length ? [] : [`looked at ${looked_at}`];
  return [...miscounted, ...reached, ...looked].map((what) => `flow, seed ${one.seed}: ${what}`);
}

/** The team in the place of its member. */
function teamOf({ stored }: Organization, key: string): string {
  const team = stored.find(({ kind, configuration }) => kind === "teams" && configuration.name === "people");
  return `${key.slice(0, key.indexOf(" "))} ${team?.id}`;
}

/** A replay of a change that changes nothing says how much of what was sent is not what the rows say. */
async function wrongDrift(one: Organization): Promise<string[]> {
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

/** What the page of a service names has each route that took an alert of it. */
async function missingAtServices(one: Organization): Promise<string[]> {
  const services = [...new Set(one.alerts.flatMap(({ labels: { service } }) => (service ? [service] : [])))];
  const missing = [];
  for (const service of services) {
    // A service in another case is shown as the one that rows name: what only alerts call so is not on its page.
    if (service === "S0") continue;
    const { body } = must(200, await one.tenant.api("GET", `service?service=${service}`));
    const named = new Set(body.takers.map(({ id }: { id: string }) => id));
    const took = new Set(
      one.alerts.flatMap((alert) => (alert.labels.service === service ? alert.routeIds : [])),
    );
    for (const id of took) if (!named.has(id)) missing.push(`service, seed ${one.seed}: ${id} of ${service}`);
  }
  return missing;
}

it.each(Array.from({ length: rounds }, (_, round) => firstSeed + round * together))(
  `${together * alertsOfOne} pairs from seed %i`,
  { timeout: 600_000 },
  async (seed) => {
    const base = baseOf(seed);
    const all: Organization[] = [];
    setClock(base, -1);
    for (let index = 0; index < together; index += 1)
      all.push(await makeOrganization(app, seed + index, alertsOfOne));
    const said = await live(all, base);
    for (const one of all) {
      const wrong = [
        ...differences(one, "replay", replayed(one, base), () => ticks),
        ...differences(one, "decider", decided(one, base), horizonOf),
        ...failuresOfTests(one, one.alerts, base),
        ...wronglyResolved(one, said.get(one) ?? []),
        ...(await wrongFlow(one)),
        ...(await wrongDrift(one)),
        ...(await missingAtServices(one)),
      ];
      expect(wrong.slice(0, 5), `${wrong.length} differences`).toEqual([]);
    }
    const happened = all.flatMap(({ alerts }) => alerts.map((alert) => alert.happened.size));
    expect(happened.reduce((sum, size) => sum + size, 0)).toBeGreaterThan((together * alertsOfOne) / 5);
  },
);
