/** An organization's API keys. */
import type { Call, Organization } from "../../../engine/context.ts";
import { type AccountOperation, accountOperation } from "../../../engine/operation.ts";
import type { FieldChange } from "../../../engine/ports/rows.ts";
import { engineScopesOf, levelOfScopes, type Scope } from "../../../kernel/access.ts";
import { newId } from "../../../kernel/ids.ts";
import { Refusal, unprocessable } from "../../../kernel/problem.ts";
import { connectors } from "../../../resources/connectors.ts";
import { teams } from "../../../resources/teams.ts";
import { refusePlan } from "./authenticator.ts";
import { type Author, madeOf, personAuthor, trailOf } from "./author.ts";
import type { KeyLimits } from "./column-types.ts";
import { newCredential } from "./credential.ts";
import { answeredOnce, callerOf, type IdentityDeps, sessionOf, truncate } from "./deps.ts";
import { expiryOf } from "./expiry.ts";
import { type KeyShapes, keyShapes, renderKey } from "./key-shapes.ts";
import { accessSettings } from "./settings.ts";
import { deleted, deletedShape, listShape, renderOrganization } from "./shapes.ts";
import type { IdentityStore, IdentityWriter, StoredKey } from "./store.ts";

const resource = "api_keys";
const shared = { tag: "organization", credential: "session", level: "admin", subject: resource } as const;

export function keyCalls(deps: IdentityDeps): AccountOperation[] {
  const shapes = keyShapes(Object.keys(deps.definitions));
  return [listCall(deps, shapes), createCall(deps, shapes), revokeCall(deps), rotateCall(deps, shapes)];
}

function listCall({ identity, listCap }: IdentityDeps, { key }: KeyShapes): AccountOperation {
  return {
    ...shared,
    name: "list_api_keys",
    title: "List API keys",
    description:
      "Lists the organization's API keys, newest first; revoked ones are gone. The keys of a connector are revoked when it is deleted.",
    method: "GET",
    path: "/api/v1/organizations/{org}/api_keys",
    status: 200,
    output: { value: listShape(key, { organization: true }) },
    async run(request) {
      const { organization } = callerOf(request);
      const { data, truncated } = truncate(await identity.keys.list(organization.id, listCap + 1), listCap);
      return {
        body: { organization: renderOrganization(organization), data: data.map(renderKey), truncated },
      };
    },
  };
}

function createCall(deps: IdentityDeps, shapes: KeyShapes): AccountOperation {
  return accountOperation({
    ...shared,
    name: "create_api_key",
    answersSecret: true,
    title: "Create an API key",
    description: "Makes an API key. Its value is in this answer only.",
    method: "POST",
    path: "/api/v1/organizations/{org}/api_keys",
    input: { fields: shapes.input },
    status: 201,
    output: { value: shapes.made },
    async run(request) {
      const { organization } = callerOf(request);
      const body = request.body;
      refuseScopes(body.scopes);
      refuseConnector(body);
      refuseProposals(body);
      refusePlans(organization, body.scopes);
      await refuseTeam(deps, organization.id, body.team_id);
      const { keyMaxLifetimeDays } = await accessSettings(deps, organization.id);
      const expiresAt = expiryOf(body.expires_at, keyMaxLifetimeDays, request.now);
      const author = personAuthor(request, sessionOf(request).user);
      const given = { ...body, expiresAt };
      return answeredOnce(deps, request, async (identity) => {
        const { key, value } = await addKey(identity, author, organization.id, given);
        return { body: { ...renderKey(key), key: value } };
      });
    },
  });
}

function revokeCall({ identity }: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "revoke_api_key",
    title: "Revoke an API key",
    description: "Revokes an API key; it is refused from the next request on.",
    method: "DELETE",
    path: "/api/v1/organizations/{org}/api_keys/{id}",
    whileSuspended: true,
    status: 200,
    output: { value: deletedShape },
    async run(request) {
      const { organization } = callerOf(request);
      const { id = "" } = request.path;
      const author = personAuthor(request, sessionOf(request).user);
      const key = await identity.keys.find(organization.id, id);
      if (key === undefined || !(await revoke(identity, author, organization.id, key))) throw noKey();
      return { body: deleted(id) };
    },
  };
}

function rotateCall(deps: IdentityDeps, { rotation, rotated }: KeyShapes): AccountOperation {
  return accountOperation({
    ...shared,
    name: "rotate_api_key",
    answersSecret: true,
    title: "Rotate an API key",
    description:
      "Makes an API key's successor, with the same name, scopes, connector, limits and ask, valid for as long as the key was. The key itself goes on for overlap_minutes, in which whoever uses it is given the new value. That is in this answer only.",
    method: "POST",
    path: "/api/v1/organizations/{org}/api_keys/{id}/rotate",
    input: { fields: rotation },
    status: 201,
    output: { value: rotated },
    async run(request) {
      const { organization } = callerOf(request);
      const { id = "" } = request.path;
      const old = await deps.identity.keys.find(organization.id, id);
      if (old === undefined) throw noKey();
      refusePlans(organization, old.scopes);
      const { keyMaxLifetimeDays } = await accessSettings(deps, organization.id);
      const author = personAuthor(request, sessionOf(request).user);
      const endsAt = new Date(request.now.getTime() + request.body.overlap_minutes * 60_000);
      const ends = old.expiresAt !== null && old.expiresAt < endsAt ? old.expiresAt : endsAt;
      const expiresAt = lifeOf(old, keyMaxLifetimeDays, request.now);
      return answeredOnce(deps, request, async (identity) => {
        const { key, value } = await replaceKey(identity, author, organization.id, old, { ends, expiresAt });
        const replaces = { id, expires_at: ends.toISOString() };
        return { body: { ...renderKey(key), key: value, replaces } };
      });
    },
  });
}

interface NewKey extends Partial<KeyLimits> {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly connector_id?: string | null;
  readonly ask?: boolean;
  readonly propose_only?: boolean;
  readonly expiresAt: Date | null;
}

/** Makes a key and answers its value, which nobody can read again. */
export async function addKey(
  identity: Pick<IdentityStore, "keys">,
  author: Author,
  organizationId: string,
  given: NewKey,
): Promise<{ key: StoredKey; value: string }> {
  const { key, value, hash, changes } = newKeyOf(author, given);
  const action = { action: "create_api_key", resource, rowId: key.id, changes };
  const trail = trailOf(author, [organizationId], action);
  if (!(await identity.keys.insert(organizationId, key, hash, trail, boundTo(key))))
    throw wrongConnector("names no connector of this organization; list the connectors for their ids");
  return { key, value };
}

/** Makes a key's successor and brings the key's own end nearer, each with a record. */
async function replaceKey(
  identity: Pick<IdentityStore, "keys">,
  author: Author,
  organizationId: string,
  old: StoredKey,
  { ends, expiresAt }: { readonly ends: Date; readonly expiresAt: Date | null },
): Promise<{ key: StoredKey; value: string }> {
  const { name, scopes, connectorId: connector_id, teamId: team_id, kinds, verbs, services, addresses } = old;
  const { ask, proposeOnly: propose_only } = old;
  const limits = { kinds, verbs, services, team_id, addresses };
  const { key, value, hash, changes } = newKeyOf(author, {
    name,
    scopes,
    connector_id,
    ...limits,
    ask,
    propose_only,
    expiresAt,
  });
  const action = { action: "rotate_api_key", resource };
  const replaces = { field: "replaces", before: null, after: old.id };
  const ended = {
    field: "expires_at",
    before: old.expiresAt?.toISOString() ?? null,
    after: ends.toISOString(),
  };
  const trail = [
    ...trailOf(author, [organizationId], { ...action, rowId: key.id, changes: [...changes, replaces] }),
    ...trailOf(author, [organizationId], { ...action, rowId: old.id, changes: [ended] }),
  ];
  const end = { id: old.id, expiresAt: ends };
  if (!(await identity.keys.replace(organizationId, end, key, hash, trail, boundTo(key)))) {
    throw new Refusal(
      "conflict",
      "The key has ended by now, so that there is nothing to take over from; create a new one.",
    );
  }
  return { key, value };
}

function newKeyOf(
  author: Author,
  {
    name,
    scopes,
    connector_id: connectorId = null,
    ask = false,
    propose_only: proposeOnly = false,
    expiresAt,
    ...limits
  }: NewKey,
) {
  const { kinds = null, verbs = null, services = null, team_id: teamId = null, addresses = null } = limits;
  const { value, hash, prefix } = newCredential("key");
  const key: StoredKey = {
    id: newId("key"),
    name,
    scopes,
    connectorId,
    prefix,
    createdBy: author.actor.name,
    createdAt: author.now,
    expiresAt,
    lastUsedAt: null,
    lastUsedAddress: null,
    kinds,
    verbs,
    services,
    teamId,
    addresses,
    ask,
    proposeOnly,
    madeBy: author.actor.kind === "user" ? author.actor.id : null,
  };
  const made = {
    name,
    scopes,
    connector_id: connectorId,
    kinds,
    verbs,
    services,
    team_id: teamId,
    addresses,
    ask,
    propose_only: proposeOnly,
  };
  const changes: FieldChange[] = [
    ...madeOf({ ...made, expires_at: expiresAt?.toISOString() ?? null }),
    { field: "key", secret: "set" },
  ];
  return { key, value, hash, changes };
}

function boundTo({ connectorId }: StoredKey) {
  return connectorId === null ? undefined : { kind: connectors.kind, id: connectorId };
}

/** When a successor ends: it lives as long as the key was made for, within what the settings allow. */
function lifeOf({ createdAt, expiresAt }: StoredKey, maxDays: number | null, now: Date): Date | null {
  const latest = expiryOf(null, maxDays, now);
  if (expiresAt === null) return latest;
  const end = new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
  return latest !== null && latest < end ? latest : end;
}

/** Revokes what is left of a connector's keys, in the transaction in which it is deleted. */
export async function revokeKeysOf(
  { keys }: Pick<IdentityWriter, "keys">,
  { caller, door, requestId, address, now, run }: Call,
  connectorId: string,
): Promise<void> {
  const author = { actor: caller.actor, door, requestId, address, now, run };
  for (const key of await keys.ofConnector(caller.organization.id, connectorId))
    await revoke({ keys }, author, caller.organization.id, key);
}

/** False where it was revoked before. */
function revoke(
  { keys }: Pick<IdentityStore, "keys">,
  author: Author,
  organizationId: string,
  { id, name }: Pick<StoredKey, "id" | "name">,
): Promise<boolean> {
  // With the name, readers of the log and of the mail know which key it was.
  const changes = [
    { field: "name", before: name, after: null },
    { field: "key", secret: "cleared" },
  ] as const;
  const trail = trailOf(author, [organizationId], { action: "revoke_api_key", resource, rowId: id, changes });
  return keys.revoke(organizationId, id, author.now, trail);
}

function refuseScopes(held: readonly Scope[]): void {
  const twice = held.findIndex((scope, index) => held.indexOf(scope) !== index);
  if (twice >= 0)
    throw unprocessable([{ field: `scopes[${twice}]`, message: "is named twice; name it once" }]);
  const engine = engineScopesOf(held);
  const alone = engine.length === held.length ? undefined : (engine[0] ?? held.find(standsAlone));
  if (alone !== undefined && held.length > 1) {
    const message = `${alone} cannot be combined with another scope; make a key of its own for it`;
    throw unprocessable([{ field: "scopes", message }]);
  }
}

function standsAlone(scope: Scope): boolean {
  return scope === "api:config_read";
}

/** An engine's key names the connector that it is for, and no other key does. */
function refuseConnector({
  scopes,
  connector_id,
}: {
  readonly scopes: readonly Scope[];
  readonly connector_id: string | null;
}): void {
  const [scope] = engineScopesOf(scopes);
  if (scope === undefined) {
    if (connector_id === null) return;
    throw wrongConnector("goes with the scopes engine:agent and engine:intake alone; leave it out");
  }
  if (connector_id === null)
    throw wrongConnector(`is needed with ${scope}: the id of the connector that the key is for`);
}

/** An engine proposes nothing. */
function refuseProposals(body: { readonly scopes: readonly Scope[]; readonly propose_only: boolean }): void {
  if (!body.propose_only || engineScopesOf(body.scopes).length === 0) return;
  const message = "does not go with the scopes of engines, which report and take files; leave it out";
  throw unprocessable([{ field: "propose_only", message }]);
}

function wrongConnector(message: string): Refusal {
  return unprocessable([{ field: "connector_id", message }]);
}

/** Refuses a key for an endpoint that the plan does not include. */
function refusePlans(organization: Organization, scopes: readonly Scope[]): void {
  for (const endpoint of ["api", "mcp"] as const) {
    if (levelOfScopes(scopes, endpoint) !== undefined) refusePlan(organization, endpoint);
  }
}

async function refuseTeam({ store }: IdentityDeps, organizationId: string, id: string | null): Promise<void> {
  if (id === null || (await store.row(organizationId, teams.kind, id)) !== undefined) return;
  const message = "names no team of this organization; list the teams for their ids";
  throw unprocessable([{ field: "team_id", message, reason: "missing_reference" }]);
}

function noKey(): Refusal {
  return new Refusal("not_found", "There is no such API key; list the API keys for the ids there are.");
}
