/**
 * kill -9 of the program while it notifies people of a hand-over: between what it writes down and its messages, with a
 * second node that waits for it, and while a mail is being taken. Everybody is notified once.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newSecretKey } from "../../src/database/vault.ts";
import { dayMs } from "../../src/shifts/clock.ts";
import { shiftsOf } from "../../src/shifts/shifts.ts";
import { type MailServer, startMailServer } from "../events/support.ts";
import { compiledProgram } from "../support/compiled.ts";
import { makePerson } from "../support/people.ts";
import { type Program, startProgram } from "../support/program.ts";
import { until } from "../support/until.ts";

const databaseName = `test_${randomUUID().replaceAll("-", "")}`;
const [ada, ben] = ["ada@example.com", "ben@example.com"];
const minuteMs = 60_000;
/** A node looks for the first time 20 seconds after its start, which takes its time on a busy machine. */
const patientMs = 120_000;
const programs: Program[] = [];
let env: Record<string, string>;
let mail: MailServer;
let database: pg.Client;

beforeAll(async () => {
  await administer(`CREATE DATABASE ${databaseName}`);
  const url = new URL(process.env.TEST_DATABASE_URL as string);
  url.pathname = `/${databaseName}`;
  mail = await startMailServer();
  env = {
    ...{ DATABASE_URL: url.href, SMTP_URL: mail.url, ORGCONFIG_SECRET_KEYS: newSecretKey() },
    ...{ ORGCONFIG_RATE_LIMIT: "off", ORGCONFIG_OPERATOR_TOKEN: "the-operator-of-two-nodes" },
  };
  database = new pg.Client({ connectionString: url.href });
  await database.connect();
});
afterAll(async () => {
  for (const { child } of programs) child.kill("SIGKILL");
  await database?.end();
  await mail?.close();
  await administer(`DROP DATABASE ${databaseName} WITH (FORCE)`);
});

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function start(): Promise<Program> {
  const program = await startProgram(env, programs[0]?.directory, compiledProgram());
  programs.push(program);
  return program;
}

async function killed({ child }: Program): Promise<void> {
  child.kill("SIGKILL");
  await until(() => child.signalCode !== null);
}

/** Whether a connection waits for another one in a statement with this text. */
async function isWaiting(text: string): Promise<boolean> {
  const { rows } = await database.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock' AND query LIKE $2",
    [databaseName, `%${text}%`],
  );
  return rows.length > 0;
}

/** A rota that people know, in which half an hour ago one came for the other: nobody has looked for that in the last hour. */
async function handOverOf({ url, firstKey }: Program): Promise<void> {
  const { rows } = await database.query<{ id: string }>("SELECT id FROM organizations");
  const organizationId = rows[0]?.id as string;
  const queryText = async ({ text }: { text: string }, values: readonly unknown[]) =>
    (await database.query(text, [...values])).rows;
  for (const email of [ada, ben]) await makePerson({ queryText } as never, organizationId, email as string);
  const at = new Date(Date.now() - 30 * minuteMs).toISOString().slice(11, 16);
  const handover = { every: 4, unit: "hours", at };
  const turns = [{ people: [ada] }, { people: [ben] }];
  const rotations = [{ name: "Hours", role: "primary", turns, starts_on: "2026-01-05", handover }];
  const answer = await fetch(`${url}/api/v1/config/on_call_rotas`, {
    method: "POST",
    headers: { authorization: `Bearer ${firstKey()}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Payments", timezone: "UTC", rotations }),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  const { id, name, timezone, ...rota } = JSON.parse(text);
  const now = Date.now();
  const shifts = shiftsOf({ timezone, ...rota }, [], now - 10 * dayMs, now + 40 * dayMs);
  await database.query(
    `INSERT INTO announced_shifts (organization_id, looked_until, announced)
      VALUES ($1, date_trunc('milliseconds', now()) - interval '1 hour', $2)`,
    [organizationId, { rotas: { [id]: { name, timezone, shifts } }, absences: [] }],
  );
}

/** New messages wait for who has the lock, and nothing else does. */
const waitsForTest = `CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  SET LOCAL lock_timeout = 0; PERFORM pg_advisory_xact_lock(55); RETURN NEW; END $$;
  CREATE TRIGGER wait_for_test BEFORE INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION wait_for_test()`;

it("notifies each of them once of a hand-over over which two nodes are killed", {
  timeout: 600_000,
}, async () => {
  const first = await start();
  const second = await start();
  // The second one looks when the first one has begun to.
  second.child.kill("SIGSTOP");
  await database.query(waitsForTest);
  await database.query("SELECT pg_advisory_lock(55)");
  // Only now: on a slow machine a look would be over before it can be held.
  await handOverOf(first);
  await until(() => isWaiting("INSERT INTO deliveries"), patientMs);
  second.child.kill("SIGCONT");
  await until(() => isWaiting("INSERT INTO announced_shifts"), patientMs);
  await killed(first);
  let asked = 0;
  let refuse = (_code: number): void => {};
  const ended = new Promise<number>((resolve) => (refuse = resolve));
  mail.answer = () => {
    asked += 1;
    return ended;
  };
  await database.query("SELECT pg_advisory_unlock(55)");
  await until(() => asked > 0, patientMs);
  await killed(second);
  // Nobody is there any more who could get the answer: no mail was taken.
  refuse(451);
  expect(mail.mails).toEqual([]);
  mail.answer = () => undefined;
  const third = await start();
  await until(() => mail.mails.length === 2, patientMs);
  // It has looked, too, and has nothing to report.
  const looked = /orgconfig_task_last_success_timestamp_seconds\{task="hand-overs of people on call"\} [1-9]/;
  await until(async () => looked.test(await (await fetch(`${third.url}/metrics`)).text()), patientMs);
  const { rows } = await database.query("SELECT target, status FROM deliveries ORDER BY target");
  expect(rows).toEqual([ada, ben].map((target) => ({ target, status: "sent" })));
  expect(mail.mails.map(({ to }) => to[0]).sort()).toEqual([ada, ben]);
  const subjects = mail.mails.map(({ headers }) => headers.subject).sort();
  expect(subjects[0]).toMatch(/ You are on call for Payments \(primary\) until /);
  expect(subjects[1]).toMatch(/ Your shift in Payments \(primary\) has ended/);
});
