/** One service of several processes: what its users see of a worker that dies, is replaced, or is one of two. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newSecretKey } from "../../src/database/vault.ts";
import { compiledProgram } from "../support/compiled.ts";
import { type Program, startProgram } from "../support/program.ts";
import { until } from "../support/until.ts";

const databaseName = `test_${randomUUID().replaceAll("-", "")}`;
let env: Record<string, string>;
let program: Program;
let key: string;

beforeAll(async () => {
  const server = process.env.TEST_DATABASE_URL as string;
  await administer(`CREATE DATABASE ${databaseName}`);
  const url = new URL(server);
  url.pathname = `/${databaseName}`;
  env = {
    DATABASE_URL: url.href,
    ORGCONFIG_WORKERS: "2",
    ORGCONFIG_SECRET_KEYS: newSecretKey(),
    ORGCONFIG_OPERATOR_TOKEN: "the-operator-of-workers",
    ORGCONFIG_RATE_LIMIT: "off",
  };
  program = await startProgram(env, undefined, compiledProgram());
  key = program.firstKey();
  await until(() => /serves at .* with 2 workers/.test(program.output()));
});
afterAll(async () => {
  await program.stop();
  await administer(`DROP DATABASE ${databaseName} WITH (FORCE)`);
});

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The process ids of the workers that are there. */
function workers(): string[] {
  const listed = execFileSync("ps", ["-o", "pid=", "--ppid", String(program.child.pid)], {
    encoding: "utf8",
  });
  return listed.split("\n").flatMap((line) => line.trim() || []);
}

/** Each call comes by a connection of its own, which either worker may take. */
async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${program.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, connection: "close", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Calls one after the other until `enough`, and answers what became of each. */
async function callUntil(enough: () => boolean): Promise<string[]> {
  const became: string[] = [];
  while (!enough())
    became.push(
      await call("GET", "/api/v1/config/teams").then(
        ({ status }) => String(status),
        (error) => String(error.cause?.code ?? error),
      ),
    );
  return became;
}

it("makes the first organization once, and both workers know what either wrote", async () => {
  expect(program.output().match(/The first organization is/g)).toHaveLength(1);
  expect(workers()).toHaveLength(2);
  for (let round = 0; round < 20; round += 1) {
    const made = JSON.parse((await call("POST", "/api/v1/config/teams", { name: `Team ${round}` })).text);
    const read = await Promise.all([...Array(6)].map(() => call("GET", `/api/v1/config/teams/${made.id}`)));
    expect(read.map(({ status }) => status)).toEqual(Array(6).fill(200));
  }
});

it("adds up the figures of both, whichever is asked", async () => {
  const made = async () => {
    const { text } = await call("GET", "/metrics");
    return Number(
      /^orgconfig_http_requests_total\{method="DELETE",status="404"\} (\d+)/m.exec(text)?.[1] ?? 0,
    );
  };
  const before = await made();
  await Promise.all([...Array(40)].map(() => call("DELETE", "/api/v1/config/teams/team_none")));
  // An answer is counted just after it has left.
  for (let scrape = 0; scrape < 8; scrape += 1) await until(async () => (await made()) === before + 40);
});

it("goes on without one that is killed, and replaces it", async () => {
  for (let round = 0; round < 2; round += 1) {
    const before = workers();
    let replaced = false;
    const calls = [1, 2, 3].map(() => callUntil(() => replaced));
    process.kill(Number(before[round % 2]), "SIGKILL");
    await until(() => workers().length === 2 && !workers().includes(before[round % 2] as string));
    // It listens when it is ready, and not before: nobody is notified that it starts.
    await until(() => (program.output().match(/"msg":"Server listening/g) ?? []).length === 3 + round);
    replaced = true;
    const became = (await Promise.all(calls)).flat();
    // What the killed one had taken is cut off, one call for each caller at most; no connection is refused.
    expect(became.filter((what) => what !== "200" && !/UND_ERR_SOCKET|ECONNRESET/.test(what))).toEqual([]);
    expect(became.filter((what) => what !== "200").length).toBeLessThanOrEqual(3);
  }
});

it("replaces all of them on SIGHUP, without a failed request", async () => {
  for (let round = 1; round <= 2; round += 1) {
    const before = workers();
    let over = false;
    const calls = [1, 2, 3].map(() => callUntil(() => over));
    program.child.kill("SIGHUP");
    await until(() => (program.output().match(/all workers were replaced/g) ?? []).length === round);
    over = true;
    const became = (await Promise.all(calls)).flat();
    expect(became.filter((what) => what !== "200")).toEqual([]);
    expect(workers().filter((pid) => before.includes(pid))).toEqual([]);
    expect(workers()).toHaveLength(2);
  }
});

it("says that it is ready while it replaces them", async () => {
  let over = false;
  const asked = (async () => {
    const statuses: number[] = [];
    while (!over) statuses.push((await call("GET", "/readyz")).status);
    return statuses;
  })();
  const before = (program.output().match(/all workers were replaced/g) ?? []).length;
  program.child.kill("SIGHUP");
  await until(() => (program.output().match(/all workers were replaced/g) ?? []).length > before);
  over = true;
  expect(new Set(await asked)).toEqual(new Set([200]));
});

it("finishes what has begun, and ends, on SIGTERM", async () => {
  const other = await startProgram(
    { ...env, ORGCONFIG_WORKERS: "auto" },
    program.directory,
    compiledProgram(),
  );
  const calls = [...Array(10)].map(() =>
    fetch(`${other.url}/api/v1/config/teams`, { headers: { authorization: `Bearer ${key}` } }),
  );
  const begun = Promise.all(calls.map((answer) => answer.then(({ status }) => status)));
  await pause(0);
  expect(new Set(await begun)).toEqual(new Set([200]));
  expect(await other.stop()).toBe(0);
});

it("ends with the first worker's code where that cannot start", async () => {
  const taken = createServer((_request, answer) => answer.writeHead(500).end()).listen(0, "127.0.0.1");
  await until(() => taken.listening);
  const { port } = taken.address() as { port: number };
  await expect(
    startProgram({ ...env, PORT: String(port) }, program.directory, compiledProgram()),
  ).rejects.toThrow(/ended with 2: .*HOST and PORT: .* cannot be listened at/s);
  taken.close();
});
