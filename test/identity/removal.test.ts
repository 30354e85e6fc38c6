/** Nothing is done or answered for a credential once its end is answered: whatever it was about to do then, at each door. */
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Statement } from "../../src/database/statement.ts";
import { sql } from "../../src/features/identity/accounts/queries.generated.ts";
import { sql as scimSql } from "../../src/features/identity/scim/queries.generated.ts";
import { modernHeaders, modernRequest } from "../mcp/support.ts";
import { connected } from "../oauth/support.ts";
import { type Provider, providerOf, userSchema } from "../scim/support.ts";
import { type Between, openBetween } from "../support/between.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Person, type Site, siteOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";

let between: Between;
let test: TestService;
let site: Site;
let port: number;
let organization: { readonly id: string; readonly slug: string };
let admin: Person;
let provider: Provider;

beforeAll(async () => {
  between = await openBetween();
  test = await startService({}, [], between.database);
  site = siteOf(test);
  await test.service.server.listen({ port: 0, host: "127.0.0.1" });
  port = (test.service.server.server.address() as { port: number }).port;
});
afterAll(async () => {
  await test.close();
  await between.database.close();
});
beforeEach(async () => {
  organization = await site.makeOrganization();
  admin = await site.makeMember(organization.id, "org_admin");
  provider = await providerOf(test, admin, organization.slug);
});

type Headers = Readonly<Record<string, string>>;
const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

interface Answered {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request's head, and answers once the service has found who calls. What it answers sends the body.
 * @param found the statement that finds them
 */
async function begun(
  found: Statement,
  path: string,
  headers: Headers,
  body: object,
): Promise<() => Promise<Answered>> {
  const seen = between.after(found, async () => {});
  const text = JSON.stringify(body);
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (piece) => {
    answer += String(piece);
  });
  const ended = new Promise((resolve) => socket.once("close", resolve));
  const length = { "content-length": String(Buffer.byteLength(text)) };
  const all = { host: "localhost:80", "content-type": "application/json", connection: "close", ...headers };
  const lines = Object.entries({ ...all, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  await until(seen);
  return async () => {
    socket.write(text);
    await ended;
    return { status: Number(answer.split(" ")[1]), text: answer };
  };
}

const toolCall = (name: string, input: object) => ({
  body: modernRequest("tools/call", { name, arguments: input }),
  headers: modernHeaders("tools/call", { name }),
});

/** A change at MCP whose body is still to come. */
function changeAtMcp(found: Statement, credential: string, name: string) {
  const { body, headers } = toolCall("create_team", { name });
  return begun(found, "/api/mcp", { ...headers, ...bearer(credential) }, body);
}

const act = (person: Person, action: string, body: object) =>
  person.send("POST", `organizations/${organization.id}/actions/${action}`, { body });
const teamNames = async () =>
  (await act(admin, "list_teams", {})).body.data.map(({ name }: { name: string }) => name);

/** Where the audit log ends. */
async function endOfLog(): Promise<number> {
  await test.service.audit.sealer.flush();
  return (await act(admin, "list_audit_log", { after: 0, limit: 500 })).body.next;
}

const removals: readonly [how: string, remove: (person: Person, scimId: string) => Promise<Answered>][] = [
  ["by an org_admin", ({ id }) => admin.send("DELETE", `organizations/${organization.id}/members/${id}`)],
  [
    "by SCIM, deactivated",
    (_, id) => provider.patch(`Users/${id}`, { op: "replace", path: "active", value: false }),
  ],
  ["by SCIM, deleted", (_, id) => provider.send("DELETE", `Users/${id}`)],
];

describe.each(removals)("a person who is removed %s", (_how, remove) => {
  it("has nothing done and nothing answered in a session, by a token, or by a program that was let in", async () => {
    const person = await site.makeMember(organization.id, "org_admin");
    const filter = encodeURIComponent(`userName eq "${person.email}"`);
    const scimId = (await provider.send("GET", `Users?filter=${filter}`)).body.Resources[0].id;
    const { token } = (
      await person.send("POST", "account/tokens", {
        body: { name: "T", organizations: [organization.id] },
      })
    ).body;
    const { access } = await connected(test, person, [organization.slug], { max_role: "org_admin" });
    const wait = { after: await endOfLog(), wait: 30 };

    const session = { cookie: person.cookie, origin: "http://localhost:80" };
    const actions = `/api/v1/organizations/${organization.id}/actions`;
    const changes = [
      await begun(sql.authenticateSession, `${actions}/create_team`, session, { name: "Late 1" }),
      await changeAtMcp(sql.authenticateToken, token, "Late 2"),
      await changeAtMcp(sql.authenticateToken, access, "Late 3"),
    ];
    const polling = toolCall("list_audit_log", wait);
    const polls = [
      act(person, "list_audit_log", wait),
      ...[token, access].map((value) =>
        test.send("POST", "/api/mcp", {
          headers: { ...polling.headers, ...bearer(value), host: "localhost:80" },
          body: polling.body,
        }),
      ),
    ];

    const removed = await remove(person, scimId);
    expect(removed.status, removed.text).toBeLessThan(300);
    const late = await Promise.all(changes.map((send) => send()));
    await act(admin, "create_team", { name: "Unseen" });
    await test.service.audit.sealer.flush();
    const polled = await Promise.all(polls);

    expect(late.map(({ status }) => status)).toEqual([expect.toSatisfy(isRefusal), 401, 401]);
    for (const { status, text } of polled) {
      expect([200, 401, 404]).toContain(status);
      if (status === 200) expect(JSON.parse(text).result).toMatchObject({ isError: true });
      expect(text).not.toContain("create_team");
    }
    expect(await teamNames()).toEqual(["Unseen"]);
    expect(isRefusal((await act(person, "list_teams", {})).status)).toBe(true);
  });
});

/** The session is gone, or reaches no organization. */
function isRefusal(status: number): boolean {
  return status === 401 || status === 404;
}

describe("a key that is revoked", () => {
  const revoke = (id: string) => admin.send("DELETE", `organizations/${organization.id}/api_keys/${id}`);

  it("changes nothing any more at REST, MCP or the bundle of a plan", async () => {
    const rest = await test.makeKey(organization.id, ["api:admin"]);
    const mcp = await test.makeKey(organization.id, ["mcp:admin"]);
    const changes = [
      await begun(sql.authenticateKey, "/api/v1/config/teams", bearer(rest.value), { name: "Late 1" }),
      await changeAtMcp(sql.authenticateKey, mcp.value, "Late 2"),
      await begun(sql.authenticateKey, "/api/v1/plans", bearer(rest.value), {
        bundle: { teams: [{ name: "Late 3" }] },
      }),
    ];
    for (const { id } of [rest, mcp]) expect((await revoke(id)).status).toBe(200);
    const late = await Promise.all(changes.map((send) => send()));
    expect(late.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(late[1]?.text.toLowerCase()).toContain("www-authenticate: bearer");
    expect(await teamNames()).toEqual([]);
  });

  it("goes on where it was not revoked", async () => {
    const { value } = await test.makeKey(organization.id, ["api:admin"]);
    const send = await begun(sql.authenticateKey, "/api/v1/config/teams", bearer(value), { name: "In time" });
    expect((await send()).status).toBe(201);
    expect(await teamNames()).toEqual(["In time"]);
  });
});

it("a SCIM token that is revoked makes nobody any more", async () => {
  const email = "late-comer@example.com";
  const user = { schemas: [userSchema], userName: email, emails: [{ value: email, primary: true }] };
  const headers = { ...bearer(provider.token), "content-type": "application/scim+json" };
  const send = await begun(scimSql.findScimToken, "/api/scim/v2/Users", headers, user);
  const tokens = `organizations/${organization.slug}/scim_tokens`;
  expect((await admin.send("DELETE", `${tokens}/${provider.tokenId}`)).status).toBe(200);
  expect((await send()).status).toBe(401);
  const { data } = (await admin.send("GET", `organizations/${organization.slug}/members`)).body;
  expect(data.map((member: { email: string }) => member.email)).not.toContain(email);
});
