/** An organization's API keys. */
import type { Call } from "../../engine/context.ts";
import { type AccountOperation, accountOperation } from "../../engine/operation.ts";
import { engineScopesOf, levelOfScopes, type Scope, scopes } from "../../kernel/access.ts";
import { choice, list, object, text, timestamp } from "../../kernel/field.ts";
import { newId } from "../../kernel/ids.ts";
import { Refusal, unprocessable } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { connectors } from "../../resources/connectors.ts";
import { refusePlan } from "./authenticator.ts";
import { type Author, madeOf, personAuthor, trailOf } from "./author.ts";
import { newCredential } from "./credential.ts";
import { callerOf, type IdentityDeps, sessionOf, truncate } from "./deps.ts";
import { expiryOf } from "./expiry.ts";
import { accessSettings } from "./settings.ts";
import { deleted, deletedShape, idField, listShape, renderOrganization, when, whenever } from "./shapes.ts";
import type { IdentityStore, IdentityWriter, StoredKey } from "./store.ts";

const scopeList = list({
  description:
    "What it may do. api:config_read stands alone; engine:agent and engine:intake go with each other only, and need connector_id; the others go together.",
  items: choice({ description: "A scope.", choices: scopes }),
  min: 1,
  max: scopes.length,
});

const newKey = {
  name: text({ description: "What it is for; each job should have its own key.", max: 255, oneLine: true }),
  scopes: scopeList,
  connector_id: text({
    description:
      "The connector whose agent (engine:agent) or engine (engine:intake) the key is for: it can make their calls about this connector, and no others. Null for every other key.",
    nullable: true,
    max: 255,
  }),
  expires_at: timestamp({
    description:
      "When it stops working; null or left out: never, or as late as key_max_lifetime_days allows.",
    nullable: true,
  }),
} as const;

const keyFields = {
  id: idField,
  name: newKey.name,
  scopes: scopeList,
  connector_id: newKey.connector_id,
  prefix: text({ description: "The start of its value, by which to know it." }),
  created_by: text({ description: "Who made it." }),
  created_at: when("When it was made."),
  expires_at: whenever("When it stops working; null: never."),
  last_used_at: whenever("When it was last used, to the minute."),
} as const;

const keyShape = object({ description: "An API key, without its value.", fields: keyFields });

const newKeyShape = object({
  description: "The new API key; its value is in this answer and nowhere else.",
  fields: { ...keyFields, key: text({ description: "The value, for the header Authorization: Bearer." }) },
});

const resource = "api_keys";
const shared = { tag: "organization", credential: "session", level: "admin", subject: resource } as const;

export function keyCalls(deps: IdentityDeps): AccountOperation[] {
  const { identity, listCap } = deps;
  return [
    {
      ...shared,
      name: "list_api_keys",
      title: "List API keys",
      description:
        "Lists the organization's API keys, newest first; revoked ones are gone. The keys of a connector are revoked when it is deleted.",
      method: "GET",
      path: "/api/v1/organizations/{org}/api_keys",
      status: 200,
      output: { value: listShape(keyShape, { organization: true }) },
      async run(request) {
        const { organization } = callerOf(request);
        const { data, truncated } = truncate(await identity.keys.list(organization.id, listCap + 1), listCap);
        return {
          body: { organization: renderOrganization(organization), data: data.map(renderKey), truncated },
        };
      },
    },
    accountOperation({
      ...shared,
      name: "create_api_key",
      title: "Create an API key",
      description: "Makes an API key. Its value is in this answer only.",
      method: "POST",
      path: "/api/v1/organizations/{org}/api_keys",
      input: { fields: newKey },
      status: 201,
      output: { value: newKeyShape },
      async run(request) {
        const { organization } = callerOf(request);
        const body = request.body;
        refuseScopes(body.scopes);
        refuseConnector(body);
        for (const endpoint of ["api", "mcp"] as const) {
          if (levelOfScopes(body.scopes, endpoint) !== undefined) refusePlan(organization, endpoint);
        }
        const { keyMaxLifetimeDays } = await accessSettings(deps, organization.id);
        const expiresAt = expiryOf(body.expires_at, keyMaxLifetimeDays, request.now);
        const author = personAuthor(request, sessionOf(request).user);
        const { key, value } = await addKey(identity, author, organization.id, { ...body, expiresAt });
        return { body: { ...renderKey(key), key: value } };
      },
    }),
    {
      ...shared,
      name: "revoke_api_key",
      title: "Revoke an API key",
      description: "Revokes an API key; it is refused from the next request on.",
      method: "DELETE",
      path: "/api/v1/organizations/{org}/api_keys/{id}",
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
    },
  ];
}

/** Makes a key and answers its value, which nobody can read again. */
export async function addKey(
  identity: Pick<IdentityStore, "keys">,
  author: Author,
  organizationId: string,
  {
    name,
    scopes,
    connector_id: connectorId = null,
    expiresAt,
  }: {
    readonly name: string;
    readonly scopes: readonly Scope[];
    readonly connector_id?: string | null;
    readonly expiresAt: Date | null;
  },
): Promise<{ key: StoredKey; value: string }> {
  const { value, hash, prefix } = newCredential("key");
  const createdAt = author.now;
  const key = {
    id: newId("key"),
    name,
    scopes,
    connectorId,
    prefix,
    createdBy: author.actor.name,
    createdAt,
    expiresAt,
    lastUsedAt: null,
  };
  const changes = [
    ...madeOf({ name, scopes, connector_id: connectorId, expires_at: expiresAt?.toISOString() ?? null }),
    { field: "key", secret: "set" } as const,
  ];
  const trail = trailOf(author, [organizationId], {
    action: "create_api_key",
    resource,
    rowId: key.id,
    changes,
  });
  const bound = connectorId === null ? undefined : { kind: connectors.kind, id: connectorId };
  if (!(await identity.keys.insert(organizationId, key, hash, trail, bound)))
    throw wrongConnector("names no connector of this organization; list the connectors for their ids");
  return { key, value };
}

/** Revokes what is left of a connector's keys, in the transaction in which it is deleted. */
export async function revokeKeysOf(
  { keys }: Pick<IdentityWriter, "keys">,
  { caller, door, requestId, address, now }: Call,
  connectorId: string,
): Promise<void> {
  const author = { actor: caller.actor, door, requestId, address, now };
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

function wrongConnector(message: string): Refusal {
  return unprocessable([{ field: "connector_id", message }]);
}

function renderKey({
  id,
  name,
  scopes,
  connectorId,
  prefix,
  createdBy,
  createdAt,
  expiresAt,
  lastUsedAt,
}: StoredKey): JsonObject {
  return {
    id,
    name,
    scopes,
    connector_id: connectorId,
    prefix,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}

function noKey(): Refusal {
  return new Refusal("not_found", "There is no such API key; list the API keys for the ids there are.");
}
