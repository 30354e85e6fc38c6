/** What the traces of requests look like, from the door to the statements and the systems that are asked. */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { traced } from "../../src/engine/ports/tracing.ts";
import { path as mcpPath, modernHeaders, modernRequest } from "../mcp/support.ts";
import {
  type Answer,
  type SendOptions,
  startService,
  type Tenant,
  type TestService,
} from "../support/service.ts";
import { type Recording, recordSpans, type SeenSpan, wayTo } from "../support/traces.ts";
import { until } from "../support/until.ts";

const caller = "00f067aa0ba902b7";
const password = "hunter2-very-secret";

let recording: Recording;
let test: TestService;
let tenant: Tenant;
let server: Server;
let url: string;
/** The heads of what the other system was asked, and what it answers. */
const asked: IncomingHttpHeaders[] = [];
let answers = 200;

beforeAll(async () => {
  recording = recordSpans();
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  tenant = await test.makeTenant();
  server = createServer((request, response) => {
    asked.push(request.headers);
    const body = { status: "success", data: { resultType: "vector", result: [] } };
    response.writeHead(answers, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  answers = 200;
  asked.length = 0;
  recording.forget();
});
afterAll(async () => {
  recording.end();
  await test.close();
  server.close();
});

interface TracedRequest {
  readonly answer: Answer;
  readonly traceId: string;
  readonly spans: readonly SeenSpan[];
}

/** A request of a caller that has a span of its own, and all spans of its trace. */
async function request(
  method: string,
  path: string,
  { headers, ...rest }: SendOptions = {},
): Promise<TracedRequest> {
  const traceId = randomBytes(16).toString("hex");
  const traceparent = `00-${traceId}-${caller}-01`;
  const authorization = `Bearer ${tenant.key.value}`;
  const answer = await test.send(method, path, {
    headers: { authorization, traceparent, ...headers },
    ...rest,
  });
  const ofIt = () => recording.spans().filter((span) => span.traceId === traceId);
  await until(() => ofIt().some(({ parent }) => parent === caller));
  return { answer, traceId, spans: ofIt() };
}

const named = (spans: readonly SeenSpan[], name: string) => spans.find((span) => span.name === name);
const ways = (spans: readonly SeenSpan[]) => spans.map((span) => wayTo(spans, span).join(" > "));

async function makeSource(): Promise<string> {
  const name = `Source ${randomBytes(4).toString("hex")}`;
  const body = { name, type: "prometheus", url, username: "ada", password };
  return (await tenant.config("POST", "data_sources", { body })).body.id;
}

describe("a request", () => {
  it("has a span for its door, its operation and each of its statements", async () => {
    const { body: team } = await tenant.config("POST", "teams", { body: { name: "Payments" } });
    const { spans, traceId, answer } = await request("GET", `/api/v1/config/teams/${team.id}`);
    const door = "server GET /api/v1/config/teams/{id}";
    expect(ways(spans).sort()).toEqual([
      door,
      `${door} > client accounts/authenticate-key`,
      `${door} > internal get_team`,
      `${door} > internal get_team > client database/find-row`,
    ]);
    const organization = { "orgconfig.organization.id": tenant.organization.id };
    // An injected request has no connection, and seems to be gone.
    const { "orgconfig.client_gone": _, ...attributes } = named(spans, door.slice(7))?.attributes ?? {};
    expect(attributes).toEqual({
      "http.request.method": "GET",
      "http.route": "/api/v1/config/teams/{id}",
      "http.response.status_code": 200,
      "url.scheme": "http",
      "orgconfig.request.id": answer.headers["x-request-id"],
      ...organization,
    });
    expect(named(spans, "get_team")?.attributes).toEqual({ "orgconfig.door": "rest", ...organization });
    expect(named(spans, "database/find-row")?.attributes).toEqual({
      "db.system.name": "postgresql",
      "db.query.summary": "database/find-row",
    });
    expect(spans.some(({ isError }) => isError)).toBe(false);
    const line = test.logs.map((one) => JSON.parse(one)).find((one) => one.trace_id === traceId);
    expect(line.request_id).toBe(answer.headers["x-request-id"]);
  });

  it("keeps its spans together although its body comes after its head", async () => {
    const { spans } = await request("POST", "/api/v1/config/teams", { body: { name: "Growth" } });
    const way = wayTo(spans, named(spans, "database/insert-row"));
    expect(way.slice(0, 2)).toEqual(["server POST /api/v1/config/teams", "internal create_team"]);
  });

  it("is asked of another system with its trace, and without what callers put into theirs", async () => {
    const id = await makeSource();
    const { spans, traceId } = await request("POST", `/api/v1/data_sources/${id}/test`, {
      headers: { tracestate: "vendor=geheim" },
    });
    const call = named(spans, "GET") as SeenSpan;
    expect(wayTo(spans, call)).toEqual([
      "server POST /api/v1/data_sources/{id}/test",
      "internal test_data_source",
      "client GET",
    ]);
    expect(call.attributes).toEqual({
      "http.request.method": "GET",
      "http.response.status_code": 200,
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(url).port),
      "orgconfig.organization.id": tenant.organization.id,
      "orgconfig.call.use": "test",
    });
    expect(asked.map(({ traceparent, tracestate }) => [traceparent, tracestate])).toEqual([
      [`00-${traceId}-${call.id}-01`, undefined],
    ]);
  });

  it("is recorded only where its caller's trace is", async () => {
    const id = await makeSource();
    const traceId = randomBytes(16).toString("hex");
    recording.forget();
    await tenant.api("POST", `data_sources/${id}/test`, {
      headers: { traceparent: `00-${traceId}-${caller}-00` },
    });
    // The other system is asked not to record either.
    expect(asked[0]?.traceparent).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-00$`));
    expect(recording.spans().filter((span) => span.traceId === traceId)).toEqual([]);
  });

  it("begins a trace of its own where the caller's cannot be read", async () => {
    recording.forget();
    await tenant.config("GET", "teams", { headers: { traceparent: "00-nonsense-01" } });
    const door = () => recording.spans().find(({ kind }) => kind === "server");
    await until(() => door() !== undefined);
    expect(door()?.parent).toBe("");
  });

  it("of a person, and of nobody, has a span for its operation too", async () => {
    const { spans } = await request("GET", "/api/v1/session", { headers: { authorization: "" } });
    expect(spans.map(({ name }) => name)).toContain("GET /api/v1/session");
    const operator = { authorization: `Bearer ${test.settings.operatorToken}` };
    const { spans: ofOperator } = await request("GET", "/api/v1/operator/organizations", {
      headers: operator,
    });
    const operation = ofOperator.find(({ attributes }) => attributes["orgconfig.door"] === "operator");
    expect(wayTo(ofOperator, operation)).toEqual([
      "server GET /api/v1/operator/organizations",
      `internal ${operation?.name}`,
    ]);
  });

  it("of a probe has no span", async () => {
    recording.forget();
    for (const path of ["/healthz", "/readyz", "/metrics"]) await test.send("GET", path);
    await tenant.config("GET", "teams");
    await until(() => recording.spans().some(({ kind }) => kind === "server"));
    expect(recording.spans().filter(({ kind }) => kind === "server")).toHaveLength(1);
  });
});

it("shows the statements of a transaction within it, up to its COMMIT", async () => {
  recording.forget();
  const select = { name: "test-one", text: "SELECT 1" };
  await traced({ of: "task", name: "a task" }, () =>
    test.database.transaction((connection) => connection.queryText(select, [])),
  );
  const ofTask = recording.spans().filter((span) => wayTo(recording.spans(), span)[0] === "internal a task");
  expect(ways(ofTask)).toEqual([
    "internal a task > internal transaction > client test-one",
    "internal a task > internal transaction > client COMMIT",
    "internal a task > internal transaction",
    "internal a task",
  ]);
});

describe("an MCP message", () => {
  async function send(method: string, params: object) {
    const { value } = await test.makeKey(tenant.organization.id, ["mcp:admin"]);
    const headers = { ...modernHeaders(method, params), authorization: `Bearer ${value}` };
    return request("POST", mcpPath, { headers, body: modernRequest(method, params) });
  }

  it("has a span between its door and its operation", async () => {
    const { spans } = await send("tools/call", { name: "list_teams", arguments: {} });
    const operation = named(spans, "list_teams");
    expect(wayTo(spans, operation)).toEqual([
      `server POST ${mcpPath}`,
      "server tools/call list_teams",
      "internal list_teams",
    ]);
    expect(operation?.attributes["orgconfig.door"]).toBe("mcp");
    expect(named(spans, "tools/call list_teams")?.attributes).toEqual({
      "mcp.method.name": "tools/call",
      "gen_ai.tool.name": "list_teams",
    });
  });

  it("is named by what there is alone", async () => {
    expect(named((await send("tools/list", {})).spans, "tools/list")).toBeDefined();
    const { spans } = await send("geheim/method", { name: "geheim" });
    expect(ways(spans)).toContain(`server POST ${mcpPath} > server other`);
    expect(JSON.stringify(spans)).not.toContain("geheim");
  });
});

describe("what goes wrong", () => {
  it("is a refusal where the caller is to blame, and no error", async () => {
    const refused: [string, string, object | undefined, number, string][] = [
      ["GET", "/api/v1/config/teams/team_01h00000000000000000000000", undefined, 404, "not_found"],
      ["POST", "/api/v1/config/teams", { name: "" }, 422, "unprocessable_entity"],
    ];
    for (const [method, path, body, status, refusal] of refused) {
      const { answer, spans } = await request(method, path, body && { body });
      const door = spans.find(({ kind }) => kind === "server");
      expect([answer.status, door?.attributes["http.response.status_code"]]).toEqual([status, status]);
      expect(spans.flatMap(({ attributes }) => attributes["orgconfig.refusal"] ?? [])).toEqual([refusal]);
      expect(spans.filter(({ isError, attributes }) => isError || "error.type" in attributes)).toEqual([]);
    }
    const { spans } = await request("GET", "/api/v1/config/teams", {
      headers: { authorization: "Bearer x" },
    });
    expect(spans.map(({ isError }) => isError)).not.toContain(true);
  });

  it("is an error of the call where the other system is, and a word says which", async () => {
    const id = await makeSource();
    answers = 503;
    const { spans } = await request("POST", `/api/v1/data_sources/${id}/test`);
    expect(named(spans, "GET")).toMatchObject({ isError: true, attributes: { "error.type": "503" } });
    expect(named(spans, "test_data_source")?.isError).toBe(false);
    await tenant.config("PUT", `data_sources/${id}`, { body: { url: "http://127.0.0.1:1", password } });
    const { spans: unreached } = await request("POST", `/api/v1/data_sources/${id}/test`);
    expect(named(unreached, "GET")).toMatchObject({
      isError: true,
      attributes: { "error.type": "unreachable" },
    });
  });

  it("is an error of a statement, with the database's code and without its words", async () => {
    recording.forget();
    const query = () =>
      test.database.queryText({ name: "test-fault", text: "SELECT $1::text::int" }, ["geheim"]);
    await expect(traced({ of: "task", name: "a task" }, query)).rejects.toThrow("geheim");
    const spans = recording.spans().filter(({ name }) => name === "test-fault" || name === "a task");
    expect(spans).toMatchObject([
      { name: "test-fault", isError: true, attributes: { "db.response.status_code": "22P02" } },
      { name: "a task", isError: true, attributes: { "error.type": "22P02" } },
    ]);
    expect(JSON.stringify(spans)).not.toContain("geheim");
  });

  it("is an error of the door where the service is to blame", async () => {
    const service = await startService();
    const organization = await service.makeOrganization();
    const { value } = await service.makeKey(organization.id, ["api:admin"]);
    await service.service.close();
    await service.database.close();
    recording.forget();
    await service.send("GET", "/api/v1/config/teams", { headers: { authorization: `Bearer ${value}` } });
    const door = () => recording.spans().find(({ kind }) => kind === "server");
    await until(() => door() !== undefined);
    expect(door()).toMatchObject({
      isError: true,
      attributes: { "error.type": expect.stringMatching(/^50\d$/) },
    });
  });
});

it("holds no secret, no value of a row and nobody's address", async () => {
  recording.forget();
  const { config, api, key } = tenant;
  const source = await makeSource();
  const beat = { name: "Geheimer Job", every_minutes: 10, grace_minutes: 5, service: "geheim" };
  await api("POST", `data_sources/${source}/query`, { body: { query: "geheim_total" } });
  const { body: heartbeat } = await config("POST", "alert_heartbeats", { body: beat });
  const { status } = await test.send("POST", new URL(heartbeat.url).pathname, {});
  expect(status).toBe(200);
  await test.send("GET", "/api/v1/geheim-path?token=geheim-query", {
    headers: { "user-agent": "geheim-agent" },
  });
  await test.send("POST", "/api/v1/session", {
    body: { email: "geheim@example.com", password: "geheim-password" },
  });
  await config("GET", "data_sources?name=geheim-filter");
  await until(() => recording.spans().filter(({ kind }) => kind === "server").length >= 7);
  const text = JSON.stringify(recording.spans()).toLowerCase();
  expect(text).toContain("/api/v1/intake/heartbeats/:token");
  const secrets = [password, key.value, "geheim", heartbeat.url.split("/").at(-1)];
  for (const secret of secrets) expect(text).not.toContain(secret.toLowerCase());
});
