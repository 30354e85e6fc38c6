/**
 * kill -9 of the program while two Alertmanagers notify it of the same alerts, many times over, on each engine: no
 * alert whose notification was answered is lost, and none is reported twice but where a kill came between a receiver's
 * taking it and its being recorded here. `npm run test:alerts`; ALERT_KILLS is how many.
 */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { minute, webhook } from "../alerts/support.ts";
import { until } from "../support/until.ts";
import { type AlertCalls, createAlertCalls, type Shown } from "./alert-calls.ts";
import { install, killed } from "./installation.ts";
import { binary } from "./packages.ts";
import { asPostgres, makePostgres, type Postgres } from "./postgres.ts";
import { type Receivers, startReceivers } from "./receipts.ts";
import { record } from "./record.ts";
import { count, spread, timed } from "./table.ts";

const kills = Number(process.env.ALERT_KILLS ?? 50);
const groups = 8;
/** Of one target at once: one is sent while the one before it is recorded as sent. */
const underWay = 2;
const drainMs = 600_000;

let postgres: Postgres;
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
});
afterAll(() => postgres.remove());

let databases = 0;

/** A database that no test had before: each installation has keys of its own. */
async function urlOn(engine: "embedded" | "server"): Promise<string | undefined> {
  if (engine === "embedded") return undefined;
  databases += 1;
  const name = `intake_${databases}`;
  await asPostgres(binary("createdb"), [`--maintenance-db=${postgres.url}`, name]);
  return postgres.url.replace(/postgres$/, name);
}

interface Sent {
  readonly name: string;
  readonly group: string;
  readonly ends: boolean;
}

/** Two Alertmanagers notify of one alert after the other, each of its beginning and half of them of their end. */
async function sendGroup(
  calls: AlertCalls,
  connector: string,
  { group, route }: { readonly group: string; readonly route: string },
  sent: Sent[],
  isOver: () => boolean,
): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    const name = `${group} ${count}`;
    const ends = count % 2 === 0;
    const both = async (endsAt?: string) => {
      const fired = { name, startsAt: minute(count), ...(endsAt === undefined ? {} : { endsAt }) };
      const body = webhook({ receiver: route, group: name }, [fired]);
      await Promise.all([calls.notify(connector, body), calls.notify(connector, body)]);
    };
    await both();
    if (ends) await both(minute(count + 1));
    sent.push({ name, group, ends });
  }
}

describe.each(["embedded", "server"] as const)("on the %s engine", (engine) => {
  it(`notifies of each alert once through ${kills} kills`, { timeout: 3_600_000 }, async () => {
    const receivers = await startReceivers();
    const installation = await install(await urlOn(engine));
    const env = {
      SMTP_URL: receivers.mailUrl,
      ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
      ORGCONFIG_LIST_CAP: "100000",
    };
    let node = await installation.start(env);
    const calls = createAlertCalls(installation.key, () => node.url);
    const { connector, routes } = await setUp(calls, receivers.hookUrl);
    const sent: Sent[] = [];
    const startsMs: number[] = [];
    let over = false;
    const sending = routes.map((one) => sendGroup(calls, connector, one, sent, () => over));
    for (let round = 0; round < kills; round += 1) {
      const goal = sent.length + groups;
      await until(() => sent.length >= goal);
      // Not at the same place of a notification each time.
      await pause((round * 7) % 40);
      await killed(node);
      await receivers.senderDied();
      await timed(startsMs, async () => {
        node = await installation.start(env);
      });
    }
    over = true;
    await Promise.all(sending);
    await until(
      async () =>
        (await calls.alerts()).every(({ deliveries }) => deliveries.every(({ status }) => status === "sent")),
      drainMs,
    );
    const { alerts, reported, twice } = proved(await calls.alerts(), sent, receivers);
    expect(receivers.unexplained(underWay)).toEqual([]);
    record({
      fault: `kill -9 while alerts come in, ${engine === "embedded" ? "embedded database" : "server"}`,
      done: `${kills} kills, two Alertmanagers with the same alerts`,
      lost: `nothing of ${count(alerts)} alerts and ${count(reported)} messages`,
      back: spread(startsMs),
      figures: `${twice} messages came twice: a kill came before it was recorded that they were taken`,
    });
    expect(await node.stop()).toBe(0);
    await receivers.close();
  });
});

describe.each(["embedded", "server"] as const)("on the %s engine", (engine) => {
  it("opens what fires again after its end, although it is killed while that is held", {
    timeout: 300_000,
  }, async () => {
    const receivers = await startReceivers();
    const installation = await install(await urlOn(engine));
    const env = { SMTP_URL: receivers.mailUrl, ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" };
    let node = await installation.start(env);
    const calls = createAlertCalls(installation.key, () => node.url);
    const { connector, routes } = await setUp(calls, receivers.hookUrl);
    const [one] = routes;
    const say = (endsAt?: string) => {
      const fired = { name: "A", startsAt: minute(0), ...(endsAt === undefined ? {} : { endsAt }) };
      return calls.notify(connector, webhook({ receiver: one?.route ?? "", group: "A" }, [fired]));
    };
    await say();
    await say(minute(1));
    await say();
    await killed(node);
    node = await installation.start(env);
    const statuses = async () => (await calls.alerts()).map(({ status }) => status);
    await until(async () => (await statuses())[0] === "open", 120_000);
    expect(await statuses()).toEqual(["open", "resolved"]);
    const of = (await calls.alerts())[0]?.deliveries.filter(({ target }) => target !== "pager");
    expect(of).toHaveLength(1);
    expect(await node.stop()).toBe(0);
    await receivers.close();
  });
});

describe.each(["embedded", "server"] as const)("on the %s engine", (engine) => {
  it("sends a step that waited for its target exactly once, on every node, although it is killed meanwhile", {
    timeout: 600_000,
  }, async () => {
    const receivers = await startReceivers();
    const installation = await install(await urlOn(engine));
    const env = { SMTP_URL: receivers.mailUrl, ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" };
    let node = await installation.start(env);
    // Only a server has room for two.
    const other = engine === "server" ? await installation.start(env) : undefined;
    const calls = createAlertCalls(installation.key, () => node.url);
    const { connector, routes, pager } = await setUp(calls, receivers.hookUrl);
    const turn = (enabled: boolean) => calls.change("outbound_configs", pager, { enabled });
    await turn(false);
    for (const { group, route } of routes)
      await calls.notify(
        connector,
        webhook({ receiver: route, group }, [{ name: group, startsAt: minute(0) }]),
      );
    await until(async () => (await calls.held()).every(Boolean), 120_000);
    expect(await calls.held()).toHaveLength(routes.length);
    for (const waitMs of [0, 15, 40]) {
      await turn(true);
      await pause(waitMs);
      await killed(node);
      await receivers.senderDied();
      node = await installation.start(env);
      await turn(false);
    }
    await turn(true);
    const paged = async () =>
      (await calls.alerts()).map(({ deliveries }) =>
        deliveries.filter(({ target }) => target === "pager").map(({ status }) => status),
      );
    await until(async () => (await paged()).every((one) => one[0] === "sent"), 120_000);
    // One each: none was lost, and none was queued by two nodes, or again after a kill.
    expect(await paged()).toEqual(routes.map(() => ["sent"]));
    expect(receivers.unexplained(underWay)).toEqual([]);
    for (const one of [node, other]) expect((await one?.stop()) ?? 0).toBe(0);
    await receivers.close();
  });
});

/** A route and a mailbox for each group, and a rule that escalates everything at once. */
async function setUp(calls: AlertCalls, url: string) {
  const connector = await calls.make("connectors", {
    name: "alertmanager",
    type: "observability",
    connector_type: "alertmanager",
  });
  const pager = await calls.make("outbound_configs", { name: "pager", kind: "webhook", url });
  await calls.make("outbound_rules", {
    name: "all",
    outbound_config_id: pager,
    matchers: ['alertname=~".+"'],
  });
  const routes = [];
  for (let index = 0; index < groups; index += 1) {
    const group = `group-${index}`;
    const route = await calls.make("alert_routes", {
      name: group,
      matchers: [`group="${group}"`],
      destinations: [{ email: `${group}@example.com` }],
    });
    routes.push({ group, route });
  }
  return { connector, routes, pager };
}

/** Compares what is there, and what receivers were sent, with what was sent and answered. */
function proved(alerts: readonly Shown[], sent: readonly Sent[], { receipts }: Receivers) {
  const byName = new Map(alerts.map((alert) => [alert.title, alert]));
  expect(byName.size).toBe(alerts.length);
  expect(byName.size).toBe(sent.length);
  let queued = 0;
  for (const { name, group, ends } of sent) {
    const { status, deliveries } = byName.get(name) as Shown;
    expect(status, name).toBe(ends ? "resolved" : "open");
    const mailed = deliveries.filter(({ target }) => target === `${group}@example.com`);
    expect(mailed, name).toHaveLength(ends ? 2 : 1);
    // An alert that ended before its timer was looked at was never escalated.
    const paged = deliveries.filter(({ target }) => target === "pager").length;
    expect(ends ? [0, 2] : [1], name).toContain(paged);
    queued += mailed.length + paged;
  }
  const reported = new Set(receipts.map(({ id }) => id)).size;
  expect(reported).toBe(queued);
  return { alerts: alerts.length, reported, twice: receipts.length - reported };
}
