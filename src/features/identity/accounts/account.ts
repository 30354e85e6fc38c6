/** A person's own account: profile, password, sessions. */

import { type AccountOperation, type AccountRequest, accountOperation } from "../../../engine/operation.ts";
import { boolean, list, object, text } from "../../../kernel/field.ts";
import { Refusal, unprocessable } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { mailOwner } from "./account-mails.ts";
import { personAuthor } from "./author.ts";
import { type IdentityDeps, ownTrail, sessionOf, truncate, withAccount } from "./deps.ts";
import { passwordBounds } from "./password.ts";
import { refuseTrivial, samePassword } from "./password-rule.ts";
import { refuseBeyondReach } from "./reach.ts";
import { secondFactorOf } from "./second-factors/challenge.ts";
import {
  deleted,
  deletedShape,
  idField,
  listShape,
  membershipShape,
  personName,
  renderMemberships,
  renderUser,
  userShape,
  when,
} from "./shapes.ts";
import type { Account, Profile, StoredSession } from "./store.ts";

const timezone = text({
  description:
    "On whose clocks times in mails to the person are, by its IANA name; null: those of each organization.",
  format: "timezone",
  max: 64,
  nullable: true,
});

const profile = { name: personName, timezone } as const;

const newPassword = {
  current_password: text({ description: "The present password.", max: 1_000 }),
  new_password: text({ description: "The password to have from now on.", ...passwordBounds }),
} as const;

const accountShape = object({
  description: "The signed-in person's account.",
  fields: {
    ...userShape.fields,
    timezone,
    created_at: when("When the account was made."),
    organizations: list({
      description: "Where the person is a member.",
      items: membershipShape,
      max: 10_000,
    }),
  },
});

const sessionShape = object({
  description: "A sign-in that has not ended.",
  fields: {
    id: idField,
    current: boolean({ description: "Whether it is the one that asks." }),
    created_at: when("When it began."),
    last_used_at: when("When it was last used, to the minute."),
    expires_at: when("When it ends by itself, if it is not used until then."),
    second_factor: boolean({ description: "Whether a second factor was proved with the password." }),
    address: text({ description: "The address that signed in.", nullable: true }),
    user_agent: text({ description: "The browser that signed in, in its own words.", nullable: true }),
  },
});

const shared = { tag: "account", credential: "session", status: 200 } as const;

export function accountCalls(deps: IdentityDeps): AccountOperation[] {
  return [
    getAccount(deps),
    updateAccount(deps),
    changePassword(deps),
    listSessions(deps),
    revokeSession(deps),
  ];
}

function getAccount(deps: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "get_account",
    title: "Your account",
    description: "The signed-in person's profile.",
    method: "GET",
    path: "/api/v1/account",
    output: { value: accountShape },
    run: async (request) => ({ body: await renderAccount(deps, await ownAccount(deps, request), request) }),
  };
}

function updateAccount(deps: IdentityDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "update_account",
    title: "Change your profile",
    description: "Changes the signed-in person's name, and the time zone of their mails.",
    method: "PATCH",
    path: "/api/v1/account",
    input: { fields: profile, mode: "update" },
    output: { value: accountShape },
    async run(request) {
      const account = await ownAccount(deps, request);
      refuseBeyondReach(sessionOf(request));
      const before: Profile = {
        name: account.name,
        timezone: await deps.identity.users.timezoneOf(account.email),
      };
      const { name = before.name, timezone = before.timezone } = request.body;
      const after: Profile = { name, timezone };
      const changes = (["name", "timezone"] as const)
        .filter((field) => before[field] !== after[field])
        .map((field) => ({ field, before: before[field], after: after[field] }));
      if (changes.length === 0) return { body: await renderAccount(deps, account, request) };
      const trail = ownTrail(request, {
        action: "update_account",
        resource: "account",
        rowId: account.id,
        changes,
      });
      await deps.identity.users.setProfile({ id: account.id, ...after }, trail);
      return { body: await renderAccount(deps, { ...account, name }, request) };
    },
  });
}

function changePassword(deps: IdentityDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "change_password",
    title: "Change your password",
    description:
      "Sets a new password, which is neither the present one nor easy to guess. Every other session of the person ends; tokens stay. In a session without the account's second factor it answers 401 second_factor_required.",
    changingPassword: true,
    method: "POST",
    path: "/api/v1/account/password",
    input: { fields: newPassword },
    output: { value: userShape },
    async run(request) {
      const { user, memberships, elsewhere, id: sessionId } = sessionOf(request);
      refuseBeyondReach(sessionOf(request));
      const { current_password, new_password } = request.body;
      const proved = await deps.verifyPassword({
        email: user.email,
        password: current_password,
        request,
        action: "change_password",
        resource: "account",
        door: "console",
      });
      if (proved === undefined) throw wrongCurrentPassword();
      const due = sessionOf(request).secondFactor ? undefined : await secondFactorOf(deps, request, proved);
      if (due !== undefined) throw due;
      if (new_password === current_password) throw unprocessable([samePassword("new_password")]);
      const organizations = memberships.map(({ organization }) => organization.name);
      refuseTrivial("new_password", new_password, { email: user.email, organizations });
      const password = {
        hash: await deps.passwords.hash(new_password),
        state: "own",
        provedAt: proved.provedAt,
      } as const;
      const changes = [{ field: "password", secret: "changed" }] as const;
      const trail = ownTrail(request, {
        action: "change_password",
        resource: "account",
        rowId: user.id,
        changes,
      });
      await withAccount(deps, user.email, async (transaction) => {
        const { users, sessions } = transaction.identity;
        if (!(await users.setPassword(proved, password, trail))) throw wrongCurrentPassword();
        await sessions.removeOthers(user.id, sessionId);
        const author = personAuthor(request, user);
        await mailOwner(transaction, author, user, [...memberships, ...elsewhere], "password_changed");
      });
      // Marks of other browsers ended with the password before; this one knows the new one.
      const deviceMarks = deps.devices.mark(
        { id: user.id, passwordHash: password.hash },
        request.deviceMarks,
        request.now,
      );
      return { body: renderUser(user), deviceMarks };
    },
  });
}

function listSessions({ identity, listCap }: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "list_sessions",
    title: "List your sessions",
    description: "Lists where the person is signed in, newest first.",
    method: "GET",
    path: "/api/v1/account/sessions",
    output: { value: listShape(sessionShape) },
    async run(request) {
      const { user, id } = sessionOf(request);
      const { data, truncated } = truncate(
        await identity.sessions.list(user.id, request.now, listCap + 1),
        listCap,
      );
      return { body: { data: data.map((session) => renderSession(session, id)), truncated } };
    },
  };
}

function revokeSession({ identity }: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "revoke_session",
    title: "End a session",
    description: "Ends one of the person's own sessions, this one included.",
    method: "DELETE",
    path: "/api/v1/account/sessions/{id}",
    output: { value: deletedShape },
    async run(request) {
      const session = sessionOf(request);
      const { id = "" } = request.path;
      const trail = ownTrail(request, { action: "revoke_session", resource: "sessions", rowId: id });
      if (!(await identity.sessions.remove(session.user.id, id, trail))) {
        throw new Refusal(
          "not_found",
          "There is no such session of yours; list the sessions for the ids there are.",
        );
      }
      return id === session.id ? { body: deleted(id), session: null } : { body: deleted(id) };
    },
  };
}

async function ownAccount({ identity }: IdentityDeps, request: AccountRequest): Promise<Account> {
  const account = await identity.users.find(sessionOf(request).user.id);
  // The session was good a moment ago, so the account went with its last breath.
  if (account === undefined) throw new Refusal("unauthorized", "Sign in first: this account is gone.");
  return account;
}

async function renderAccount(
  deps: IdentityDeps,
  account: Account,
  request: AccountRequest,
): Promise<JsonObject> {
  return {
    ...renderUser(account),
    timezone: await deps.identity.users.timezoneOf(account.email),
    created_at: account.createdAt.toISOString(),
    organizations: await renderMemberships(deps, sessionOf(request).memberships),
  };
}

function renderSession(session: StoredSession, currentId: string): JsonObject {
  return {
    id: session.id,
    current: session.id === currentId,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    second_factor: session.secondFactor,
    address: session.address,
    user_agent: session.userAgent,
  };
}

function wrongCurrentPassword(): Refusal {
  return unprocessable([
    { field: "current_password", message: "is not your present password", reason: "wrong_password" },
  ]);
}
