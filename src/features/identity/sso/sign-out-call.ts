/** Signing out, at the provider as well where it offers that (OpenID Connect RP-Initiated Logout 1.0). */
import type { AccountOperation, AccountRequest } from "../../../engine/operation.ts";
import type { KnownSession } from "../../../engine/ports/accounts.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { endSession, sessionOf } from "../accounts/index.ts";
import { clientOf, type SsoDeps } from "./deps.ts";
import { signedOutShape } from "./shapes.ts";
import { signInIdentityOf } from "./store.ts";

export function signOutCall(deps: SsoDeps): AccountOperation {
  return {
    name: "sign_out",
    tag: "session",
    title: "Sign out",
    description:
      "Ends the session; its cookie is refused from the next request on. Where the person signed in at an organization's provider that can sign out, too, sign_out_url is where the browser goes next.",
    method: "DELETE",
    path: "/api/v1/session",
    credential: "session",
    changingPassword: true,
    status: 200,
    output: { value: signedOutShape },
    async run(request) {
      const session = sessionOf(request);
      const url = await signOutUrl(deps, request, session);
      await endSession(deps.people.identity.sessions, request, session);
      return { body: { id: session.id, deleted: true, sign_out_url: url }, session: null };
    },
  };
}

/** The session ends here whatever the provider says: where it does not answer, it is not asked. */
async function signOutUrl(
  deps: SsoDeps,
  { requestId }: AccountRequest,
  { id, ssoOrganizations }: KnownSession,
): Promise<string | null> {
  const signIn = ssoOrganizations.length === 0 ? undefined : await deps.sso.signIn(id);
  const organization = signIn && (await deps.people.identity.organizations.find(signIn.organizationId));
  const connection = organization && (await deps.sso.connection(organization.id));
  if (signIn === undefined || organization === undefined || connection === undefined) return null;
  const idToken = deps.vault.open(signIn.sealedIdToken, signInIdentityOf(organization.id));
  const client = clientOf(deps, organization, connection);
  return deps.providers.signOut(client, idToken, `${deps.siteUrl}/sign-in`).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    deps.log.warn({ err: error.cause, request_id: requestId }, "the provider was not asked to sign out");
    return null;
  });
}
