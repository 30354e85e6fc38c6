/** What thieves, other programs and other pages try at the authorization server of the MCP endpoint. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentOf } from "../mcp/support.ts";
import { makePerson } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";
import {
  allow,
  broughtBy,
  connected,
  freshAddress,
  look,
  post,
  programOf,
  redeem,
  refresh,
  wanting,
} from "./support.ts";

let test: TestService;
let site: Site;
let organization: { id: string; slug: string };
let admin: Person;
let person: Person;

beforeAll(async () => {
  test = await startService({ ORGCONFIG_OPERATOR_TOKEN: "operator-token-of-this-test" });
  site = siteOf(test);
  organization = await site.makeOrganization();
  admin = await site.makeMember(organization.id, "org_admin");
  person = await site.makeMember(organization.id, "member");
});
afterAll(() => test.close());

const statusAt = async (value: string) =>
  (await agentOf(test, value).rpc("tools/call", { name: "whoami", arguments: {} })).status;
const tokensOf = async (one: Person) => (await one.send("GET", "account/tokens")).body.data;

describe("a code", () => {
  it("that comes twice is refused, and ends what the first was given", async () => {
    const { program, code, access, refresh: token } = await connected(test, person, [organization.slug]);
    expect(await statusAt(access)).toBe(200);
    expect((await redeem(test, program, code)).body.error).toBe("invalid_grant");
    expect(await statusAt(access)).toBe(401);
    expect((await refresh(test, program.id, token)).body.error).toBe("invalid_grant");
    const last = (await recordsOf(test, organization.id)).at(-1);
    expect(last).toMatchObject({ action: "revoke_token", actor_kind: "service", door: "service" });
  });

  it("that comes twice at once is good for one of the two at most", async () => {
    const program = await programOf(test);
    const code = broughtBy(await allow(person, program, [organization.slug])).get("code") ?? "";
    const answers = await Promise.all([redeem(test, program, code), redeem(test, program, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it.each([
    ["with another verifier", { code_verifier: "x".repeat(43) }, "invalid_grant"],
    ["without a verifier", { code_verifier: "" }, "invalid_grant"],
    ["with another redirect", { redirect_uri: "https://thief.example/callback" }, "invalid_request"],
  ])("%s is refused, and good for nothing more", async (_name, other, error) => {
    const program = await programOf(test);
    const code = broughtBy(await allow(person, program, [organization.slug])).get("code") ?? "";
    expect(await redeem(test, program, code, other)).toMatchObject({ status: 400, body: { error } });
    expect((await redeem(test, program, code)).body.error).toBe("invalid_grant");
  });

  it("is no other program's, nor good at another resource", async () => {
    const program = await programOf(test);
    const thief = await programOf(test);
    const code = broughtBy(await allow(person, program, [organization.slug])).get("code") ?? "";
    const stolen = { ...program, id: thief.id };
    expect((await redeem(test, stolen, code)).body.error).toBe("invalid_grant");
    const elsewhere = { resource: "https://other.example/api/mcp" };
    expect((await redeem(test, program, code, elsewhere)).body.error).toBe("invalid_target");
    expect((await redeem(test, program, code)).status).toBe(200);
  });

  it("that nobody came for in time is over, and nothing is left of it", async () => {
    const program = await programOf(test);
    const code =
      broughtBy(await allow(person, program, [organization.slug], { name: "Too late" })).get("code") ?? "";
    await test.database.execute("UPDATE oauth_grants SET code_expires_at = now() - interval '1 second'");
    expect((await redeem(test, program, code)).body.error).toBe("invalid_grant");
    await test.service.upkeep.now();
    const names = (await tokensOf(person)).map(({ name }: { name: string }) => name);
    expect(names).not.toContain("Too late");
    expect(names).toContain("My assistant");
  });
});

describe("a refresh token", () => {
  it("is replaced each time, and an old one ends the grant", async () => {
    const { program, access, refresh: first } = await connected(test, person, [organization.slug]);
    const next = await refresh(test, program.id, first);
    expect(next.status).toBe(200);
    expect(await statusAt(access)).toBe(401);
    expect(await statusAt(next.body.access_token)).toBe(200);
    expect((await refresh(test, program.id, first)).body.error).toBe("invalid_grant");
    expect(await statusAt(next.body.access_token)).toBe(401);
    expect((await refresh(test, program.id, next.body.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("is no other program's, no credential, and asks for no more than it had", async () => {
    const { program, refresh: token } = await connected(test, person, [organization.slug]);
    const thief = await programOf(test);
    expect((await refresh(test, thief.id, token)).body.error).toBe("invalid_grant");
    expect(await statusAt(token)).toBe(401);
    const more = {
      grant_type: "refresh_token",
      refresh_token: token,
      client_id: program.id,
      scope: "mcp:admin",
    };
    expect((await post(test, "/oauth/token", more)).body.error).toBe("invalid_scope");
  });

  it("is given back by its program alone", async () => {
    const { program, access, refresh: token } = await connected(test, person, [organization.slug]);
    expect((await post(test, "/oauth/revoke", { token, client_id: "client_other" })).status).toBe(200);
    expect(await statusAt(access)).toBe(200);
    expect((await post(test, "/oauth/revoke", { token, client_id: program.id })).status).toBe(200);
    expect(await statusAt(access)).toBe(401);
  });
});

describe("what a program was given", () => {
  it("is a personal token: at MCP alone, listed, narrowed and ended by its owner", async () => {
    const {
      access,
      refresh: token,
      program,
      body,
    } = await connected(test, admin, [organization.slug], {
      max_role: "member",
    });
    expect(body).toMatchObject({ token_type: "Bearer", scope: "mcp:write" });
    const atRest = await test.send("GET", "/api/v1/config/teams", {
      headers: { authorization: `Bearer ${access}` },
    });
    expect(atRest).toMatchObject({ status: 403, body: { reason: "token" } });
    const agent = agentOf(test, access);
    expect((await agent.call("whoami")).structuredContent).toMatchObject({ level: "operate" });
    const [listed] = await tokensOf(admin);
    expect(listed).toMatchObject({
      client: "Assistant",
      client_host: "assistant.example",
      max_role: "member",
    });

    const narrowed = await admin.send("PATCH", `account/tokens/${listed.id}`, {
      body: { max_role: "viewer" },
    });
    expect(narrowed.body).toMatchObject({ max_role: "viewer", client: "Assistant" });
    expect((await agent.call("whoami")).structuredContent).toMatchObject({ level: "read" });
    const sooner = { expires_at: "2126-01-01T00:00:00.000Z" };
    expect((await admin.send("PATCH", `account/tokens/${listed.id}`, { body: sooner })).body).toMatchObject(
      sooner,
    );
    const later = { expires_at: null, organizations: [organization.slug, "elsewhere"] };
    const refused = await admin.send("PATCH", `account/tokens/${listed.id}`, { body: later });
    expect(refused).toMatchObject({ status: 422, body: { field: "organizations[1]" } });
    expect(
      (await admin.send("PATCH", `account/tokens/${listed.id}`, { body: { expires_at: null } })).status,
    ).toBe(422);
    const wider = await admin.send("PATCH", `account/tokens/${listed.id}`, {
      body: { max_role: "org_admin" },
    });
    expect(wider).toMatchObject({ status: 422, body: { field: "max_role" } });

    expect((await admin.send("DELETE", `account/tokens/${listed.id}`)).status).toBe(200);
    expect(await statusAt(access)).toBe(401);
    expect((await refresh(test, program.id, token)).body.error).toBe("invalid_grant");
  });

  it("ends with the person's membership, also between the yes and the code, and with the organization", async () => {
    const other = await site.makeOrganization({ name: "Other" });
    const leaver = await site.makeMember(other.id, "member");
    const held = await connected(test, leaver, [other.slug]);
    const program = await programOf(test);
    const code = broughtBy(await allow(leaver, program, [other.slug])).get("code") ?? "";
    await site.operator("DELETE", `operator/organizations/${other.id}/members/${leaver.id}`);
    expect(await statusAt(held.access)).toBe(401);
    expect((await refresh(test, held.program.id, held.refresh)).body.error).toBe("invalid_grant");
    expect((await redeem(test, program, code)).body.error).toBe("invalid_grant");

    const gone = await site.makeOrganization({ name: "Gone" });
    const stays = await connected(test, await site.makeMember(gone.id, "member"), [gone.slug]);
    const removed = await site.deleteOrganization(gone.id);
    expect(removed.status, removed.text).toBe(200);
    expect(await statusAt(stays.access)).toBe(401);
    expect((await refresh(test, stays.program.id, stays.refresh)).body.error).toBe("invalid_grant");
  });

  it("is given by one node, and taken from another", async () => {
    const other = await startService({}, [], test.database);
    const program = await programOf(test);
    const code = broughtBy(await allow(person, program, [organization.slug])).get("code") ?? "";
    const { body } = await redeem(other, program, code);
    expect(await statusAt(body.access_token)).toBe(200);
    expect((await refresh(test, program.id, body.refresh_token)).status).toBe(200);
    expect((await refresh(other, program.id, body.refresh_token)).body.error).toBe("invalid_grant");
    await other.close();
  });

  it("acts where the URL names one of several organizations", async () => {
    const second = await site.makeOrganization({ name: "Second" });
    const both = await site.makeMember(second.id, "viewer", "both@example.com");
    await makePerson(test.database, organization.id, "both@example.com", "viewer");
    const { access } = await connected(test, both, [organization.slug, second.slug]);
    expect(await statusAt(access)).toBe(400);
    const found = await agentOf(test, access).call("whoami", {}, `?organization=${second.slug}`);
    expect(found.structuredContent).toMatchObject({ organization: { slug: second.slug } });
  });

  it("reaches no organization that the person is not in", async () => {
    const foreign = await site.makeOrganization({ name: "Foreign" });
    const answer = await allow(person, await programOf(test), [foreign.slug]);
    expect(answer).toMatchObject({ status: 422, body: { field: "organizations[0]" } });
  });
});

describe("the person's page", () => {
  it("answers its own origin alone, and nobody who is not signed in", async () => {
    const program = await programOf(test);
    const body = {
      ...program.request,
      name: "x",
      organizations: [organization.slug],
      max_role: null,
      expires_at: null,
    };
    // A page of another site, one without an origin, such as a sandboxed frame, and a form, which asks no browser first.
    for (const headers of [
      { origin: "https://assistant.example" },
      { origin: "null" },
      { origin: "" },
      { origin: "https://assistant.example", "content-type": "text/plain" },
      { origin: "null", "content-type": "application/x-www-form-urlencoded" },
    ])
      for (const path of ["account/authorization", "account/authorization/denial"]) {
        const crossSite = await person.send("POST", path, { body, headers });
        expect(crossSite).toMatchObject({ status: 403, body: { reason: "origin" } });
      }
    // What a link, an image or a frame of another site can ask for says yes to nothing.
    const before = (await tokensOf(person)).length;
    await look(person, program);
    expect((await tokensOf(person)).length).toBe(before);
    expect((await site.browser()("POST", "account/authorization", { body })).status).toBe(401);
    const agent = { authorization: `Bearer ${(await connected(test, person, [organization.slug])).access}` };
    const byToken = await test.send("POST", "/api/v1/account/authorization", { body, headers: agent });
    expect(byToken).toMatchObject({ status: 403, body: { reason: "credential" } });
  });

  it.each([
    ["another address than it registered", { redirect_uri: "https://assistant.example/callback/" }],
    ["a longer address", { redirect_uri: "https://assistant.example/callback?next=x" }],
    ["an address of another scheme", { redirect_uri: "javascript://assistant.example/%0aalert(1)" }],
    ["a program that nobody knows", { client_id: "client_00000000000000000000000000" }],
  ])("sends nothing to %s", async (_name, request) => {
    const program = await programOf(test, { request });
    for (const answer of [await look(person, program), await allow(person, program, [organization.slug])])
      expect(answer).toMatchObject({ status: 400, body: { reason: "oauth_client" } });
  });

  it.each([
    ["without PKCE", { code_challenge: "" }, "invalid_request"],
    ["with plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["for a token at once", { response_type: "token" }, "unsupported_response_type"],
    ["for another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
  ])("notifies the program where it asks %s", async (_name, request, error) => {
    const program = await programOf(test, { request });
    const { body } = await look(person, program);
    const brought = new URL(body.fault.location);
    expect(brought.origin + brought.pathname).toBe(program.request.redirect_uri);
    expect(brought.searchParams.get("error")).toBe(error);
    expect((await allow(person, program, [organization.slug])).status).toBe(400);
  });

  it("says no for the person, on record", async () => {
    const program = await programOf(test);
    const answer = await person.send("POST", "account/authorization/denial", { body: program.request });
    const brought = broughtBy(answer);
    expect(brought.get("error")).toBe("access_denied");
    expect(brought.get("state")).toBe("of the program");
    expect((await recordsOf(test, organization.id)).at(-1)).toMatchObject({ action: "deny_client" });
  });

  it("takes a program on the person's own computer back at whichever port is free", async () => {
    const metadata = { redirect_uris: ["http://127.0.0.1:1234/callback"] };
    const free = await programOf(test, {
      metadata,
      request: { redirect_uri: "http://127.0.0.1:50123/callback" },
    });
    expect((await look(person, free)).body.destination).toEqual({ kind: "this_computer", name: "127.0.0.1" });
    const moved = await programOf(test, {
      metadata,
      request: { redirect_uri: "http://127.0.0.1:50123/other" },
    });
    expect((await look(person, moved)).status).toBe(400);
    const named = await programOf(test, {
      metadata,
      request: { redirect_uri: "http://localhost:50123/callback" },
    });
    expect((await look(person, named)).status).toBe(400);
  });
});

describe("a registration", () => {
  const register = (metadata: object) =>
    test.send("POST", "/oauth/register", { body: metadata, address: freshAddress() });

  it("keeps of a name one short line without marks that turn it around", async () => {
    const name = `<script>alert(1)</script>\n\u202eBank ${"x".repeat(500)}`;
    const { body } = await register({
      client_name: name,
      redirect_uris: ["https://assistant.example/callback"],
    });
    expect(body.client_name).toMatch(/^<script>alert\(1\)<\/script> Bank x+…$/);
    expect(body.client_name.length).toBeLessThanOrEqual(80);
    expect(body.token_endpoint_auth_method).toBe("none");
    expect(body.client_secret).toBeUndefined();
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "http://assistant.example/callback",
    "https://user:password@assistant.example/",
    "https://assistant.example/#fragment",
    "ms-settings://x",
    "not an address",
    "chrome-extension://abcdef/callback",
    "moz-extension://abcdef/callback",
    "http://127.1/callback",
    "http://2130706433/callback",
    "http://0x7f.0.0.1:80/callback",
    "https://134744072/callback",
    "https://8.8.2056/callback",
    "https://аssistant.example/",
  ])("with the redirect %s is refused", async (uri) => {
    const { status, body } = await register({ redirect_uris: [uri] });
    expect([status, body.error]).toEqual([400, "invalid_redirect_uri"]);
  });

  it("that is no JSON, too long or too much is refused", async () => {
    const raw = (body: string) => test.send("POST", "/oauth/register", { body });
    expect((await raw("{")).body.error).toBe("invalid_client_metadata");
    expect((await raw(`{"client_name":"${"x".repeat(20_000)}"}`)).status).toBe(413);
    const many = Array.from({ length: 21 }, (_, index) => `https://assistant.example/${index}`);
    expect((await register({ redirect_uris: many })).status).toBe(400);
  });

  it("is slowed down by address", async () => {
    const metadata = { redirect_uris: ["https://assistant.example/callback"] };
    let last = 0;
    for (let count = 0; count < 31 && last !== 429; count += 1)
      last = (await test.send("POST", "/oauth/register", { body: metadata, address: "198.51.100.9" })).status;
    expect(last).toBe(429);
  });
});

describe("a document at the program's id", () => {
  it.each([
    ["no address of a document", "https://assistant.example"],
    ["not by https", "http://assistant.example/client.json"],
    ["one that could be read in two ways", "https://assistant.example/a/../client.json"],
  ])("is not read where the id is %s", async (_name, id) => {
    expect(await look(person, wanting(id))).toMatchObject({ status: 400, body: { reason: "oauth_client" } });
  });

  it.each([
    "https://127.0.0.1/client.json",
    "https://[::1]/client.json",
    "https://169.254.169.254/latest/meta-data",
  ])("is not read inside: %s", async (id) => {
    const { status, body } = await look(person, wanting(id));
    expect([status, body.reason]).toEqual([400, "oauth_client"]);
    expect(body.message).toMatch(/cannot be read at the address/);
  });
});

it("answers each path with its own method alone, and a page of another site with nothing", async () => {
  for (const path of ["/oauth/token", "/oauth/register", "/oauth/revoke"]) {
    expect((await test.send("GET", path)).status).toBe(405);
    const foreign = { headers: { origin: "https://other.example", host: "localhost:80" }, body: {} };
    expect((await test.send("POST", path, foreign)).status).toBe(403);
  }
  const twice = await test.send("POST", "/oauth/token", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=authorization_code&client_id=a&client_id=b",
  });
  expect(twice.body.error).toBe("invalid_request");
});
