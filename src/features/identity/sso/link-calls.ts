/** The yes of an account's owner: before a provider's word counts for an account that is somebody's already. */
import { type AccountOperation, type AccountRequest, accountOperation } from "../../../engine/operation.ts";
import { text } from "../../../kernel/field.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import {
  type Account,
  hashOf,
  renderOrganization,
  secondFactorOf,
  wrongPassword,
} from "../accounts/index.ts";
import { admit } from "./admission.ts";
import type { SsoDeps } from "./deps.ts";
import { linkShape, onwardShape } from "./shapes.ts";
import { expired, isOfBrowser, off, personOf, signIn } from "./sign-in-calls.ts";

const confirmation = {
  password: text({
    description: "The account's password; left out where the browser is signed in as the account.",
    max: 1_000,
    nullable: true,
    default: null,
  }),
} as const;

const shared = {
  tag: "session",
  credential: "none",
  path: "/api/v1/sso/links/{token}",
  status: 200,
} as const;

export function linkCalls(deps: SsoDeps): AccountOperation[] {
  return [
    {
      ...shared,
      name: "get_sso_link",
      title: "Which account a sign-in would be linked with",
      description:
        "Says which account of which organization waits for its owner's yes. It answers the browser in which the sign-in began.",
      method: "GET",
      output: { value: linkShape },
      async run(request) {
        const { organization, account, content } = await waiting(deps, request);
        return {
          body: {
            organization: renderOrganization(organization),
            email: account.email,
            issuer: personOf(content).issuer,
            signed_in: isSignedIn(request, account),
          },
        };
      },
    },
    accountOperation({
      ...shared,
      name: "confirm_sso_link",
      title: "Link a sign-in with your account",
      description:
        "The account's owner says yes, once: signed in as the account, or by its password (of an account with a second factor: signed in). From then on the provider's sign-in leads to this account, in that organization.",
      method: "POST",
      input: { fields: confirmation },
      output: { value: onwardShape },
      async run(request) {
        const found = await waiting(deps, request);
        const { organization, account, settings, content, hash } = found;
        await prove(deps, request, account, request.body.password);
        if ((await deps.sso.take("link", hash, request.now)) === undefined) throw expired();
        const person = personOf(content);
        const admission = await admit(deps, request, organization, settings, person, account.id);
        if (!("account" in admission)) throw expired();
        const session = await signIn(deps, request, organization, admission.account, content);
        return { body: { location: String(content.return_to) }, ...session };
      },
    }),
  ];
}

async function waiting(deps: SsoDeps, request: AccountRequest) {
  const hash = hashOf(request.path.token ?? "");
  const link = await deps.sso.look("link", hash, request.now);
  if (link === undefined || !isOfBrowser(link.content, request)) throw expired();
  const { content, organizationId } = link;
  const { organizations, users } = deps.people.identity;
  const organization = await organizations.find(organizationId);
  const account = await users.find(String(content.account_id));
  const connection = await deps.sso.connection(organizationId);
  if (organization === undefined || account === undefined || connection === undefined) throw expired();
  if (!connection.enabled || connection.revision !== content.revision) throw off();
  return { organization, account, settings: connection.settings, content, hash };
}

function isSignedIn({ session }: AccountRequest, { id }: Account): boolean {
  return session !== undefined && session.user.id === id && !session.mustChangePassword;
}

async function prove(deps: SsoDeps, request: AccountRequest, account: Account, password: string | null) {
  if (isSignedIn(request, account)) return;
  const { email } = account;
  if (password === null)
    throw unprocessable([
      {
        field: "password",
        message: `is required: sign in as ${email} first, or send the password of its account`,
      },
    ]);
  const attempt = {
    email,
    password,
    request,
    action: "link_sso",
    resource: "members",
    door: "console",
  } as const;
  const proved = await deps.people.verifyPassword(attempt);
  if (proved?.id !== account.id) throw wrongPassword();
  const due = await secondFactorOf(deps.people, request, account);
  if (due !== undefined) throw due;
}
