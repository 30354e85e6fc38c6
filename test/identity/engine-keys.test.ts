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
  const keys = async (): Promise<{ id: string; connector_id: string | null }[]> =>
    (await admin.send("GET", path)).body.data;
  /** Sends below /api/v1 with a new key of the scope. */
  const as = async (scope: string) => {
    const made = await make({ scopes: [scope], connector_id: own });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({ scopes: [scope], connector_id: own });
    const headers = { authorization: `Bearer ${made.body.key}` };
    return (method: "GET" | "PUT" | "POST" | "DELETE", below: string, body?: object) =>
      test.send(method, `/api/v1/${below}`, { headers, ...(body === undefined ? {} : { body }) });
  };
  return { ...tenant, own, other, make, keys, as };
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

it.each(["engine:agent", "engine:intake"])("is refused by every call but its own: %s", async (scope) => {
  const { as, own } = await start();
  const send = await as(scope);
  const open =
    /^\/oauth|v1\/acknowledge$|^\/\.well-known|invitations|resets|sso\/links|v1\/sso|openapi|schema\.json|heartbeats\/\{token|intake\/git/;
  const allowed: string[] = [];
  const paths = JSON.parse(test.service.description).paths as Record<string, object>;
  for (const [path, methods] of Object.entries(paths).filter(([path]) => !open.test(path)))
    for (const method of ["GET", "POST", "PUT", "DELETE"] as const) {
      if (!(method.toLowerCase() in methods)) continue;
      const below = path.replace("/api/v1/", "").replace("{connector_id}", own);
      const body = method === "GET" ? undefined : {};
      const { status } = await send(method, below.replace(/\{\w+\}/g, "none"), body);
      if (status !== 403) allowed.push(`${method} ${path}`);
    }
  expect(allowed.sort()).toEqual(
    scope === "engine:intake"
      ? ["POST /api/v1/intake/alertmanager/{connector_id}"]
      : [
          "GET /api/v1/render",
          "GET /api/v1/render/{connector_id}",
          "GET /api/v1/render/{connector_id}/files/{name}",
          "GET /api/v1/sd/{connector_id}",
          "PUT /api/v1/render/{connector_id}/alerts",
          "PUT /api/v1/render/{connector_id}/applied",
          "PUT /api/v1/render/{connector_id}/drills",
          "PUT /api/v1/render/{connector_id}/queries",
          "PUT /api/v1/render/{connector_id}/silences",
          "PUT /api/v1/state",
        ],
  );
});

it("reports the rows that its engine evaluates or probes, its data sources and itself, and no others", async () => {
  const { config, make, organization, own: alertmanager } = await start();
  const row = async (kind: string, body: object): Promise<string> => {
    const made = await config("POST", kind, { body });
    expect(made.status, made.text).toBe(201);
    return made.body.id;
  };
  const connector = (name: string, connector_type: string, metadata = {}) =>
    row("connectors", { name, type: "observability", connector_type, metadata });
  const [here, there] = [await connector("here", "prometheus"), await connector("there", "prometheus")];
  const prober = await connector("prober", "blackbox_exporter", { prometheus_connector: "here" });
  const measuredAt = async (name: string, connector_id: string) => {
    const source = { name, type: "prometheus", url: `https://${name}.example.com`, connector_id };
    const data_source_id = await row("data_sources", source);
    const sli = {
      name,
      service: "shop",
      kind: "ratio",
      data_source_id,
      good_query: 'sum(rate(all_total{code!~"5.."}[5m]))',
      total_query: "sum(rate(all_total[5m]))",
    };
    const sli_id = await row("slis", sli);
    const slo = { name, service: "shop", sli_id, target_percent: 99.9 };
    return { source: data_source_id, slo: await row("slos", slo) };
  };
  const [ours, theirs] = [await measuredAt("ours", here), await measuredAt("theirs", there)];
  const target = "https://shop.example.com";
  const check = await row("synthetic_checks", { name: "shop", kind: "http", target });
  const certificate = await row("certificate_monitors", { hostname: "shop.example.com" });
  const health = { health_status: "healthy" };
  const states = {
    [ours.slo]: ["slos", { sli_percent: 99.9 }],
    [theirs.slo]: ["slos", { sli_percent: 1 }],
    [check]: ["synthetic_checks", { status: "up" }],
    [certificate]: ["certificate_monitors", { status: "valid" }],
    [ours.source]: ["data_sources", health],
    [theirs.source]: ["data_sources", health],
    [here]: ["connectors", health],
    [there]: ["connectors", health],
    [alertmanager]: ["connectors", health],
    slo_none: ["slos", { sli_percent: 1 }],
  } as const;
  const reports = Object.entries(states).map(([id, [kind, state]]) => ({ kind, id, state }));
  const report = async (connector_id: string) => {
    const { key } = (await make({ scopes: ["engine:agent"], connector_id })).body;
    const headers = { authorization: `Bearer ${key}` };
    const answer = await test.send("PUT", "/api/v1/state", { headers, body: { reports } });
    expect(answer.status, answer.text).toBe(200);
    const refused: { kind: string; id: string; message: string }[] = answer.body.refused;
    for (const { kind, id, message } of refused)
      expect(message).toMatch(`${kind}/${id} is not a row that the connector ${connector_id} evaluates`);
    expect(answer.body.reported).toBe(reports.length - refused.length);
    const ids = new Set(refused.map(({ id }) => id));
    return reports.flatMap(({ id }) => (ids.has(id) ? [] : [id])).sort();
  };
  expect(await report(here)).toEqual([ours.slo, check, certificate, ours.source, here].sort());
  const stored = async (id: string) => (await config("GET", `slos/${id}`)).body.sli_percent;
  expect([await stored(ours.slo), await stored(theirs.slo)]).toEqual([99.9, null]);
  expect(await report(there)).toEqual([theirs.slo, theirs.source, there].sort());
  expect(await report(prober)).toEqual([check, certificate].sort());
  expect(await report(alertmanager)).toEqual([alertmanager]);
  const refusals = (await recordsOf(test, organization.id)).filter(({ outcome }) => outcome === "refused");
  expect(refusals.map(({ action }) => action)).toContain("report_states");
  await config("PUT", `slos/${ours.slo}`, { body: { enabled: false } });
  expect(await report(here)).not.toContain(ours.slo);
});

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

it.each(["alone", "by a plan"])(
  "are revoked with their connector, on record, when it is deleted %s",
  async (how) => {
    const { own, other, make, keys, config, api, organization } = await start();
    const [agent, intake, elsewhere] = [
      await make({ name: "agent", scopes: ["engine:agent"], connector_id: own }),
      await make({ name: "intake", scopes: ["engine:intake"], connector_id: own }),
      await make({ name: "elsewhere", scopes: ["engine:agent"], connector_id: other }),
    ].map(({ body }) => body);
    if (how === "alone") expect((await config("DELETE", `connectors/${own}`)).status).toBe(200);
    else {
      const edits = [{ op: "delete", resource: "connectors", id: own }];
      const { body } = await api("POST", "plans", { body: { edits } });
      expect((await api("POST", `plans/${body.id}/apply`, { body: {} })).status).toBe(200);
    }
    expect((await keys()).map(({ id }) => id)).not.toContain(agent.id);
    expect((await keys()).find(({ id }) => id === elsewhere.id)?.connector_id).toBe(other);
    const render = (key: string) =>
      test.send("GET", "/api/v1/render", { headers: { authorization: `Bearer ${key}` } });
    expect([(await render(agent.key)).status, (await render(intake.key)).status]).toEqual([401, 401]);
    expect((await render(elsewhere.key)).status).toBe(200);
    const revoked = (await recordsOf(test, organization.id)).filter(
      ({ action }) => action === "revoke_api_key",
    );
    expect(revoked.map(({ row_id }) => row_id).sort()).toEqual([agent.id, intake.id].sort());
  },
);

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
