/** One line for each answer: an id that somebody was answered leads to what was asked, and by whom. */

import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { type Site, siteOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";

let test: TestService;
let site: Site;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

// biome-ignore lint/suspicious/noExplicitAny: a line has whatever it has
type Line = Record<string, any>;

function linesOf(service: TestService, requestId: string | undefined): Line[] {
  return service.logs.map((line) => JSON.parse(line)).filter(({ request_id }) => request_id === requestId);
}

/** The line of an answer: the last thing that happens to a request. */
async function lineOf(requestId: string | undefined): Promise<Line> {
  const answered = () => linesOf(test, requestId).filter(({ msg }) => msg === "answered");
  await until(() => answered().length > 0);
  expect(answered()).toHaveLength(1);
  return answered()[0] as Line;
}

it.each([
  ["a read of a row", "GET", "teams/{id}", 200, "/api/v1/config/teams/{id}", "get_team"],
  ["a list", "GET", "teams", 200, "/api/v1/config/teams", "list_teams"],
  ["a refused write", "POST", "teams", 422, "/api/v1/config/teams", "create_team"],
  ["a row that is not there", "GET", "teams/team_none", 404, "/api/v1/config/teams/{id}", "get_team"],
] as const)("%s", async (_, method, path, status, route, action) => {
  const made = await tenant.config("POST", "teams", { body: { name: `Of ${method} ${path}` } });
  const body = method === "POST" ? { body: {} } : {};
  for (const headers of [{}, { "x-request-id": "4bf92f3577b34da6/span:1" }]) {
    const answer = await tenant.config(method, path.replace("{id}", made.body.id), { ...body, headers });
    expect(answer.status).toBe(status);
    const line = await lineOf(answer.headers["x-request-id"]);
    expect(line).toMatchObject({ level: 30, method, route, action, status, ms: expect.any(Number) });
    expect(line).toMatchObject({ who: `key ${tenant.key.id}`, organization: tenant.organization.id });
    expect(line.caller_request_id).toBe(headers["x-request-id"]);
  }
});

it("keeps no caller's id that is a text", async () => {
  for (const id of ["two words", "x".repeat(129), '{"msg":"forged"}', ""]) {
    const answer = await tenant.config("GET", "teams", { headers: { "x-request-id": id } });
    expect(await lineOf(answer.headers["x-request-id"])).not.toHaveProperty("caller_request_id");
  }
});

it("names the person, the operator, the tool, and nobody where nobody was recognized", async () => {
  const person = await site.makeMember(tenant.organization.id, "org_admin", "ada@example.com");
  const session = await person.send("GET", "session");
  const line = await lineOf(session.headers["x-request-id"]);
  expect(line).toMatchObject({ route: "/api/v1/session", who: expect.stringMatching(/^user user_/) });
  expect(JSON.stringify(line)).not.toContain("ada@");
  const acted = await person.send("POST", `organizations/${tenant.organization.slug}/actions/list_teams`, {
    body: {},
  });
  expect(await lineOf(acted.headers["x-request-id"])).toMatchObject({
    action: "list_teams",
    who: line.who,
    organization: tenant.organization.id,
  });
  const authorization = `Bearer ${test.settings.operatorToken}`;
  const operated = await test.send("GET", "/api/v1/operator/organizations", { headers: { authorization } });
  expect(await lineOf(operated.headers["x-request-id"])).toMatchObject({ who: "operator" });
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "list_teams", arguments: {} },
  };
  const agent = await test.makeKey(tenant.organization.id, ["mcp:read"]);
  const called = await test.send("POST", "/api/mcp", {
    body: message,
    headers: {
      authorization: `Bearer ${agent.value}`,
      accept: "application/json, text/event-stream",
      host: "127.0.0.1",
    },
  });
  expect(called.status, called.text).toBe(200);
  expect(await lineOf(called.headers["x-request-id"])).toMatchObject({
    route: "/api/mcp",
    action: "list_teams",
    who: `key ${agent.id}`,
  });
  const stranger = await test.send("GET", "/api/v1/config/teams");
  expect(stranger.status).toBe(401);
  expect(await lineOf(stranger.headers["x-request-id"])).not.toHaveProperty("who");
  const nowhere = await test.send("GET", "/nowhere/s3cr3t-of-a-link?token=s3cr3t");
  expect(JSON.stringify(await lineOf(nowhere.headers["x-request-id"]))).not.toContain("s3cr3t");
});

it.each([
  ["without a credential", "teams/team_1", {}, 401, "/api/v1/config/teams/{id}"],
  ["with another method", "openapi.json", { method: "DELETE" }, 401, "/api/v1/config/openapi.json"],
  [
    "with two credentials",
    "teams",
    { headers: { authorization: ["Bearer a", "Bearer b"] } },
    400,
    "/api/v1/config/teams",
  ],
  ["without a kind", "s3cr3t/s3cr3t", {}, 401, "none"],
  ["that can't be decoded", "teams/%ZZ", {}, 400, "none"],
  [
    "with a segment that is too long",
    `teams/${"s3cr3t".repeat(2_000)}`,
    {},
    401,
    "/api/v1/config/teams/{id}",
  ],
] as const)("says the pattern of a path %s", async (_, path, how, status, route) => {
  const { method = "GET", headers = {} } = how as { method?: string; headers?: Record<string, string[]> };
  const answer = await test.service.server.inject({
    method: method as "GET",
    url: `/api/v1/config/${path}`,
    headers,
  });
  expect(answer.statusCode, answer.body).toBe(status);
  const line = await lineOf(String(answer.headers["x-request-id"]));
  expect(line).toMatchObject({ method, status, route, ms: expect.any(Number) });
  expect(JSON.stringify(line)).not.toContain("s3cr3t");
});

it("has a line for what is not HTTP, too", async () => {
  await test.service.server.listen({ port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  const text = await new Promise<string>((resolve) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => socket.end("nonsense\r\n\r\n"));
    socket.on("data", (chunk) => (got += String(chunk)));
    socket.on("close", () => resolve(got));
  });
  const id = /X-Request-Id: (\S+)/.exec(text)?.[1];
  expect(linesOf(test, id)).toMatchObject([{ status: 400, level: 30 }]);
});

it("leaves probes and scrapes out, and everything with the switch", async () => {
  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    const answer = await test.send("GET", path);
    expect(answer.status).toBe(200);
    expect(linesOf(test, answer.headers["x-request-id"])).toEqual([]);
  }
  const quiet = await startService({ ORGCONFIG_REQUEST_LOG: "off" });
  const other = await quiet.makeTenant();
  const answer = await other.config("GET", "teams");
  expect(linesOf(quiet, answer.headers["x-request-id"])).toEqual([]);
  await quiet.close();
});
