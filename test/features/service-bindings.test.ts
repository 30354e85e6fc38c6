import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Send, startService, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

const note = "Pins logs and metrics only; traces are searched in every account.";
const resolve = (api: Send, service: string, environment?: string) =>
  api(
    "GET",
    `service_bindings/resolve?service=${service}${environment === undefined ? "" : `&environment=${environment}`}`,
  );

describe("resolving", () => {
  it("falls back on the convention for traces, and on nothing for the rest", async () => {
    const { api } = await test.makeTenant();
    const answer = await resolve(api, "checkout");
    expect(answer.status).toBe(200);
    const unbound = { value: null, origin: "unbound" };
    expect(answer.body).toEqual({
      service: "checkout",
      environment: "",
      account_id: { ...unbound, note },
      region: { ...unbound, note },
      log_groups: unbound,
      log_filter: { value: "", origin: "unbound" },
      trace_service_names: { value: ["checkout"], origin: "convention" },
      metric_selectors: unbound,
    });
  });

  it("lets a binding win field by field, an empty list included", async () => {
    const { config, api } = await test.makeTenant();
    await api("PUT", "discovery/checkout", {
      body: { log_groups: ["/found"], region: "eu-west-1", trace_service_names: ["found"] },
    });
    const found = (await resolve(api, "checkout")).body;
    expect(found.log_groups).toEqual({ value: ["/found"], origin: "discovery" });
    expect(found.region).toEqual({ value: "eu-west-1", origin: "discovery", note });
    expect(found.trace_service_names).toEqual({ value: ["found"], origin: "discovery" });
    expect(found.account_id.origin).toBe("unbound");

    await config("PUT", "service_bindings/checkout", {
      body: { log_groups: [], account_id: "123456789012", log_filter: "level=error" },
    });
    await api("PUT", "discovery/checkout", { body: { log_groups: ["/found"], region: "eu-west-1" } });
    const bound = (await resolve(api, "checkout")).body;
    expect(bound.log_groups).toEqual({ value: [], origin: "override" });
    expect(bound.account_id).toEqual({ value: "123456789012", origin: "override", note });
    expect(bound.log_filter).toEqual({ value: "level=error", origin: "override" });
    expect(bound.region.origin).toBe("discovery");
    expect(bound.trace_service_names).toEqual({ value: ["checkout"], origin: "convention" });

    await config("PUT", "service_bindings/checkout", { body: { log_filter: "", log_groups: null } });
    const cleared = (await resolve(api, "checkout")).body;
    expect(cleared.log_filter).toEqual({ value: "", origin: "unbound" });
    expect(cleared.log_groups.origin).toBe("unbound");
  });

  it("keeps environments apart: a binding without one stands in for no other", async () => {
    const { config, api } = await test.makeTenant();
    await config("PUT", "service_bindings/checkout", { body: { log_groups: ["/everywhere"] } });
    await config("PUT", "service_bindings/checkout@prod", { body: { log_groups: ["/prod"] } });
    await api("PUT", "discovery/checkout", { body: { region: "eu-west-1" } });
    expect((await resolve(api, "checkout", "prod")).body).toMatchObject({
      environment: "prod",
      log_groups: { value: ["/prod"], origin: "override" },
      region: { origin: "unbound" },
    });
    expect((await resolve(api, "checkout", "test")).body.log_groups.origin).toBe("unbound");
    expect((await resolve(api, "checkout")).body.log_groups.value).toEqual(["/everywhere"]);
  });

  it("takes an environment of dots, where a service may not be one", async () => {
    const { config, api } = await test.makeTenant();
    const made = await config("POST", "service_bindings", {
      body: { service: "checkout", environment: ".", log_groups: ["/dot"] },
    });
    expect([made.status, made.body.id]).toEqual([201, "checkout@."]);
    expect((await config("PUT", "service_bindings/checkout@..", { body: {} })).status).toBe(200);
    expect((await resolve(api, "checkout", ".")).body.log_groups.value).toEqual(["/dot"]);
    const refused = await config("POST", "service_bindings", { body: { service: "..", environment: "a" } });
    expect([refused.status, refused.body.field]).toEqual([422, "service"]);
  });

  it("names the parameter that is wrong", async () => {
    const { api } = await test.makeTenant();
    expect((await api("GET", "service_bindings/resolve")).body.field).toBe("service");
    expect((await resolve(api, "a%2Fb")).body.field).toBe("service");
    expect((await resolve(api, "a", "b%40c")).body.field).toBe("environment");
    expect((await api("GET", "service_bindings/resolve?service=a&env=b")).status).toBe(422);
  });
});

describe("discovery", () => {
  it("answers what was reported, in place of what was before", async () => {
    const { api } = await test.makeTenant();
    await api("PUT", "discovery/checkout%40prod", { body: { log_groups: ["/a"] } });
    const answer = await api("PUT", "discovery/checkout%40prod", {
      body: { service: "checkout", environment: "prod", region: "eu-west-1" },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id: "checkout@prod",
      service: "checkout",
      environment: "prod",
      region: "eu-west-1",
      log_groups: null,
      log_filter: "",
    });
    expect((await resolve(api, "checkout", "prod")).body.log_groups.origin).toBe("unbound");
  });

  it("refuses what a binding would refuse", async () => {
    const { organization, api } = await test.makeTenant();
    const refused = async (id: string, body: unknown) => {
      const answer = await api("PUT", `discovery/${id}`, { body });
      return [answer.status, answer.body.field];
    };
    expect(await refused("checkout", { account_id: "12" })).toEqual([422, "account_id"]);
    expect(await refused("checkout", { log_group: [] })).toEqual([422, "log_group"]);
    expect(await refused("checkout", { service: "other" })).toEqual([422, "service"]);
    expect(await refused("checkout%40", {})).toEqual([404, undefined]);
    const reader = await test.makeKey(organization.id, ["api:config_read"]);
    const headers = { authorization: `Bearer ${reader.value}` };
    expect((await api("PUT", "discovery/checkout", { body: {}, headers })).body.error).toBe("read_only_key");
    expect((await api("GET", "service_bindings/resolve?service=a", { headers })).status).toBe(200);
  });

  it.each([
    ["created", (config: Send) => config("PUT", "service_bindings/other", { body: {} })],
    ["changed", (config: Send) => config("PUT", "service_bindings/there", { body: { log_groups: ["/x"] } })],
    ["deleted", (config: Send) => config("DELETE", "service_bindings/there")],
  ])("is dropped for the organization when any binding is %s", async (_, write) => {
    const { config, api } = await test.makeTenant();
    const bystander = await test.makeTenant();
    await config("PUT", "service_bindings/there", { body: {} });
    for (const tenant of [api, bystander.api]) {
      await tenant("PUT", "discovery/checkout", { body: { log_groups: ["/found"] } });
    }
    expect((await write(config)).status).toBeLessThan(300);
    expect((await resolve(api, "checkout")).body.log_groups.origin).toBe("unbound");
    expect((await resolve(bystander.api, "checkout")).body.log_groups.origin).toBe("discovery");
  });

  it("stays when a write is refused or changes nothing, and is no audited change itself", async () => {
    const { organization, config, api } = await test.makeTenant();
    await config("PUT", "service_bindings/there", { body: { region: "eu-west-1" } });
    const before = await recordsOf(test, organization.id);
    await api("PUT", "discovery/checkout", { body: { log_groups: ["/found"] } });
    await config("PUT", "service_bindings/there", { body: { region: "eu-west-1" } });
    await config("PUT", "service_bindings/there", { body: { region: "nowhere" } });
    await config("PUT", "service_bindings/there", {
      body: { region: "eu-west-2" },
      headers: { "if-match": '"1"' },
    });
    expect((await resolve(api, "checkout")).body.log_groups.origin).toBe("discovery");
    expect(await recordsOf(test, organization.id)).toEqual(before);
  });

  it("is dropped with the binding's write or not at all", async () => {
    const { organization, config, api } = await test.makeTenant();
    await api("PUT", "discovery/checkout", { body: { log_groups: ["/found"] } });
    await test.database.execute(
      "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$",
    );
    await test.database.execute(
      "CREATE TRIGGER fail BEFORE DELETE ON discoveries FOR EACH ROW EXECUTE FUNCTION fail()",
    );
    expect((await config("PUT", "service_bindings/checkout", { body: {} })).status).toBe(500);
    await test.database.execute("DROP TRIGGER fail ON discoveries");
    expect((await config("GET", "service_bindings/checkout")).status).toBe(404);
    expect(await recordsOf(test, organization.id)).toEqual([]);
    expect((await resolve(api, "checkout")).body.log_groups.origin).toBe("discovery");
  });

  it("lets concurrent writers of one binding both end well", async () => {
    const { config, api } = await test.makeTenant();
    const writes = Array.from({ length: 8 }, (_, index) =>
      config("PUT", "service_bindings/busy", { body: { log_groups: [`/${index}`] } }),
    );
    const statuses = (await Promise.all(writes)).map(({ status }) => status).sort();
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await resolve(api, "busy")).body.log_groups.origin).toBe("override");
  });
});

it.each(["a@b@c", "a/b@c", "@prod", " x"])(
  "names the rule where no binding could have the id: %s",
  async (id) => {
    const { config } = await test.makeTenant();
    const path = `service_bindings/${encodeURIComponent(id)}`;
    const put = await config("PUT", path, { body: {} });
    expect([put.status, put.body.field, put.body.message]).toEqual([
      422,
      "id",
      expect.stringContaining("service@environment"),
    ]);
    expect((await config("GET", path)).status).toBe(404);
    const conditional = await config("PUT", path, { body: {}, headers: { "if-match": '"x"' } });
    expect(conditional.status).toBe(404);
  },
);
