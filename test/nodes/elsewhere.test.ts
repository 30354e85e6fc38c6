/** Two services on one database: an alert that reached nobody is sent to one way after the other until one takes it, each once. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { created, makeScene, minute, type Scene } from "../alerts/support.ts";
import { hurry, type MailServer, startMailServer } from "../events/support.ts";
import { openTestDatabase } from "../support/database.ts";
import { makePerson } from "../support/people.ts";
import { credentials, type Receivers, startReceivers } from "../support/receivers.ts";
import { startService, type TestService } from "../support/service.ts";

let database: Database;
let broken: Receivers;
let working: Receivers;
let mail: MailServer;
let nodes: readonly [TestService, TestService];
beforeAll(async () => {
  database = await openTestDatabase();
  [broken, working, mail] = await Promise.all([startReceivers(), startReceivers(), startMailServer()]);
  const env = {
    ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
    ORGCONFIG_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64"),
    SMTP_URL: mail.url,
  };
  nodes = [await startService(env, [], database), await startService(env, [], database)];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.close();
  await Promise.all([broken.close(), working.close(), mail.close()]);
});
beforeEach(() => {
  for (const { received } of [broken, working]) received.length = 0;
  mail.mails.length = 0;
  mail.answer = () => undefined;
});

const onBoth = async (part: "alerts" | "delivery") =>
  Promise.all(nodes.map((node) => node.service[part].flush()));

/** As though everything that is known had been so for a while. */
async function later(): Promise<void> {
  await database.execute(
    "UPDATE alerts SET received_at = received_at - interval '1 hour', elsewhere_due_at = elsewhere_due_at - interval '1 hour'",
  );
  await onBoth("alerts");
  await hurry(nodes[0]);
  await onBoth("delivery");
}

/** An alert that reached nobody; besides its own target there are those with these names, the newest of which nothing was ever sent to. */
async function makeLost(names: readonly string[], untried: string): Promise<Scene> {
  broken.trouble = undefined;
  const scene = await makeScene(nodes[0]);
  await makePerson(database, scene.tenant.organization.id, "ada@example.com", "org_admin");
  const hook = (name: string, { url }: Receivers) =>
    created(scene, "outbound_configs", {
      ...{ name, kind: "webhook", url: `${url}/hook?${name}`, secret: credentials.webhook },
    });
  const own = await hook("own", broken);
  for (const name of names) {
    const id = await hook(name, broken);
    expect((await scene.tenant.api("POST", `outbound_configs/${id}/test`)).status).toBe(200);
  }
  await hook(untried, working);
  for (const id of [scene.pager, scene.room])
    await scene.tenant.config("PUT", `outbound_configs/${id}`, { body: { enabled: false } });
  const body = { destinations: [{ outbound_config_id: own }] };
  await scene.tenant.config("PUT", `alert_routes/${scene.route}`, { body });
  broken.received.length = 0;
  broken.trouble = { status: 400, body: "no" };
  await scene.notify({}, [{ name: "Lost", startsAt: minute(0), labels: { severity: "critical" } }]);
  await onBoth("delivery");
  return scene;
}

/** The targets that something was put on its way to, in order. */
async function sentTo({ tenant }: Scene): Promise<string[]> {
  const { data } = (await tenant.api("GET", "alerts")).body;
  const known = (await tenant.config("GET", "outbound_configs")).body.data as { id: string; name: string }[];
  return data[0].deliveries.map(
    ({ target }: { target: string }) =>
      known.find(({ id, name }) => id === target || name === target)?.name ?? target,
  );
}

it("goes on to the next target while mail and the last one fail, and ends at the one that takes it", async () => {
  mail.answer = () => 451;
  const scene = await makeLost(["first", "second"], "third");
  expect(await sentTo(scene)).toEqual(["own"]);
  const seen: string[][] = [];
  for (let round = 0; round < 6; round += 1) {
    await later();
    seen.push((await sentTo(scene)).toSorted());
  }
  const start = ["ada@example.com", "first", "own"];
  expect(seen[0]).toEqual(start);
  expect(seen[1]).toEqual([...start, "second"]);
  expect(seen.slice(2)).toEqual(Array.from({ length: 4 }, () => [...start, "second", "third"]));
  expect(working.received.map(({ path }) => path)).toEqual(["/hook?third"]);
  expect((await scene.tenant.api("GET", "alerts")).body.data[0].reached.status).toBe("nobody");
});

it("goes no further where the mail arrives, or somebody is at it, or no target is left", async () => {
  const mailed = await makeLost(["first"], "second");
  for (let round = 0; round < 3; round += 1) await later();
  expect((await sentTo(mailed)).toSorted()).toEqual(["ada@example.com", "first", "own"]);
  expect((await mailed.tenant.api("GET", "alerts")).body.data[0].deliveries).toContainEqual(
    expect.objectContaining({ target: "ada@example.com", status: "sent" }),
  );

  mail.answer = () => 451;
  const taken = await makeLost(["first"], "second");
  await later();
  const [{ id }] = (await taken.tenant.api("GET", "alerts")).body.data;
  expect((await taken.tenant.api("POST", `alerts/${id}/acknowledge`, { body: {} })).status).toBe(200);
  for (let round = 0; round < 3; round += 1) await later();
  expect((await sentTo(taken)).toSorted()).toEqual(["ada@example.com", "first", "own"]);

  const none = await makeLost(["first"], "off");
  const rows = (await none.tenant.config("GET", "outbound_configs")).body.data as {
    id: string;
    name: string;
  }[];
  const off = rows.find(({ name }) => name === "off")?.id;
  await none.tenant.config("PUT", `outbound_configs/${off}`, { body: { enabled: false } });
  for (let round = 0; round < 3; round += 1) await later();
  expect((await sentTo(none)).toSorted()).toEqual(["ada@example.com", "first", "own"]);
  const due = await database.queryText(
    {
      name: "test-due",
      text: "SELECT id FROM alerts WHERE organization_id = $1 AND elsewhere_due_at IS NOT NULL",
    },
    [none.tenant.organization.id],
  );
  expect(due).toEqual([]);
});
