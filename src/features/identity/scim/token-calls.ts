/** An organization's SCIM tokens: for the provider that keeps its people here. */
import { type AccountOperation, accountOperation } from "../../../engine/operation.ts";
import { newId } from "../../../kernel/ids.ts";
import { Refusal } from "../../../kernel/problem.ts";
import {
  accessSettings,
  callerOf,
  deleted,
  deletedShape,
  expiryOf,
  listShape,
  madeOf,
  newCredential,
  personAuthor,
  renderOrganization,
  sessionOf,
  trailOf,
  transact,
  truncate,
} from "../accounts/index.ts";
import { baseOf, type ScimDeps } from "./deps.ts";
import { madeTokenShape, renderToken, tokenInput, tokenShape } from "./token-shapes.ts";

const resource = "scim_tokens";
const path = "/api/v1/organizations/{org}/scim_tokens";
const shared = { tag: "organization", credential: "session", level: "admin", subject: resource } as const;

export function tokenCalls(deps: ScimDeps): AccountOperation[] {
  return [listCall(deps), createCall(deps), endCall(deps)];
}

function listCall(deps: ScimDeps): AccountOperation {
  return {
    ...shared,
    name: "list_scim_tokens",
    title: "List SCIM tokens",
    description:
      "Lists the tokens by which a provider keeps the organization's people and groups here, newest first.",
    method: "GET",
    path,
    status: 200,
    output: { value: listShape(tokenShape, { organization: true }) },
    async run(request) {
      const { organization } = callerOf(request);
      const { listCap } = deps.people;
      const { data, truncated } = truncate(await deps.scim.tokens(organization.id, listCap + 1), listCap);
      const tokens = data.map((token) => renderToken(token, baseOf(deps)));
      return { body: { organization: renderOrganization(organization), data: tokens, truncated } };
    },
  };
}

function createCall(deps: ScimDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "create_scim_token",
    answersSecret: true,
    title: "Create a SCIM token",
    description:
      "Makes a token for a provider such as Okta or Entra, which then keeps members, their roles and teams as it knows them (SCIM 2.0). Its value is in this answer only. It works at base_url and nowhere else.",
    method: "POST",
    path,
    input: { fields: tokenInput },
    status: 201,
    output: { value: madeTokenShape },
    async run(request) {
      const { organization } = callerOf(request);
      const { name, expires_at } = request.body;
      const { keyMaxLifetimeDays } = await accessSettings(deps.people, organization.id);
      const expiresAt = expiryOf(expires_at, keyMaxLifetimeDays, request.now);
      const author = personAuthor(request, sessionOf(request).user);
      const { value, hash, prefix } = newCredential("scim");
      const id = newId("scimtoken");
      const made = { id, name, prefix, createdBy: author.actor.name, createdAt: request.now, expiresAt };
      const changes = [
        ...madeOf({ name, expires_at: expiresAt?.toISOString() ?? null }),
        { field: "token", secret: "set" } as const,
      ];
      const context = { action: "create_scim_token", resource, rowId: id, changes };
      const unused = { lastUsedAt: null, lastUsedAddress: null };
      const body = { ...renderToken({ ...made, ...unused }, baseOf(deps)), token: value };
      await transact(deps.people, [], async ({ writer }) => {
        const scim = deps.scim.in(writer);
        await scim.insertToken(organization.id, { ...made, hash });
        await scim.record(trailOf(author, [organization.id], context));
        await request.keeping?.keep(writer, { body });
      });
      return { body };
    },
  });
}

function endCall(deps: ScimDeps): AccountOperation {
  return {
    ...shared,
    name: "revoke_scim_token",
    title: "Revoke a SCIM token",
    description:
      "Ends a SCIM token: it is refused from the next request on. The people and groups that came by it stay.",
    method: "DELETE",
    path: `${path}/{id}`,
    whileSuspended: true,
    status: 200,
    output: { value: deletedShape },
    async run(request) {
      const { organization } = callerOf(request);
      const { id = "" } = request.path;
      const author = personAuthor(request, sessionOf(request).user);
      await transact(deps.people, [], async ({ writer }) => {
        const scim = deps.scim.in(writer);
        const name = await scim.endToken(organization.id, id);
        if (name === undefined)
          throw new Refusal(
            "not_found",
            "There is no such SCIM token; list the SCIM tokens for the ids there are.",
          );
        const changes = [
          { field: "name", before: name, after: null },
          { field: "token", secret: "cleared" } as const,
        ];
        const context = { action: "revoke_scim_token", resource, rowId: id, changes };
        await scim.record(trailOf(author, [organization.id], context));
      });
      return { body: deleted(id) };
    },
  };
}
