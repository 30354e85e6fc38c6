/** All of the node's connections wait for a lock that somebody else has: what is not answered is refused, and nothing waits for ever. */
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Program } from "../support/program.ts";
import { until } from "../support/until.ts";
import { type Installation, install, internalErrors, verified } from "./installation.ts";
import { createLoad } from "./load.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { record } from "./record.ts";
import { lostOf, seenOf, spread, timed } from "./table.ts";

const clients = 16;
/** Several times as many as the node has connections. */
const writes = 40;

let postgres: Postgres;
let installation: Installation;
let node: Program;
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
  installation = await install(postgres.url, undefined, { ORGCONFIG_LIST_CAP: "100000" });
  node = await installation.start();
});
afterAll(async () => {
  await node.stop();
  await postgres.remove();
});

it(`answers all while ${writes} writes wait for a lock`, { timeout: 600_000 }, async () => {
  const load = await createLoad(node.url, installation.key, 32);
  const { id } = (await (await send("POST", "teams", { name: "Locked" })).json()) as { id: string };
  const rename = (name: string) => send("PUT", `teams/${id}`, { name });
  const holder = await lockRow(id);
  const waitsMs: number[] = [];
  const waiting = Array.from({ length: writes }, (_, at) => timed(waitsMs, () => rename(`Of ${at}`)));
  let enough = false;
  const running = load.run([node.url], clients, () => enough);
  const answers = await Promise.all(waiting);
  // PostgreSQL ends what waits for too long; the others had no connection. Nobody is left without an answer.
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  const asked = answers.map(({ headers }) => headers.get("retry-after"));
  expect(new Set(asked)).toEqual(new Set(["1", "5"]));

  const backMs: number[] = [];
  await holder.end();
  await timed(backMs, () => until(async () => (await rename("Free")).status === 200));
  enough = true;
  await running;
  const proved = await load.prove(node.url);
  record({
    fault: "a lock holds all of the node's connections",
    done: `${writes} writes of a row that another client has locked; ${clients} other clients`,
    lost: lostOf(proved),
    back: spread(backMs),
    figures: `${seenOf(proved)}; of those ${writes} all were refused, after ${spread(waitsMs)}`,
  });
  expect([...proved.problems, ...internalErrors(node)]).toEqual([]);
  await load.close();
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
});

/** A client of the database's own that has a row, until it ends. */
async function lockRow(id: string): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
  await holder.query("BEGIN");
  const { rowCount } = await holder.query("SELECT FROM rows WHERE id = $1 FOR UPDATE", [id]);
  expect(rowCount).toBe(1);
  return holder;
}

function send(method: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${node.url}/api/v1/config/${path}`, {
    method,
    headers: { authorization: `Bearer ${installation.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
