/** What a caller sends is taken or refused: nothing is passed over, and each refusal names the row that it is about. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

async function makeTeam(name: string): Promise<string> {
  return (await tenant.config("POST", "teams", { body: { name } })).body.id;
}

it("a member of the body that the path or the query says is refused", async () => {
  const id = await makeTeam("Path");
  const source = "source";
  const calls = [
    ["POST", `connectors/${id}/test`, { id: "other" }, "id", "path"],
    ["PUT", `state/data_sources/${source}`, { kind: "zz", health_status: "healthy" }, "kind", "path"],
    ["DELETE", "deploy_gate/override?service=a", { service: "b" }, "service", "query"],
    ["DELETE", "deploy_gate/override", { service: "b" }, "service", "query"],
    ["POST", "events", { event: "x", title: "x", explain: true }, "explain", "query"],
  ] as const;
  for (const [method, path, body, field, place] of calls) {
    const answer = await tenant.api(method, path, { body });
    expect([answer.status, answer.body.field], path).toEqual([422, field]);
    expect(answer.body.message).toContain(`it is in the ${place}`);
  }
});

it("a delete takes no member, and deletes nothing where there is one", async () => {
  const id = await makeTeam("Kept");
  const refused = await tenant.config("DELETE", `teams/${id}`, { body: { dry_run: true } });
  expect([refused.status, refused.body.field]).toEqual([422, "dry_run"]);
  expect((await tenant.config("GET", `teams/${id}`)).status).toBe(200);
  expect((await tenant.config("DELETE", `teams/${id}`, { body: {} })).status).toBe(200);
});

it("a key that names another organization is refused, one that names its own is not", async () => {
  const other = await test.makeOrganization();
  const make = (named: string) =>
    tenant.config("POST", "teams", { body: { name: named }, headers: { "x-organization": named } });
  expect(await make(other.slug)).toMatchObject({ status: 403, body: { error: "forbidden" } });
  for (const named of [tenant.organization.slug, tenant.organization.id])
    expect((await make(named)).status).toBe(201);
});

it("a refusal of an action is on record with its row, one for each", async () => {
  const reader = await test.makeKey(tenant.organization.id, ["api:config_read"]);
  const rows = [await makeTeam("One"), await makeTeam("Two")];
  for (const id of rows)
    await test.send("POST", `/api/v1/connectors/${id}/test`, {
      headers: { authorization: `Bearer ${reader.value}` },
      body: {},
    });
  const { body } = await tenant.api("GET", "audit?action=test_connector");
  expect(body.data.map(({ row_id }: { row_id: string }) => row_id).sort()).toEqual(rows.sort());
});
