/** Rows that lead to other systems are tested against small servers that stand in for those. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";

const password = "hunter2-very-secret";
const vector = {
  status: "success",
  data: { resultType: "vector", result: [{ metric: {}, value: [1, "1"] }] },
};

let test: TestService;
let tenant: Tenant;
let server: Server;
let url: string;
/** How the other system answers. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const requests: IncomingMessage[] = [];

beforeAll(async () => {
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  tenant = await test.makeTenant();
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  requests.length = 0;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await test.close();
});

const json =
  (body: unknown, status = 200) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };

let made = 0;
async function makeSource(rest: object = {}, of: Tenant = tenant): Promise<string> {
  made += 1;
  const body = { name: `Source ${made}`, type: "prometheus", url, ...rest };
  const { status, body: row, text } = await of.config("POST", "data_sources", { body });
  if (status !== 201) throw new Error(text);
  return row.id;
}

async function makeConnector(connector_type: string, config?: object, of: Tenant = tenant): Promise<string> {
  made += 1;
  const body = { name: `Connector ${made}`, type: "custom", connector_type, ...(config && { config }) };
  const { status, body: row, text } = await of.config("POST", "connectors", { body });
  if (status !== 201) throw new Error(text);
  return row.id;
}

async function tested(kind: "connectors" | "data_sources", id: string) {
  const { status, body, text } = await tenant.api("POST", `${kind}/${id}/test`);
  expect(status, text).toBe(200);
  return body;
}

async function queried(id: string, query: string) {
  const { status, body, text } = await tenant.api("POST", `data_sources/${id}/query`, { body: { query } });
  expect(status, text).toBe(200);
  return body;
}

const healthOf = async (kind: string, id: string) => (await tenant.config("GET", `${kind}/${id}`)).body;

describe("a test", () => {
  it("says what was asked and what came back, and moves the health and nothing else", async () => {
    const id = await makeSource({ username: "orgconfig", password });
    const before = await tenant.config("GET", `data_sources/${id}`);
    answer = json(vector);
    const body = await tested("data_sources", id);
    expect(body).toEqual({
      ok: true,
      asked: { method: "GET", url: `${url}/api/v1/query?query=vector%281%29` },
      status: 200,
      took_ms: expect.any(Number),
      summary: "it evaluates queries",
      error: null,
      next_step: null,
      setting: null,
      error_kind: null,
    });
    const sent = Buffer.from(`orgconfig:${password}`).toString("base64");
    expect(requests[0]?.headers.authorization).toBe(`Basic ${sent}`);
    const after = await tenant.config("GET", `data_sources/${id}`);
    expect(after.headers.etag).toBe(before.headers.etag);
    expect(after.body).toMatchObject({ health_status: "healthy", consecutive_failures: 0 });
    const records = await recordsOf(test, tenant.organization.id);
    expect(records.filter(({ action }) => String(action).startsWith("test_"))).toEqual([]);
  });

  it("uses the credentials of the connector that a data source names, at the connector's server", async () => {
    const connector_id = await makeConnector("mimir", {
      url: `${url}/prometheus`,
      token: "tok-12345",
      tenant: "other",
    });
    const id = await makeSource({ connector_id, password, options: { tenant: "acme" } });
    answer = json(vector);
    expect(await tested("data_sources", id)).toMatchObject({ ok: true });
    expect(requests[0]?.headers).toMatchObject({
      host: new URL(url).host,
      authorization: "Bearer tok-12345",
      "x-scope-orgid": "acme",
    });
    expect(await healthOf("connectors", connector_id)).toMatchObject({ health_status: "unknown" });
  });

  it.each([
    [401, "auth_invalid"],
    [403, "access_denied"],
    [429, "throttled"],
    [500, "other"],
  ])("with status %i fails as %s, which the row shows and which counts", async (status, kind) => {
    const id = await makeConnector("alertmanager", { url, token: password });
    answer = json({ message: `no, and your token is ${password}` }, status);
    const body = await tested("connectors", id);
    expect(body).toMatchObject({ ok: false, status, error_kind: kind, summary: null });
    expect(JSON.stringify(body)).not.toContain(password);
    const row = await healthOf("connectors", id);
    expect(row).toMatchObject({
      health_status: "failing",
      last_error_kind: kind,
      last_error_message: body.error,
      consecutive_failures: 1,
    });
  });

  it("shows no credential that the other side repeats, in whatever form", async () => {
    const id = await makeSource({ username: "me", password });
    answer = ({ headers }, response) => {
      const metric = { auth: String(headers.authorization), plain: password, [password]: "name" };
      const result = [{ metric, value: [1, encodeURIComponent(password)] }];
      json({ ...vector, data: { ...vector.data, result } })({} as IncomingMessage, response);
    };
    const body = await queried(id, "up");
    expect(body.result.series).toHaveLength(1);
    const text = JSON.stringify(body) + test.logs.join("\n");
    for (const secret of [password, Buffer.from(`me:${password}`).toString("base64")])
      expect(text).not.toContain(secret);
  });

  it("shows no part of a credential that begins where a sentence or a label is cut", async () => {
    const id = await makeSource({ username: "me", password });
    answer = json({ message: `${"-".repeat(195)}${password}` }, 500);
    const failed = JSON.stringify(await tested("data_sources", id));
    const result = [{ metric: { long: `${"-".repeat(295)}${password}` }, value: [1, "1"] }];
    answer = json({ ...vector, data: { ...vector.data, result } });
    const text = failed + JSON.stringify(await queried(id, "up"));
    expect(text).not.toContain(password.slice(0, 4));
  });

  it.each([
    ["no JSON", "<html>hello</html>", "it answered, but not as Prometheus does"],
    [
      "half of JSON",
      '{"status":"success","data":{"resultType":"vector","res',
      "it answered, but not as Prometheus does",
    ],
  ])("fails on %s", async (_, text, expected) => {
    const id = await makeSource();
    answer = (__, response) => void response.end(text);
    const body = await tested("data_sources", id);
    expect(body).toMatchObject({ ok: false, error_kind: "other" });
    expect(body.error).toContain(expected);
  });

  it("follows no redirect", async () => {
    const id = await makeSource({ token: password });
    answer = (_, response) => void response.writeHead(302, { location: `${url}/elsewhere` }).end();
    expect(await tested("data_sources", id)).toMatchObject({ ok: false, status: 302, error_kind: "other" });
    expect(requests).toHaveLength(1);
  });

  it("waits as long as the data source says", async () => {
    const id = await makeSource({ timeout_ms: 100 });
    answer = () => {};
    const body = await tested("data_sources", id);
    expect(body).toMatchObject({ ok: false, status: null, error_kind: "network" });
    expect(body.error).toBe("it did not answer in time");
  });

  it("reads no more than a bound", async () => {
    const id = await makeSource();
    answer = (_, response) => void response.end(`"${"x".repeat(5 * 1024 * 1024)}"`);
    expect(await tested("data_sources", id)).toMatchObject({ ok: false, error: "its answer was too long" });
  });

  it("says that nobody is there", async () => {
    const id = await makeSource({ url: `http://127.0.0.1:${await freePort()}` });
    expect(await tested("data_sources", id)).toMatchObject({
      ok: false,
      error: "the connection was refused",
      error_kind: "network",
    });
  });

  it("reaches no private address that the operator has not allowed", async () => {
    const id = await makeSource({ url: url.replace("127.0.0.1", "127.0.0.2") });
    const body = await tested("data_sources", id);
    expect(body).toMatchObject({ ok: false, status: null, error_kind: "network" });
    expect(body.error).toContain("the address leads into a private network");
    expect(requests).toEqual([]);
  });

  it("shows when a credential cannot be sent", async () => {
    const id = await makeSource({ token: `${password}\nx` });
    const body = await tested("data_sources", id);
    expect(body.error).toContain("a header would hold characters that no header can");
    expect(JSON.stringify(body)).not.toContain(password);
  });
});

describe("a credential goes nowhere but where it is for", () => {
  const token = "tok-very-secret";

  it.each([
    ["prometheus", { url: "https://elsewhere.example", token }, "for https://elsewhere.example; change"],
    ["prometheus", { token }, "names a connector without config.url"],
    ["github", { base_url: "https://github.example", token }, "a connector of type github"],
    ["alertmanager", { url: "URL", token }, "name one of type prometheus or mimir or vmalert"],
    ["our_own", { url: "https://elsewhere.example", token }, "for https://elsewhere.example; change"],
    ["datadog", { api_key: token }, "a connector of type datadog"],
  ])("from a connector of type %s with %o", async (type, config, expected) => {
    const own = "url" in config && config.url === "URL" ? { ...config, url } : config;
    const id = await makeSource({ connector_id: await makeConnector(type, own) });
    for (const body of [await tested("data_sources", id), await queried(id, "up")])
      expect(body).toMatchObject({ ok: false, asked: null, error: expect.stringContaining(expected) });
    expect(requests).toEqual([]);
    expect(await healthOf("data_sources", id)).toMatchObject({ health_status: "unknown" });
  });

  it("is not missed where the connector has none", async () => {
    const id = await makeSource({
      connector_id: await makeConnector("vmalert", { url: "http://v.example" }),
    });
    answer = json(vector);
    expect(await tested("data_sources", id)).toMatchObject({ ok: true });
  });

  it("stays with the server that it was saved for, until it is saved again", async () => {
    const saved = url.replace("127.0.0.1", "localhost");
    const id = await makeSource({ url: `${saved}/a`, token });
    const put = (body: object) => tenant.config("PUT", `data_sources/${id}`, { body });
    answer = json(vector);
    const moved = await put({ url });
    expect([moved.status, moved.body.token_set]).toEqual([200, true]);
    const error = `nothing was sent: token was saved for ${saved}; save it again for ${url}`;
    expect(await tested("data_sources", id)).toMatchObject({ ok: false, asked: null, error });
    expect(requests).toEqual([]);
    expect(JSON.stringify((await tenant.config("GET", `data_sources/${id}`)).body)).not.toContain(
      "secret_addresses",
    );
    // The same value is new here, and once it is sent a second time it is not new.
    const again = await put({ token });
    expect([again.status, again.headers.etag === moved.headers.etag]).toEqual([200, false]);
    expect((await put({ token })).headers.etag).toBe(again.headers.etag);
    // A path below the same server may change.
    expect((await put({ url: `${url}/below` })).status).toBe(200);
    expect(await tested("data_sources", id)).toMatchObject({ ok: true });
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${token}`);
    // One that is cleared holds nothing back.
    expect((await put({ url: saved, token: null })).status).toBe(200);
    expect((await tested("data_sources", id)).asked).not.toBeNull();
  });
});

describe("what cannot be asked", () => {
  it.each([
    [
      "aws",
      { role_arn: "arn:aws:iam::123456789012:role/orgconfig" },
      /type aws is not asked: roles are assumed/,
    ],
    ["new_relic", { key: "x" }, /type new_relic is not known here/],
    ["constructor", { key: "x" }, /type constructor is not known here/],
    ["prometheus", undefined, /nothing was sent: config\.url is missing/],
    ["our_prometheus", { url: "x" }, /type our_prometheus is not known here/],
    ["github", {}, /nothing was sent: config\.token or config\.private_key is missing/],
  ])("of a connector of type %s with %o is said, and is no success", async (type, config, expected) => {
    const id = await makeConnector(type, config);
    const body = await tested("connectors", id);
    expect(body).toMatchObject({ ok: false, asked: null, status: null, took_ms: null, error_kind: null });
    expect(body.error).toMatch(expected);
    expect(await healthOf("connectors", id)).toMatchObject({ health_status: "unknown" });
  });

  it("of a data source names the member where people find it", async () => {
    const own = await makeSource({ type: "datadog" });
    expect((await tested("data_sources", own)).error).toBe("nothing was sent: api_key or token is missing");
    const connector_id = await makeConnector("datadog", { site: "datadoghq.eu" });
    const through = await makeSource({ type: "datadog", url: "https://api.datadoghq.eu", connector_id });
    expect((await tested("data_sources", through)).error).toContain("config.api_key of its connector");
    const custom = await makeSource({ type: "custom" });
    expect(await tested("data_sources", custom)).toMatchObject({ ok: false, asked: null });
    expect((await queried(custom, "x")).error).toContain("of type prometheus, loki");
  });

  it("is a query that our parser refuses, with the place of the fault", async () => {
    const id = await makeSource();
    const body = await queried(id, "sum(rate(x[5m])");
    expect(body).toMatchObject({ ok: false, asked: null, error_kind: "malformed_query", result: null });
    expect(body.error).toMatch(/^line 1, column \d+: /);
    expect(requests).toEqual([]);
    expect(await healthOf("data_sources", id)).toMatchObject({ health_status: "unknown" });
  });

  it("is a row of another organization", async () => {
    const other = await test.makeTenant();
    const [source, connector] = [
      await makeSource({}, other),
      await makeConnector("prometheus", { url }, other),
    ];
    for (const [path, body] of [
      [`data_sources/${source}/test`],
      [`connectors/${connector}/test`],
      [`data_sources/${source}/query`, { query: "up" }],
    ] as const) {
      const { status } = await tenant.api("POST", path, body === undefined ? {} : { body });
      expect(status, path).toBe(404);
    }
    expect(requests).toEqual([]);
  });
});

it("a query that the server does not take is no failure of the data source", async () => {
  const id = await makeSource();
  answer = json({ status: "error", errorType: "execution", error: "many-to-many matching" }, 422);
  expect(await queried(id, "a / b")).toMatchObject({
    ok: false,
    error_kind: "malformed_query",
    error: "it does not take the query (HTTP 422): many-to-many matching",
  });
  expect(await healthOf("data_sources", id)).toMatchObject({ health_status: "unknown" });
});

it("needs the level operate", async () => {
  const id = await makeSource();
  answer = json(vector);
  const send = async (scope: "api:config_read" | "api:admin") => {
    const { value } = await test.makeKey(tenant.organization.id, [scope]);
    const headers = { authorization: `Bearer ${value}` };
    return (await test.send("POST", `/api/v1/data_sources/${id}/test`, { headers })).status;
  };
  expect(await send("api:config_read")).toBe(403);
  expect(requests).toEqual([]);
  expect(await send("api:admin")).toBe(200);
});
