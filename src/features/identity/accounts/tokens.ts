/** A person's own access tokens, which work at the MCP endpoint: made by them, or given to a program by OAuth. */

import { type AccountOperation, type AccountRequest, accountOperation } from "../../../engine/operation.ts";
import type { Membership } from "../../../engine/ports/accounts.ts";
import { type Role, roles } from "../../../kernel/access.ts";
import { boolean, choice, list, object, text } from "../../../kernel/field.ts";
import { newId } from "../../../kernel/ids.ts";
import { type Problem, Refusal, unprocessable } from "../../../kernel/problem.ts";
import { readable } from "../../../kernel/readable.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { accountTrail, madeOf, personAuthor, trailOf } from "./author.ts";
import { newCredential } from "./credential.ts";
import { answeredOnce, type IdentityDeps, sessionOf, truncate } from "./deps.ts";
import { expiryOf } from "./expiry.ts";
import { accessSettings } from "./settings.ts";
import {
  deleted,
  deletedShape,
  endInput,
  idField,
  listShape,
  organizationShape,
  prefixField,
  renderOrganization,
  when,
  whenever,
} from "./shapes.ts";
import type { StoredToken } from "./store.ts";

const ceiling = choice({
  description: "The most that it may do, whatever the person's role; null sets no bound.",
  choices: roles,
  nullable: true,
});

/** What a person says of a new token. */
export const newToken = {
  name: text({ description: "What it is for.", max: 255, oneLine: true }),
  organizations: list({
    description: "Where it may act: ids or slugs of organizations that the person is a member of.",
    items: text({ description: "An organization's id or slug.", max: 255 }),
    min: 1,
  }),
  max_role: ceiling,
  expires_at: endInput,
  propose_only: boolean({
    description:
      "Whether it may read and propose, and nothing else, whatever the person's role: for a program that is not to be trusted with more, such as a model.",
    default: false,
  }),
} as const;

const tokenFields = {
  id: idField,
  name: newToken.name,
  prefix: prefixField,
  organizations: list({ description: "Where it may act.", items: organizationShape }),
  max_role: ceiling,
  propose_only: newToken.propose_only,
  created_at: when("When it was made."),
  expires_at: whenever("When it stops working; null: never."),
  last_used_at: whenever("When it was last used, to the minute."),
  client: text({
    description:
      "The program that holds it by OAuth, as it names itself, which nobody checks; null where the person made it.",
    nullable: true,
  }),
  client_host: text({
    description: "Where the answer to that program went: a host name, or what opens links of its scheme.",
    nullable: true,
  }),
} as const;

const tokenShape = object({
  description: "A personal access token, without its value.",
  fields: tokenFields,
});

const newTokenShape = object({
  description: "The new token; its value is in this answer and nowhere else.",
  fields: {
    ...tokenFields,
    token: text({ description: "The value, for the header Authorization: Bearer." }),
  },
});

const resource = "tokens";
const shared = { tag: "account", credential: "session", subject: resource } as const;

export function tokenCalls(deps: IdentityDeps): AccountOperation[] {
  return [listTokens(deps), createToken(deps), updateToken(deps), revokeToken(deps)];
}

function listTokens({ identity, listCap }: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "list_tokens",
    title: "List personal access tokens",
    description: "Lists the person's own tokens, newest first; revoked ones are gone.",
    method: "GET",
    path: "/api/v1/account/tokens",
    status: 200,
    output: { value: listShape(tokenShape) },
    async run(request) {
      const { user, memberships } = sessionOf(request);
      const { data, truncated } = truncate(await identity.tokens.list(user.id, listCap + 1), listCap);
      return { body: { data: data.map((token) => renderToken(token, memberships)), truncated } };
    },
  };
}

function createToken(deps: IdentityDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "create_token",
    answersSecret: true,
    title: "Create a personal access token",
    description:
      "Makes a token that acts as the person at the MCP endpoint. Its value is in this answer only.",
    method: "POST",
    path: "/api/v1/account/tokens",
    input: { fields: newToken },
    status: 201,
    output: { value: newTokenShape },
    async run(request) {
      const { user, memberships } = sessionOf(request);
      const { name, organizations, max_role, expires_at, propose_only } = request.body;
      const { ids, expiresAt } = await boundsOf(deps, request, organizations, expires_at);
      const { value, hash, prefix } = newCredential("token");
      const token: StoredToken = {
        id: newId("pat"),
        name,
        prefix,
        organizations: ids,
        maxRole: max_role,
        createdAt: request.now,
        expiresAt,
        lastUsedAt: null,
        client: null,
        clientHost: null,
        proposeOnly: propose_only,
      };
      const changes = [
        ...madeOf({ name, max_role, propose_only, expires_at: expiresAt?.toISOString() ?? null }),
        { field: "token", secret: "set" } as const,
      ];
      const auditContext = { action: "create_token", resource, rowId: token.id, changes };
      const trail = trailOf(personAuthor(request, user), ids, auditContext);
      return answeredOnce(deps, request, async ({ tokens }) => {
        await tokens.insert(user.id, token, hash, trail);
        return { body: { ...renderToken(token, memberships), token: value } };
      });
    },
  });
}

function updateToken(deps: IdentityDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "update_token",
    title: "Narrow a personal access token",
    description:
      "Renames one of the person's own tokens, or takes away from what it may do: fewer organizations, a lower max_role, an earlier end. What it could not do before needs a new token. It holds from the next request on.",
    method: "PATCH",
    path: "/api/v1/account/tokens/{id}",
    input: { fields: newToken, mode: "update" },
    output: { value: tokenShape },
    async run(request) {
      const { user, memberships } = sessionOf(request);
      const token = await deps.identity.tokens.find(user.id, request.path.id ?? "");
      if (token === undefined) throw noToken();
      const to = narrowed(token, request.body, memberships, request.now);
      const before = renderToken(token, memberships);
      const after = renderToken({ ...token, ...to }, memberships);
      const changes = Object.keys(newToken).flatMap((field) => {
        const [was, is] = [before[field] ?? null, after[field] ?? null];
        return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, before: was, after: is }];
      });
      if (changes.length === 0) return { body: before };
      const trail = trailOf(personAuthor(request, user), token.organizations, {
        action: "update_token",
        resource,
        rowId: token.id,
        changes,
      });
      if (!(await deps.identity.tokens.narrow(user.id, token, to, trail))) throw noToken();
      return { body: after };
    },
  });
}

/** The token with what was sent in the place of what it had; each may only take away. @throws Refusal 422 */
function narrowed(
  token: StoredToken,
  sent: Partial<{
    name: string;
    organizations: readonly string[];
    max_role: Role | null;
    expires_at: string | null;
    propose_only: boolean;
  }>,
  memberships: readonly Membership[],
  now: Date,
) {
  const has = memberships.filter(({ organization }) => token.organizations.includes(organization.id));
  const organizations =
    sent.organizations === undefined
      ? token.organizations
      : organizationIds(sent.organizations, has, "token");
  const maxRole = sent.max_role === undefined ? token.maxRole : sent.max_role;
  const expiresAt = sent.expires_at === undefined ? token.expiresAt : expiryOf(sent.expires_at, null, now);
  const rank = (role: Role | null) => (role === null ? roles.length : roles.indexOf(role));
  const problems: Problem[] = [];
  if (rank(maxRole) > rank(token.maxRole))
    problems.push({
      field: "max_role",
      message: `must be at most ${token.maxRole}; for more, make a new token`,
    });
  if (token.expiresAt !== null && (expiresAt === null || expiresAt > token.expiresAt))
    problems.push({
      field: "expires_at",
      message: `must be ${readable(token.expiresAt)} or earlier; for longer, make a new token`,
    });
  const proposeOnly = sent.propose_only ?? token.proposeOnly;
  if (token.proposeOnly && !proposeOnly)
    problems.push({ field: "propose_only", message: "must stay true; for more, make a new token" });
  if (problems.length > 0) throw unprocessable(problems);
  return { name: sent.name ?? token.name, organizations, maxRole, expiresAt, proposeOnly };
}

function revokeToken({ identity }: IdentityDeps): AccountOperation {
  return {
    ...shared,
    name: "revoke_token",
    title: "Revoke a personal access token",
    description: "Revokes one of the person's own tokens; it is refused from the next request on.",
    method: "DELETE",
    path: "/api/v1/account/tokens/{id}",
    status: 200,
    output: { value: deletedShape },
    async run(request) {
      const { user, memberships, elsewhere } = sessionOf(request);
      const { id = "" } = request.path;
      const token = await identity.tokens.find(user.id, id);
      if (token === undefined) throw noToken();
      const changes = [{ field: "token", secret: "cleared" }] as const;
      const auditContext = { action: "revoke_token", resource, rowId: id, changes };
      const concerned = [...memberships, ...elsewhere].filter(({ organization }) =>
        token.organizations.includes(organization.id),
      );
      const trail = accountTrail(personAuthor(request, user), concerned, auditContext);
      if (!(await identity.tokens.revoke(user.id, id, request.now, trail))) throw noToken();
      return { body: deleted(id) };
    },
  };
}

/**
 * Where a new token of the person who asks may act, and until when: as they say, within what they reach themselves and what the
 * organizations allow. @throws Refusal 422
 */
export async function boundsOf(
  deps: IdentityDeps,
  request: AccountRequest,
  organizations: readonly string[],
  expiresAt: string | null,
) {
  const ids = organizationIds(organizations, sessionOf(request).memberships, "person");
  return { ids, expiresAt: expiryOf(expiresAt, await shortestCap(deps, ids), request.now) };
}

/** The ids of the organizations named; each must be one of the person's, or of the token's, and named once. */
function organizationIds(
  named: readonly string[],
  memberships: readonly Membership[],
  whose: "person" | "token",
): string[] {
  const unknown =
    whose === "person"
      ? "names no organization that you are a member of"
      : "names no organization that the token has; for others, make a new token";
  const ids = named.map(
    (name) =>
      memberships.find(({ organization: { id, slug } }) => id === name || slug === name)?.organization.id,
  );
  const problems = ids.flatMap((id, index): Problem[] => {
    const field = `organizations[${index}]`;
    if (id === undefined) return [{ field, message: unknown }];
    return ids.indexOf(id) === index ? [] : [{ field, message: "is named twice; name it once" }];
  });
  if (problems.length > 0) throw unprocessable(problems);
  return ids as string[];
}

/** Of several organizations' bounds on a token's life, the shortest holds. */
async function shortestCap(deps: IdentityDeps, organizationIds: readonly string[]): Promise<number | null> {
  let shortest: number | null = null;
  for (const id of organizationIds) {
    const { keyMaxLifetimeDays } = await accessSettings(deps, id);
    if (keyMaxLifetimeDays !== null) shortest = Math.min(shortest ?? keyMaxLifetimeDays, keyMaxLifetimeDays);
  }
  return shortest;
}

/** Organizations that the person has left are left out: the token does nothing there any more. */
function renderToken(token: StoredToken, memberships: readonly Membership[]): JsonObject {
  const { id, name, prefix, organizations, maxRole, createdAt, expiresAt, lastUsedAt } = token;
  const { client, clientHost } = token;
  return {
    id,
    name,
    prefix,
    organizations: memberships
      .filter(({ organization }) => organizations.includes(organization.id))
      .map(({ organization }) => renderOrganization(organization)),
    max_role: maxRole,
    propose_only: token.proposeOnly,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    client,
    client_host: clientHost,
  };
}

function noToken(): Refusal {
  return new Refusal("not_found", "There is no such token of yours; list the tokens for the ids there are.");
}
