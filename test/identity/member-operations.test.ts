/** Members as programs see and invite them: with an admin's key at REST, and as tools. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailServer, newestLink, startMailServer } from "../events/support.ts";
import { agentOf } from "../mcp/support.ts";
import { startService, type TestService } from "../support/service.ts";
import { recordsOf, type Site, siteOf } from "../support/sign-in.ts";

let mail: MailServer;
let test: TestService;
let site: Site;
beforeAll(async () => {
  mail = await startMailServer();
  test = await startService({ SMTP_URL: mail.url });
  site = siteOf(test);
});
afterAll(async () => {
  await test.close();
  await mail.close();
});

type Scope = Parameters<TestService["makeKey"]>[1][number];
type Narrowed = Parameters<TestService["makeKey"]>[2];

async function scene() {
  const { id } = await site.makeOrganization();
  const admin = await site.makeMember(id, "org_admin");
  const rest = async (scope: Scope, method: string, body?: object, narrowed: Narrowed = {}) => {
    const { value } = await test.makeKey(id, [scope], narrowed);
    const headers = { authorization: `Bearer ${value}` };
    return test.send(method, "/api/v1/members", { headers, ...(body && { body }) });
  };
  const emails = async () =>
    (await admin.send("GET", `organizations/${id}/members`)).body.data
      .map(({ email }: { email: string }) => email)
      .sort();
  return { id, admin, rest, emails };
}

describe("a key at REST", () => {
  it("lists who an org_admin lists", async () => {
    const { id, admin, rest } = await scene();
    const { status, body } = await rest("api:admin", "GET");
    const { data, truncated } = (await admin.send("GET", `organizations/${id}/members`)).body;
    expect([status, body]).toEqual([200, { data, truncated }]);
  });

  it("invites: mailed, on record, and a member by the mailed link only", async () => {
    const { id, rest, emails, admin } = await scene();
    const made = await rest("api:admin", "POST", {
      email: "grace@example.com",
      name: "Grace",
      role: "member",
    });
    expect([made.status, made.body], made.text).toEqual([
      201,
      expect.objectContaining({
        email: "grace@example.com",
        name: "Grace",
        role: "member",
        status: "invited",
      }),
    ]);
    expect(made.body).not.toHaveProperty("invite_url");
    expect(await emails()).toEqual([admin.email, "grace@example.com"].sort());
    await test.service.delivery.flush();
    expect(newestLink(mail, "grace@example.com")).toContain("/invitations/");
    const added = (await recordsOf(test, id)).filter(({ row_id }) => row_id === made.body.id);
    expect(added).toMatchObject([
      { action: "add_member", resource: "members", actor_kind: "key", door: "rest" },
    ]);
    const again = await rest("api:admin", "POST", { email: "Grace@example.com", role: "viewer" });
    expect([again.status, again.body.field]).toEqual([409, "email"]);
  });

  it("makes no org_admin, and keeps to allowed_email_domains", async () => {
    const { id, admin, rest, emails } = await scene();
    const raised = await rest("api:admin", "POST", { email: "eve@example.com", role: "org_admin" });
    expect([raised.status, raised.body.field]).toEqual([422, "role"]);
    expect(raised.body.message).toMatch(/viewer.*member/);
    await admin.send("POST", `organizations/${id}/actions/update_organization_settings`, {
      body: { allowed_email_domains: ["acme.test"] },
    });
    const outside = await rest("api:admin", "POST", { email: "eve@example.com", role: "viewer" });
    expect([outside.status, outside.body.reason]).toEqual([422, "email_domain"]);
    expect(await emails()).toEqual([admin.email]);
  });

  it("needs the level admin, and no limit to kinds", async () => {
    const { rest, admin, emails } = await scene();
    const eve = { email: "eve@example.com", role: "viewer" };
    expect((await rest("api:config_read", "GET")).status).toBe(403);
    expect((await rest("api:config_read", "POST", eve)).body.error).toBe("read_only_key");
    for (const [method, body] of [["GET"], ["POST", eve]] as const) {
      const { status, body: refused } = await rest("api:admin", method, body, {
        limits: { kinds: ["teams"] },
      });
      expect([status, refused.reason]).toEqual([403, "limit"]);
    }
    const reading = await rest("api:admin", "POST", eve, { limits: { verbs: ["read"] } });
    expect([reading.status, reading.body.reason]).toEqual([403, "limit"]);
    expect(await emails()).toEqual([admin.email]);
  });
});

describe("a model", () => {
  it("is asked before it invites, and shown the tools with an admin's key only", async () => {
    const { id, admin, emails } = await scene();
    const writer = agentOf(test, (await test.makeKey(id, ["mcp:write"])).value);
    const shown = (await writer.tools()).map(({ name }) => name);
    expect(shown).not.toContain("get_members");
    expect(shown).not.toContain("invite_member");
    const agent = agentOf(test, (await test.makeKey(id, ["mcp:admin"])).value);
    const { structuredContent } = await agent.call("get_members");
    expect(structuredContent.data).toMatchObject([{ email: admin.email, role: "org_admin" }]);
    const action = `organizations/${id}/actions/get_members`;
    expect((await admin.send("POST", action, { body: {} })).body).toEqual(structuredContent);
    const input = { email: "ada@example.com", role: "viewer" };
    const asked = await agent.call("invite_member", input);
    expect(asked._meta?.["orgconfig/problem"]).toMatchObject({ status: 409, reason: "confirm" });
    expect(await emails()).toEqual([admin.email]);
    const done = await agent.call("invite_member", { ...input, confirm: true });
    expect(done.structuredContent).toMatchObject({ ...input, status: "invited" });
    expect(await emails()).toEqual([admin.email, "ada@example.com"].sort());
    await test.service.delivery.flush();
    expect(newestLink(mail, "ada@example.com")).toContain("/invitations/");
  });
});
