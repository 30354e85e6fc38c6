/** The one-time links by which people join: what they are for, and accepting them. */
import type { Account, Invitation } from "../../engine/ports/identity.ts";
import type { SiteAnswer, SiteCall, SiteRequest } from "../../engine/site-call.ts";
import { boolean, type Configuration, object, text } from "../../kernel/field.ts";
import { Refusal, unprocessable } from "../../kernel/problem.ts";
import { personAuthor, trailOf } from "./author.ts";
import { hashOf } from "./credential.ts";
import { type IdentityDeps, together } from "./deps.ts";
import { accountLock } from "./members.ts";
import { passwordBounds } from "./password.ts";
import { beginSession, wrongPassword } from "./sessions.ts";
import { organizationShape, renderWhoAmI, roleField, when, whoAmIShape } from "./shapes.ts";

const acceptance = {
  password: text({
    description:
      "For a new account the password to have; for one that exists its password, unless its owner is signed in.",
    ...passwordBounds,
    nullable: true,
  }),
  name: text({
    description: "What to call the person; for a new account only.",
    max: 255,
    nullable: true,
    oneLine: true,
  }),
} as const;

type Acceptance = Configuration<typeof acceptance>;

const invitationShape = object({
  description: "What a link is for.",
  fields: {
    organization: organizationShape,
    email: text({ description: "Who is invited." }),
    role: roleField,
    has_account: boolean({
      description: "Whether the address has an account, whose owner signs in to accept.",
    }),
    expires_at: when("When the link stops working."),
  },
});

export function invitationCalls(deps: IdentityDeps): SiteCall[] {
  return [
    {
      name: "get_invitation",
      tag: "session",
      title: "What an invitation is for",
      description: "Says who invites whom; the link itself is the credential.",
      method: "GET",
      path: "/api/v1/invitations/{token}",
      credential: "none",
      status: 200,
      output: invitationShape,
      async run(request) {
        const invitation = await openInvitation(deps, request);
        const { organizationId, slug, organizationName, email, role, hasAccount, expiresAt } = invitation;
        return {
          body: {
            organization: { id: organizationId, slug, name: organizationName },
            email,
            role,
            has_account: hasAccount,
            expires_at: expiresAt.toISOString(),
          },
        };
      },
    },
    {
      name: "accept_invitation",
      tag: "session",
      title: "Accept an invitation",
      description:
        "Begins the membership and signs the person in. A new person chooses a password; an account that exists accepts signed in, or by its password.",
      method: "POST",
      path: "/api/v1/invitations/{token}",
      credential: "none",
      body: acceptance,
      status: 200,
      output: whoAmIShape,
      async run(request) {
        const invitation = await openInvitation(deps, request);
        const body = request.body as Acceptance;
        return invitation.hasAccount
          ? acceptAsOwner(deps, request, invitation, body)
          : acceptAsNew(deps, request, invitation, body);
      },
    },
  ];
}

/** The link alone is not enough for an account: whoever invited its owner may know the link too. */
async function acceptAsOwner(
  deps: IdentityDeps,
  request: SiteRequest,
  invitation: Invitation,
  { password, name }: Acceptance,
): Promise<SiteAnswer> {
  const { identity, store } = deps;
  const { email, userId } = invitation;
  const signedIn = request.session?.user.id === userId;
  if (name !== null)
    throw unprocessable([
      { field: "name", message: "belongs to the account that this address has already; leave it out" },
    ]);
  if (!signedIn && password === null) {
    throw unprocessable([
      {
        field: "password",
        message: `is required: sign in as ${email} first, or send the password of its account`,
      },
    ]);
  }
  if (!signedIn) {
    const account = await deps.prove({ email, password: password ?? "", address: request.address });
    if (account === undefined) throw wrongPassword();
  }
  await together(store, [accountLock(email)], () => begin(deps, request, invitation));
  const account = await accountNamed(deps, userId);
  if (!signedIn) return beginSession(deps, request, account);
  return { body: renderWhoAmI(account, await identity.users.memberships(userId)) };
}

async function acceptAsNew(
  deps: IdentityDeps,
  request: SiteRequest,
  invitation: Invitation,
  { password, name }: Acceptance,
): Promise<SiteAnswer> {
  const { identity, store, passwords } = deps;
  const { userId, email } = invitation;
  if (password === null)
    throw unprocessable([{ field: "password", message: "is required: choose the password of your account" }]);
  const passwordHash = await passwords.hash(password);
  await together(store, [accountLock(email)], async () => {
    // Another link to the same person may have been accepted meanwhile: now there is an account to prove.
    if (!(await identity.users.claim(userId, name ?? invitation.invitedName ?? "", passwordHash)))
      throw noInvitation();
    await begin(deps, request, invitation);
  });
  return beginSession(deps, request, await accountNamed(deps, userId));
}

async function begin(
  { identity }: IdentityDeps,
  request: SiteRequest,
  { organizationId, userId, email }: Invitation,
): Promise<void> {
  const author = personAuthor(request, { id: userId, email, name: "" });
  const changes = [{ field: "status", before: "invited", after: "active" }];
  const trail = trailOf(author, [organizationId], {
    action: "accept_invitation",
    resource: "members",
    rowId: userId,
    changes,
  });
  if (!(await identity.members.accept(organizationId, userId, request.now, trail))) throw noInvitation();
}

async function openInvitation({ identity }: IdentityDeps, request: SiteRequest): Promise<Invitation> {
  const invitation = await identity.members.invitation(hashOf(request.path.token ?? ""), request.now);
  if (invitation === undefined) throw noInvitation();
  return invitation;
}

async function accountNamed({ identity }: IdentityDeps, id: string): Promise<Account> {
  const account = await identity.users.find(id);
  if (account === undefined) throw noInvitation();
  return account;
}

function noInvitation(): Refusal {
  return new Refusal(
    "not_found",
    "There is no such invitation: it was used, withdrawn, or has expired; ask for a new one.",
  );
}
