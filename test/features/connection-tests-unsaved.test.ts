/** Settings are tested before they are saved, against small servers that stand in for the systems that they lead to. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { credentials, type Receivers, startReceivers } from "../support/receivers.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { recordsOf, siteOf } from "../support/sign-in.ts";

const password = "hunter2-very-secret";
const vector = { status: "success", data: { resultType: "vector", result: [] } };

let test: TestService;
let tenant: Tenant;
let server: Server;
let receivers: Receivers;
let url: string;
/** The same server by another name, which is another place to send a secret to. */
let elsewhere: string;
let answer: { status: number; body: unknown };
/** It repeats what it was sent. */
const repeating = ({ headers, url: path }: IncomingMessage) => ({
  message: `no: ${headers.authorization} at ${url}${path}`,
});
const requests: IncomingMessage[] = [];

beforeAll(async () => {
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1", LOG_LEVEL: "trace" });
  receivers = await startReceivers();
  server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests.push(request);
    const { status, body } = answer;
    const said = body === repeating ? repeating(request) : body;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  elsewhere = url.replace("127.0.0.1", "localhost");
});
beforeEach(async () => {
  tenant = await test.makeTenant();
  answer = {
    status: 200,
    body: { ...vector, data: { ...vector.data, result: [{ metric: {}, value: [1, "1"] }] } },
  };
});
afterEach(() => {
  requests.length = 0;
  receivers.received.length = 0;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await Promise.all([test.close(), receivers.close()]);
});

type Kind = "connectors" | "data_sources" | "outbound_configs";

const actions = {
  connectors: "test_unsaved_connector",
  data_sources: "test_unsaved_data_source",
  outbound_configs: "test_unsaved_outbound_config",
} as const;

const source = (more: object = {}) => ({ name: "Prometheus", type: "prometheus", url, ...more });
const ask = (kind: Kind, body: object, of: Tenant = tenant) => of.api("POST", `${kind}/test`, { body });

async function make(kind: Kind, body: object): Promise<string> {
  const made = await tenant.config("POST", kind, { body });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

async function made(kind: Kind): Promise<unknown[]> {
  return (await tenant.config("GET", kind)).body.data;
}

async function tests(): Promise<Record<string, unknown>[]> {
  const records = await recordsOf(test, tenant.organization.id);
  return records.filter(({ action }) => String(action).startsWith("test_unsaved_"));
}

describe("a new one", () => {
  it("is asked with what is typed, and nothing is saved", async () => {
    const { status, body } = await ask("data_sources", source({ username: "orgconfig", password }));
    expect(status).toBe(200);
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
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Basic ${sent}`]);
    expect(await made("data_sources")).toEqual([]);
    expect(await tests()).toEqual([
      expect.objectContaining({
        action: actions.data_sources,
        resource: "data_sources",
        row_id: "",
        outcome: "success",
        changes: [],
      }),
    ]);
  });

  it("may have the name of another, which only a save refuses", async () => {
    await make("data_sources", source());
    expect((await ask("data_sources", source())).body).toMatchObject({ ok: true });
    expect(await made("data_sources")).toHaveLength(1);
  });

  it("of a connector is asked with its config", async () => {
    answer.body = { versionInfo: { version: "0.28.1" }, cluster: { status: "ready" } };
    const { body } = await ask("connectors", {
      name: "Alertmanager",
      type: "observability",
      connector_type: "alertmanager",
      config: { url, token: password },
    });
    expect(body).toMatchObject({ ok: true, summary: "it is version 0.28.1, and its cluster is ready" });
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${password}`);
    expect(await made("connectors")).toEqual([]);
  });

  it("of a target is sent a message that is marked as a test, and its end", async () => {
    const { body } = await ask("outbound_configs", {
      name: "Pager",
      kind: "pagerduty",
      url: `${receivers.url}/v2/enqueue`,
      secret: credentials.pagerduty,
    });
    expect(body).toMatchObject({ ok: true });
    expect(receivers.faults).toEqual([]);
    expect(receivers.received.map((one) => one.body.event_action)).toEqual(["trigger", "resolve"]);
    const said = JSON.stringify(receivers.received[0]?.body);
    expect(said).toContain("nothing is wrong");
    expect(said).toContain(`/o/${tenant.organization.slug}/settings/outbound_configs"`);
    expect(await made("outbound_configs")).toEqual([]);
  });

  it("uses the credentials of the connector that it names, only at that connector's server", async () => {
    const config = { url: `${url}/prometheus`, token: password };
    const connector_id = await make("connectors", {
      name: "Mimir",
      type: "observability",
      connector_type: "mimir",
      config,
    });
    expect((await ask("data_sources", source({ connector_id }))).body).toMatchObject({ ok: true });
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${password}`);
    const { status, body } = await ask("data_sources", source({ connector_id, url: elsewhere }));
    expect([status, body.fields]).toEqual([
      422,
      [{ field: "url", message: expect.stringContaining(`the credentials of its connector are for ${url}`) }],
    ]);
    expect(requests).toHaveLength(1);
  });

  it.each<[Kind, object, string, RegExp]>([
    ["data_sources", { name: "a", type: "prometheus" }, "url", /is required/],
    ["data_sources", { name: "a", type: "prometheus", url: "no url" }, "url", /./],
    ["data_sources", { name: "a", type: "nonsense", url: "https://a.example" }, "type", /must be one of/],
    [
      "data_sources",
      { name: "a", type: "loki", url: "https://a.example", connector_id: "conn_none" },
      "connector_id",
      /names no row of connectors/,
    ],
    ["outbound_configs", { name: "a", kind: "webhook" }, "url", /is required for the kind webhook/],
    ["outbound_configs", { name: "a", kind: "email", id: 5 }, "id", /must be text/],
    ["connectors", { name: "a", connector_type: "github" }, "type", /is required/],
  ])("of %s with %o is refused as a save would be", async (kind, body, field, message) => {
    const refused = await ask(kind, body);
    expect(refused.status).toBe(422);
    expect(refused.body.fields ?? [refused.body]).toContainEqual(
      expect.objectContaining({ field, message: expect.stringMatching(message) }),
    );
    if (!("id" in body) && !("url" in body && kind === "outbound_configs")) {
      const saved = await tenant.config("POST", kind, { body });
      expect(saved.body.fields).toEqual(refused.body.fields);
    }
    expect(await tests()).toEqual([]);
  });
});

describe("one that is there", () => {
  it("is asked with what is changed over what is saved, and stays as it is", async () => {
    const id = await make("data_sources", source({ username: "old", password }));
    const before = await tenant.config("GET", `data_sources/${id}`);
    const { body } = await ask("data_sources", { id, username: "new", url: `${url}/below` });
    expect(body).toMatchObject({ ok: true, asked: { url: `${url}/below/api/v1/query?query=vector%281%29` } });
    const sent = Buffer.from(`new:${password}`).toString("base64");
    expect(requests[0]?.headers.authorization).toBe(`Basic ${sent}`);
    const after = await tenant.config("GET", `data_sources/${id}`);
    expect(after.body).toEqual(before.body);
    expect(after.headers.etag).toBe(before.headers.etag);
    expect(await tests()).toEqual([expect.objectContaining({ row_id: id, changes: [] })]);
    // It made no version.
    const versions = (await tenant.api("GET", `history/data_sources/${id}`)).body.data;
    expect(versions.map(({ action }: { action: string }) => action)).toEqual(["create_data_source"]);
  });

  it("keeps its stored secret from another server, until it is typed again", async () => {
    const id = await make("data_sources", source({ token: password }));
    const moved = await ask("data_sources", { id, url: elsewhere });
    expect([moved.status, moved.body.fields]).toEqual([
      422,
      [{ field: "token", message: `was saved for ${url}; enter it again to test ${elsewhere}` }],
    ]);
    expect(requests).toEqual([]);
    expect(await tests()).toEqual([]);
    const typed = await ask("data_sources", { id, url: elsewhere, token: "tok-other-secret" });
    expect(typed.body).toMatchObject({ asked: { url: expect.stringContaining(elsewhere) } });
    // Cleared, it holds nothing back.
    expect((await ask("data_sources", { id, url: elsewhere, token: null })).status).toBe(200);
    expect(requests.map(({ headers }) => headers.authorization)).not.toContain(`Bearer ${password}`);
    // What was typed for a test is for that test alone.
    expect((await ask("data_sources", { id, url: elsewhere })).status).toBe(422);
    expect((await ask("data_sources", { id })).body).toMatchObject({ ok: true });
    expect(requests.at(-1)?.headers.authorization).toBe(`Bearer ${password}`);
  });

  it("keeps it from a server to which another URL of the same form leads", async () => {
    const id = await make("data_sources", source({ token: password }));
    const port = Number(new URL(url).port);
    for (const other of [
      url.replace("http:", "https:"),
      url.replace(String(port), String(port + 1)),
      `http://127.0.0.1.example:${port}`,
    ])
      expect((await ask("data_sources", { id, url: other })).body.fields, other).toEqual([
        expect.objectContaining({ field: "token" }),
      ]);
    expect(requests).toEqual([]);
  });

  it("of a target keeps its key from another server, and signs for any", async () => {
    const id = await make("outbound_configs", {
      name: "Opsgenie",
      kind: "opsgenie",
      url: receivers.url,
      secret: credentials.opsgenie,
    });
    const other = receivers.url.replace("127.0.0.1", "localhost");
    const moved = await ask("outbound_configs", { id, url: other });
    expect([moved.status, moved.body.fields]).toEqual([
      422,
      [{ field: "secret", message: `was saved for ${receivers.url}; enter it again to test ${other}` }],
    ]);
    expect(receivers.received).toEqual([]);
    expect(await tests()).toEqual([]);
    expect((await ask("outbound_configs", { id })).body).toMatchObject({ ok: true });
    const hook = await make("outbound_configs", {
      name: "Hook",
      kind: "webhook",
      url: `${receivers.url}/hook`,
      secret: credentials.webhook,
    });
    const changed = { id: hook, url: `${receivers.url}/hook?b` };
    expect((await ask("outbound_configs", changed)).body).toMatchObject({ ok: true });
    const row = (await tenant.config("GET", `outbound_configs/${hook}`)).body;
    expect(row).toMatchObject({ health_status: "unknown", url: `${receivers.url}/hook` });
  });

  it("takes no change that a save would not take", async () => {
    const id = await make("data_sources", source());
    const { status, body } = await ask("data_sources", { id, type: "loki" });
    expect([status, body.fields]).toEqual([
      422,
      [{ field: "type", message: expect.stringContaining("is fixed at creation") }],
    ]);
  });

  it.each(["data_sources", "connectors", "outbound_configs"] as const)(
    "of %s is not one of another organization",
    async (kind) => {
      const bodies = {
        data_sources: source({ token: password }),
        connectors: { name: "a", type: "observability", connector_type: "prometheus", config: { url } },
        outbound_configs: { name: "a", kind: "webhook", url },
      };
      const id = await make(kind, bodies[kind]);
      const other = await test.makeTenant();
      const theirs = await ask(kind, { id }, other);
      const nobodys = await ask(kind, { id: "none" }, other);
      expect([theirs.status, theirs.body.message]).toEqual([404, nobodys.body.message]);
      expect(requests).toEqual([]);
    },
  );

  it("takes no connector of another organization", async () => {
    const other = await test.makeTenant();
    const body = {
      name: "a",
      type: "observability",
      connector_type: "mimir",
      config: { url, token: password },
    };
    const connector_id = (await other.config("POST", "connectors", { body })).body.id;
    expect((await ask("data_sources", source({ connector_id }))).status).toBe(422);
    expect(requests).toEqual([]);
  });
});

describe("what came of it", () => {
  it.each([
    [401, "auth_invalid", /^enter the credentials again/],
    [403, "access_denied", /more rights/],
    [429, "throttled", /^wait a minute/],
    [500, "other", /^read what it answered/],
  ])("with status %i says what to do next, and no secret", async (status, error_kind, next) => {
    answer = { status, body: repeating };
    const { body, text } = await ask("data_sources", source({ token: password }));
    expect(body).toMatchObject({ ok: false, status, error_kind, next_step: expect.stringMatching(next) });
    expect(text).not.toContain(password);
  });

  it.each([
    "http://10.0.0.1",
    "http://169.254.169.254/latest/meta-data",
    "http://[::1]:9090",
    "http://0.0.0.0",
  ])("is that %s is not asked, which the operator has not allowed", async (closed) => {
    const refusal = {
      ok: false,
      status: null,
      error: expect.stringContaining("ORGCONFIG_OUTBOUND_ALLOW"),
      next_step: expect.stringContaining("public address"),
      setting: `ORGCONFIG_OUTBOUND_ALLOW=${new URL(closed).hostname}`,
      error_kind: "network",
    };
    expect((await ask("data_sources", source({ url: closed }))).body).toMatchObject(refusal);
    const hook = { name: "Hook", kind: "webhook", url: closed };
    expect((await ask("outbound_configs", hook)).body).toMatchObject(refusal);
    const config = { url: closed };
    const connector = { name: "a", type: "observability", connector_type: "prometheus", config };
    expect((await ask("connectors", connector)).body).toMatchObject(refusal);
  });

  it("is that a type cannot be asked, and how to test it", async () => {
    const config = { role_arn: "arn:aws:iam::123456789012:role/orgconfig" };
    const { body } = await ask("connectors", { name: "AWS", type: "cloud", connector_type: "aws", config });
    expect(body).toMatchObject({ ok: false, asked: null, next_step: null });
    expect(body.error).toContain("with the AWS CLI");
  });

  it("holds no secret anywhere: answers, log and audit log", async () => {
    const id = await make("data_sources", source({ token: password }));
    const typed = "tok-typed-for-a-test";
    answer = { status: 401, body: repeating };
    const said = [
      (await ask("data_sources", { id })).text,
      (await ask("data_sources", { id, url: elsewhere })).text,
      (await ask("data_sources", { id, url: elsewhere, token: typed })).text,
      (await ask("data_sources", { id, token: [typed] })).text,
      (await ask("outbound_configs", { name: "a", kind: "slack", secret: `${url}/${typed}` })).text,
      JSON.stringify(await recordsOf(test, tenant.organization.id)),
      (await tenant.api("GET", "audit")).text,
      ...test.logs,
    ].join("\n");
    expect(requests.length).toBeGreaterThan(0);
    expect(said).not.toContain(password);
    expect(said).not.toContain(typed);
  });
});

it("needs the level of a write of the kind", async () => {
  const id = await make("data_sources", source());
  const site = siteOf(test);
  const { organization } = tenant;
  const statuses: Record<string, number[]> = {};
  for (const role of ["viewer", "member", "org_admin"] as const) {
    const person = await site.makeMember(organization.id, role, `${role}@${organization.slug}.example`);
    const call = async (action: string, body: object) =>
      (await person.send("POST", `organizations/${organization.slug}/actions/${action}`, { body })).status;
    statuses[role] = [
      await call("test_data_source", { id }),
      await call(actions.data_sources, { id }),
      await call(actions.connectors, { name: "a", type: "cloud", connector_type: "aws" }),
      await call(actions.outbound_configs, { name: "a", kind: "webhook", url }),
    ];
  }
  expect(statuses).toEqual({
    viewer: [403, 403, 403, 403],
    member: [200, 403, 403, 403],
    org_admin: [200, 200, 200, 200],
  });
  const { value } = await test.makeKey(organization.id, ["api:config_read"]);
  const headers = { authorization: `Bearer ${value}` };
  const read = await test.send("POST", "/api/v1/data_sources/test", { headers, body: source() });
  expect(read.status).toBe(403);
});
