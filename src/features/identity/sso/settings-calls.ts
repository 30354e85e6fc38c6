/** How an organization's admins set up its own sign-in. */
import type { Organization } from "../../../engine/context.ts";
import { type AccountOperation, accountOperation } from "../../../engine/operation.ts";
import type { FieldChange } from "../../../engine/ports/rows.ts";
import { stale } from "../../../engine/reading.ts";
import { type Conditions, etagOf, failedCondition } from "../../../kernel/etag.ts";
import type { Json } from "../../../kernel/field.ts";
import { parseBody } from "../../../kernel/parse-body.ts";
import { type Problem, Refusal, unprocessable } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { teams } from "../../../resources/teams.ts";
import {
  callerOf,
  deleted,
  deletedShape,
  type IdentityTransaction,
  personAuthor,
  sessionOf,
  signInPath,
  trailOf,
  transact,
} from "../accounts/index.ts";
import { redirectUris, type SsoDeps } from "./deps.ts";
import { issuerProblems, misnamedProblem, problemsOf } from "./rules.ts";
import { type ConnectionSettings, connectionInput, connectionShape } from "./shapes.ts";
import { type NewConnection, type StoredConnection, secretIdentityOf } from "./store.ts";

export const settingsPath = "/api/v1/organizations/{org}/sso";
export const ofOrganization = {
  tag: "organization",
  subject: "sso",
  credential: "session",
  level: "admin",
} as const;
const declared = { ...ofOrganization, path: settingsPath, conditional: true, status: 200 } as const;

/** A connection as it is to be, with what is said of its secret. */
interface Wanted {
  readonly settings: ConnectionSettings;
  readonly enabled: boolean;
  readonly requireSso: boolean;
  readonly breakGlassUserId: string | null;
  /** Undefined: the stored one stays. */
  readonly secret: string | null | undefined;
}

export function settingsCalls(deps: SsoDeps): AccountOperation[] {
  return [getCall(deps), putCall(deps), deleteCall(deps)];
}

function getCall(deps: SsoDeps): AccountOperation {
  return {
    ...declared,
    name: "get_sso",
    title: "Get the organization's own sign-in",
    description:
      "How members sign in at the organization's own provider (OpenID Connect), and what to enter there. 404: nothing is set up.",
    method: "GET",
    output: { value: connectionShape },
    async run(request) {
      const { organization } = callerOf(request);
      return shown(deps, organization, await connectionOf(deps, organization));
    },
  };
}

function putCall(deps: SsoDeps): AccountOperation {
  return accountOperation({
    ...declared,
    name: "save_sso",
    title: "Set up the organization's own sign-in",
    description:
      "Changes the fields that it names, all others stay; the first one makes it, and needs issuer and client_id. Test it (test_sso) before `enabled`. Who signed in by another issuer or client, or by one that is switched off, is signed out.",
    method: "PUT",
    input: { fields: connectionInput, mode: "update" },
    output: { value: connectionShape },
    async run(request) {
      const { organization } = callerOf(request);
      const author = personAuthor(request, sessionOf(request).user);
      const misnamed = await misnamedIn(deps, organization, request.body.issuer);
      await transact(deps.people, [lockOf(organization)], async (transaction) => {
        const sso = deps.sso.in(transaction.writer);
        const before = await sso.connection(organization.id);
        checkVersion(deps, organization, before, request.conditions);
        const wanted = wantedOf(completed(request.body, before), sessionOf(request).user.id);
        const problems = [
          ...problemsOf(wanted.settings),
          ...misnamed,
          ...secretProblems(wanted, before),
          ...(await memberProblems(transaction, organization, wanted, before)),
          ...(await teamProblems(transaction, organization, wanted.settings)),
        ];
        if (problems.length > 0) throw unprocessable(problems);
        const after = stored(deps, organization, wanted, before);
        const changes = changesOf(before, after);
        if (changes.length === 0) return;
        const context = { action: "save_sso", resource: "sso", rowId: organization.id, changes };
        await sso.put(organization.id, after, trailOf(author, [organization.id], context));
        if (before !== undefined && endsSessions(before, after))
          await transaction.identity.sessions.endSso(organization.id);
      });
      return shown(deps, organization, await connectionOf(deps, organization));
    },
  });
}

/** What the provider says against an issuer that is new; it is asked before anything is locked. */
async function misnamedIn(deps: SsoDeps, { id }: Organization, issuer: unknown): Promise<Problem[]> {
  if (typeof issuer !== "string" || issuerProblems(issuer).length > 0) return [];
  if ((await deps.sso.connection(id))?.settings.issuer === issuer) return [];
  return misnamedProblem(issuer, await deps.providers.nameOf(id, issuer));
}

function deleteCall(deps: SsoDeps): AccountOperation {
  return {
    ...declared,
    name: "delete_sso",
    title: "End the organization's own sign-in",
    description:
      "Removes it with its secret; who signed in by it is signed out, and members sign in by password again.",
    method: "DELETE",
    output: { value: deletedShape },
    async run(request) {
      const { organization } = callerOf(request);
      const author = personAuthor(request, sessionOf(request).user);
      await transact(deps.people, [lockOf(organization)], async (transaction) => {
        const sso = deps.sso.in(transaction.writer);
        const before = await sso.connection(organization.id);
        if (before === undefined) throw noConnection();
        checkVersion(deps, organization, before, request.conditions);
        const context = {
          action: "delete_sso",
          resource: "sso",
          rowId: organization.id,
          changes: changesOf(before, undefined),
        };
        await sso.remove(organization.id, trailOf(author, [organization.id], context));
        await transaction.identity.sessions.endSso(organization.id);
      });
      return { body: deleted(organization.id) };
    },
  };
}

export async function connectionOf(
  { sso }: Pick<SsoDeps, "sso">,
  organization: Organization,
): Promise<StoredConnection> {
  const found = await sso.connection(organization.id);
  if (found === undefined) throw noConnection();
  return found;
}

function noConnection(): Refusal {
  return new Refusal(
    "not_found",
    "The organization has no sign-in of its own; set it up with PUT, or on the page Sign-in.",
    { reason: "sso_off" },
  );
}

/** What is not named stays; of what is not there yet it is the default. @throws 422 where that leaves something out */
function completed(body: JsonObject, before: StoredConnection | undefined): JsonObject {
  if (before !== undefined) return { ...valuesOf(before), ...body };
  const { configuration, secrets, problems } = parseBody(connectionInput, body, "create");
  if (problems.length > 0) throw unprocessable([...problems]);
  return { ...configuration, ...secrets };
}

function wantedOf(body: JsonObject, callerId: string): Wanted {
  const { client_secret, enabled, require_sso, break_glass_user_id, ...settings } = body;
  const requireSso = require_sso === true;
  const named = typeof break_glass_user_id === "string" ? break_glass_user_id : null;
  return {
    settings: settings as ConnectionSettings,
    enabled: enabled === true,
    requireSso,
    breakGlassUserId: named ?? (requireSso ? callerId : null),
    secret: client_secret as string | null | undefined,
  };
}

/** A secret goes to no other server than the one that it was given for. */
function secretProblems({ settings, secret }: Wanted, before: StoredConnection | undefined): Problem[] {
  if (before?.sealedSecret == null || secret !== undefined || before.settings.issuer === settings.issuer)
    return [];
  return [
    {
      field: "client_secret",
      message: "was given for another issuer; send the one for this issuer, or null for none",
    },
  ];
}

/** The one who can always sign in has to be able to. */
async function memberProblems(
  { identity }: IdentityTransaction,
  organization: Organization,
  { breakGlassUserId: id, requireSso }: Wanted,
  before: StoredConnection | undefined,
): Promise<Problem[]> {
  if (id === null || (!requireSso && id === before?.breakGlassUserId)) return [];
  const member = await identity.members.find(organization.id, id);
  const account = await identity.users.find(id);
  const fits = member?.role === "org_admin" && member.acceptedAt !== null && account?.passwordHash != null;
  if (fits) return [];
  const message = "must be the id of an org_admin of this organization who has a password";
  return [{ field: "break_glass_user_id", message }];
}

async function teamProblems(
  { writer }: IdentityTransaction,
  organization: Organization,
  { team_mappings }: ConnectionSettings,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [index, { team_id }] of team_mappings.entries())
    if ((await writer.row(organization.id, teams.kind, team_id)) === undefined)
      problems.push({
        field: `team_mappings[${index}].team_id`,
        message: "is the id of no team of this organization",
      });
  return problems;
}

function stored(
  { vault }: Pick<SsoDeps, "vault">,
  { id }: Organization,
  { settings, enabled, requireSso, breakGlassUserId, secret }: Wanted,
  before: StoredConnection | undefined,
): NewConnection {
  const kept = secret === undefined ? (before?.sealedSecret ?? null) : null;
  const sealedSecret = typeof secret === "string" ? vault.seal(secret, secretIdentityOf(id)) : kept;
  return { settings, enabled, requireSso, breakGlassUserId, sealedSecret };
}

/** What the provider said of people before holds no longer. */
function endsSessions(before: StoredConnection, after: NewConnection): boolean {
  const moved =
    before.settings.issuer !== after.settings.issuer ||
    before.settings.client_id !== after.settings.client_id;
  return moved || (before.enabled && !after.enabled);
}

function changesOf(before: StoredConnection | undefined, after: NewConnection | undefined): FieldChange[] {
  const [old, next] = [before && valuesOf(before), after && valuesOf(after)];
  const values = Object.keys({ ...old, ...next }).flatMap((field): FieldChange[] => {
    const [one = null, other = null] = [old?.[field], next?.[field]];
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [{ field, before: one, after: other }];
  });
  return [...values, ...secretChange(before?.sealedSecret ?? null, after?.sealedSecret ?? null)];
}

function secretChange(before: string | null, after: string | null): FieldChange[] {
  if (before === after) return [];
  const secret = after === null ? "cleared" : before === null ? "set" : "changed";
  return [{ field: "client_secret", secret }];
}

function valuesOf({
  settings,
  requireSso,
  breakGlassUserId,
  enabled,
}: NewConnection): Readonly<Record<string, Json>> {
  return {
    ...(settings as JsonObject),
    require_sso: requireSso,
    break_glass_user_id: breakGlassUserId,
    enabled,
  };
}

function shown(deps: SsoDeps, organization: Organization, connection: StoredConnection) {
  const body: JsonObject = {
    ...valuesOf(connection),
    client_secret_set: connection.sealedSecret !== null,
    redirect_uris: redirectUris(deps, organization),
    sign_in_url: `${deps.siteUrl}${signInPath(organization.slug)}`,
    sign_out_uri: `${deps.siteUrl}/sign-in`,
  };
  return { body, etag: etagOf(connection.revision) };
}

/** @throws 412 with the connection as it is, where the request names another version of it */
function checkVersion(
  deps: SsoDeps,
  organization: Organization,
  before: StoredConnection | undefined,
  conditions: Conditions,
): void {
  const etag = before === undefined ? unsavedTag : etagOf(before.revision);
  const failed = failedCondition(conditions, before === undefined ? undefined : etag);
  if (failed === undefined) return;
  throw stale(failed, conditions, before === undefined ? {} : shown(deps, organization, before).body, etag);
}

/** Of what is not there yet: it is no version that anybody was given. */
const unsavedTag = etagOf("0");

/** Of two changes at once, the second sees the first. */
function lockOf({ id }: Organization): string {
  return `${id}/sso`;
}
