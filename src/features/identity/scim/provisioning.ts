/** The SCIM door's side of the feature: who calls, and what is answered (RFC 7644). */
import type { RequestLimit, RequestOrigin } from "../../../engine/authenticator.ts";
import { methodNotAllowed, Refusal } from "../../../kernel/problem.ts";
import { holdsBadText, type JsonObject } from "../../../kernel/validate.ts";
import { addressRefusal, onRecord, sentCredential } from "../accounts/index.ts";
import { type Answer, baseOf, type Provider, type ScimCall, type ScimDeps } from "./deps.ts";
import { providerConfig, resourceTypes, schemas } from "./discovery.ts";
import { badText } from "./fault.ts";
import { projected } from "./filter.ts";
import { groupsResource } from "./groups.ts";
import { type ListRequest, readListRequest, readProjection } from "./listing.ts";
import { usersResource } from "./users.ts";

const minuteMs = 60_000;

/** A request below /api/scim/v2, as HTTP brought it. */
interface ScimRequest {
  readonly method: string;
  /** Of the path, such as ["Users", "scim_…"]. */
  readonly segments: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: JsonObject;
  readonly requestId: string;
  readonly address: string | undefined;
  readonly now: Date;
}

export type Provisioning = ReturnType<typeof createProvisioning>;

export function createProvisioning(deps: ScimDeps, limit: RequestLimit) {
  return {
    /**
     * The token's organization.
     * @param again where the request was counted before
     * @throws Refusal 401; 403 from an address that the organization does not allow
     */
    async authenticate(
      authorization: string | undefined,
      origin: RequestOrigin,
      again?: "again",
    ): Promise<Provider> {
      const { address, now } = origin;
      const sent = sentCredential(authorization);
      if (sent?.kind !== "scim") {
        limit.anonymous(origin);
        throw unknownToken();
      }
      const find = () => deps.scim.token(sent.hash, now);
      const known = await (again === undefined ? limit.lookUp("scim", sent.hash, origin, find) : find());
      if (known === undefined) throw unknownToken();
      const { id, name, lastUsedAt, organizationId } = known;
      const organization = await deps.people.identity.organizations.find(organizationId);
      if (organization === undefined) throw unknownToken(); // it was deleted this moment
      const actor = { kind: "service", id, name: `SCIM (${name})` } as const;
      const refused = addressRefusal(organization, address);
      if (refused !== undefined)
        throw await onRecord(deps.people.store, organization, actor, origin, refused);
      if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= minuteMs)
        await deps.scim.touchToken(organizationId, id, now, address ?? null);
      return { tokenId: id, organization, actor };
    },
    /** @throws Refusal, with a `scimType` where SCIM has a word of its own */
    async answer({ actor, organization }: Provider, request: ScimRequest): Promise<Answer> {
      const { requestId, address, now } = request;
      if (holdsBadText(request.body)) throw badText();
      const author = { actor, door: "service", requestId, address, now } as const;
      const { status, body, location } = await answerOf(deps, { organization, author }, request);
      if (body === undefined) return { status };
      const shown = "Resources" in body ? body : projected(body, readProjection(request.query));
      return { status, body: shown, ...(location === undefined ? {} : { location }) };
    },
  };
}

async function answerOf(deps: ScimDeps, call: ScimCall, request: ScimRequest): Promise<Answer> {
  const [kind = "", id, ...rest] = request.segments;
  const base = baseOf(deps);
  if (rest.length === 0) {
    if (kind === "ServiceProviderConfig" && id === undefined)
      return reading(request, () => providerConfig(base));
    if (kind === "ResourceTypes") return reading(request, () => described(resourceTypes(base), id));
    if (kind === "Schemas") return reading(request, () => described(schemas(base), id));
    if (kind === "Users") return resourceAnswer(usersResource, deps, call, request, id);
    if (kind === "Groups") return resourceAnswer(groupsResource, deps, call, request, id);
  }
  throw new Refusal(
    "not_found",
    "There is no such path; SCIM has Users, Groups, ServiceProviderConfig, ResourceTypes and Schemas here.",
  );
}

function reading({ method }: ScimRequest, body: () => JsonObject): Answer {
  if (method !== "GET") throw methodNotAllowed(method, ["GET"]);
  return { status: 200, body: body() };
}

function described(all: readonly JsonObject[], id: string | undefined): JsonObject {
  if (id !== undefined) {
    const one = all.find((resource) => resource.id === id || resource.name === id);
    if (one === undefined)
      throw new Refusal("not_found", "There is nothing of that name; list them without it.");
    return one;
  }
  const list = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
  const { length } = all;
  return { schemas: [list], totalResults: length, startIndex: 1, itemsPerPage: length, Resources: all };
}

/** What users and groups have in common. */
interface Resource {
  list(deps: ScimDeps, call: ScimCall, request: ListRequest): Promise<JsonObject>;
  get(deps: ScimDeps, call: ScimCall, id: string): Promise<JsonObject>;
  create(deps: ScimDeps, call: ScimCall, body: JsonObject): Promise<JsonObject>;
  replace(deps: ScimDeps, call: ScimCall, id: string, body: JsonObject): Promise<JsonObject>;
  patch(deps: ScimDeps, call: ScimCall, id: string, body: JsonObject): Promise<Answer>;
  remove(deps: ScimDeps, call: ScimCall, id: string): Promise<void>;
}

async function resourceAnswer(
  resource: Resource,
  deps: ScimDeps,
  call: ScimCall,
  { method, query, body }: ScimRequest,
  id: string | undefined,
): Promise<Answer> {
  if (id === undefined || id === ".search") {
    const searches = id !== undefined;
    if (method === "POST" && searches)
      return { status: 200, body: await resource.list(deps, call, readListRequest(body)) };
    if (method === "GET" && !searches)
      return { status: 200, body: await resource.list(deps, call, readListRequest(query)) };
    if (method !== "POST" || searches) throw methodNotAllowed(method, searches ? ["POST"] : ["GET", "POST"]);
    return made(await resource.create(deps, call, body));
  }
  switch (method) {
    case "GET":
      return { status: 200, body: await resource.get(deps, call, id) };
    case "PUT":
      return { status: 200, body: await resource.replace(deps, call, id, body) };
    case "PATCH":
      return resource.patch(deps, call, id, body);
    case "DELETE":
      await resource.remove(deps, call, id);
      return { status: 204 };
    default:
      throw methodNotAllowed(method, ["GET", "PUT", "PATCH", "DELETE"]);
  }
}

function made(body: JsonObject): Answer {
  return { status: 201, body, location: (body.meta as { readonly location: string }).location };
}

function unknownToken(): Refusal {
  return new Refusal(
    "unauthorized",
    "Send a SCIM token of the organization in the header Authorization: Bearer <token>; this one is missing, malformed, unknown, expired or revoked.",
  );
}
