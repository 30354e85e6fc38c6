/** What is decided by a password, a session or a membership does not outlast it, however late the deed comes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql as rows } from "../../src/database/queries.generated.ts";
import { sql } from "../../src/features/identity/accounts/queries.generated.ts";
import { type Between, openBetween } from "../support/between.ts";
import { engineName } from "../support/database.ts";
import { type Answer, startService, type TestService } from "../support/service.ts";
import {
  cookieOf,
  deviceOf,
  goodPassword,
  type Person,
  recordsOf,
  type Site,
  siteOf,
} from "../support/sign-in.ts";
import { until } from "../support/until.ts";

const next = "a wholly different phrase";

let between: Between;
let test: TestService;
let site: Site;
beforeAll(async () => {
  between = await openBetween();
  test = await startService({}, [], between.database);
  site = siteOf(test);
});
afterAll(async () => {
  await test.close();
  await between.database.close();
});

async function makePerson(): Promise<Person & { organizationId: string }> {
  const { id } = await site.makeOrganization();
  return { ...(await site.makeMember(id, "org_admin")), organizationId: id };
}

async function reset(email: string, body: object = {}): Promise<Answer> {
  const answer = await site.operator("POST", "operator/accounts/reset", { body: { email, ...body } });
  expect(answer.status).toBe(200);
  return answer;
}

function callOf(url: string): string {
  return url.split("/").slice(-2).join("/");
}

async function invite(by: Person & { organizationId: string }, email: string): Promise<string> {
  const made = await by.send("POST", `organizations/${by.organizationId}/members`, {
    body: { email, role: "viewer" },
  });
  expect(made.status).toBe(201);
  return callOf(made.body.invite_url);
}

/** As many sign-ins with a wrong password as slow the account down for strangers. */
async function signInsWithin(cookie: string, email: string, password: string): Promise<number> {
  for (let count = 0; count < 10; count += 1) await site.signIn(email, "a wrong password");
  expect((await site.signIn(email, password)).status).toBe(429);
  return (await site.signIn(email, password, { headers: { cookie } })).status;
}

describe("the device that chose a password", () => {
  it("by the link of a reset is known at the next sign-in", async () => {
    const person = await makePerson();
    const { body } = await reset(person.email);
    const done = await site.browser()("POST", callOf(body.reset_url), { body: { new_password: next } });
    expect(await signInsWithin(deviceOf(done), person.email, next)).toBe(200);
  });

  it("by an invitation is known at the next sign-in", async () => {
    const email = "invited-device@example.com";
    const link = await invite(await makePerson(), email);
    const done = await site.browser()("POST", link, { body: { password: next } });
    expect(await signInsWithin(deviceOf(done), email, next)).toBe(200);
  });
});

describe("a reset by the operator", () => {
  it("is not undone by a password change that had proved the password before it", async () => {
    const person = await makePerson();
    let link = "";
    // The second read is the one by which the password is proved.
    const done = between.after(
      sql.getUserByEmail,
      async () => {
        link = callOf((await reset(person.email)).body.reset_url);
      },
      2,
    );
    const changed = await person.send("POST", "account/password", {
      body: { current_password: goodPassword, new_password: next },
    });
    expect([done(), changed.status, changed.body.field]).toEqual([true, 422, "current_password"]);
    expect((await site.signIn(person.email, next)).status).toBe(401);
    expect((await site.browser()("POST", link, { body: { new_password: next } })).status).toBe(200);
  });

  it.each([{}, { password: next }])(
    "with %j ends a sign-in that had proved the password before it",
    async (body) => {
      const person = await makePerson();
      const done = between.after(sql.listMemberships, () => reset(person.email, body));
      const signedIn = await site.signIn(person.email);
      expect([done(), signedIn.status, cookieOf(signedIn)]).toEqual([true, 401, ""]);
      const sessions = await test.database.queryText(
        { name: "test-sessions", text: "SELECT id FROM sessions WHERE user_id = $1" },
        [person.id],
      );
      expect(sessions).toEqual([]);
    },
  );

  it("is not undone by accepting an invitation with the password that was proved before it", async () => {
    const admin = await makePerson();
    const person = await site.makeMember(admin.organizationId, "viewer");
    const path = `organizations/${admin.organizationId}/members/${person.id}`;
    expect((await admin.send("DELETE", path)).status).toBe(200);
    const link = await invite(admin, person.email);
    const done = between.after(sql.getUser, () => reset(person.email));
    const accepted = await site.browser()("POST", link, { body: { password: goodPassword } });
    // Decided again: the password that the reset ended is not to be had anew.
    expect([done(), accepted.status, accepted.body.reason]).toEqual([true, 422, "same_password"]);
  });
});

describe("while the body of a call was on its way", () => {
  const deeds = [
    ["a token", "account/tokens", (id: string) => ({ name: "T", organizations: [id] })],
    ["a member", "members", () => ({ email: "late@example.com", role: "org_admin" })],
    ["a team", "actions/create_team", () => ({ name: "Late" })],
  ] as const;
  const pathOf = (id: string, path: string) =>
    path.startsWith("account/") ? path : `organizations/${id}/${path}`;

  it.each(deeds)("a person who was removed makes no more: %s", async (_, path, bodyOf) => {
    const admin = await makePerson();
    const { organizationId: id } = admin;
    const person = await site.makeMember(id, "org_admin");
    const done = between.after(sql.authenticateSession, () =>
      admin.send("DELETE", `organizations/${id}/members/${person.id}`),
    );
    const made = await person.send("POST", pathOf(id, path), { body: bodyOf(id) });
    expect([done(), made.status]).toEqual([true, path.startsWith("account/") ? 422 : 404]);
  });

  it.each(deeds)("a session that a reset ended makes no more: %s", async (_, path, bodyOf) => {
    const person = await makePerson();
    const { organizationId: id } = person;
    const done = between.after(sql.authenticateSession, () => reset(person.email));
    const made = await person.send("POST", pathOf(id, path), { body: bodyOf(id) });
    expect([done(), made.status]).toEqual([true, 401]);
  });

  it("a role that was lowered holds, and the refusal is on record once", async () => {
    const admin = await makePerson();
    const { organizationId: id } = admin;
    const person = await site.makeMember(id, "org_admin");
    const done = between.after(sql.authenticateSession, () =>
      admin.send("PATCH", `organizations/${id}/members/${person.id}`, { body: { role: "viewer" } }),
    );
    const made = await person.send("POST", `organizations/${id}/members`, {
      body: { email: "late@example.com", role: "org_admin" },
    });
    expect([done(), made.status]).toEqual([true, 403]);
    const refusals = (await recordsOf(test, id)).filter(({ outcome }) => outcome === "refused");
    expect(refusals.map(({ action }) => action)).toEqual(["add_member"]);
  });
});

/** The embedded database has one connection, on which transactions come one after the other anyway. */
describe.runIf(engineName === "server")("organizations that add and remove a person at once", () => {
  /** Goes on when somebody waits for a lock, or the work did not have to. */
  async function waits(work: Promise<unknown>): Promise<void> {
    const waiting = {
      name: "test-waiting",
      text: "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    };
    const waited = until(async () => (await test.database.queryText(waiting, [])).length > 0);
    await Promise.race([work, waited]);
    waited.catch(() => {});
  }

  const remove = async (by: Person & { organizationId: string }, email: string) => {
    const members = `organizations/${by.organizationId}/members`;
    const { body } = await by.send("GET", members);
    const { id } = body.data.find((member: { email: string }) => member.email === email);
    return by.send("DELETE", `${members}/${id}`);
  };
  const removeAll = (by: Person & { organizationId: string }) => site.deleteOrganization(by.organizationId);
  const removals = [
    ["a member's removal", remove],
    ["an organization's removal", removeAll],
  ] as const;

  it.each(removals)("%s leaves the invitation of another organization", async (name, go) => {
    const [a, b] = [await makePerson(), await makePerson()];
    const email = `${name.replaceAll(/\W/g, "-")}@example.com`;
    await invite(a, email);
    const held = between.hold(sql.insertMember);
    const inviting = invite(b, email);
    await held.reached;
    const removing = go(a, email);
    await waits(removing);
    held.release();
    const link = await inviting;
    expect((await removing).status).toBe(200);
    const done = await site.browser()("POST", link, { body: { password: next } });
    expect(done.body.organizations).toMatchObject([{ id: b.organizationId }]);
  });

  it.each(removals)("%s leaves nobody a member without a password", async (name, go) => {
    const [a, b] = [await makePerson(), await makePerson()];
    const email = `added-${name.replaceAll(/\W/g, "-")}@example.com`;
    const accepted = await site.browser()("POST", await invite(a, email), { body: { password: next } });
    expect(accepted.status).toBe(200);
    const held = between.hold(sql.endUnprovedAccounts);
    const removing = go(a, email);
    await held.reached;
    const adding = site.operator("POST", `operator/organizations/${b.organizationId}/members`, {
      body: { email, role: "viewer", password: next },
    });
    await waits(adding);
    held.release();
    expect([(await removing).status, (await adding).status]).toEqual([200, 201]);
    expect((await site.signIn(email, next)).body.organizations).toMatchObject([{ id: b.organizationId }]);
  });
});

/** The settings were never saved, so that there is no row to lock: of two that save them first, one loses. */
it.runIf(engineName === "server")(
  "an organization's change that loses a race in a part of it is done over as a whole",
  async () => {
    const { organization, config } = await test.makeTenant();
    const held = between.hold(rows.getRowLocked);
    const renaming = site.operator("PATCH", `operator/organizations/${organization.id}`, {
      body: { name: "Renamed" },
    });
    await held.reached;
    const saved = await config("PUT", "organization_settings", { body: { session_ttl_hours: 12 } });
    held.release();
    expect(saved.status).toBe(201);
    const { status, body } = await renaming;
    expect([status, body.name]).toEqual([200, "Renamed"]);
    const settings = await config("GET", "organization_settings");
    expect(settings.body).toMatchObject({ name: "Renamed", session_ttl_hours: 12 });
    const records = await recordsOf(test, organization.id);
    expect(records).toMatchObject([
      { actor_kind: "key", changes: [{ field: "session_ttl_hours", after: 12 }] },
      { actor_kind: "operator", changes: [{ field: "name", after: "Renamed" }] },
    ]);
  },
);
