/** A new password for somebody who forgot theirs: they ask for a link themselves, or an org_admin sends them one. */
import { type AccountOperation, type AccountRequest, accountOperation } from "../../../engine/operation.ts";
import { boolean, object, text, timestamp } from "../../../kernel/field.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { personAuthor, resetAuthor, trailOf } from "./author.ts";
import { callerOf, type IdentityDeps, sessionOf, withAccount } from "./deps.ts";
import { lifetimeMs, newLink } from "./link.ts";
import { memberNamed } from "./members.ts";
import { emailField } from "./shapes.ts";

/** One account is mailed one link in this time, however often somebody asks: nobody's mailbox is filled. */
const quietMs = 10 * 60_000;

const asked = object({
  description: "What happens now, whether or not the address has an account.",
  fields: { message: text({ description: "A sentence for the person who asked." }) },
});

const sentShape = object({
  description: "Where the link went.",
  fields: {
    email: text({ description: "Whose password it sets." }),
    mailed: boolean({ description: "Whether the link went to the address by mail." }),
    expires_at: timestamp({ description: "When the link stops working." }),
    reset_url: text({
      description: "The one-time link to pass on; in this answer only, and only when it was not mailed.",
      optional: true,
    }),
  },
});

/**
 * Mails a link behind the answer, which is the same for every address.
 * @throws Refusal `unavailable` where no mail goes out here, or too many ask at this moment
 */
function ask(deps: IdentityDeps, request: AccountRequest, email: string): void {
  if (deps.mailReset === undefined)
    throw new Refusal(
      "unavailable",
      "This installation sends no mail, and so no link: ask an org_admin of your organization for one, or the operator of this installation (orgconfig members reset).",
      { reason: "no_mail" },
    );
  const { address, requestId: request_id } = request;
  deps.answeredFirst.begin(async () => {
    try {
      const mailed = await mailLink(deps, request, email);
      deps.log.info({ address, request_id, mailed }, "password link asked for");
    } catch (err) {
      deps.log.warn({ err, request_id }, "a password link was not mailed");
    }
  });
}

/** @returns whether a link was mailed: not for an address without a password here, nor so soon after the last one */
async function mailLink(deps: IdentityDeps, request: AccountRequest, email: string): Promise<boolean> {
  const account = await deps.identity.users.byEmail(email);
  if (account === undefined || account.passwordHash === null) return false;
  const memberships = await deps.identity.users.memberships(account.id);
  // Mail goes out on behalf of an organization.
  const organizations = memberships.map(({ organization }) => organization.id);
  const [organizationId] = organizations;
  if (organizationId === undefined) return false;
  const { url, hash, expiresAt } = newLink(deps.siteUrl, "resets", request.now);
  const trail = trailOf(resetAuthor(request), organizations, {
    action: "request_reset",
    resource: "account",
    rowId: account.id,
  });
  const unlessSince = new Date(request.now.getTime() + lifetimeMs - quietMs);
  return withAccount(deps, account.email, async ({ identity, writer, mailReset }) => {
    const offer = { userId: account.id, hash, expiresAt, provesAddress: true, unlessSince };
    if (!(await identity.users.offerReset(offer, trail))) return false;
    await mailReset?.(writer, { to: account.email, organizationId, url, expiresAt, by: "yourself" });
    return true;
  });
}

export function resetRequestCalls(deps: IdentityDeps): AccountOperation[] {
  return [requestCall(deps), memberCall(deps)];
}

function requestCall(deps: IdentityDeps): AccountOperation {
  return accountOperation({
    tag: "session",
    credential: "none",
    name: "request_reset",
    title: "Ask for a new password",
    description:
      "Mails a one-time link (24 hours) to the address, where it has an account with a password, at most once in ten minutes. The answer is the same for every address, and the present password works until the link is used. 503 no_mail: this installation sends no mail.",
    method: "POST",
    path: "/api/v1/resets",
    input: { fields: { email: emailField } },
    status: 200,
    output: { value: asked },
    async run(request) {
      ask(deps, request, request.body.email);
      return {
        body: {
          message:
            "If the address has an account with a password here, a mail with a link is on its way. Nothing has changed until it is used.",
        },
      };
    },
  });
}

function memberCall(deps: IdentityDeps): AccountOperation {
  return {
    tag: "organization",
    credential: "session",
    level: "admin",
    subject: "members",
    name: "reset_member_password",
    answersSecret: "reset_url",
    title: "Send a member a link to a new password",
    description:
      "For a member who forgot their password. The one-time link (24 hours) is mailed to them, or answered once as reset_url where there is no mail: then only for somebody who is a member of no other organization, and it proves nothing about their address. The present password and sessions go on until the link is used, which ends every session. Not of oneself.",
    method: "POST",
    path: "/api/v1/organizations/{org}/members/{user_id}/reset",
    status: 201,
    output: { value: sentShape },
    async run(request) {
      const { organization } = callerOf(request);
      const { user } = sessionOf(request);
      const found = await memberNamed(deps.identity, organization, request.path.user_id ?? "");
      if (found.id === user.id)
        throw new Refusal("forbidden", "This is your own: change it on the page Account › Password.", {
          reason: "own_account",
        });
      const author = personAuthor(request, user);
      const trail = trailOf(author, [organization.id], {
        action: "reset_member_password",
        resource: "members",
        rowId: found.id,
      });
      const { url, hash, expiresAt } = newLink(deps.siteUrl, "resets", request.now);
      const mailed = await withAccount(deps, found.email, async (transaction) => {
        const { identity, writer, mailReset } = transaction;
        const { id, email } = await memberNamed(identity, organization, found.id);
        const provesAddress = mailReset !== undefined;
        if ((await identity.users.byEmail(email))?.passwordHash == null) throw noPassword(email);
        if (!provesAddress && (await identity.factors.isMemberElsewhere(organization.id, id)))
          throw memberElsewhere(email);
        await identity.users.offerReset(
          { userId: id, hash, expiresAt, provesAddress, unlessSince: null },
          trail,
        );
        await mailReset?.(writer, {
          to: email,
          organizationId: organization.id,
          url,
          expiresAt,
          by: user.email,
        });
        return provesAddress;
      });
      return {
        body: {
          email: found.email,
          mailed,
          expires_at: expiresAt.toISOString(),
          ...(mailed ? {} : { reset_url: url }),
        },
      };
    },
  };
}

function noPassword(email: string): Refusal {
  return new Refusal(
    "conflict",
    `${email} has no password here: somebody who was only invited is sent the invitation again, and others sign in at your provider.`,
    { reason: "no_password" },
  );
}

function memberElsewhere(email: string): Refusal {
  return new Refusal(
    "forbidden",
    `${email} is a member of another organization too, and without mail the link would pass through your hands; ask the operator of this installation (orgconfig members reset ${email}).`,
    { reason: "member_elsewhere" },
  );
}
