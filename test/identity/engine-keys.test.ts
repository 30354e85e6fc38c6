/** Keys of engines: bound to one connector, good for the calls of its agent or of its engine, and for nothing else. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { minute, webhook } from "../alerts/support.ts";
import { agentOf } from "../mcp/support.ts";
import { startService, type TestService } from "../support/service.ts";
import { recordsOf, siteOf } from "../support/sign-in.ts";

const alertmanager = { type: "observability", connector_type: "alertmanager" };
const notification = () => webhook({ receiver: "all" }, [{ name: "Down", startsAt: minute(0) }]);

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

async function start() {
  const tenant = await test.makeTenant();
  const site = siteOf(test);
  const admin = await site.makeMember(tenant.organization.id, "org_admin");
  const connector = async (name: string): Promise<string> =>
    (await tenant.config("POST", "connectors", { body: { ...alertmanager, name } })).body.id;
  const [own, other] = [await connector("own"), await connector("other")];
  const path = `organizations/${tenant.organization.id}/api_keys`;
  const make = (body: object) => admin.send("POST", path, { body: { name: "key", ...body } });
  /** Sends below /api/v1 with a new key of the scope. */
  const as = async (scope: string) => {
    const made = await make({ scopes: [scope], connector_id: own });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({ scopes: [scope], connector_id: own });
    const headers = { authorization: `Bearer ${made.body.key}` };
    return (method: "GET" | "PUT" | "POST" | "DELETE", below: string, body?: object) =>
      test.send(method, `/api/v1/${below}`, { headers, ...(body === undefined ? {} : { body }) });
  };
  return { ...tenant, own, other, make, as };
}

it("lets the agent's key make the agent's calls about its own connector", async () => {
  const { own, other, as } = await start();
  const agent = await as("engine:agent");
  const renders = await agent("GET", "render");
  expect(renders.body.data.map((one: { connector_id: string }) => one.connector_id)).toEqual([own]);
  expect((await agent("GET", `render/${own}`)).status).toBe(200);
  expect((await agent("PUT", "state", { reports: [] })).status).toBe(200);
  const said = { digest: renders.body.data[0].digest, ok: true };
  expect((await agent("PUT", `render/${own}/applied`, said)).status).toBe(200);
  for (const [method, path, body] of [
    ["GET", `render/${other}`],
    ["PUT", `render/${other}/applied`, said],
    ["POST", `intake/alertmanager/${own}`, notification()],
  ] as const) {
    const refused = await agent(method, path, body);
    expect([path, refused.status, refused.body.error, refused.body.reason]).toEqual([
      path,
      403,
      "forbidden",
      "scope",
    ]);
    expect(refused.body.message).toContain(own);
  }
});

it("lets the intake's key send alerts of its own connector, and nothing else", async () => {
  const { own, other, as, api } = await start();
  const intake = await as("engine:intake");
  expect((await intake("POST", `intake/alertmanager/${own}`, notification())).status).toBe(200);
  expect((await api("GET", "alerts")).body.data).toHaveLength(1);
  for (const path of [`intake/alertmanager/${other}`, "events"]) {
    const refused = await intake("POST", path, notification());
    expect([refused.status, refused.body.reason]).toEqual([403, "scope"]);
  }
  expect((await intake("GET", `render/${own}`)).status).toBe(403);
});

it.each(["engine:agent", "engine:intake"])(
  "is refused by the configuration API and MCP: %s",
  async (scope) => {
    const { as, make, own, organization } = await start();
    const send = await as(scope);
    for (const [method, path] of [
      ["GET", "config/teams"],
      ["POST", "config/teams"],
      ["GET", "config/export"],
      ["GET", "audit"],
      ["GET", "alerts"],
    ] as const)
      expect([path, (await send(method, path)).status]).toEqual([path, 403]);
    const { key } = (await make({ scopes: [scope], connector_id: own })).body;
    const agent = agentOf(test, key);
    const answer = await agent.rpc("tools/list");
    expect([answer.status, answer.body.reason]).toEqual([403, "scope"]);
    const refusals = (await recordsOf(test, organization.id)).filter(({ outcome }) => outcome === "refused");
    expect(refusals.length).toBeGreaterThan(0);
  },
);

it("may be for both, so that one key serves an agent and the Alertmanager next to it", async () => {
  const { make, own } = await start();
  const { key } = (await make({ scopes: ["engine:agent", "engine:intake"], connector_id: own })).body;
  const headers = { authorization: `Bearer ${key}` };
  const sent = await test.send("POST", `/api/v1/intake/alertmanager/${own}`, {
    headers,
    body: notification(),
  });
  expect([sent.status, (await test.send("GET", `/api/v1/render/${own}`, { headers })).status]).toEqual([
    200, 200,
  ]);
});

it("says what is wrong with a new key of an engine", async () => {
  const { make, own } = await start();
  const wrong = async (body: object) => {
    const { status, body: answer } = await make(body);
    return [status, answer.field, answer.message];
  };
  expect(await wrong({ scopes: ["engine:agent"] })).toEqual([
    422,
    "connector_id",
    expect.stringContaining("is needed with engine:agent"),
  ]);
  expect(await wrong({ scopes: ["engine:agent"], connector_id: "conn_none" })).toEqual([
    422,
    "connector_id",
    expect.stringContaining("names no connector"),
  ]);
  expect(await wrong({ scopes: ["api:admin"], connector_id: own })).toEqual([
    422,
    "connector_id",
    expect.stringContaining("leave it out"),
  ]);
  expect(await wrong({ scopes: ["engine:agent", "mcp:read"], connector_id: own })).toEqual([
    422,
    "scopes",
    expect.stringContaining("cannot be combined"),
  ]);
});
