/** `orgconfig gate check` as a pipeline runs it: its exit code is the answer. */
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { orgconfig as run } from "../support/command.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let tenant: Tenant;
let url: string;
let key: string;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  key = (await test.makeKey(tenant.organization.id, ["api:config_read"])).value;
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(test.service.server.server.address() as AddressInfo).port}`;
  await tenant.config("POST", "deploy_policies", { body: { service: "checkout" } });
  await tenant.config("POST", "deploy_policies", {
    body: { service: "frozen", freeze_until: "2099-01-01T00:00:00Z", freeze_reason: "holidays" },
  });
});
afterAll(() => test.close());

/** The exit code, and all that was printed. */
async function orgconfig(args: readonly string[], env = {}): Promise<[number, string]> {
  const { code, stdout, stderr } = await run(args, { ORGCONFIG_URL: url, ORGCONFIG_KEY: key, ...env });
  return [code, stdout + stderr];
}

it("exits 0 for allowed and 1 for held, with the reasons", async () => {
  await tenant.config("POST", "deploy_policies", { body: { service: "checkout", enabled: false } });
  const [allowed, said] = await orgconfig(["gate", "check", "checkout"]);
  expect([allowed, said]).toEqual([0, "checkout: allowed (decided by policy)\n"]);
  const [held, why] = await orgconfig(["gate", "check", "frozen"]);
  expect(held).toBe(1);
  expect(why).toContain("frozen: ");
  const [same, json] = await orgconfig(["gate", "check", "frozen", "--json"]);
  expect([same, JSON.parse(json).allowed]).toEqual([1, false]);
});

it("exits 2 for a service that nothing names, as for a mistyped one", async () => {
  const [code, said] = await orgconfig(["gate", "check", "chekcout"]);
  expect([code, said]).toEqual([2, expect.stringContaining('no row names the service "chekcout"')]);
  const { code: same, stdout } = await run(["gate", "check", "chekcout", "--json"], {
    ORGCONFIG_URL: url,
    ORGCONFIG_KEY: key,
  });
  expect([same, JSON.parse(stdout)]).toMatchObject([2, { known: false }]);
});

it("exits 2 for a name with a slip, and asks which was meant", async () => {
  await tenant.config("POST", "deploy_policies", { body: { service: "warehouse" } });
  const [code, said] = await orgconfig(["gate", "check", "warehuose"]);
  expect([code, said]).toEqual([2, expect.stringContaining('"warehuose"; did you mean "warehouse"?')]);
});

it("says whose override decides, and why", async () => {
  await tenant.api("POST", "deploy_gate/override", {
    body: { service: "overridden", allow: false, reason: "moving house" },
  });
  const [code, said] = await orgconfig(["gate", "check", "overridden"]);
  expect(code).toBe(1);
  expect(said).toMatch(
    /^overridden: held \(decided by override\)\n {2}moving house \(.+, until \d+ \w+ \d{4}, [0-9:]+ UTC\)\n$/,
  );
});

it.each([
  ["a wrong key", ["gate", "check", "checkout"], { ORGCONFIG_KEY: "svc_ak_wrong" }],
  ["no key", ["gate", "check", "checkout"], { ORGCONFIG_KEY: "" }],
  ["an address without a scheme", ["gate", "check", "checkout"], { ORGCONFIG_URL: "config.example.com" }],
  ["no service", ["gate", "check"], {}],
  ["no command", ["gate"], {}],
  ["a mistyped command", ["gate", "chekc", "checkout"], {}],
  ["an option that there is not", ["gate", "check", "checkout", "--force"], {}],
] as const)("exits 2 with %s", async (_, args, env) => {
  const [code] = await orgconfig(args, env);
  expect(code).toBe(2);
});

it("exits 3 with nobody there, so that a pipeline may try again", async () => {
  const [code, said] = await orgconfig(["gate", "check", "checkout", "--json"], {
    ORGCONFIG_URL: "http://127.0.0.1:1",
  });
  expect([code, said]).toEqual([3, expect.stringContaining('"error": "no_answer"')]);
});
