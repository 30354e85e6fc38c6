/** `orgconfig export` as somebody runs it: the file on standard output, and nothing of a refusal there. */
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { orgconfig as run } from "../../support/command.ts";
import { startService, type Tenant, type TestService } from "../../support/service.ts";

let test: TestService;
let tenant: Tenant;
let env: Record<string, string>;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  const { value } = await test.makeKey(tenant.organization.id, ["api:config_read"]);
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  env = { ORGCONFIG_URL: `http://127.0.0.1:${port}`, ORGCONFIG_KEY: value };
});
afterAll(() => test.close());

const orgconfig = (args: readonly string[], more = {}) => run(args, { ...env, ...more });

it("writes what the service exports", async () => {
  await tenant.config("POST", "teams", { body: { name: "platform" } });
  await tenant.config("PUT", "overseer_settings", { body: {} });
  const withoutTime = (text: string) => text.replace(/exported \S+/, "");
  const { code, stdout } = await orgconfig(["export"]);
  expect(code).toBe(0);
  expect(withoutTime(stdout)).toBe(withoutTime((await tenant.config("GET", "export")).text));
  const bundle = await orgconfig(["export", "--format", "json"]);
  expect(bundle.stdout).toBe((await tenant.config("GET", "export?format=json")).text);
  expect(JSON.parse(bundle.stdout).teams).toMatchObject([{ name: "platform" }]);
  const teams = await orgconfig(["export", "--resource", "teams"]);
  expect(teams.stdout.match(/^resource .*/gm)).toEqual(['resource "orgconfig_team" "platform" {']);
});

it("says why there is no file", async () => {
  expect(await orgconfig(["export", "--resource", "team"])).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("resource"),
  });
  expect(await orgconfig(["export", "--format", "xml"])).toMatchObject({ code: 2, stdout: "" });
  expect(await orgconfig(["export"], { ORGCONFIG_KEY: "" })).toMatchObject({ code: 2, stdout: "" });
  expect(await orgconfig(["export"], { ORGCONFIG_URL: "http://127.0.0.1:1" })).toMatchObject({ code: 3 });
});
