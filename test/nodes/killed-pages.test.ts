/**
 * kill -9 of the program while it takes a step of a page, while it sends one, and once somebody has acknowledged it: another
 * node goes on, each step is queued and rings once, and nothing rings after an acknowledgement, wherever it came in.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newSecretKey } from "../../src/database/vault.ts";
import { webhook } from "../alerts/support.ts";
import { newNumber } from "../identity/ways-scene.ts";
import { compiledProgram } from "../support/compiled.ts";
import type { StandInAnswer } from "../support/http-stand-in.ts";
import { type PhoneGatewayStandIn, startPhoneGateway } from "../support/phone-gateway.ts";
import { type Program, startProgram } from "../support/program.ts";
import { type Device, type PushService, startPushService } from "../support/push-service.ts";
import { goodPassword } from "../support/sign-in.ts";
import { until } from "../support/until.ts";

const databaseName = `test_${randomUUID().replaceAll("-", "")}`;
const email = "ada@example.com";
const operator = "the-operator-of-two-nodes";
const [text, call] = [newNumber(), newNumber()];
/** A lease runs out after ten seconds; a start takes its time on a busy machine. */
const patientMs = 120_000;
const nodes = new Map<string, Program>();
let env: Record<string, string>;
let push: PushService;
let phone: PhoneGatewayStandIn;
let device: Device;
let database: pg.Client;
let key: string;

beforeAll(async () => {
  await administer(`CREATE DATABASE ${databaseName}`);
  const url = new URL(process.env.TEST_DATABASE_URL as string);
  url.pathname = `/${databaseName}`;
  [push, phone] = await Promise.all([startPushService(), startPhoneGateway()]);
  env = {
    ...phone.environment,
    ...{ DATABASE_URL: url.href, ORGCONFIG_SECRET_KEYS: newSecretKey(), ORGCONFIG_RATE_LIMIT: "off" },
    ...{ ORGCONFIG_OPERATOR_TOKEN: operator, ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" },
  };
  database = new pg.Client({ connectionString: url.href });
  await database.connect();
});
afterAll(async () => {
  for (const { child } of nodes.values()) child.kill("SIGKILL");
  await database?.end();
  await Promise.all([push, phone].map((one) => one?.close()));
  await administer(`DROP DATABASE ${databaseName} WITH (FORCE)`);
  for (const name of nodes.keys()) await administer(`DROP ROLE "${name}"`);
});

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A node that the database knows by a user of its own. */
async function start(): Promise<Program> {
  const [first] = nodes.values();
  const url = new URL(env.DATABASE_URL as string);
  url.username = `${databaseName}_${nodes.size}`;
  await administer(`CREATE ROLE "${url.username}" SUPERUSER LOGIN`);
  const node = await startProgram({ ...env, DATABASE_URL: url.href }, first?.directory, compiledProgram());
  nodes.set(url.username, node);
  return node;
}

async function killed({ child }: Program): Promise<void> {
  child.kill("SIGKILL");
  await until(() => child.signalCode !== null);
}

/** The node that comes to wait for another connection in a statement with these words. */
async function nodeWaitingIn(words: string): Promise<Program> {
  const found: Program[] = [];
  await until(async () => {
    const { rows } = await database.query<{ usename: string }>(
      `SELECT usename FROM pg_stat_activity
        WHERE datname = $1 AND wait_event_type = 'Lock' AND query LIKE $2`,
      [databaseName, `%${words}%`],
    );
    found.push(...rows.flatMap(({ usename }) => nodes.get(usename) ?? []));
    return found.length > 0;
  }, patientMs);
  return found[0] as Program;
}

interface Got {
  readonly status: number;
  readonly cookie: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
}

async function send(
  { url }: Program,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<Got> {
  const answer = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { ...(body && { "content-type": "application/json" }), ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const [cookie = ""] = answer.headers.getSetCookie().map((one) => one.split(";")[0] as string);
  return { status: answer.status, cookie, body: await answer.json() };
}

const asKey = (node: Program, method: string, path: string, body?: object) =>
  send(node, method, path, { authorization: `Bearer ${key}` }, body);

async function made(node: Program, kind: string, body: object): Promise<string> {
  const answer = await asKey(node, "POST", `config/${kind}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

/** Somebody with a push at once, a text message after a minute, and a call after two, who is on call. @returns what fires an alert */
async function onCall(node: Program): Promise<(name: string) => Promise<string>> {
  key = node.firstKey();
  const { rows } = await database.query<{ id: string }>("SELECT id FROM organizations");
  const asOperator = { authorization: `Bearer ${operator}` };
  const member = { email, role: "member", password: goodPassword };
  await send(node, "POST", `operator/organizations/${rows[0]?.id}/members`, asOperator, member);
  const origin = { origin: node.url };
  const { cookie } = await send(node, "POST", "session", origin, { email, password: goodPassword });
  const own = (method: string, path: string, body?: object) =>
    send(node, method, `account/${path}`, { ...origin, cookie }, body);
  device = push.subscribe((await own("GET", "ways")).body.application_server_key);
  const added = async (way: object, code: () => string | undefined) => {
    const { id } = (await own("POST", "ways", { name: "Mine", ...way })).body;
    const { status } = await own("POST", `ways/${id}/verify`, { code: code() });
    expect(status).toBe(200);
    return id;
  };
  const { subscription } = device;
  const ids = [
    await added({ kind: "push", subscription }, () => device.messages.at(-1)?.json.code),
    await added({ kind: "sms", number: text }, () => /\b\d{6}\b/.exec(phone.texts.at(-1)?.body ?? "")?.[0]),
    await added({ kind: "call", number: call }, () => phone.calls.at(-1)?.said[0]?.replace(/\D/g, "")),
  ];
  const page = ids.map((way_id, at) => ({ way_id, after_seconds: at * 60 }));
  expect((await own("PUT", "steps", { page, other: [] })).status).toBe(200);
  for (const all of [device.messages, phone.texts, phone.calls, phone.requests]) all.length = 0;
  const rotations = [
    {
      ...{ name: "Always", role: "primary", starts_on: "2026-01-05", handover: { every: 1, unit: "days" } },
      turns: [{ people: [email] }],
    },
  ];
  const rota = await made(node, "on_call_rotas", { name: "Payments", timezone: "UTC", rotations });
  const connector = await made(node, "connectors", {
    ...{ name: "alertmanager", type: "observability", connector_type: "alertmanager" },
  });
  const route = await made(node, "alert_routes", {
    ...{
      name: "all",
      matchers: ['alertname=~".+"'],
      destinations: [{ rota_id: rota }],
      group_wait_seconds: 0,
    },
  });
  return async (name) => {
    const fired = [{ name, startsAt: new Date().toISOString(), labels: { severity: "critical" } }];
    const posted = webhook({ receiver: route, group: name }, fired);
    const node = [...nodes.values()].find(({ child }) => child.signalCode === null) as Program;
    expect((await asKey(node, "POST", `intake/alertmanager/${connector}`, posted)).status).toBe(200);
    const { data } = (await asKey(node, "GET", "alerts")).body;
    return data.find(({ title }: { title: string }) => title === name).id;
  };
}

/** A minute later for the pages that are open. */
const minuteLater = () =>
  database.query(
    "UPDATE pages SET begun_at = begun_at - interval '61 seconds', due_at = due_at - interval '61 seconds' WHERE closed_at IS NULL",
  );

/** Who takes a step waits for who has the lock, and nothing else does. */
const waitsForTest = `CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  SET LOCAL lock_timeout = 0; PERFORM pg_advisory_xact_lock(56); RETURN NEW; END $$;
  CREATE TRIGGER wait_for_test BEFORE INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION wait_for_test()`;

/** What was queued for the ways of the person, and what became of it. */
async function queuedOf(alertId: string): Promise<readonly string[]> {
  const { rows } = await database.query<{ kind: string; status: string }>(
    `SELECT split_part(one.target, ' ', 2) AS kind, one.status FROM deliveries AS one
      JOIN delivery_alerts AS reported USING (organization_id, source)
      WHERE one.channel = 'page' AND reported.alert_id = $1 ORDER BY one.ordinal`,
    [alertId],
  );
  return rows.map(({ kind, status }) => `${kind} ${status}`);
}

it("takes and sends each step of a page once, whichever node is killed over it, and stops all with an acknowledgement", {
  timeout: 480_000,
}, async () => {
  const fire = await onCall(await start());
  await start();
  const slow = await fire("Slow");
  await until(() => device.messages.length === 1, patientMs);

  // One of them takes the next step, and is killed before that is stored.
  await database.query(waitsForTest);
  await database.query("SELECT pg_advisory_lock(56)");
  await minuteLater();
  const taking = await nodeWaitingIn("INSERT INTO deliveries");
  await killed(taking);
  expect(phone.texts).toEqual([]);
  await database.query("SELECT pg_advisory_unlock(56)");
  await until(() => phone.texts.length === 1, patientMs);
  await until(async () => (await queuedOf(slow)).join() === "push sent,sms sent", patientMs);

  // The other one is killed while the gateway has not answered yet: nobody knows what came of the call.
  let answer = (_answer: StandInAnswer): void => {};
  phone.script.push(new Promise<StandInAnswer>((resolve) => (answer = resolve)));
  const requests = phone.requests.length;
  await minuteLater();
  await until(() => phone.requests.length > requests, patientMs);
  const sending = [...nodes.values()].find(({ child }) => child.signalCode === null) as Program;
  await killed(sending);
  answer({ status: 503 });
  const third = await start();
  await until(() => phone.calls.length === 1, patientMs);
  await until(async () => (await queuedOf(slow)).join() === "push sent,sms sent,call sent", patientMs);
  expect(phone.texts).toHaveLength(1);
  expect(device.messages).toHaveLength(1);

  // What came from a node that is not there any more is answered at another one, and what is answered there holds here.
  const fourth = await start();
  const [{ json }] = device.messages as [Device["messages"][number]];
  const token = { token: json.acknowledge.token };
  expect(await send(fourth, "POST", "acknowledge", {}, token)).toMatchObject({
    status: 200,
    body: { alert_ids: [slow] },
  });
  expect((await send(third, "POST", "acknowledge", {}, token)).status).toBe(409);
  await until(() => device.messages.length === 2, patientMs);

  // Acknowledged at a node that is killed with that: the other one closes it before it takes a step that is due.
  const down = await fire("Down");
  await until(() => device.messages.length === 3, patientMs);
  expect((await asKey(third, "POST", `alerts/${down}/acknowledge`, {})).status).toBe(200);
  await killed(third);
  await minuteLater();
  await until(() => device.messages.length === 4, patientMs);
  expect(device.messages.map(({ json: { title } }) => title.replace(/ by .*:/, ":"))).toEqual([
    "CRITICAL: Slow",
    "Acknowledged: Slow",
    "CRITICAL: Down",
    "Acknowledged: Down",
  ]);
  const { rows } = await database.query("SELECT outcome, taken, due_at FROM pages ORDER BY begun_at");
  expect(rows).toEqual([
    { outcome: "acknowledged", taken: 3, due_at: null },
    { outcome: "acknowledged", taken: 1, due_at: null },
  ]);
  expect(await queuedOf(down)).toEqual(["push sent"]);
  expect([phone.texts.length, phone.calls.length, push.faults]).toEqual([1, 1, []]);
});
