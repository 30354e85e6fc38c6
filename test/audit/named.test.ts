/** The audit log by the name of a row, also of one that is gone, and by the door. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let tenant: Tenant;
let other: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  other = await test.makeTenant();
  for (const who of [tenant, other]) {
    const { body } = await who.config("POST", "deploy_policies", { body: { service: "Checkout 50%_a" } });
    await who.config("PUT", `deploy_policies/${body.id}`, { body: { error_budget_threshold: 20 } });
    const gone = await who.config("POST", "teams", { body: { name: "Gone team" } });
    await who.config("PUT", `teams/${gone.body.id}`, { body: { name: "Lost team" } });
    await who.config("DELETE", `teams/${gone.body.id}`);
    await who.config("POST", "teams", { body: { name: "Platform" } });
  }
});
afterAll(() => test.close());

const actions = async (query: string) => {
  const { status, body } = await tenant.api("GET", `audit?${query}`);
  expect(status).toBe(200);
  return body.data.map(({ action }: { action: string }) => action);
};

it("finds every record of a row by its name, though only one of them holds it", async () => {
  expect(await actions("name=CHECKOUT+50%25_a")).toEqual(["update_deploy_policy", "create_deploy_policy"]);
  expect(await actions("name=checkoutx50")).toEqual([]);
  expect(await actions("name=checkout&action=update_deploy_policy")).toEqual(["update_deploy_policy"]);
  expect(await actions("name=checkout&kind=teams")).toEqual([]);
});

it("finds the records of a row that is gone, by what it was last called", async () => {
  expect(await actions("name=lost+team")).toEqual(["delete_team", "update_team", "create_team"]);
  expect(await actions("name=lost&limit=1")).toEqual(["delete_team"]);
});

it("narrows by the door", async () => {
  expect(await actions("door=mcp")).toEqual([]);
  expect((await actions("door=rest&name=platform")).length).toBe(1);
  expect((await tenant.api("GET", "audit?door=window")).status).toBe(422);
});
