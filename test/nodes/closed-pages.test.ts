/** Two programs on one server database: who closes a status page is answered when neither shows it any more. */

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newSecretKey } from "../../src/database/vault.ts";
import { modernHeaders, modernRequest } from "../mcp/support.ts";
import { compiledProgram } from "../support/compiled.ts";
import { type Program, startProgram } from "../support/program.ts";
import { saidBy } from "../support/said.ts";
import { until } from "../support/until.ts";

const databaseName = `test_${randomUUID().replaceAll("-", "")}`;
const slug = "acme";
let database: pg.Client;
let env: Record<string, string>;
let writer: Program;
let other: Program;
let key: string;

beforeAll(async () => {
  const url = new URL(process.env.TEST_DATABASE_URL as string);
  await administer(`CREATE DATABASE ${databaseName}`);
  url.pathname = `/${databaseName}`;
  env = {
    DATABASE_URL: url.href,
    ORGCONFIG_SECRET_KEYS: newSecretKey(),
    ORGCONFIG_RATE_LIMIT: "off",
    ORGCONFIG_OPERATOR_TOKEN: "the-operator-of-two-nodes",
  };
  writer = await startProgram(env, undefined, compiledProgram());
  key = writer.firstKey();
  other = await startProgram(env, undefined, compiledProgram());
  database = new pg.Client({ connectionString: url.href });
  await database.connect();
  await database.query("UPDATE api_keys SET scopes = scopes || '{mcp:admin}'");
});
afterAll(async () => {
  other?.child.kill("SIGCONT");
  await Promise.all([writer?.stop(), other?.stop()]);
  await database?.end();
  await administer(`DROP DATABASE ${databaseName} WITH (FORCE)`);
});

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function call(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${writer.url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.status, text).toBeLessThan(300);
  const read = JSON.parse(text);
  return { body: read, warning: saidBy({ body: read }) ?? null };
}

const put = (body: object) => call("PUT", "v1/config/status_page_settings", body);
const read = (path = "", headers: Record<string, string> = {}) =>
  fetch(`${other.url}/status/${slug}${path}`, { headers, redirect: "manual" });

/** A plan of one edit, applied. */
async function apply(fields: object) {
  const resource = "status_page_settings";
  const { body } = await call("POST", "v1/plans", {
    edits: [{ op: "save", resource, id: resource, fields }],
  });
  return call("POST", `v1/plans/${body.id}/apply`, {});
}

async function useTool(input: object) {
  const name = "update_status_page_settings";
  const headers = { ...modernHeaders("tools/call", { name }), accept: "application/json, text/event-stream" };
  const request = modernRequest("tools/call", { name, arguments: input });
  const answer = await call("POST", "mcp", request, headers);
  expect(answer.body.result, JSON.stringify(answer.body)).not.toMatchObject({ isError: true });
  return answer;
}

const open = { enabled: true, slug, visibility: "public", title: "Acme's page" };
const files = ["", "/history.atom", "/api/v2/summary.json", "/badge.svg", "/maintenance.ics", "/subscribe"];

/** What a hundred readers get at the other node. */
async function readers(headers: Record<string, string> = {}): Promise<Set<number>> {
  const asked = Array.from({ length: 100 }, (_, n) => read(files[n % files.length], headers));
  return new Set((await Promise.all(asked)).map(({ status }) => status));
}

beforeEach(async () => {
  await put(open);
  await until(async () => (await read()).status === 200);
});

describe("a page that is closed", () => {
  it.each<[string, () => Promise<{ warning: string | null }>, number]>([
    ["a password", () => put({ visibility: "password", password: "first-password" }), 401],
    ["being switched off", () => put({ enabled: false }), 404],
    ["losing its name", () => put({ slug: null, enabled: false }), 404],
    ["a plan", () => apply({ enabled: false }), 404],
    ["a tool of MCP", () => useTool({ visibility: "password", password: "first-password" }), 401],
  ])("by %s is shown by no node once that is answered", async (_, close, status) => {
    const { etag } = Object.fromEntries((await read()).headers) as { etag: string };
    for (let round = 0; round < 2; round += 1) {
      const { warning } = await close();
      const got = [await readers(), await readers({ "if-none-match": etag })];
      expect(got).toEqual([new Set([status]), new Set([status])]);
      expect(warning).toBeNull();
      await put(open);
      await until(async () => (await read()).status === 200);
    }
  });

  it("by a new password admits nobody by the one before", async () => {
    await put({ visibility: "password", password: "first-password" });
    for (const [before, after] of [
      ["first-password", "second-password"],
      ["second-password", "first-password"],
    ]) {
      const body = new URLSearchParams({ password: before as string });
      const entered = await fetch(`${other.url}/status/${slug}/password`, {
        ...{ method: "POST", redirect: "manual", body },
      });
      expect(entered.status).toBe(303);
      const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
      expect((await read("", { cookie })).status).toBe(200);
      await put({ password: after });
      expect(await readers({ cookie })).toEqual(new Set([401]));
    }
  });

  it("waits for nobody where it stays as open as it was", async () => {
    other.child.kill("SIGSTOP");
    try {
      const began = performance.now();
      for (const change of [{ title: "Other" }, { history_days: 30 }, { title: "Acme's page" }])
        expect((await put(change)).warning).toBeNull();
      // A wait for the node that is stopped would be five seconds.
      expect(performance.now() - began).toBeLessThan(5_000);
    } finally {
      other.child.kill("SIGCONT");
    }
  });
});

describe("a node that does not answer", () => {
  const placeOf = ({ url }: Program) => new URL(url).port;

  it("is named to who closes the page, who waits a few seconds and no longer", async () => {
    other.child.kill("SIGSTOP");
    try {
      const { warning } = await put({ enabled: false });
      expect(warning).toMatch(new RegExp(`may still be shown .*:${placeOf(other)}, which did not confirm`));
      expect(warning).not.toContain(placeOf(writer));
    } finally {
      other.child.kill("SIGCONT");
    }
    await until(async () => (await read()).status === 404);
  });

  it("shows no page that was closed while it was stopped, once it goes on", async () => {
    other.child.kill("SIGSTOP");
    try {
      await pause(11_000); // what it knows is too old by then
      const [{ place } = { place: "" }] = await silence(placeOf(other));
      const { warning } = await put({ enabled: false });
      expect(warning).toContain(`nothing was received from ${place} for a while:`);
      const waiting = Promise.all(files.map((path) => read(path)));
      other.child.kill("SIGCONT");
      expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set([404]));
    } finally {
      other.child.kill("SIGCONT");
    }
  });

  it("is nobody's business once another program runs at its place", async () => {
    const port = placeOf(other);
    other.child.kill("SIGKILL");
    await until(() => other.child.signalCode !== null);
    expect((await put({ enabled: false })).warning).toContain(`:${port}`);
    await silence(port);
    await put(open);
    other = await startProgram({ ...env, PORT: port }, other.directory, compiledProgram());
    expect((await put({ enabled: false })).warning).toBeNull();
    expect(await readers()).toEqual(new Set([404]));
  });

  /** Has the node be one that has said nothing for a minute. */
  async function silence(port: string): Promise<{ place: string }[]> {
    const text =
      "UPDATE nodes SET seen_at = now() - interval '1 minute' WHERE place LIKE '%:' || $1 RETURNING place";
    const { rows } = await database.query<{ place: string }>(text, [port]);
    return rows;
  }
});
