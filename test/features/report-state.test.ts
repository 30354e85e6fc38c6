import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { openTestDatabase } from "../support/database.ts";
import { type Send, startService, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";
import { noted } from "../support/transactions.ts";

let database: Database;
let test: TestService;
/** The statements that were made of single rows, each with whether it was made in a transaction. */
const statements: [string, boolean][] = [];
const ofRow = ["database/find-row", "database/get-row-locked", "database/merge-row-state"];

beforeAll(async () => {
  database = await openTestDatabase();
  const watched = noted(database, ({ name }, inTransaction) => {
    if (ofRow.includes(name)) statements.push([name, inTransaction]);
  });
  test = await startService({}, [], watched);
});
afterAll(async () => {
  await test.close();
  await database.close();
});

const makeConnector = async (config: Send) =>
  (await config("POST", "connectors", { body: { name: "AWS", type: "cloud", connector_type: "aws" } })).body
    .id;
const makeCheck = async (config: Send) => {
  const body = { name: "Shop", kind: "http", target: "https://shop.example.com" };
  return (await config("POST", "synthetic_checks", { body })).body.id;
};

describe("a report", () => {
  it("of a time that is still to come was seen now, and a long sentence is cut", async () => {
    const tenant = await test.makeTenant();
    const check = await makeCheck(tenant.config);
    const before = Date.now();
    const { status, body } = await tenant.api("PUT", `state/synthetic_checks/${check}`, {
      body: {
        status: "down",
        last_checked_at: "2999-01-01T00:00:00Z",
        last_error_message: "no answer ".repeat(500),
      },
    });
    expect(status).toBe(200);
    expect(Date.parse(body.last_checked_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.last_checked_at)).toBeLessThanOrEqual(Date.now());
    expect(body.last_error_message).toHaveLength(300);
  });

  it("of anything that happened is no later than now, and what is still to come stays", async () => {
    const tenant = await test.makeTenant();
    const report = async (path: string, body: object) =>
      (await tenant.api("PUT", `state/${path}`, { body })).body;
    const source = { name: "p", type: "prometheus", url: "https://p.example.com" };
    const sources = await tenant.config("POST", "data_sources", { body: source });
    const ahead = "2999-01-01T00:00:00.000Z";
    const before = Date.now();
    const seen = { last_success_at: ahead, last_error_at: ahead };
    const row = await report(`data_sources/${sources.body.id}`, { health_status: "healthy", ...seen });
    for (const name of Object.keys(seen)) {
      expect(Date.parse(row[name])).toBeGreaterThanOrEqual(before);
      expect(Date.parse(row[name])).toBeLessThanOrEqual(Date.now());
    }
    const host = { hostname: "shop.example.com" };
    const monitor = await tenant.config("POST", "certificate_monitors", { body: host });
    const certificate = await report(`certificate_monitors/${monitor.body.id}`, {
      status: "valid",
      not_after: ahead,
    });
    expect(certificate.not_after).toBe(ahead);
  });

  it("merges into the row and moves neither ETag, updated_at nor audit log", async () => {
    const { organization, config, api } = await test.makeTenant();
    const id = await makeConnector(config);
    const before = await config("GET", `connectors/${id}`);
    const records = await recordsOf(test, organization.id);
    const seen = { health_status: "healthy", last_success_at: "2026-03-01T10:00:00Z" };
    const answer = await api("PUT", `state/connectors/${id}`, { body: seen });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before.body, ...seen });
    const after = await config("GET", `connectors/${id}`);
    expect(after.body).toEqual(answer.body);
    expect(after.headers.etag).toBe(before.headers.etag);
    expect(answer.headers.etag).toBe(before.headers.etag);
    const put = await config("PUT", `connectors/${id}`, {
      body: { enabled: false },
      headers: { "if-match": String(before.headers.etag) },
    });
    expect(put.body).toMatchObject({ enabled: false, health_status: "healthy" });
    expect(await recordsOf(test, organization.id)).toHaveLength(records.length + 1);
  });

  it("with If-Match is held to the row in the transaction that writes it, and else is one statement", async () => {
    const { config, api } = await test.makeTenant();
    const id = await makeConnector(config);
    const etag = String((await config("GET", `connectors/${id}`)).headers.etag);
    const report = async (health_status: string, headers: Record<string, string>) => {
      statements.length = 0;
      const { status } = await api("PUT", `state/connectors/${id}`, { body: { health_status }, headers });
      return [status, ...statements];
    };
    expect(await report("healthy", {})).toEqual([200, ["database/merge-row-state", false]]);
    const held = [
      ["database/get-row-locked", true],
      ["database/merge-row-state", true],
    ];
    expect(await report("degraded", { "if-match": etag })).toEqual([200, ...held]);
    await config("PUT", `connectors/${id}`, { body: { enabled: false } });
    expect(await report("healthy", { "if-match": etag })).toEqual([412, held[0]]);
    expect(await report("healthy", { "if-none-match": etag })).toEqual([200, ...held]);
  });

  it("takes no more than the kind's own reported fields, in their shapes", async () => {
    const { config, api } = await test.makeTenant();
    const id = await makeConnector(config);
    const refused = async (body: unknown) => {
      const answer = await api("PUT", `state/connectors/${id}`, { body });
      return [answer.status, answer.body.field, answer.body.message];
    };
    expect(await refused({ health_state: "healthy" })).toEqual([
      422,
      "health_state",
      'health_state: is not a known field; did you mean "health_status"?',
    ]);
    expect(await refused({ name: "x" })).toEqual([
      422,
      "name",
      expect.stringContaining("is not for a checker to report"),
    ]);
    expect(await refused({ consecutive_failures: 0 })).toEqual([
      422,
      "consecutive_failures",
      expect.any(String),
    ]);
    expect(await refused({ burn_rate: 2 })).toEqual([422, "burn_rate", expect.any(String)]);
    expect(await refused({ health_status: "up" })).toEqual([422, "health_status", expect.any(String)]);
    expect(await refused({ health_status: null })).toEqual([422, "health_status", expect.any(String)]);
    expect(await refused({ last_error_at: "yesterday" })).toEqual([422, "last_error_at", expect.any(String)]);
    expect((await config("GET", `connectors/${id}`)).body.health_status).toBe("unknown");
  });

  it("is for rows that are there, of kinds that are reported on", async () => {
    const { config, api } = await test.makeTenant();
    const other = await test.makeTenant();
    const id = await makeConnector(config);
    const team = (await config("POST", "teams", { body: { name: "Platform" } })).body.id;
    const status = async (send: Send, path: string) =>
      (await send("PUT", `state/${path}`, { body: {} })).status;
    expect(await status(api, `connectors/${id}`)).toBe(200);
    expect(await status(other.api, `connectors/${id}`)).toBe(404);
    expect(await status(api, "connectors/conn_none")).toBe(404);
    expect(await status(api, `slos/${id}`)).toBe(404);
    expect(await status(api, `teams/${team}`)).toBe(404);
    expect(await status(api, "nothing/x")).toBe(404);
    expect((await other.config("GET", "connectors")).body.data).toEqual([]);
  });

  it("is not for a key that may only read", async () => {
    const { organization, config, api } = await test.makeTenant();
    const id = await makeConnector(config);
    const key = await test.makeKey(organization.id, ["api:config_read"]);
    const headers = { authorization: `Bearer ${key.value}` };
    const answer = await api("PUT", `state/connectors/${id}`, { body: {}, headers });
    expect([answer.status, answer.body.error]).toEqual([403, "read_only_key"]);
  });
});

describe("failures in a row", () => {
  const failure = { last_error_kind: "network", last_error_at: "2026-03-01T10:00:00Z" };
  const success = { last_success_at: "2026-03-01T11:00:00Z" };

  it("count up with an error's kind and end with a success", async () => {
    const { config, api } = await test.makeTenant();
    const path = `state/connectors/${await makeConnector(config)}`;
    const report = async (body: unknown) => (await api("PUT", path, { body })).body.consecutive_failures;
    expect(await report(failure)).toBe(1);
    expect(await report({ ...failure, ...success })).toBe(2);
    expect(await report({ health_status: "failing" })).toBe(2);
    expect(await report({ last_error_kind: null })).toBe(2);
    expect(await report(success)).toBe(0);
    const recovered = (await api("PUT", path, { body: { health_status: "healthy" } })).body;
    expect(recovered).toMatchObject({
      last_error_at: failure.last_error_at,
      ...success,
      consecutive_failures: 0,
    });
  });

  it("are reported by the status where the kind has no time of success", async () => {
    const { config, api } = await test.makeTenant();
    const path = `state/synthetic_checks/${await makeCheck(config)}`;
    const report = async (body: unknown) => (await api("PUT", path, { body })).body.consecutive_failures;
    expect(await report({ status: "up", last_error_kind: "network" })).toBe(1);
    expect(await report({ status: "down" })).toBe(2);
    expect(await report({ status: "down", last_error_kind: "other" })).toBe(3);
    expect(await report({ status: "unknown" })).toBe(3);
    expect(await report({ last_latency_ms: 12 })).toBe(3);
    expect(await report({ status: "degraded" })).toBe(0);
    expect(await report({ status: "down" })).toBe(1);
    expect(await report({ status: "up" })).toBe(0);
  });

  it("are counted once for each time that was looked, however many report it", async () => {
    const { config, api } = await test.makeTenant();
    const path = `state/synthetic_checks/${await makeCheck(config)}`;
    const report = async (minute: number, status: string, last_error_kind: string | null) => {
      const last_checked_at = `2026-03-01T10:0${minute}:00Z`;
      const answer = await api("PUT", path, { body: { status, last_error_kind, last_checked_at } });
      return answer.body.consecutive_failures;
    };
    expect(await report(1, "up", "network")).toBe(1);
    expect(await report(1, "up", "network")).toBe(1);
    const atOnce = Array.from({ length: 5 }, () => report(2, "down", "network"));
    expect(await Promise.all(atOnce)).toEqual([2, 2, 2, 2, 2]);
    // Another agent's, of before.
    expect(await report(1, "up", null)).toBe(2);
    expect(await report(3, "up", null)).toBe(0);
    expect(await report(4, "up", "other")).toBe(1);
  });

  it("are all counted when they come at once, and survive a change of settings meanwhile", async () => {
    const { config, api } = await test.makeTenant();
    const id = await makeConnector(config);
    const reports = Array.from({ length: 25 }, () => api("PUT", `state/connectors/${id}`, { body: failure }));
    const edits = Array.from({ length: 5 }, (_, index) =>
      config("PUT", `connectors/${id}`, { body: { metadata: { edit: String(index) } } }),
    );
    const answers = await Promise.all([...reports, ...edits]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const counts = answers.slice(0, 25).map(({ body }) => body.consecutive_failures as number);
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    expect((await config("GET", `connectors/${id}`)).body.consecutive_failures).toBe(25);
  });

  it("are not counted for kinds that keep no count", async () => {
    const { config, api } = await test.makeTenant();
    const made = await config("POST", "certificate_monitors", { body: { hostname: "example.com" } });
    const answer = await api("PUT", `state/certificate_monitors/${made.body.id}`, {
      body: { status: "unreachable", last_error_kind: "network" },
    });
    const { last_checked_at: at } = answer.body;
    expect(answer.body).toEqual({
      ...made.body,
      ...{ status: "unreachable", last_error_kind: "network", last_checked_at: at },
      ...{ status_since: null, status_reason: null },
      measured_at: { status: at, status_reason: at, last_error_kind: at },
    });
  });
});
