/**
 * kill -9 of the program in the middle of a proposal's step, and while it takes proposals back: nothing is half done, and
 * another node does each once, whether the service does it by itself or somebody asks again.
 */
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newSecretKey } from "../../src/database/vault.ts";
import { callsOf } from "../engines/alerts-chain.ts";
import { compiledProgram } from "../support/compiled.ts";
import { type EmptyDatabase, makeEmptyDatabase } from "../support/empty-database.ts";
import { type Program, startProgram } from "../support/program.ts";
import { until } from "../support/until.ts";

/** A busy machine takes its time. */
const patientMs = 80_000;
const programs: Program[] = [];
let empty: EmptyDatabase;
let clients: pg.Client[];

beforeAll(async () => {
  empty = await makeEmptyDatabase();
  clients = [1, 2].map(() => new pg.Client({ connectionString: empty.url }));
  for (const client of clients) await client.connect();
});
afterAll(async () => {
  for (const { child } of programs) child.kill("SIGKILL");
  for (const client of clients) await client.end();
  await empty.drop();
});

async function start(): Promise<ReturnType<typeof callsOf>> {
  const env = {
    ...{ DATABASE_URL: empty.url ?? "", ORGCONFIG_SECRET_KEYS: secretKeys, ORGCONFIG_RATE_LIMIT: "off" },
    ORGCONFIG_OPERATOR_TOKEN: "the-operator-of-two-nodes",
  };
  const program = await startProgram(env, programs[0]?.directory, compiledProgram());
  programs.push(program);
  return callsOf(program.url, (programs[0] as Program).firstKey());
}
const secretKeys = newSecretKey();

/** The newest node is killed while so many of its transactions wait to say what they did; then they may go on. */
async function killedWhile(work: () => Promise<unknown>, waiting: number): Promise<void> {
  const [client, other] = clients as [pg.Client, pg.Client];
  await client.query("BEGIN; LOCK TABLE proposal_acts IN SHARE MODE");
  await work();
  await until(async () => {
    const { rows } = await other.query(
      `SELECT count(DISTINCT pid)::int AS count FROM pg_locks
       WHERE NOT granted AND relation = 'proposal_acts'::regclass`,
    );
    return rows[0].count >= waiting;
  }, patientMs);
  const { child } = programs.at(-1) as Program;
  child.kill("SIGKILL");
  await until(() => child.signalCode !== null);
  await client.query("COMMIT");
}

/** The moments that these name have passed. */
async function pass(id: string, ...paths: readonly string[]): Promise<void> {
  for (const path of [...paths, "{look_at}"])
    await clients[1]?.query(
      `UPDATE proposals SET due_at = now() - interval '1 second', progress = jsonb_set(progress::jsonb, $2::text[],
         to_jsonb(to_char((now() - interval '1 second') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text
       WHERE id = $1`,
      [id, path],
    );
}

it("does a step once, and takes back once, all of it", { timeout: 600_000 }, async () => {
  let call = await start();
  const propose = async (body: object): Promise<string> => {
    const { id } = await call("POST", "proposals", { title: "A change", ...body });
    await call("POST", `proposals/${id}/apply`, {});
    return id;
  };
  const beat = (name: string) => ({ name, every_minutes: 5, service: name });
  const steps = await propose({
    bundle: { alert_heartbeats: [beat("canary"), beat("shop"), beat("rest")] },
    steps: [{ services: ["canary"] }, { services: ["shop"] }],
  });
  const unconfirmed = await propose({ bundle: { teams: [{ name: "New" }] }, confirm_within_minutes: 5 });
  const names = async (kind: string) =>
    (await call("GET", `config/${kind}`)).data.map(({ name }: { name: string }) => name).sort();
  const acts = async (id: string) =>
    (await call("GET", `proposals/${id}`)).acts.map(({ act }: { act: string }) => act);

  await killedWhile(() => pass(steps, "{watch,until}"), 1);
  call = await start();
  await until(async () => (await acts(steps)).length === 3, patientMs);
  expect(await names("alert_heartbeats")).toEqual(["canary", "shop"]);
  expect(await acts(steps)).toEqual(["propose", "apply", "apply"]);
  expect(
    (await call("GET", `proposals/${steps}`)).steps.map(({ status }: { status: string }) => status),
  ).toEqual(["done", "watched", "waits"]);

  // One by itself, because nobody confirmed it; and one because somebody says so, and says it again.
  await killedWhile(async () => {
    void call("POST", `proposals/${steps}/revert`, {}).catch(() => {});
    await pass(unconfirmed, "{confirm_by}");
  }, 2);
  call = await start();
  await until(async () => (await acts(unconfirmed)).length === 3, patientMs);
  expect(await names("alert_heartbeats")).toEqual(["canary", "shop"]);
  expect((await call("POST", `proposals/${steps}/revert`, {})).status).toBe("reverted");
  expect([await names("alert_heartbeats"), await names("teams")]).toEqual([[], []]);
  expect(await acts(unconfirmed)).toEqual(["propose", "apply", "revert"]);
  expect(await acts(steps)).toEqual(["propose", "apply", "apply", "revert"]);
  const made: string[] = (await call("GET", "audit?kind=alert_heartbeats")).data.flatMap(
    ({ action }: { action: string }) => (action.endsWith("_alert_heartbeat") ? [action] : []),
  );
  expect(made.sort()).toEqual([
    ...["create_alert_heartbeat", "create_alert_heartbeat"],
    ...["delete_alert_heartbeat", "delete_alert_heartbeat"],
  ]);
});
