/** Silences and alerts of a real Alertmanager, and the mutes and alerts of the service. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { getJson, type RunningEngine, startAlertmanager } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { type AgentAt, freshFolder, makeAgent, makePlace, type Place } from "./set-up.ts";

let test: TestService;
let place: Place;
let engine: RunningEngine;
let at: AgentAt;
beforeAll(async () => {
  test = await startService();
  const service = await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  place = await makePlace(test, "alertmanager");
  const directory = freshFolder();
  const port = await freePort();
  at = await makeAgent(place, { service, engine: `http://127.0.0.1:${port}`, directory });
  await at.agent.round();
  engine = await startAlertmanager(join(directory, "alertmanager.yml"), port);
});
afterAll(async () => {
  await engine.stop();
  await test.close();
});

/** What is due after so many seconds. */
async function later(seconds: number): Promise<void> {
  at.later(seconds);
  expect(await at.agent.round()).toMatchObject({ ok: true, message: null });
}

async function post(path: string, body: unknown): Promise<void> {
  const { status, text } = await fetch(`${engine.url}/api/v2/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
  expect(status, text).toBe(200);
}

/** Its silences that are active, by what they match. */
async function silences(): Promise<
  readonly { id: string; createdBy: string; comment: string; label: string }[]
> {
  const found: readonly {
    id: string;
    status: { state: string };
    createdBy: string;
    comment: string;
    matchers: readonly { name: string; value: string }[];
  }[] = await getJson(`${engine.url}/api/v2/silences`);
  return found
    .filter(({ status }) => status.state === "active")
    .map(({ id, createdBy, comment, matchers }) => ({
      id,
      createdBy,
      comment,
      label: matchers.map(({ name, value }) => `${name} ${value}`).join(),
    }));
}

async function mutes() {
  return (await place.tenant.config("GET", "alert_mutes")).body.data;
}

it("holds mutes and silences equal, both ways", async () => {
  const body = {
    matchers: ['service=~"shop|cart"', "severity!=critical"],
    reason: "work",
    duration_minutes: 60,
  };
  const { id } = (await place.tenant.config("POST", "alert_mutes", { body })).body;
  await later(30);
  expect(await silences()).toMatchObject([
    {
      createdBy: "orgconfig",
      comment: `work (orgconfig ${id})`,
      label: "service shop|cart,severity critical",
    },
  ]);
  // It is made once, and ended there when it is deleted here.
  await later(30);
  await later(30);
  expect(await silences()).toHaveLength(1);
  await place.tenant.config("DELETE", `alert_mutes/${id}`);
  await later(30);
  expect(await silences()).toEqual([]);

  // One that somebody makes there, and one that is ended there.
  const theirs = (value: string) => ({
    matchers: [{ name: "service", value, isRegex: false, isEqual: true }],
    startsAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    createdBy: "ada",
    comment: `the ${value} moves`,
  });
  await post("silences", theirs("shop"));
  await later(30);
  await post("silences", theirs("cart"));
  await later(30);
  expect(await mutes()).toMatchObject([
    { matchers: ['service="cart"'], reason: "the cart moves", created_by: "ada", active: true },
    { matchers: ['service="shop"'], reason: "the shop moves", created_by: "ada", active: true },
  ]);
  const [cart, shop] = await mutes();
  const there = await silences();
  const shopThere = there.find(({ label }) => label === "service shop")?.id;
  await fetch(`${engine.url}/api/v2/silence/${shopThere}`, { method: "DELETE" });
  await place.tenant.config("DELETE", `alert_mutes/${cart.id}`);
  await later(30);
  expect(await silences()).toEqual([]);
  expect(shop.active).toBe(true);
  expect(await mutes()).toEqual([]);
  expect(at.logs.filter((line) => line.includes("silence"))).toEqual([]);
});

it("silences a maintenance for as long as it is under way", async () => {
  const { config } = place.tenant;
  const settled = () => test.service.statusPages.settle(new Date());
  const component = await config("POST", "status_page_components", {
    body: { name: "Depot", service: "depot" },
  });
  const hour = 3_600_000;
  const maintenance = await config("POST", "status_page_incidents", {
    body: {
      title: "The depot moves",
      body: "We move the depot.",
      status: "scheduled",
      impact: "maintenance",
      component_ids: [component.body.id],
      mute_alerts: true,
      scheduled_for: new Date(Date.now() - hour / 60).toISOString(),
      scheduled_until: new Date(Date.now() + hour).toISOString(),
    },
  });
  expect(maintenance.status, maintenance.text).toBe(201);
  await until(async () => {
    await settled();
    return (await mutes()).length === 1;
  });
  await later(30);
  expect(await silences()).toHaveLength(1);
  const fires = (service: string) => ({ labels: { alertname: "Down", service } });
  await post("alerts", [fires("depot"), fires("harbour")]);
  // The engine takes a moment to see an alert that came just now.
  const states = async () => {
    const found = await getJson(`${engine.url}/api/v2/alerts?filter=alertname=Down`);
    return Object.fromEntries(
      found.map(({ labels, status }: { labels: { service: string }; status: { state: string } }) => [
        labels.service,
        status.state,
      ]),
    );
  };
  await until(async () => Object.values(await states()).every((state) => state !== "unprocessed"));
  expect(await states()).toEqual({ depot: "suppressed", harbour: "active" });
  // It is a signal all the same.
  const beats = async (matchers: readonly string[]) =>
    (
      await config("POST", "alert_heartbeats", {
        body: { name: matchers.join(), matchers, every_minutes: 10, grace_minutes: 5 },
      })
    ).body.id;
  const [depot, nobody] = [await beats(['service="depot"']), await beats(['alertname=""'])];
  await later(300);
  const signalOf = async (id: string) => (await config("GET", `alert_heartbeats/${id}`)).body.last_signal_at;
  expect([await signalOf(depot), await signalOf(nobody)]).toEqual([expect.any(String), null]);
  await config("PUT", `status_page_incidents/${maintenance.body.id}`, {
    body: { status: "completed", body: "The depot has moved." },
  });
  await until(async () => {
    await settled();
    return (await mutes()).length === 0;
  });
  await later(30);
  expect(await silences()).toEqual([]);
  await until(async () => (await states()).depot === "active");
  const over = { endsAt: new Date(Date.now() - 1_000).toISOString() };
  await post("alerts", [
    { ...fires("depot"), ...over },
    { ...fires("harbour"), ...over },
  ]);
});

it("makes the open alerts those that it has", async () => {
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const labels = { alertname: "Lost", service: "shop" };
  await post("alerts", [
    { labels, startsAt: hourAgo, endsAt: soon, annotations: { summary: "Shop is down" } },
  ]);
  await later(30);
  const open = async () => (await place.tenant.api("GET", "alerts?status=open")).body.data;
  // Nothing is reported before the engine has had the time to learn of all that fires.
  expect(await open()).toEqual([]);
  await later(300);
  const [lost, ...others] = await open();
  expect([lost, others]).toMatchObject([
    { title: "Shop is down", labels, connector_id: place.connectorId },
    [],
  ]);
  const [there] = await getJson(`${engine.url}/api/v2/alerts`);
  expect([lost.fingerprint, Date.parse(lost.started_at)]).toEqual([
    there.fingerprint,
    Date.parse(there.startsAt),
  ]);
  // It ends there, and nobody sends its end.
  await post("alerts", [{ labels, startsAt: hourAgo, endsAt: new Date(Date.now() - 1_000).toISOString() }]);
  await later(300);
  expect(await open()).toMatchObject([{ id: lost.id }]);
  // None has had it for seven minutes.
  await test.database.execute("UPDATE alerts SET seen_at = seen_at - interval '7 minutes'");
  await later(300);
  expect(await open()).toEqual([]);
});
