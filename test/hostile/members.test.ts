/** A member twice, and __proto__, at every door: 400, naming where, and nothing is written. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { type Person, type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
let tenant: Tenant;
let person: Person;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
  tenant = await test.makeTenant();
  person = await site.makeMember(tenant.organization.id, "org_admin");
});
afterAll(() => test.close());

const inputs = [
  ['{"name":"one","name":"two"}', "name is there twice"],
  ['{"name":"one","n\\u0061me":"two"}', "name is there twice"],
  ['{"name":"one","__proto__":{"name":"two"}}', "__proto__"],
] as const;

describe.each(inputs)("%s", (input, what) => {
  it("is 400 at REST", async () => {
    const answer = await tenant.config("POST", "teams", { body: input });
    expect([answer.status, answer.body.error]).toEqual([400, "bad_request"]);
    expect(answer.body.message).toContain(what);
    expect((await tenant.config("GET", "teams")).body.data).toEqual([]);
  });

  it("is 400 at MCP", async () => {
    const key = await test.makeKey(tenant.organization.id, ["mcp:admin"]);
    const answer = await test.send("POST", "/api/mcp", {
      headers: { authorization: `Bearer ${key.value}` },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_team","arguments":${input}}}`,
    });
    expect([answer.status, answer.body.error.code]).toEqual([400, -32600]);
    expect(answer.body.error.message).toContain(what.replace("name is", "params.arguments.name is"));
    expect((await tenant.config("GET", "teams")).body.data).toEqual([]);
  });

  it("is 400 in the console", async () => {
    const path = `organizations/${tenant.organization.slug}/actions/create_team`;
    const answer = await person.send("POST", path, { body: input });
    expect([answer.status, answer.body.error]).toEqual([400, "bad_request"]);
    expect(answer.body.message).toContain(what);
  });

  it("is 400 for the operator", async () => {
    const answer = await site.operator("POST", "operator/organizations", { body: input });
    expect([answer.status, answer.body.error]).toEqual([400, "bad_request"]);
    expect(answer.body.message).toContain(what);
  });
});
