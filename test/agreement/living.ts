/** Lets the alerts of organizations live: they begin, are muted and acknowledged, and end, while the clock moves. */
import type { TestService } from "../support/service.ts";
import { mutedByRoutes, type Resolved, resolved } from "./forecasts.ts";
import { tickMs, ticks } from "./organization.ts";
import {
  acknowledgedAt,
  analyze,
  endsAt,
  fail,
  identify,
  isMuteMoved,
  isStepDue,
  must,
  notify,
  type Organization,
  othersAt,
  readKept,
  readQueue,
  setClock,
  sourcesAt,
  unconfirmed,
} from "./world.ts";

/** Of each organization, how many alerts of each beginning are asked about over REST. */
const askedOfOne = 16;

/** Lets four hours pass. @returns what `resolve` said */
export async function live(
  app: TestService,
  all: readonly Organization[],
  base: number,
): Promise<ReadonlyMap<Organization, readonly Resolved[]>> {
  const said = new Map<Organization, readonly Resolved[]>();
  for (let tick = 0; tick <= ticks; tick += 1) {
    setClock(base, tick);
    // What ends at the moment at which something is due ends first, all of it, and at that very moment: a millisecond
    // before it, what it kept back would go on past a mute that begins at the tick.
    if (tick === endsAt) for (const one of all) await notifyEnds(one, base);
    const moved = all.filter((one) => tick > 0 && isMuteMoved(one, base, tick));
    const isQuiet =
      ![sourcesAt, othersAt, acknowledgedAt, endsAt, ticks].includes(tick) && moved.length === 0;
    if (isQuiet && !(await isStepDue(app))) continue;
    await flush(app, tick);
    for (const one of all) {
      if (tick === sourcesAt || tick === othersAt)
        said.set(one, [...(said.get(one) ?? []), ...(await ask(one, base, tick))]);
      await happen(app, one, base, tick);
      if (tick === sourcesAt || tick === othersAt) await readKept(app, one, tick);
    }
    await repeat(app, moved, base);
    if (tick === sourcesAt || tick === othersAt || tick === acknowledgedAt) await analyze(app);
    // What begins or goes on now may have a step that is due at once.
    if (!isQuiet) await flush(app, tick);
  }
  for (const one of all) {
    await identify(app, one);
    await readQueue(app, one, base);
  }
  return said;
}

/**
 * Nobody sends what lies in the queue, so that every alert would be looked at again each time as one that reached nobody:
 * three times shows that what is sent elsewhere then is not taken for what is compared.
 */
function flush(app: TestService, tick: number): Promise<void> {
  return app.service.alerts.flush([acknowledgedAt, endsAt, ticks].includes(tick));
}

async function happen(app: TestService, one: Organization, base: number, tick: number): Promise<void> {
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

/** What the engine and heartbeats still report of alerts whose mutes have ended. */
async function repeat(app: TestService, moved: readonly Organization[], base: number): Promise<void> {
  let isOfHeartbeat = false;
  for (const one of moved) {
    const waiting = await unconfirmed(app, one);
    await notify(one, waiting, base);
    isOfHeartbeat ||= waiting.some(({ receivers }) => receivers.length === 0);
  }
  if (isOfHeartbeat) await app.service.heartbeats.flush();
}

/** A message a receiver, as Alertmanager has it. What keeps others back ends last: they would go on between two of them. */
async function notifyEnds(one: Organization, base: number): Promise<void> {
  const ending = one.alerts.filter(({ endedAt }) => endedAt !== null);
  for (const isLast of [false, true])
    await notify(
      one,
      ending.filter(({ isSource }) => isSource === isLast),
      base,
      true,
    );
}

/** Of alerts that a mute of a route keeps something back of as many are asked about as of all others: few of all. */
async function ask(one: Organization, base: number, tick: number): Promise<readonly Resolved[]> {
  const beginning = one.alerts.filter(
    ({ startedAt, receivers }) => startedAt === tick && receivers.length > 0,
  );
  const withheld = beginning.filter(mutedByRoutes(one, base + tick * tickMs));
  const rest = beginning.filter((alert) => !withheld.includes(alert));
  const said = [];
  for (const alert of [...withheld.slice(0, askedOfOne / 2), ...rest].slice(0, askedOfOne))
    said.push(await resolved(one, alert));
  return said;
}
