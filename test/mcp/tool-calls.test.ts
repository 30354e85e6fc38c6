/** Calls of tools are answered without the protocol's package, and nobody can know: the same bytes, refusals and records. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newCredential } from "../../src/features/identity/accounts/credential.ts";
import { allowOnly } from "../support/credentials.ts";
import { makePerson, makeToken } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";
import { giveToSet } from "../support/sets.ts";
import { agentOf, modernRequest } from "./support.ts";
import { countToPackage, revisions, type Sent, seen, type Ways, waysOf } from "./ways.ts";

let test: TestService;
let organization: string;
let key: string;
let team: string;
let both: Ways["both"];
const toPackage = countToPackage();

beforeAll(async () => {
  test = await startService();
  organization = (await test.makeOrganization({ name: "Acme" })).id;
  key = (await test.makeKey(organization, ["mcp:admin"])).value;
  const made = await agentOf(test, key).call("create_team", { name: 'Zoë "日本" \u{1f980}' });
  team = made.structuredContent.id;
  ({ both } = waysOf(test, { credential: key, team }));
});
afterAll(async () => {
  toPackage.end();
  await test.close();
});
beforeEach(() => {
  toPackage.count = 0;
});

describe.each(revisions)("a call of revision %s", (revision) => {
  it.each<[string, Sent]>([
    ["a row, with letters beyond Latin-1", {}],
    ["a text for an id", { id: 'a "text"' }],
    ["a list", { name: "list_teams", input: { etags: true } }],
    ["what is no row", { name: "whoami", input: {} }],
    ["a row that there is not", { input: { id: "team_none" } }],
    ["an id that no row can have", { input: { id: "a\0b" } }],
    ["half a letter for an id", { input: { id: "\ud800" } }],
    ["an empty id", { input: { id: "" } }],
    ["a number for an id", { input: { id: 5 } }],
    ["an unknown argument", { input: { id: "x", zzz: 1 } }],
    ["a write that is refused", { name: "create_team", input: { name: "" } }],
    ["what asks first", { name: "rotate_aws_external_id", input: {} }],
  ])("of %s has the package's own answer", async (_, sent) => {
    const { ours, packages } = await both({ revision, ...sent });
    expect(seen(ours)).toEqual(seen(packages));
    expect([ours.status, ours.headers["x-request-id"]]).toEqual([200, expect.stringMatching(/^req_/)]);
    expect(toPackage.count).toBe(1);
  });

  it("does not find the row of another organization", async () => {
    const { id } = await test.makeOrganization();
    const credential = (await test.makeKey(id, ["mcp:admin"])).value;
    const { ours, packages } = await both({ revision, credential });
    expect(seen(ours)).toEqual(seen(packages));
    expect(ours.text).toContain('"orgconfig/status":404');
    expect(toPackage.count).toBe(1);
  });

  it("of a tool that the URL leaves in is ours, and of one that it leaves out is refused", async () => {
    const left = (toolsets: string) => both({ revision, query: `?toolsets=${toolsets}&readonly=1` });
    const inside = await left("teams");
    expect(seen(inside.ours)).toEqual(seen(inside.packages));
    expect(toPackage.count).toBe(1);
    const outside = await left("slos");
    expect(seen(outside.ours)).toEqual(seen(outside.packages));
    expect(outside.ours.text).toContain("leave it out");
    expect(toPackage.count).toBe(3);
  });
});

describe("a call", () => {
  it("shows whose the row is and every change at once", async () => {
    const agent = agentOf(test, key);
    const { id, etag } = (await agent.call("create_team", { name: "Owned" })).structuredContent;
    await giveToSet(test.database, organization, "teams", id, "repo");
    const changed = await agent.call("update_team", { id, if_match: etag, name: "Renamed" });
    expect(changed.structuredContent).toMatchObject({ name: "Renamed", managed_by: "repo" });
    const read = (await agent.call("get_team", { id })).structuredContent;
    expect([read.name, read.etag]).toEqual(["Renamed", changed.structuredContent.etag]);
    expect(toPackage.count).toBe(0);
  });

  it("is refused for its credential before anything is said of the row", async () => {
    const other = await test.makeOrganization({ plan: "team" });
    const closed = await test.makeOrganization();
    await allowOnly(test, closed.id, "192.0.2.0/24");
    const person = await makePerson(test.database, organization, "viewer@example.com", "viewer");
    const credentials: [string, number][] = [
      ["nonsense", 401],
      [newCredential("key").value, 401],
      [newCredential("token").value, 401],
      [(await test.makeKey(organization, ["api:admin"])).value, 403],
      [(await test.makeKey(other.id, ["mcp:admin"])).value, 403],
      [(await test.makeKey(closed.id, ["mcp:admin"])).value, 403],
      [await makeToken(test.database, person, [organization]), 200],
      [(await test.makeKey(organization, ["mcp:read"])).value, 200],
    ];
    for (const [credential, status] of credentials) {
      const sent = { credential, name: "update_team", input: { id: team, name: "x" } };
      const { ours, packages } = await both(sent);
      expect([ours.status, seen(ours)], credential).toEqual([status, seen(packages)]);
    }
    const foreign = await both({ headers: { origin: "https://evil.example" } });
    expect([foreign.ours.status, seen(foreign.ours)]).toEqual([403, seen(foreign.packages)]);
  });
});

describe("what is unusual goes on to the package as it came:", () => {
  const whole = () => modernRequest("tools/call", { name: "get_team", arguments: { id: team } });
  const meta = (more: object) => {
    const { params, ...message } = whole();
    return { ...message, params: { ...params, _meta: { ...params._meta, ...more } } };
  };
  const old = (more: object) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "get_team", arguments: { id: team }, ...more },
  });
  it.each<[string, () => Sent, judged?: "ours"]>([
    ["a header of another revision", () => ({ headers: { "mcp-protocol-version": "2025-06-18" } })],
    ["a revision that there is not", () => ({ revision: "1999-01-01" })],
    ["an envelope in an old revision", () => ({ revision: "2025-06-18", body: whole() })],
    ["a task", () => ({ revision: "2025-11-25", body: old({ task: { ttl: 5 } }) })],
    ["only JSON taken", () => ({ revision: "2025-06-18", headers: { accept: "application/json" } })],
    ["a header for another tool", () => ({ headers: { "mcp-name": "list_teams" } })],
    ["a header for another method", () => ({ headers: { "mcp-method": "tools/list" } })],
    ["a name in Base64", () => ({ headers: { "mcp-name": "=?base64?Z2V0X3RlYW0=?=" } })],
    ["a tool that there is not", () => ({ name: "constructor" })],
    ["a list for arguments", () => ({ input: [] }), "ours"],
    ["no id", () => ({ body: { ...whole(), id: undefined } })],
    ["an id that is no integer", () => ({ body: { ...whole(), id: 1.5 } })],
    ["another member", () => ({ body: { ...whole(), more: 1 } })],
    ["another parameter", () => ({ body: { ...whole(), params: { ...whole().params, requestState: "x" } } })],
    ["a progress token that is no integer", () => ({ body: meta({ progressToken: 1.5 }) })],
    ["a level of logs", () => ({ body: meta({ "io.modelcontextprotocol/logLevel": "debug" }) })],
    [
      "capabilities that are no object",
      () => ({ body: meta({ "io.modelcontextprotocol/clientCapabilities": 5 }) }),
    ],
    [
      "a version that does not exist",
      () => ({ body: meta({ "io.modelcontextprotocol/protocolVersion": "1" }) }),
    ],
    ["a list of one", () => ({ body: [whole()] }), "ours"],
    ["no JSON", () => ({ body: "{" }), "ours"],
    ["a member twice", () => ({ body: JSON.stringify(whole()).replace("{", '{"id":2,') }), "ours"],
    ["another media type", () => ({ headers: { "content-type": "text/plain" } })],
  ])("%s", async (_, sent, judged) => {
    const { ours, packages } = await both(sent());
    expect(seen(ours)).toEqual(seen(packages));
    expect(toPackage.count).toBe(judged === "ours" ? 0 : 2);
  });

  it.each<[string, () => Sent]>([
    ["a progress token", () => ({ body: meta({ progressToken: 5 }) })],
    [
      "a progress token in an old revision",
      () => ({ revision: "2025-06-18", body: old({ _meta: { progressToken: "a" } }) }),
    ],
    [
      "no arguments",
      () => ({
        revision: null,
        headers: { accept: "*/*" },
        body: { ...old({}), params: { name: "whoami" } },
      }),
    ],
    ["a long body", () => ({ body: `${JSON.stringify(whole())}${" ".repeat(20_000)}` })],
  ])("but not %s", async (_, sent) => {
    const { ours, packages } = await both(sent());
    expect(seen(ours)).toEqual(seen(packages));
    expect(toPackage.count).toBe(1);
  });
});
