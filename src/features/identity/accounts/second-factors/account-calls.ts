/** A person's own second factors: added, listed, removed; and their recovery codes. */
import {
  type AccountOperation,
  type AccountRequest,
  accountOperation,
} from "../../../../engine/operation.ts";
import type { KnownSession } from "../../../../engine/ports/accounts.ts";
import { object, text } from "../../../../kernel/field.ts";
import { newId } from "../../../../kernel/ids.ts";
import { Refusal, unprocessable } from "../../../../kernel/problem.ts";
import { mailOwner } from "../account-mails.ts";
import { madeOf, personAuthor } from "../author.ts";
import { hashOf } from "../credential.ts";
import {
  type AccountChange,
  type IdentityDeps,
  type IdentityTransaction,
  ownTrail,
  sessionOf,
  withAccount,
} from "../deps.ts";
import type { StoredFactor } from "../factors-store.ts";
import { totpIdentityOf } from "../sealed-factors-store.ts";
import { deleted, deletedShape, renderOrganization } from "../shapes.ts";
import { challengeMs, newPasskeyChallenge } from "./challenge.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import {
  addedShape,
  authenticatorAnswer,
  begunPasskeyShape,
  begunTotpShape,
  codesShape,
  factorName,
  factorsShape,
  renderFactor,
} from "./shapes.ts";
import { newTotpSecret, stepOf, totpUri } from "./totp.ts";

/** So long ago the password may have been proved where a second factor is added or removed. */
export const freshMs = 10 * 60_000;
/** So long an app may take to be set up. */
const setUpMs = 15 * 60_000;
/** More than anybody needs; each app makes a guess at a code more likely. */
const mostFactors = 5;

const path = "/api/v1/account/second_factors";
const shared = { tag: "account", subject: "second_factors", credential: "session", status: 200 } as const;

export function secondFactorCalls(deps: IdentityDeps): AccountOperation[] {
  return [
    listFactors(deps),
    beginTotp(deps),
    confirmTotp(deps),
    beginPasskey(deps),
    confirmPasskey(deps),
    makeRecoveryCodes(deps),
    removeFactor(deps),
  ];
}

function listFactors({ identity }: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "list_second_factors",
    title: "List your second factors",
    description:
      "Lists what the signed-in person's password needs next to it, and which organizations require that.",
    method: "GET",
    path,
    output: { value: factorsShape },
    async run(request) {
      const { user, memberships, elsewhere } = sessionOf(request);
      const all = [...memberships, ...elsewhere].filter(({ secondFactor }) => secondFactor !== "optional");
      return {
        body: {
          data: (await identity.factors.list(user.id)).map(renderFactor),
          recovery_codes_left: await identity.factors.codesLeft(user.id),
          required_by: all.map(({ organization }) => renderOrganization(organization)),
        },
      };
    },
  };
}

function beginTotp(deps: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "begin_totp",
    answersSecret: true,
    title: "Add an app for codes",
    description:
      "Makes the secret of an authenticator app (TOTP, six digits every 30 s). It counts once a code of it was sent (confirm_totp). The password must have been proved in the last 10 minutes: sign in again before.",
    method: "POST",
    path: `${path}/totp`,
    output: { value: begunTotpShape },
    async run(request) {
      const { user } = fresh(request);
      await refuseTooMany(deps, user.id);
      const { now } = request;
      const secret = newTotpSecret();
      const id = newId("factor");
      await deps.identity.factors.beginTotp({
        id,
        userId: user.id,
        createdAt: now,
        sealedSecret: deps.vault.seal(secret, totpIdentityOf(user.id, id)),
      });
      return {
        body: {
          id,
          secret,
          otpauth_uri: totpUri(secret, `orgconfig ${new URL(deps.siteUrl).hostname}`, user.email),
          expires_at: new Date(now.getTime() + setUpMs).toISOString(),
        },
      };
    },
  };
}

function confirmTotp(deps: IdentityDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "confirm_totp",
    title: "Confirm an app for codes",
    description:
      "Takes the first code of the app that was begun: from now on the password needs one. With the first second factor come recovery codes, in this answer only, and every other session that began with the password ends.",
    method: "POST",
    path: `${path}/totp/confirm`,
    input: {
      fields: {
        code: text({ description: "The six digits that the app shows.", max: 20 }),
        name: factorName,
      },
    },
    output: { value: addedShape },
    async run(request) {
      const { user } = sessionOf(request);
      const { now } = request;
      const { factors } = deps.identity;
      const begun = await factors.begunTotp(user.id, new Date(now.getTime() - setUpMs));
      if (begun === undefined) throw nothingBegun("an app", `POST ${path}/totp`);
      const secret = deps.vault.open(begun.sealedSecret, totpIdentityOf(user.id, begun.id));
      const code = request.body.code.replace(/\s/g, "");
      const step = await deps.guardCode(`${user.id}/set-up`, async () => stepOf(secret, code, now));
      if (step === undefined)
        throw unprocessable([
          {
            field: "code",
            message: "is not the code that the app shows now; look at the clocks of both",
            reason: "wrong_code",
          },
        ]);
      const { name } = request.body;
      const factor = { id: begun.id, name, kind: "totp", createdAt: now, lastUsedAt: null } as const;
      return added(deps, request, factor, ({ identity }, trail) =>
        identity.factors.confirmTotp({ id: begun.id, userId: user.id, name, confirmedAt: now, step }, trail),
      );
    },
  });
}

function beginPasskey(deps: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "begin_passkey",
    title: "Add a passkey",
    description:
      "Answers what the browser makes a passkey with (navigator.credentials.create); its answer is sent to confirm_passkey within 5 minutes, in the same session. The password must have been proved in the last 10 minutes. 409 passkeys_need_host_name where the service is reached by an address.",
    method: "POST",
    path: `${path}/passkeys`,
    output: { value: begunPasskeyShape },
    async run(request) {
      const { user, id } = fresh(request);
      await refuseTooMany(deps, user.id);
      const { now } = request;
      const { factors } = deps.identity;
      const challenge = newPasskeyChallenge();
      const options = await deps.passkeys.optionsToAdd(user, challenge, await factors.list(user.id));
      const expiresAt = new Date(now.getTime() + challengeMs);
      const kept = { hash: hashOf(id), userId: user.id, passkeyChallenge: challenge, passwordDigest: null };
      await factors.beginChallenge({ ...kept, purpose: "passkey", expiresAt }, now);
      return { body: { options } };
    },
  };
}

function confirmPasskey(deps: IdentityDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "confirm_passkey",
    title: "Confirm a passkey",
    description:
      "Takes the passkey that the browser made: from now on it is a second factor. With the first second factor come recovery codes, in this answer only, and every other session that began with the password ends.",
    method: "POST",
    path: `${path}/passkeys/confirm`,
    input: {
      fields: {
        name: factorName,
        response: object(
          authenticatorAnswer(
            "What the browser answered to `options` (navigator.credentials.create), as JSON.",
          ),
        ),
      },
    },
    output: { value: addedShape },
    async run(request) {
      const { user, id: sessionId } = sessionOf(request);
      const { name, response } = request.body;
      const { now } = request;
      const hash = hashOf(sessionId);
      const open = await deps.identity.factors.tryChallenge(hash, "passkey", now);
      if (open === undefined || open.userId !== user.id)
        throw nothingBegun("a passkey", `POST ${path}/passkeys`);
      const passkey = await deps.passkeys.added(response, open.passkeyChallenge);
      if (passkey === undefined || !(await deps.identity.factors.endChallenge(hash)))
        throw unprocessable([
          {
            field: "response",
            message: "is not a genuine answer to the options of this session, from this service's own page",
          },
        ]);
      const factor = {
        id: newId("factor"),
        name,
        kind: "passkey",
        createdAt: now,
        lastUsedAt: null,
      } as const;
      return added(deps, request, factor, ({ identity }, trail) =>
        identity.factors.addPasskey({ ...passkey, ...factor, userId: user.id }, trail),
      );
    },
  });
}

function makeRecoveryCodes(deps: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "make_recovery_codes",
    answersSecret: true,
    title: "Make new recovery codes",
    description:
      "Makes ten new recovery codes; those before work no more. They are in this answer only. The password must have been proved in the last 10 minutes.",
    method: "POST",
    path: `${path}/recovery_codes`,
    output: { value: codesShape },
    async run(request) {
      const { user } = fresh(request);
      if (!(await deps.identity.factors.any(user.id)))
        throw new Refusal(
          "conflict",
          "There is no second factor that they could stand in for; add one first.",
        );
      const { codes, hashes } = newRecoveryCodes();
      const trail = ownTrail(request, {
        action: "make_recovery_codes",
        resource: "second_factors",
        rowId: user.id,
        changes: [{ field: "recovery_codes", secret: "changed" }],
      });
      await withAccount(deps, user.email, async (transaction) => {
        await transaction.identity.factors.replaceRecoveryCodes(user.id, hashes, trail);
        await mailSelf(transaction, request, "recovery_codes_made");
      });
      return { body: { recovery_codes: codes } };
    },
  };
}

function removeFactor(deps: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "remove_second_factor",
    title: "Remove a second factor",
    description:
      "Removes one of the person's own second factors; with the last one the recovery codes go too. The password must have been proved in the last 10 minutes, with a second factor.",
    method: "DELETE",
    path: `${path}/{id}`,
    output: { value: deletedShape },
    async run(request) {
      const { user } = fresh(request);
      const { id = "" } = request.path;
      const trail = ownTrail(request, {
        action: "remove_second_factor",
        resource: "second_factors",
        rowId: id,
      });
      const { identity } = deps;
      const known = (await identity.factors.list(user.id)).find((factor) => factor.id === id);
      await withAccount(deps, user.email, async (transaction) => {
        const { factors } = transaction.identity;
        if (!(await factors.remove(user.id, id, trail)))
          throw new Refusal(
            "not_found",
            "There is no such second factor of yours; list them for the ids there are.",
          );
        if (!(await factors.any(user.id))) await factors.removeAll(user.id, []);
        await mailSelf(transaction, request, "second_factor_removed", known);
      });
      return { body: deleted(id) };
    },
  };
}

/** Stores a factor, with recovery codes where it is the first. */
async function added(
  deps: IdentityDeps,
  request: AccountRequest,
  factor: Pick<StoredFactor, "id" | "kind" | "name" | "createdAt" | "lastUsedAt">,
  store: (transaction: IdentityTransaction, trail: ReturnType<typeof ownTrail>) => Promise<boolean>,
) {
  const { user, id: sessionId } = sessionOf(request);
  const trail = ownTrail(request, {
    action: "add_second_factor",
    resource: "second_factors",
    rowId: factor.id,
    changes: madeOf({ kind: factor.kind, name: factor.name }),
  });
  const recovery = newRecoveryCodes();
  // The account is locked: a sign-in by the password alone is before this, and ends here, or after it, and is refused.
  const codes = await withAccount(deps, user.email, async (transaction) => {
    const { factors } = transaction.identity;
    const first = !(await factors.any(user.id));
    if (!(await store(transaction, trail)))
      throw new Refusal("conflict", "It was added before; list your second factors.");
    await factors.noteProved(user.id, sessionId);
    await mailSelf(transaction, request, "second_factor_added", factor);
    if (!first) return [];
    await factors.replaceRecoveryCodes(user.id, recovery.hashes, []);
    await factors.endPasswordSessions(user.id, sessionId);
    return recovery.codes;
  });
  return { body: { ...renderFactor(factor), recovery_codes: codes } };
}

/**
 * The session, where its password was proved lately: what a stolen one cannot do.
 * @throws 403 `fresh_sign_in_required`
 */
function fresh(request: AccountRequest): KnownSession {
  const session = sessionOf(request);
  const { passwordAt } = session;
  if (passwordAt !== null && passwordAt.getTime() > request.now.getTime() - freshMs) return session;
  const why =
    passwordAt === null
      ? "Second factors go with a password, and this session began at your organization's provider, which asks for its own"
      : "Second factors are changed within 10 minutes of a sign-in";
  throw new Refusal("forbidden", `${why}; sign in with your password again (POST /api/v1/session).`, {
    reason: "fresh_sign_in_required",
  });
}

async function mailSelf(
  transaction: IdentityTransaction,
  request: AccountRequest,
  change: AccountChange,
  factor?: Pick<StoredFactor, "kind" | "name">,
): Promise<void> {
  const { user, memberships, elsewhere } = sessionOf(request);
  const author = personAuthor(request, user);
  const detail = factor && `${factor.kind === "totp" ? "an app" : "a passkey"} ${factor.name}`.trim();
  await mailOwner(transaction, author, user, [...memberships, ...elsewhere], change, detail);
}

async function refuseTooMany({ identity }: IdentityDeps, userId: string): Promise<void> {
  if ((await identity.factors.list(userId)).length >= mostFactors)
    throw new Refusal(
      "conflict",
      `There are ${mostFactors} second factors, which is the most; remove one first.`,
    );
}

function nothingBegun(what: string, call: string): Refusal {
  return new Refusal(
    "conflict",
    `There is nothing to confirm: ${what} was not begun, or too long ago; begin again (${call}).`,
  );
}
