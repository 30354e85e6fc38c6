/**
 * kill -9 of the program while it looks at a Git source: between what it read and what it writes, and between what it
 * wrote and what it notes of that. Another node goes on, also where nothing is polled, and each row is written once. So is what it pushes.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newSecretKey } from "../../src/database/vault.ts";
import { compiledProgram } from "../support/compiled.ts";
import { type GitServer, runGit, startGitServer } from "../support/git-server.ts";
import { type Program, startProgram } from "../support/program.ts";
import { until } from "../support/until.ts";

const databaseName = `test_${randomUUID().replaceAll("-", "")}`;
/** A busy machine takes its time. */
const patientMs = 60_000;
const programs: Program[] = [];
let env: Record<string, string>;
let git: GitServer;
let database: pg.Client;

/** A forge that answers, or is silent. */
let isSilent = false;
let statuses = 0;
const forge = createServer((request, response) => {
  request.resume();
  statuses += 1;
  if (!isSilent) response.writeHead(201, { "content-type": "application/json" }).end("{}");
});

beforeAll(async () => {
  await administer(`CREATE DATABASE ${databaseName}`);
  const url = new URL(process.env.TEST_DATABASE_URL as string);
  url.pathname = `/${databaseName}`;
  git = await startGitServer();
  await new Promise<void>((resolve) => forge.listen(0, "127.0.0.1", resolve));
  env = {
    ...{
      DATABASE_URL: url.href,
      ORGCONFIG_SECRET_KEYS: newSecretKey(),
      ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
    },
    ...{ ORGCONFIG_RATE_LIMIT: "off", ORGCONFIG_OPERATOR_TOKEN: "the-operator-of-two-nodes" },
  };
  database = new pg.Client({ connectionString: url.href });
  await database.connect();
  compiledProgram();
});
afterAll(async () => {
  for (const { child } of programs) child.kill("SIGKILL");
  await database?.end();
  forge.closeAllConnections();
  forge.close();
  await git?.close();
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

/** The time passes after which a node without a word is taken for gone. */
const leasesEnd = () => database.query("UPDATE git_syncs SET held_until = now() - interval '1 second'");

async function call({ url }: Program, method: string, path: string, body?: object) {
  const answer = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${(programs[0] as Program).firstKey()}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status, path).toBeLessThan(300);
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
  return answer.json() as Promise<any>;
}

it("loses nothing and does nothing twice", async () => {
  const clone = git.repository("rows");
  const commit = clone.push({ "a.yaml": "teams:\n  - name: Payments\n  - name: Checkout\n" });
  // 1 The repository answers nothing: what a node read is not there yet.
  let isAsked = false;
  git.answer = () => {
    isAsked = true;
  };
  let node = await start();
  const api_url = `http://127.0.0.1:${(forge.address() as AddressInfo).port}`;
  const { id } = await call(node, "POST", "config/git_sources", {
    ...{ name: "rows", url: git.url("rows"), set: "rows", poll_seconds: 0 },
    ...{ credential: "a-token", forge: "gitea", api_url },
  });
  await until(() => isAsked, patientMs);
  await killed(node);
  expect((await database.query("SELECT 1 FROM git_syncs WHERE holder IS NOT NULL")).rowCount).toBe(1);

  // 2 It does, and the forge is silent: the rows are written, and nothing is noted of that.
  git.answer = undefined;
  isSilent = true;
  await leasesEnd();
  node = await start();
  await until(() => statuses === 1, patientMs);
  const rows = async () =>
    (await call(node, "GET", "config/teams")).data.map(({ id, name }: Row) => [id, name]);
  const written = await rows();
  expect(written.map(([, name]: readonly string[]) => name).sort()).toEqual(["Checkout", "Payments"]);
  expect(await call(node, "GET", `config/git_sources/${id}`)).toMatchObject({
    status: "waiting",
    commit: null,
  });
  await killed(node);

  // 3 Another node notes it, and writes no row again.
  isSilent = false;
  await leasesEnd();
  node = await start();
  let status = "";
  await until(async () => {
    ({ status } = await call(node, "GET", `config/git_sources/${id}`));
    return status !== "waiting";
  }, patientMs);
  expect(await call(node, "GET", `config/git_sources/${id}`)).toMatchObject({ status: "synced", commit });
  expect(await rows()).toEqual(written);
  const { data } = await call(node, "GET", "audit?kind=teams");
  expect(data.filter(({ action }: { action: string }) => action === "create_team")).toHaveLength(2);
  expect(statuses).toBe(2);
});

it("pushes each act once, also where a node is killed just after Git took it", async () => {
  const names = ["Maps", "Search", "Ships", "Tides"];
  const clone = git.repository("pushes");
  clone.push({ "a.yaml": `teams:\n${names.map((name) => `  - name: ${name}\n`).join("")}` });
  let node = programs.at(-1) as Program;
  const { id } = await call(node, "POST", "config/git_sources", {
    ...{ name: "pushes", url: git.url("pushes"), set: "pushes", poll_seconds: 0 },
  });
  expect(await call(node, "POST", `git_sources/${id}/sync`, {})).toMatchObject({ status: "synced" });
  await call(node, "PUT", `config/git_sources/${id}`, { direction: "push" });
  expect(await call(node, "POST", `git_sources/${id}/sync`, {})).toMatchObject({ status: "synced" });
  const teams = (await call(node, "GET", "config/teams")).data.filter(({ name }: Row) =>
    names.includes(name),
  ) as Row[];
  const rename = (program: Program, index: number) =>
    call(program, "PUT", `config/teams/${teams[index]?.id}`, { name: `Now ${index}` });

  // 1 Git has it, and the node that pushed it does not know.
  let isLost = false;
  git.loses = ({ method, url }) => {
    const isPush = method === "POST" && url?.endsWith("/git-receive-pack") === true;
    isLost ||= isPush;
    return isPush;
  };
  await rename(node, 0);
  await until(() => isLost, patientMs);
  await killed(node);
  git.loses = undefined;
  await leasesEnd();

  // 2 Two nodes, one of which is killed somewhere in the middle.
  node = await start();
  const other = await start();
  await Promise.all([rename(node, 1), rename(other, 2)]);
  await killed(other);
  await rename(node, 3);
  await leasesEnd();
  const branch = "refs/heads/orgconfig/changes";
  const shown = () => runGit(clone.bare, "show", `${branch}:a.yaml`);
  await until(() => names.every((_, index) => shown().includes(`Now ${index}`)), patientMs);
  const commits = () => runGit(clone.bare, "log", "--format=%b", `main..${branch}`);
  for (const index of names.keys())
    expect(commits().split(`teams "Now ${index}"`).length - 1, commits()).toBe(1);
  expect(runGit(clone.bare, "rev-list", "--count", `main..${branch}`)).toBe("4");

  // 3 Nothing is left to do.
  const tip = runGit(clone.bare, "rev-parse", branch);
  expect(await call(node, "POST", `git_sources/${id}/sync`, {})).toMatchObject({ status: "pushed" });
  expect(runGit(clone.bare, "rev-parse", branch)).toBe(tip);
});

interface Row {
  readonly id: string;
  readonly name: string;
}
