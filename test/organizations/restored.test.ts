/** An organization comes back from a backup: what this installation's own log has as ended stays ended, and the rest is said. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type MovedOrganization, moved } from "../../src/cli/restore-organization.ts";
import { sinceLines } from "../../src/cli/restored-words.ts";
import { createVault } from "../../src/database/vault.ts";
import {
  endAccess,
  leaveWord,
  noteWholeRestore,
} from "../../src/features/organization/organizations/index.ts";
import { backedUp, emptyDatabase, restoredFrom } from "../support/databases.ts";
import { startService, type TestService } from "../support/service.ts";
import { goodPassword, type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
let back: MovedOrganization;
let id: string;
let people: Readonly<Record<"ada" | "eve" | "bob", Person>>;
let file: Buffer;
const invited = { email: "invited@example.com", role: "member" };
const keys: Record<string, { id: string; key: string }> = {};
const links: Record<string, string> = {};
const here = (path: string) => `organizations/${id}/${path}`;
const asKey = (name: string) =>
  test.send("GET", "/api/v1/config/teams", { headers: { authorization: `Bearer ${keys[name]?.key}` } });
const does = async (who: Person, method: string, path: string, body?: object) => {
  const answer = await who.send(method as "POST", here(path), body === undefined ? {} : { body });
  expect([method, path, answer.status < 300, answer.text.slice(0, 300)]).toEqual([
    method,
    path,
    true,
    expect.anything(),
  ]);
  return answer.body;
};
const configured = async (method: "POST" | "PUT" | "DELETE", path: string, body?: object) => {
  const headers = { authorization: `Bearer ${keys.stays?.key}` };
  const answer = await test.send(method, `/api/v1/config/${path}`, { headers, ...(body && { body }) });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};

beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
  ({ id } = await site.makeOrganization({ name: "Acme" }));
  const of = (name: string, role: "org_admin" | "viewer") => site.makeMember(id, role, `${name}@example.com`);
  people = {
    ada: await of("ada", "org_admin"),
    eve: await of("eve", "org_admin"),
    bob: await of("bob", "org_admin"),
  };
  const { ada, eve } = people;
  for (const name of ["stays", "goes", "replaced"])
    keys[name] = await does(ada, "POST", "api_keys", { name, scopes: ["api:admin"] });
  links.invited = (await does(ada, "POST", "members", invited)).invite_url;
  await does(ada, "POST", "scim_tokens", { name: "Okta" });
  const team = await configured("POST", "teams", { name: "Payments" });
  for (const { email } of [ada, eve]) await configured("POST", "team_members", { team_id: team.id, email });
  const sent = await configured("POST", "teams", { name: "Deleted since" });
  const changed = await configured("POST", "teams", { name: "Before" });
  file = await backedUp(test.database);
  const madeAt = new Date();

  await does(ada, "DELETE", `api_keys/${keys.goes?.id}`);
  keys.successor = await does(ada, "POST", `api_keys/${keys.replaced?.id}/rotate`, { overlap_minutes: 0 });
  await does(ada, "DELETE", `members/${eve.id}`);
  await does(ada, "PATCH", `members/${people.bob.id}`, { role: "viewer" });
  await does(ada, "POST", "members", { email: "late@example.com", role: "org_admin" });
  const token = (await does(ada, "GET", "scim_tokens")).data[0].id;
  await does(ada, "DELETE", `scim_tokens/${token}`);
  const accepted = await site.browser()(
    "POST",
    new URL(links.invited as string).pathname.slice(1) as string,
    {
      body: { password: goodPassword },
    },
  );
  links.status = String(accepted.status);
  await configured("DELETE", `teams/${sent.id}`);
  await configured("PUT", `teams/${changed.id}`, { name: "Changed since" });
  await configured("POST", "teams", { name: "Made since" });
  await test.service.audit.sealer.flush();
  expect((await site.deleteOrganization(id)).status).toBe(200);
  await test.service.audit.sealer.flush();

  const source = await emptyDatabase("embedded");
  await restoredFrom(file, source);
  const ring = createVault(test.settings.secretKeys);
  back = await moved(source, test.database, ring, { name: "acme", as: "acme-2", madeAt });
  await source.close();
}, 300_000);
afterAll(() => test.close());

it("brings back nothing that was revoked, removed or ended", async () => {
  expect((await asKey("stays")).status).toBe(200);
  for (const name of ["goes", "replaced"]) expect([name, (await asKey(name)).status]).toEqual([name, 401]);
  const members = await does(people.ada, "GET", "members");
  expect(members.data.map(({ email, role }: Person & { role: string }) => [email, role]).sort()).toEqual([
    ["ada@example.com", "org_admin"],
    ["bob@example.com", "viewer"],
    [invited.email, "member"],
  ]);
  expect((await does(people.ada, "GET", "scim_tokens")).data).toEqual([]);
  const headers = { authorization: `Bearer ${keys.stays?.key}` };
  const places = await test.send("GET", "/api/v1/config/team_members", { headers });
  expect(places.body.data.map(({ email }: Person) => email)).toEqual(["ada@example.com"]);
});

it("says what stays ended, what came back, and that a newer export is there", async () => {
  expect(back.slug).toBe("acme-2");
  const { ended, ...since } = back.since;
  expect(ended).toEqual([
    `API key goes (${keys.goes?.id}) stays revoked`,
    expect.stringMatching(/^API key replaced .* ends .*, as it was replaced$/),
    "eve@example.com stays removed",
    "bob@example.com stays viewer",
    "SCIM token Okta stays revoked",
    `${invited.email} stays a member`,
  ]);
  expect(since).toMatchObject({
    rows: {
      again: { teams: ["Deleted since"] },
      gone: { teams: ["Made since"] },
      older: { teams: ["Changed since"] },
    },
    lost: ["API key replaced", "member late@example.com"],
    export: { by: "operator" },
    administered: true,
  });
  const lines = sinceLines(back);
  expect(lines.join("\n")).toMatch(
    /^Its audit log here goes on after the backup, to .* UTC, with \d+ records:/,
  );
  expect(lines).toContain("  1 teams are back, which were deleted since: Deleted since");
  expect(lines.at(-1)).toMatch(/^A newer export of it was made at .* by operator/);
  const alone = sinceLines({ ...back, since: { ...back.since, administered: false } });
  expect(alone.at(-1)).toContain("orgconfig members add acme-2 EMAIL --role org_admin");
});

it("is on record, in a chain that still matches", async () => {
  const newest = (await recordsOf(test, id)).at(-1);
  expect(newest).toMatchObject({
    action: "restore_organization",
    actor_kind: "operator",
    actor_name: "orgconfig restore",
    row_id: id,
  });
  await test.service.audit.sealer.flush();
  expect((await test.service.audit.verify()).verified).toBe(true);
});

it("of a whole backup it is on record once, and all access can be ended", async () => {
  const { database } = test;
  const { signRecord } = test.service.audit;
  await leaveWord(database, "2026-11-28T09:00:00.000Z");
  expect(await noteWholeRestore(database, signRecord)).toBe("2026-11-28T09:00:00.000Z");
  expect(await noteWholeRestore(database, signRecord)).toBeUndefined();
  expect((await recordsOf(test, id)).at(-1)).toMatchObject({ action: "restore_installation" });

  expect(await endAccess(database, signRecord, { keys: false, sessions: true })).toMatchObject({ tokens: 0 });
  expect((await people.ada.send("GET", "session")).status).toBe(401);
  expect((await asKey("stays")).status).toBe(200);
  expect(await endAccess(database, signRecord, { keys: true, sessions: false })).toEqual({
    keys: 1,
    scim_tokens: 0,
  });
  expect((await asKey("stays")).status).toBe(401);
  expect((await recordsOf(test, id)).slice(-2)).toMatchObject([
    { action: "end_sessions" },
    { action: "revoke_api_key", row_id: keys.stays?.id },
  ]);
  await test.service.audit.sealer.flush();
  expect((await test.service.audit.verify()).verified).toBe(true);
});
