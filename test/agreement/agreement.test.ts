/**
 * What is foretold of alerts is what happens: random organizations and random alerts, through the real intake while the
 * clock moves, compared with each forecast. AGREEMENT_PAIRS says how many pairs of an organization and an alert;
 * `npm run test:agreement` takes a million. AGREEMENT_SEED repeats a run.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { openTestDatabase } from "../support/database.ts";
import { startService, type TestService } from "../support/service.ts";
import { wrongDrills, wronglyRerouted } from "./afterwards.ts";
import { differences, missingAtServices, wrongDrift, wrongFlow, wronglyResolved } from "./comparisons.ts";
import { decided, failuresOfTests, horizonOf, type Resolved, replayed, wrongServices } from "./forecasts.ts";
import { live } from "./living.ts";
import { ticks } from "./organization.ts";
import { remembering } from "./remembering.ts";
import { wrongWhys } from "./whys.ts";
import { analyze, forget, makeOrganization, type Organization, setClock } from "./world.ts";

const pairs = Number(process.env.AGREEMENT_PAIRS ?? 4_000);
/** By the command, which shows how far it is and adds up. */
const isAsked = process.env.AGREEMENT_PAIRS !== undefined;
const firstSeed = Number(process.env.AGREEMENT_SEED ?? 1);
/** Organizations that live at the same time. */
const together = 8;
/** Half of what a pair costs is its organization's: of a long run each has more alerts. */
const mostOfOne = pairs < 100_000 ? 250 : 1_000;
const alertsOfOne = Math.min(mostOfOne, Math.ceil(pairs / together));
const rounds = Math.max(1, Math.round(pairs / (alertsOfOne * together)));

/** What is made ready once serves so many rounds: a start costs as much as half a round. */
const roundsOfOne = 5;

const counts = { organizations: 0, pairs: 0, messages: 0, asked: 0, differences: 0 };

const dayMs = 24 * 3_600_000;

/** When a round begins: after now, at an hour and on a weekday of its own. */
function baseOf(round: number): number {
  return Math.ceil(Date.now() / dayMs) * dayMs + (round % 7) * (dayMs + 5 * 3_600_000);
}

async function compared(one: Organization, base: number, said: readonly Resolved[]): Promise<string[]> {
  return [
    ...differences(one, "replay", replayed(one, base), () => ticks),
    ...differences(one, "decider", decided(one, base), horizonOf),
    ...failuresOfTests(one, one.alerts, base),
    ...wronglyResolved(one, said),
    ...(await wrongServices(one)),
    ...(await wrongFlow(one)),
    ...(await wrongDrift(one)),
    ...(await missingAtServices(one)),
  ];
}

function compareFrom(firsts: readonly number[]): void {
  let database: Database;
  let app: TestService;
  beforeAll(async () => {
    database = remembering(await openTestDatabase());
    app = await startService({}, [], database);
    const { delivery, alerts, heartbeats } = app.service;
    // What lies in the queue is compared: nobody sends it. What is due is done once all that comes at a tick has come: a
    // timer that the first notification wakes does a part of it before, and a heartbeat that is repeated just before its
    // mute ends is not repeated at once again.
    const timed = [delivery, alerts, heartbeats].flatMap(({ background = [] }) => background);
    await Promise.all(timed.map((one) => one.stop()));
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await app.close();
    await database.close();
  });

  it.each(firsts)(`${together * alertsOfOne} pairs from seed %i`, { timeout: 600_000 }, async (seed) => {
    const base = baseOf(seed);
    const all: Organization[] = [];
    setClock(base, -1);
    for (let index = 0; index < together; index += 1)
      all.push(await makeOrganization(app, seed + index, alertsOfOne));
    const said = await live(app, all, base);
    await analyze(app);
    const wrong = [];
    for (const one of all) wrong.push(...(await compared(one, base, said.get(one) ?? [])));
    // What comes afterwards is asked of some each: what is compared before counts alerts.
    for (const one of all.slice(0, 2)) wrong.push(...(await wronglyRerouted(app, one, base)));
    for (const one of all.slice(2)) wrong.push(...(await wrongDrills(app, one, base)));
    for (const one of all) wrong.push(...(await wrongWhys(app, one, base)));
    const alerts = all.flatMap((one) => one.alerts);
    const messages = alerts.reduce((sum, { happened }) => sum + happened.size, 0);
    counts.organizations += together;
    counts.pairs += alerts.length;
    counts.messages += messages;
    counts.asked += [...said.values()].flat().length;
    counts.differences += wrong.length;
    if (isAsked) process.stdout.write(`agreement ${JSON.stringify(counts)}\n`);
    expect(wrong.slice(0, 5), `${wrong.length} differences`).toEqual([]);
    expect(messages).toBeGreaterThan((together * alertsOfOne) / 5);
    await forget(app);
  });
}

const firsts = Array.from({ length: rounds }, (_, round) => firstSeed + round * together);
for (let at = 0; at < rounds; at += roundsOfOne) {
  const own = firsts.slice(at, at + roundsOfOne);
  describe(`from seed ${own[0]}`, () => compareFrom(own));
}
