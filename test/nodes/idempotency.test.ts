/**
 * Two programs on one database, of which one is killed again and again while clients send: each repeats a call with its
 * Idempotency-Key at whichever node answers until it has an answer, and everything is done once.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newSecretKey } from "../../src/database/vault.ts";
import { compiledProgram } from "../support/compiled.ts";
import { type Program, startProgram } from "../support/program.ts";

const databaseName = `test_${randomUUID().replaceAll("-", "")}`;
const kills = 3;
const clients = 6;
let env: Record<string, string>;
/** The one that stays, and the one that is killed and started again. */
let steady: Program;
let victim: Program;
let key: string;
let over = false;

beforeAll(async () => {
  await administer(`CREATE DATABASE ${databaseName}`);
  const url = new URL(process.env.TEST_DATABASE_URL as string);
  url.pathname = `/${databaseName}`;
  env = { DATABASE_URL: url.href, ORGCONFIG_SECRET_KEYS: newSecretKey(), ORGCONFIG_RATE_LIMIT: "off" };
  env.ORGCONFIG_OPERATOR_TOKEN = "the-operator-of-two-nodes";
  steady = await startProgram(env, undefined, compiledProgram());
  key = steady.firstKey();
  victim = await startProgram(env, undefined, compiledProgram());
  // Only people make keys: the first one is given what an agent needs before anybody sends it.
  await administer(`UPDATE api_keys SET scopes = array_append(scopes, 'mcp:admin')`, url.href);
});
afterAll(async () => {
  over = true;
  await Promise.all([steady?.stop(), victim?.stop()]);
  await administer(`DROP DATABASE ${databaseName} WITH (FORCE)`);
});

async function administer(
  statement: string,
  connectionString = process.env.TEST_DATABASE_URL,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

interface Seen {
  readonly status: number;
  readonly replayed: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any;
}

async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  repeat?: string,
  credential = key,
): Promise<Seen> {
  const answer = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${credential}`,
      ...(repeat !== undefined && { "idempotency-key": repeat }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const replayed = answer.headers.get("idempotency-replayed") === "true";
  return { status: answer.status, replayed, body: await answer.json() };
}

/** Sends until there is an answer that says what was done, to one node and then to the other. */
async function settled(path: string, body: unknown, credential = key): Promise<Seen> {
  const repeat = randomUUID();
  for (let attempt = 0; ; attempt += 1) {
    const { url } = attempt % 2 === 0 ? victim : steady;
    const answer = await call(url, "POST", path, body, repeat, credential).catch(() => undefined);
    const isOver = answer !== undefined && answer.status !== 503 && answer.body.reason !== "in_progress";
    if (isOver) return answer;
    await pause(25);
  }
}

/** The same of a tool at MCP, whose answer is in a frame of its own. */
async function settledTool(name: string, input: object): Promise<{ readonly id: string }> {
  const _meta = { "orgconfig/idempotency_key": randomUUID() };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input, _meta } };
  const headers = {
    ...{ authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...{ accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
  };
  for (let attempt = 0; ; attempt += 1) {
    const { url } = attempt % 2 === 0 ? victim : steady;
    const post = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/api/mcp`, post).catch(() => undefined);
    const text = (await answer?.text().catch(() => undefined)) ?? "{}";
    if (answer !== undefined && ![200, 409, 503].includes(answer.status)) throw new Error(text);
    const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
    const problem = result?._meta?.["orgconfig/problem"];
    if (problem !== undefined && !["in_progress", "unavailable"].includes(problem.reason ?? problem.error))
      throw new Error(JSON.stringify(problem));
    if (result?.structuredContent !== undefined && result.isError !== true) return result.structuredContent;
    await pause(25);
  }
}

it("does everything once, and answers it, while one of the nodes is killed", {
  timeout: 240_000,
}, async () => {
  const teams: Seen[] = [];
  const events: Seen[] = [];
  const organizations: Seen[] = [];
  const byTool: string[] = [];
  const operator = String(env.ORGCONFIG_OPERATOR_TOKEN);
  const client = async (number: number) => {
    for (let count = 0; !over; count += 1) {
      const name = `Team ${number}-${count}`;
      teams.push(await settled("config/teams", { name }));
      events.push(await settled("events", { event: "alert_created", title: name, dedupe_key: null }));
      byTool.push((await settledTool("create_team", { name: `Tool ${number}-${count}` })).id);
      organizations.push(await settled("operator/organizations", { name, plan: "team" }, operator));
    }
  };
  // What a client throws ends the test, and not only its own loop.
  const failed = (error: unknown) => {
    over = true;
    throw error;
  };
  const working = Promise.all(Array.from({ length: clients }, (_, number) => client(number).catch(failed)));
  working.catch(() => {});
  for (let count = 0; count < kills; count += 1) {
    const done = teams.length;
    while (!over && teams.length < done + 10) await pause(5);
    await pause(Math.random() * 30);
    victim.child.kill("SIGKILL");
    victim = await startProgram(env, undefined, compiledProgram());
  }
  over = true;
  await working;
  expect(new Set(teams.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(events.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(organizations.map(({ status }) => status))).toEqual(new Set([201]));
  const made = await call(steady.url, "GET", "operator/organizations", undefined, undefined, operator);
  const slugs: string[] = made.body.data.map(({ slug }: { slug: string }) => slug);
  expect(slugs.filter((slug) => slug.startsWith("team-"))).toHaveLength(organizations.length);
  const known = await call(steady.url, "GET", "config/teams");
  const names: string[] = known.body.data.map(({ name }: { name: string }) => name);
  expect(names.filter((name) => name.startsWith("Team "))).toHaveLength(teams.length);
  expect(names.filter((name) => name.startsWith("Tool "))).toHaveLength(byTool.length);
  const ids = new Set(known.body.data.map(({ id }: { id: string }) => id));
  expect(teams.every(({ body }) => ids.has(body.id))).toBe(true);
  expect(byTool.every((id) => ids.has(id))).toBe(true);
  expect(new Set(events.map(({ body }) => body.id)).size).toBe(events.length);
  const database = new pg.Client({ connectionString: env.DATABASE_URL });
  await database.connect();
  const { rows } = await database.query(
    "SELECT count(*)::integer AS n FROM events WHERE title LIKE 'Team %'",
  );
  await database.end();
  expect(rows[0].n).toBe(events.length);
});

it("is one drill of two equal calls, which two nodes are sent", async () => {
  const repeat = randomUUID();
  const target = await call(steady.url, "POST", "config/outbound_configs", {
    name: "Ops",
    kind: "webhook",
    url: "https://192.0.2.1/hook",
    secret: "a secret of twenty characters",
  });
  expect(target.status).toBe(201);
  const destinations = [{ outbound_config_id: target.body.id }];
  const route = { name: "Ops", matchers: ['team="ops"'], destinations };
  expect(await call(steady.url, "POST", "config/alert_routes", route)).toMatchObject({ status: 201 });
  const start = (url: string) => call(url, "POST", "drills", { target_id: target.body.id }, repeat);
  const both = await Promise.all([start(steady.url), start(victim.url)]);
  const again = await start(steady.url);
  const seen = [...both, again].filter(({ status }) => status === 201);
  expect(new Set(seen.map(({ body }) => body.id)).size).toBe(1);
  expect(again).toMatchObject({ status: 201, replayed: true });
  expect((await call(steady.url, "GET", "drills")).body.data).toHaveLength(1);
});
