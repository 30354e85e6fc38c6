/**
 * In whatever order notifications come, twice or late, to whichever node: no alert is lost, none is notified twice, and
 * what is open at the end is what Alertmanager has open. What it says last of an alert is how it stands.
 */
import { afterAll, beforeAll } from "vitest";
import { type Draw, fc, law } from "../support/property.ts";
import { startService, type TestService } from "../support/service.ts";
import {
  type Fired,
  fingerprintOf,
  holdsOver,
  listed,
  makeScene,
  minute,
  queued,
  type Scene,
} from "./support.ts";

let nodes: readonly [TestService, TestService];
beforeAll(async () => {
  const first = await startService();
  nodes = [first, await startService({}, [], first.database)];
});
afterAll(async () => {
  for (const node of [...nodes].reverse()) await node.close();
});

/** What happened to an alert: it began and ended, again and again, and may be open now. */
interface Life {
  readonly name: string;
  readonly spells: readonly { readonly startsAt: string; readonly endsAt: string }[];
  /** Whether its last spell goes on. */
  readonly goesOn: boolean;
}

function drawLives(draw: Draw): Life[] {
  return Array.from({ length: draw.between(1, 4) }, (_, index) => {
    const spells = Array.from({ length: draw.between(1, 3) }, (_, spell) => ({
      startsAt: minute(spell * 10),
      endsAt: minute(spell * 10 + 5),
    }));
    return { name: `Alert ${index}`, spells, goesOn: draw.either() };
  });
}

/** What an Alertmanager, or each of a pair, notifies of: every firing, and every end. */
function notificationsOf(draw: Draw, lives: readonly Life[]): Fired[][] {
  const notified = lives.flatMap(({ name, spells, goesOn }) =>
    spells.flatMap(({ startsAt, endsAt }, index): Fired[] => {
      const firing = { name, startsAt };
      const last = index === spells.length - 1;
      return last && goesOn ? [firing] : [firing, { ...firing, endsAt }];
    }),
  );
  const twice = notified.flatMap((one) => Array<Fired>(draw.between(1, 3)).fill(one));
  for (let at = twice.length - 1; at > 0; at -= 1) {
    const other = draw.below(at + 1);
    [twice[at], twice[other]] = [twice[other] as Fired, twice[at] as Fired];
  }
  // Whoever notifies late of a firing notifies of its end thereafter.
  const ends = notified.filter(({ endsAt }) => endsAt !== undefined);
  return [...grouped(draw, twice), ...ends.map((one) => [one])];
}

/** Some alone, some together; of one alert a notification shows one thing. */
function grouped(draw: Draw, notified: readonly Fired[]): Fired[][] {
  const notifications: Fired[][] = [];
  for (const one of notified) {
    const last = notifications.at(-1);
    if (last === undefined || draw.either() || last.some(({ name }) => name === one.name))
      notifications.push([one]);
    else last.push(one);
  }
  return notifications;
}

async function send(draw: Draw, scene: Scene, notifications: readonly Fired[][]): Promise<void> {
  const { tenant, connector, route } = scene;
  for (let at = 0; at < notifications.length; ) {
    // Some come at once, to either node.
    const together = notifications.slice(at, at + draw.between(1, 4));
    at += together.length;
    const answers = await Promise.all(
      together.map((fired) =>
        draw.oneOf(nodes).send("POST", `/api/v1/intake/alertmanager/${connector}`, {
          body: {
            receiver: route,
            groupKey: "all",
            groupLabels: {},
            alerts: fired.map(({ name, startsAt, endsAt }) => ({
              status: endsAt === undefined ? "firing" : "resolved",
              labels: { alertname: name },
              startsAt,
              ...(endsAt === undefined ? {} : { endsAt }),
              fingerprint: fingerprintOf(name),
            })),
          },
          headers: { authorization: `Bearer ${tenant.key.value}` },
        }),
      ),
    );
    for (const { status, text } of answers) if (status !== 200) throw new Error(text);
  }
}

law("nothing is lost, and nothing is notified twice", 12, async (draw) => {
  const scene = await makeScene(nodes[0], { repeat_interval_seconds: 86_400 });
  const lives = drawLives(draw);
  await send(draw, scene, notificationsOf(draw, lives));
  await holdsOver(nodes[0], scene);

  const alerts = await listed(scene);
  const kept = alerts.map(({ title, started_at }) => `${title} ${started_at}`).sort();
  const began = lives
    .flatMap(({ name, spells }) => spells.map(({ startsAt }) => `${name} ${startsAt}`))
    .sort();
  equal(kept, began, "each alert is there once");

  const open = alerts
    .filter(({ status }) => status === "open")
    .map(({ title, started_at }) => `${title} ${started_at}`);
  const goOn = lives.flatMap(({ name, spells, goesOn }) =>
    goesOn ? [`${name} ${spells.at(-1)?.startsAt}`] : [],
  );
  equal(open.sort(), goOn.sort(), "what goes on is open");

  const messages = (await queued(nodes[0], scene))
    .filter(({ target }) => target === scene.room)
    .flatMap(({ payload: { message } }) =>
      message.alerts.map(({ id }: { id: string }) => ({ id, phase: message.phase as string })),
    );
  for (const { id, title, status } of alerts) {
    const received = messages.filter((one) => one.id === id).map(({ phase }) => phase);
    const fine = status === "open" ? ["firing"] : received.length === 0 ? [] : ["firing", "resolved"];
    equal(received, fine, `${title} is notified as it is`);
  }
});

function equal(actual: readonly string[], expected: readonly string[], what: string): void {
  if (fc.stringify(actual) !== fc.stringify(expected))
    throw new Error(`${what}: ${fc.stringify(actual)}, not ${fc.stringify(expected)}`);
}
