/** Who may come through the door: faults of the credential are HTTP statuses, with the body that REST sends. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newCredential } from "../../src/features/identity/accounts/credential.ts";
import type { Role } from "../../src/kernel/access.ts";
import { allowOnly, revoke } from "../support/credentials.ts";
import { makePerson, makeToken } from "../support/people.ts";
import { type Answer, startService, type TestService } from "../support/service.ts";
import { agentOf, modernHeaders, modernRequest, path } from "./support.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

/** What a credential is reported at the door, and what the same one is reported at REST. */
async function reported(authorization: string | undefined, extra: Record<string, string> = {}) {
  const headers = { ...(authorization === undefined ? {} : { authorization }), ...extra };
  const mcp = await test.send("POST", path, {
    headers: { ...modernHeaders("tools/list", {}), ...headers },
    body: modernRequest("tools/list", {}),
  });
  return { mcp, rest: await test.send("GET", "/api/v1/config/teams", { headers }) };
}

function bare({ body }: Answer): unknown {
  const { request_id: _, ...rest } = body;
  return rest;
}

describe("401", () => {
  it("is the same as at REST, body and header", async () => {
    const { id } = await test.makeOrganization();
    const revoked = await test.makeKey(id, ["mcp:admin"]);
    await revoke(test, revoked.id);
    const expired = await test.makeKey(id, ["mcp:admin"], { expiresAt: new Date(Date.now() - 1_000) });
    const person = await makePerson(test.database, id, "gone@example.com");
    const token = await makeToken(test.database, person, [id]);
    await test.database.queryText({ name: "test-leave", text: "DELETE FROM members WHERE user_id = $1" }, [
      person,
    ]);
    const wrong = [
      undefined,
      "",
      "Bearer ",
      "Bearer nonsense",
      `Basic ${revoked.value}`,
      `Bearer ${newCredential("key").value}`,
      `Bearer ${newCredential("token").value}`,
      `Bearer ${revoked.value}`,
      `Bearer ${expired.value}`,
      `Bearer ${token}`,
    ];
    for (const authorization of wrong) {
      const { mcp, rest } = await reported(authorization);
      const sent = authorization === undefined ? "" : 'error="invalid_token", ';
      expect([mcp.status, mcp.headers["www-authenticate"]], authorization).toEqual([
        401,
        `Bearer ${sent}resource_metadata="http://localhost:80/.well-known/oauth-protected-resource/api/mcp"`,
      ]);
      expect(rest.headers["www-authenticate"]).toBe("Bearer");
      expect(bare(mcp)).toEqual(bare(rest));
      expect(mcp.body.request_id).toBe(mcp.headers["x-request-id"]);
    }
  });

  it("leads to the documents of the authorization server, at the address that was called or is the public one", async () => {
    const behind = await startService(
      { ORGCONFIG_PUBLIC_URL: "https://config.example.com/" },
      [],
      test.database,
    );
    for (const [service, site] of [
      [test, "http://localhost:80"],
      [behind, "https://config.example.com"],
    ] as const) {
      for (const place of ["oauth-protected-resource", "oauth-protected-resource/api/mcp"])
        expect((await service.send("GET", `/.well-known/${place}`)).body).toMatchObject({
          resource: `${site}/api/mcp`,
          authorization_servers: [site],
        });
      expect((await service.send("GET", "/.well-known/oauth-authorization-server")).body).toMatchObject({
        issuer: site,
        authorization_endpoint: `${site}/authorize`,
        token_endpoint: `${site}/oauth/token`,
        code_challenge_methods_supported: ["S256"],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
      });
    }
    await behind.close();
  });
});

describe("403", () => {
  it("is for keys of the REST API, naming the scopes that work here", async () => {
    const { id } = await test.makeOrganization();
    for (const scopes of [["api:admin"], ["api:config_read"]] as const) {
      const { mcp, rest } = await reported(`Bearer ${(await test.makeKey(id, scopes)).value}`);
      expect([mcp.status, rest.status, mcp.body.error]).toEqual([403, 200, "forbidden"]);
      expect(mcp.body.message).toContain("mcp:read, mcp:write, mcp:admin and mcp:program");
    }
  });

  it("is for plans without an MCP server", async () => {
    for (const plan of ["free", "team"] as const) {
      const { id } = await test.makeOrganization({ plan });
      const { mcp } = await reported(`Bearer ${(await test.makeKey(id, ["mcp:admin"])).value}`);
      expect([mcp.status, mcp.body.error]).toEqual([403, "forbidden"]);
      expect(mcp.body.message).toContain("MCP server is not included in the plan");
    }
  });

  it("is for addresses that the organization does not let in, before its plan", async () => {
    const { id } = await test.makeOrganization({ plan: "free" });
    const { value } = await test.makeKey(id, ["mcp:admin"]);
    await allowOnly(test, id, "192.0.2.0/24");
    const { mcp } = await reported(`Bearer ${value}`);
    expect([mcp.status, mcp.body.reason]).toEqual([403, "address"]);
  });
});

describe("a personal access token", () => {
  async function token(organizations: readonly string[], role: Role, ceiling: Role | null = null) {
    const email = `t${Math.random()}@example.com`;
    let person = "";
    for (const id of organizations) person = await makePerson(test.database, id, email, role);
    const value = await makeToken(test.database, person, organizations);
    await test.database.queryText(
      { name: "test-ceiling", text: "UPDATE tokens SET max_role = $2 WHERE user_id = $1" },
      [person, ceiling],
    );
    return { value, person, email };
  }

  it("acts as its user, with the lower of ceiling and role", async () => {
    const { id } = await test.makeOrganization();
    const cases: [Role, Role | null, string][] = [
      ["viewer", null, "read"],
      ["member", null, "operate"],
      ["org_admin", null, "admin"],
      ["org_admin", "viewer", "read"],
      ["org_admin", "member", "operate"],
      ["viewer", "org_admin", "read"],
    ];
    for (const [role, ceiling, level] of cases) {
      const { value, email } = await token([id], role, ceiling);
      const { structuredContent } = await agentOf(test, value).call("whoami");
      expect([structuredContent.kind, structuredContent.level]).toEqual(["token", level]);
      expect(structuredContent.name).toContain(email);
    }
  });

  it("follows its user's role from the next call on", async () => {
    const { id } = await test.makeOrganization();
    const { value, person } = await token([id], "org_admin");
    const agent = agentOf(test, value);
    expect((await agent.call("create_team", { name: "Mine" })).isError).toBeUndefined();
    await test.database.queryText(
      { name: "test-demote", text: "UPDATE members SET role = 'viewer' WHERE user_id = $1" },
      [person],
    );
    const refused = await agent.call("create_team", { name: "Another" });
    expect(refused._meta?.["orgconfig/problem"]).toMatchObject({ error: "forbidden", reason: "level" });
    expect((await agent.tools()).map(({ name }) => name)).not.toContain("create_team");
  });

  it("of several organizations names one by X-Organization", async () => {
    const [one, two, other] = [
      await test.makeOrganization(),
      await test.makeOrganization(),
      await test.makeOrganization(),
    ];
    const { value } = await token([one.id, two.id], "member");
    const { mcp: unnamed } = await reported(`Bearer ${value}`);
    expect([unnamed.status, unnamed.body.error, unnamed.body.field]).toEqual([
      400,
      "bad_request",
      "X-Organization",
    ]);
    for (const [named, id] of [
      [one.slug, one.id],
      [two.id, two.id],
    ] as const) {
      const { structuredContent } = await agentOf(test, value, named).call("whoami");
      expect(structuredContent.organization.id).toBe(id);
    }
    const { mcp: foreign } = await reported(`Bearer ${value}`, { "x-organization": other.slug });
    expect([foreign.status, foreign.body.error]).toEqual([403, "forbidden"]);
  });

  it("never reaches another organization's rows", async () => {
    const [mine, theirs] = [await test.makeTenant(), await test.makeTenant()];
    const { body: team } = await theirs.config("POST", "teams", { body: { name: "Theirs" } });
    const { value } = await token([mine.organization.id], "org_admin");
    const agent = agentOf(test, value);
    for (const [name, input] of [
      ["get_team", {}],
      ["update_team", { name: "x" }],
      ["delete_team", { confirm: true }],
      ["delete_team", {}],
    ] as const) {
      const result = await agent.call(name, { id: team.id, ...input });
      const never = await agent.call(name, { id: "team_none", ...input });
      expect(result._meta?.["orgconfig/status"]).toBe(404);
      expect(JSON.parse(result.content[0]?.text ?? "").message).toBe(
        JSON.parse(never.content[0]?.text ?? "").message,
      );
    }
  });
});

describe("levels", () => {
  it("of scopes: read, write and admin; what lies above is refused and on record", async () => {
    const { id } = await test.makeOrganization();
    for (const [scope, level, may] of [
      ["mcp:read", "read", ["list_teams"]],
      ["mcp:write", "operate", ["list_teams", "create_alert_mute"]],
      ["mcp:admin", "admin", ["list_teams", "create_alert_mute", "rotate_aws_external_id"]],
    ] as const) {
      const key = await test.makeKey(id, [scope]);
      const agent = agentOf(test, key.value);
      expect((await agent.call("whoami")).structuredContent.level).toBe(level);
      const names = (await agent.tools()).map(({ name }) => name);
      for (const name of ["list_teams", "create_alert_mute", "rotate_aws_external_id"]) {
        expect(names.includes(name), `${scope} ${name}`).toBe((may as readonly string[]).includes(name));
        if ((may as readonly string[]).includes(name)) continue;
        const result = await agent.call(name, {});
        expect(result._meta?.["orgconfig/problem"]).toMatchObject({ error: "forbidden", reason: "level" });
        const records = await test.database.queryText(
          {
            name: "test-refusals",
            text: "SELECT action, door, outcome FROM audit_records WHERE actor_id = $1 AND action = $2",
          },
          [key.id, name],
        );
        expect(records).toEqual([{ action: name, door: "mcp", outcome: "refused" }]);
      }
    }
  });
});

it("shares its rate limit with REST", async () => {
  // Its clock stands: whatever a call takes, nothing of the burst drains meanwhile, nor is asked to the database.
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  const limited = await startService({ ORGCONFIG_RATE_LIMIT: "2" });
  const { id } = await limited.makeOrganization();
  const { value } = await limited.makeKey(id, ["mcp:read"]);
  const agent = agentOf(limited, value);
  const statuses: number[] = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await agent.rpc("tools/list")).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  const answer = await agent.rpc("tools/list");
  expect([answer.body.error, answer.headers["retry-after"]]).toEqual([
    "rate_limited",
    expect.stringMatching(/^[12]$/),
  ]);
  await limited.close();
  vi.useRealTimers();
});
