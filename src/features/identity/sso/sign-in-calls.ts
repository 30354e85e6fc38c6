/** Signing in at an organization's own provider: leaving for it, coming back, and the yes of an account's owner. */
import type { Organization } from "../../../engine/context.ts";
import {
  type AccountAnswer,
  type AccountOperation,
  type AccountRequest,
  accountOperation,
} from "../../../engine/operation.ts";
import { text } from "../../../kernel/field.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { type Account, beginSsoSession, hashOf, newSecret } from "../accounts/index.ts";
import { type Admission, admit, type Person } from "./admission.ts";
import type { Claims } from "./claims.ts";
import type { PendingContent } from "./column-types.ts";
import { clientOf, redirectUris, type SsoDeps } from "./deps.ts";
import type { Flow, Returned } from "./provider.ts";
import { onRecord } from "./refusals.ts";
import { onwardShape } from "./shapes.ts";
import { type StoredConnection, signInIdentityOf } from "./store.ts";

/** So long somebody may take at the provider, or to say yes. */
export const flowMs = 10 * 60_000;

const beginInput = {
  return_to: text({
    description: "The page of the console to go on to, as a path.",
    max: 8_000,
    nullable: true,
    default: null,
  }),
} as const;

const optional = (description: string) =>
  text({ description, max: 8_000, nullable: true, default: null, min: 0 });

const returnedInput = {
  state: text({ description: "What the sign-in was begun with.", max: 500 }),
  code: optional("What the provider gave."),
  iss: optional("How the provider names itself (RFC 9207)."),
  error: optional("Why the provider gave nothing."),
  error_description: optional("The same in its words."),
} as const;

const shared = {
  tag: "session",
  subject: "sessions",
  credential: "none",
  method: "GET",
  navigates: true,
  output: { value: onwardShape },
} as const;

export function signInCalls(deps: SsoDeps): AccountOperation[] {
  const comesBack = (name: string, path: string) =>
    accountOperation({
      ...shared,
      name,
      title: "Come back from the provider",
      description:
        "Where the provider sends the browser: checks its answer, begins the session, and goes on to the console. Once for each sign-in, in the browser in which it began.",
      path,
      input: { fields: returnedInput },
      query: Object.keys(returnedInput),
      run: (request) => finish(deps, request, returnedOf(request.body)),
    });
  return [
    accountOperation({
      ...shared,
      name: "begin_sso",
      title: "Sign in at the organization's provider",
      description:
        "Sends the browser to the provider of the organization that the path names, by its slug or id. 404 sso_off: it has none.",
      path: "/api/v1/sso/{slug}",
      input: { fields: beginInput },
      query: ["return_to"],
      run: (request) => begin(deps, request, request.body.return_to),
    }),
    comesBack("finish_sso", "/api/v1/sso/callback"),
    comesBack("finish_organization_sso", "/api/v1/sso/callback/{slug}"),
  ];
}

async function begin(
  deps: SsoDeps,
  request: AccountRequest,
  returnTo: string | null,
): Promise<AccountAnswer> {
  const organization = await deps.people.identity.organizations.find(request.path.slug ?? "");
  const connection = organization && (await deps.sso.connection(organization.id));
  if (organization === undefined || connection === undefined || !connection.enabled) throw off();
  const { session } = request;
  const kept = {
    return_to: returnTo !== null && isOwnPath(returnTo) ? returnTo : `/o/${organization.slug}`,
    ...(session === undefined ? {} : { session_id: session.id, user_id: session.user.id }),
  };
  const { url, flowMark } = await leave(deps, request, organization, connection, kept);
  return { body: { location: url }, location: url, flowMark };
}

/** Remembers what is needed when the browser comes back, and answers where it goes. */
export async function leave(
  deps: SsoDeps,
  request: AccountRequest,
  organization: Organization,
  connection: StoredConnection,
  kept: PendingContent,
) {
  const { now } = request;
  const state = newSecret();
  const browser = request.flowMark ?? newSecret().value;
  const client = clientOf(deps, organization, connection);
  const { url, flow } = await deps.providers.leave(client, state.value, redirectUris(deps, organization));
  const content = { ...kept, ...flow, browser: digest(browser), revision: connection.revision };
  const expiresAt = new Date(now.getTime() + flowMs);
  await deps.sso.begin(organization.id, "sign_in", state.hash, content, { now, expiresAt });
  return { url, flowMark: { value: browser, seconds: flowMs / 1_000 } };
}

type Begun = Awaited<ReturnType<SsoDeps["sso"]["take"]>>;

/** What a sign-in was begun with. @throws Refusal 400 `sso_expired` */
async function beginningOf(deps: SsoDeps, request: AccountRequest, begun: Begun) {
  if (begun === undefined || !isOfBrowser(begun.content, request)) throw expired();
  const organization = await deps.people.identity.organizations.find(begun.organizationId);
  const connection = await deps.sso.connection(begun.organizationId);
  const { content } = begun;
  const flow = content as unknown as Flow;
  const calledAt = request.path.slug === undefined ? undefined : `/callback/${request.path.slug}`;
  const meant = /\/callback\/.*$/.exec(flow.redirectUri)?.[0];
  if (organization === undefined || connection?.revision !== content.revision || calledAt !== meant)
    throw expired();
  return { organization, connection: connection as StoredConnection, content, flow };
}

async function finish(deps: SsoDeps, request: AccountRequest, returned: Returned): Promise<AccountAnswer> {
  const begun = await deps.sso.take("sign_in", hashOf(returned.state), request.now);
  // Of a state that nobody was given the path alone says whose it would be.
  const named = begun ?? (await deps.people.identity.organizations.find(request.path.slug ?? ""));
  const organizationId = named && ("organizationId" in named ? named.organizationId : named.id);
  const back = await onRecord(deps, request, organizationId, () => comeBack(deps, request, returned, begun));
  if ("tested" in back) return onwards(back.tested);
  const { organization, connection, content, person } = back;
  const admission = await admit(deps, request, organization, connection.settings, person);
  return letIn(deps, request, organization, person, admission, content);
}

/** Who it is, by the provider's own genuine answer; or where the result of a test is shown. */
async function comeBack(deps: SsoDeps, request: AccountRequest, returned: Returned, begun: Begun) {
  const { organization, connection, content, flow } = await beginningOf(deps, request, begun);
  const client = clientOf(deps, organization, connection);
  const wanted = ["email", connection.settings.groups_claim.split(".")[0] ?? ""];
  const asked = deps.providers.comeBack(client, flow, returned, wanted);
  if (typeof content.test === "string") {
    const result = await asked.then(
      ({ issuer, claims }) => ({ status: "done", issuer, claims }),
      (error) => ({ status: "failed", problem: messageOf(error) }),
    );
    const begun = { user_id: content.user_id ?? null };
    await deps.sso.note("test", hashOf(content.test), { ...begun, ...result } as PendingContent);
    return { tested: `/o/${organization.slug}/sign-in?test=${encodeURIComponent(content.test)}` };
  }
  if (!connection.enabled) throw off();
  return { organization, connection, content, person: await asked };
}

async function letIn(
  deps: SsoDeps,
  request: AccountRequest,
  organization: Organization,
  { issuer, claims, idToken }: Person & { readonly idToken: string },
  admission: Admission,
  content: PendingContent,
): Promise<AccountAnswer> {
  if ("account" in admission) {
    const session = await signIn(deps, request, organization, admission.account, content);
    await keepForSignOut(deps, organization, session.session, idToken);
    return { ...onwards(String(content.return_to)), ...session };
  }
  const { now } = request;
  const { value, hash } = newSecret();
  const waits = { ...content, issuer, claims, account_id: admission.confirms.id };
  const expiresAt = new Date(now.getTime() + flowMs);
  await deps.sso.begin(organization.id, "link", hash, waits, { now, expiresAt });
  return onwards(`/sign-in/link/${value}`);
}

/** A longer one would be too much for an address. */
const longestIdToken = 6_000;

async function keepForSignOut(
  { sso, vault }: SsoDeps,
  { id }: Organization,
  session: AccountAnswer["session"],
  idToken: string,
): Promise<void> {
  if (session === undefined || session === null || idToken.length > longestIdToken) return;
  await sso.keepSignIn(id, hashOf(session), vault.seal(idToken, signInIdentityOf(id)));
}

/** What the browser was signed in as before goes on in the new session, or ends. */
export async function signIn(
  { people }: SsoDeps,
  request: AccountRequest,
  organization: Organization,
  account: Account,
  { session_id, user_id }: PendingContent,
): Promise<Pick<AccountAnswer, "session">> {
  const { sessions } = people.identity;
  const own = typeof session_id === "string" && user_id === account.id;
  const open = own ? await sessions.list(account.id, request.now, 1_000) : [];
  const before = open.find(({ id }) => id === session_id);
  const begun = await beginSsoSession(people, request, account, organization.id, before);
  if (typeof session_id === "string") await sessions.remove(String(user_id), session_id, []);
  return begun;
}

/** Whether it was begun in the browser that now comes with it. */
export function isOfBrowser({ browser }: PendingContent, { flowMark }: AccountRequest): boolean {
  return flowMark !== undefined && browser === digest(flowMark);
}

/** A link waits with the claims as they were. */
export function personOf({ issuer, claims }: PendingContent): Person {
  return { issuer: String(issuer), claims: claims as Claims };
}

export function expired(): Refusal {
  return new Refusal(
    "bad_request",
    "This sign-in took too long, was finished before, or began in another browser; begin again.",
    { reason: "sso_expired" },
  );
}

export function off(): Refusal {
  return new Refusal(
    "not_found",
    "There is no such organization, or it has no sign-in of its own; sign in with your password.",
    { reason: "sso_off" },
  );
}

export function messageOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  throw error;
}

function onwards(location: string): AccountAnswer {
  return { body: { location }, location };
}

function digest(value: string): string {
  return hashOf(value).toString("hex");
}

/** A path of this service, which no browser reads as another site's. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path);
}

function returnedOf({
  state,
  code,
  iss,
  error,
  error_description,
}: Readonly<Record<keyof typeof returnedInput, string | null>>): Returned {
  const given = (value: string | null) => value ?? undefined;
  return {
    state: state ?? "",
    code: given(code),
    iss: given(iss),
    error: given(error),
    error_description: given(error_description),
  };
}
