/** What a connector of a known type takes, at every door that writes: the members of config and metadata by connector_type. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { agentOf, type ListedTool } from "../mcp/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

let serial = 0;
const send = (body: object) => tenant.config("POST", "connectors", { body });
const connector = (connector_type: string, more: object = {}) => {
  serial += 1;
  return { name: `connector ${serial}`, type: "observability", connector_type, ...more };
};

it("names the member, the nearest known one and the way out", async () => {
  const config = { url: "prometheus:9090", tokn: "hunter2", pasword: "hunter2" };
  const metadata = { version: "v2.42", run_in: "agnet", owner: "Platform" };
  const answer = await send(connector("prometheus", { config, metadata }));
  expect(answer.status).toBe(422);
  expect(answer.body.fields).toEqual([
    { field: "config.url", message: expect.stringMatching(/must be an absolute http or https URL/) },
    {
      field: "config.tokn",
      message:
        'is not known for connector_type prometheus, which takes url, token, username, password, tenant; did you mean "token"?',
    },
    { field: "config.pasword", message: expect.stringMatching(/did you mean "password"\?$/) },
    { field: "metadata.version", message: "must be a version in numbers, such as 0.25 or 2.42.0" },
    { field: "metadata.run_in", message: 'must be one of agent, service; did you mean "agent"?' },
  ]);
  expect(answer.text).not.toContain("hunter2");
});

describe("is taken", () => {
  it.each([
    ["without an address, which may be known later", connector("mimir", { config: { tenant: "acme" } })],
    [
      "with every setting of an engine",
      connector("blackbox_exporter", {
        config: { url: "https://blackbox.internal/probe", username: "u", password: "p" },
        metadata: {
          version: "0.25",
          run_in: "service",
          dns_resolver: "[2001:db8::53]:53",
          prometheus_connector: "Prometheus",
          secret_files: "present",
        },
      }),
    ],
    [
      "with members that the vendor may have added",
      connector("aws", { config: { role_arn: "arn", partition: "aws" } }),
    ],
    [
      "of a type that nobody knows",
      connector("wms_soap", { config: { url: 5 }, metadata: { version: "x" } }),
    ],
  ])("%s", async (_what, body) => {
    expect((await send(body)).status).toBe(201);
  });
});

describe("a row that is there", () => {
  it("is judged by its own connector_type, whether the update names it or not", async () => {
    const { id } = (await send(connector("alertmanager"))).body;
    const config = { adress: "http://alertmanager:9093" };
    const put = (body: object) => tenant.config("PUT", `connectors/${id}`, { body });
    for (const body of [{ config }, { connector_type: "alertmanager", config }]) {
      const refused = await put(body);
      expect([refused.status, refused.body.field]).toEqual([422, "config.adress"]);
    }
    expect((await put({ config: { url: "http://alertmanager:9093" } })).body.config_set).toBe(true);
    expect((await put({ metadata: { deliver: "native" } })).status).toBe(200);
    expect((await put({ metadata: { deliver: "nativ" } })).body.field).toBe("metadata.deliver");
  });

  it("that is older than what is known of its members is written as before", async () => {
    const { body: row } = await send(connector("unknown_engine", { metadata: { version: "latest" } }));
    // As it would be had this service learned of its type since.
    await test.database.queryText(
      {
        name: "test-make-known",
        text: `UPDATE rows SET configuration = configuration || '{"connector_type": "prometheus"}' WHERE id = $1`,
      },
      [row.id],
    );
    const put = (body: object) => tenant.config("PUT", `connectors/${row.id}`, { body });
    const read = (await tenant.config("GET", `connectors/${row.id}`)).body;
    expect((await put({ ...read, enabled: false })).status).toBe(200);
    expect((await put({ metadata: { version: "latest", owner: "me" } })).status).toBe(200);
    expect((await put({ metadata: { version: "newest" } })).body.field).toBe("metadata.version");
    expect((await put({ metadata: { version: "2.42" } })).status).toBe(200);
  });

  it("is judged the same in a plan", async () => {
    const { name, connector_type, type } = (await send(connector("vmalert"))).body;
    const plan = async (more: object) =>
      tenant.api("POST", "plans", {
        body: { bundle: { connectors: [{ name, type, connector_type, ...more }] } },
      });
    const wrong = await plan({ config: { uri: "http://vmalert:8880" } });
    expect(JSON.stringify(wrong.body)).toContain("config.uri");
    expect((await plan({ config: { url: "http://vmalert:8880" } })).status).toBe(201);
  });
});

it("is described to a model that asks for the tools in full", async () => {
  const key = await test.makeKey(tenant.organization.id, ["mcp:admin"]);
  const tools = await agentOf(test, key.value).tools("?toolsets=connectors&detail=full");
  const create = tools.find(({ name }) => name === "create_connector") as ListedTool;
  const { config, metadata, connector_type } = create.inputSchema.properties as Record<
    "config" | "metadata" | "connector_type",
    JsonObject
  >;
  expect(connector_type.examples).toEqual(expect.arrayContaining(["prometheus", "aws", "slack"]));
  expect(config.description).toMatch(
    /blackbox_exporter: url, token, username, password, tenant and no others/,
  );
  expect(metadata.description).toMatch(/alertmanager: version, run_in, deliver/);
});
