/**
 * Says who calls: who is it, may this kind of credential be here, from this address, on this
 * plan. The order of refusal is part of the contract (docs/contract.md, "Order of refusal"): 401, wrong kind, address, plan.
 */

import { entry } from "../../../engine/audit-entry.ts";
import {
  type Asker,
  type Authenticator,
  type BearerRequest,
  type Endpoint,
  noSession,
  type RequestLimit,
  type RequestOrigin,
} from "../../../engine/authenticator.ts";
import type { Caller } from "../../../engine/context.ts";
import type { KnownSession, Membership, OrganizationRecord } from "../../../engine/ports/accounts.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import {
  engineScopesOf,
  type Limits,
  levelOfRole,
  levelOfScopes,
  programScope,
} from "../../../kernel/access.ts";
import { addressAllowed } from "../../../kernel/address.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { type CredentialKind, hashOf, kindOf } from "./credential.ts";
import type { CredentialReader, KnownKey, KnownToken } from "./credentials-store.ts";
import { outOfReach, secondFactorDue } from "./reach.ts";

/** Notes when a credential was used. @param last when that was noted before */
type NoteUse = (
  kind: Exclude<CredentialKind, "scim"> | "session",
  hash: Buffer,
  last: Date | null,
  address: string | undefined,
) => void;

/** Puts refusals on record, one a minute for each credential. */
export type RefusalStore = Pick<Store, "recordRefusal">;

export class CredentialAuthenticator implements Authenticator {
  readonly #credentials: CredentialReader;
  readonly #used: NoteUse;
  readonly #limit: RequestLimit;
  readonly #store: RefusalStore;

  constructor(credentials: CredentialReader, used: NoteUse, limit: RequestLimit, store: RefusalStore) {
    this.#credentials = credentials;
    this.#used = used;
    this.#limit = limit;
    this.#store = store;
  }

  /** The caller of a bearer credential, at REST or MCP; or throws the refusal that is due first. */
  async bearer(request: BearerRequest): Promise<Caller> {
    const sent = sentCredential(request.authorization);
    if (sent === undefined || sent.kind === "scim") {
      this.#limit.anonymous(request);
      throw unauthorized();
    }
    return sent.kind === "key" ? this.#keyCaller(request, sent.hash) : this.#tokenCaller(request, sent.hash);
  }

  /** The key with its id where the limit looks for one. */
  async #findKey(hash: Buffer, now: Date) {
    const known = await this.#credentials.key(hash, now);
    return known && { ...known, id: known.key.id };
  }

  async #keyCaller(request: BearerRequest, hash: Buffer): Promise<Caller> {
    const find = () => this.#findKey(hash, request.now);
    const known = await this.#limit.lookUp("key", hash, request, find, request.uncounted || request.repeated);
    if (known === undefined) throw unauthorized();
    return this.#callerOf(request, hash, known);
  }

  /** The key's caller, where such a key may be here; notes that it was used. */
  async #callerOf(
    request: BearerRequest,
    hash: Buffer,
    { key, organization, limits }: Pick<KnownKey, "key" | "organization" | "limits">,
  ): Promise<Caller> {
    const { endpoint, address, organization: named } = request;
    this.#used("key", hash, key.lastUsedAt, address);
    const level = levelOfScopes(key.scopes, endpoint);
    const scopes = engineScopesOf(key.scopes);
    if (level === undefined) throw wrongKind(endpoint);
    if (named !== undefined && find([{ organization }], named) === undefined) throw elsewhere("key");
    const actor = { kind: "key", id: key.id, name: key.name } as const;
    const refused = addressRefusal(organization, address) ?? limitRefusal(limits, address);
    if (refused !== undefined) throw await onRecord(this.#store, organization, actor, request, refused);
    refusePlan(organization, endpoint);
    if (!request.repeated) this.#limit.ofOrganization(request, organization, request.uncounted);
    return {
      actor,
      organization,
      level,
      readOnlyKey: endpoint === "api" && level === "read",
      ...(key.scopes.includes(programScope) && { isProgram: true }),
      ...(key.ask && { asks: true }),
      ...(key.proposeOnly && { proposeOnly: true }),
      ...(key.madeBy !== null && {
        madeBy: key.madeBy,
        makerLevel: key.makerRole === null ? null : levelOfRole(key.makerRole),
      }),
      ...(limits === undefined ? {} : { limits }),
      ...(scopes.length === 0 ? {} : { engine: { scopes, connectorId: key.connectorId ?? "" } }),
    };
  }

  async #tokenCaller(request: BearerRequest, hash: Buffer): Promise<Caller> {
    const { address, now } = request;
    const known = await this.#limit.lookUp(
      "token",
      hash,
      request,
      () => this.#credentials.token(hash, now),
      request.uncounted || request.repeated,
    );
    // Without a membership left the token is of a removed member.
    if (known === undefined || known.memberships.length + known.unreached.length === 0) throw unauthorized();
    this.#used("token", hash, known.lastUsedAt, address);
    if (request.endpoint === "api") {
      throw new Refusal(
        "forbidden",
        "Personal access tokens work at the MCP endpoint only; use an API key with an api: scope here.",
        { reason: "token" },
      );
    }
    const { organization, role } = membershipOf(known, request.organization);
    const actor = { kind: "token", id: known.id, name: `${known.user.email} (${known.name})` } as const;
    const refused = addressRefusal(organization, address);
    if (refused !== undefined) throw await onRecord(this.#store, organization, actor, request, refused);
    refusePlan(organization, request.endpoint);
    if (!request.repeated) this.#limit.ofOrganization(request, organization, request.uncounted);
    return {
      actor,
      organization,
      level: levelOfRole(role, known.maxRole),
      readOnlyKey: false,
      userId: known.user.id,
      ...(known.proposeOnly && { proposeOnly: true }),
    };
  }

  async session(
    cookie: string,
    asker: Asker,
    now: Date,
    changing?: "changing",
    counted?: "counted",
  ): Promise<KnownSession> {
    const hash = hashOf(cookie);
    const find = () => this.#credentials.session(hash, now);
    const known = await (counted === undefined ? this.#limit.lookUp("session", hash, asker, find) : find());
    if (known === undefined) throw noSession();
    this.#used("session", hash, known.lastUsedAt, asker.address);
    if (known.mustChangePassword && changing === undefined) throw passwordDue();
    return known;
  }

  /** A signed-in person in one of their organizations; what is not theirs does not exist. */
  async sessionCaller(
    known: KnownSession,
    named: string | undefined,
    origin: RequestOrigin,
    counted?: "counted",
  ): Promise<Caller> {
    const { memberships } = known;
    const membership = named === undefined ? onlyOne(memberships, "person") : find(memberships, named);
    if (membership === undefined) {
      const beyond = named === undefined ? known.elsewhere[0] : find(known.elsewhere, named);
      throw beyond === undefined ? noOrganization() : outOfReach(beyond);
    }
    const { organization } = membership;
    const actor = { kind: "user", id: known.user.id, name: known.user.email } as const;
    const refused = addressRefusal(organization, origin.address);
    if (refused !== undefined) throw await onRecord(this.#store, organization, actor, origin, refused);
    if (counted === undefined) this.#limit.ofOrganization(origin, organization);
    return {
      actor,
      organization,
      level: levelOfRole(membership.role),
      readOnlyKey: false,
      userId: known.user.id,
    };
  }

  async isKnown(authorization: string | undefined, asker: Asker, now: Date): Promise<boolean> {
    const sent = sentCredential(authorization);
    if (sent === undefined || sent.kind === "scim") {
      this.#limit.anonymous(asker);
      return false;
    }
    const { kind, hash } = sent;
    const found = await this.#limit.lookUp<{ readonly id: string }>(kind, hash, asker, () =>
      kind === "key" ? this.#findKey(hash, now) : this.#credentials.token(hash, now),
    );
    return found !== undefined;
  }
}

export function noOrganization(): Refusal {
  return new Refusal("not_found", "There is no such organization, or you are not a member of it.");
}

/** What the header holds, as it is looked up; undefined where it holds nothing of the form of a credential. */
export function sentCredential(
  header: string | undefined,
): { kind: CredentialKind; hash: Buffer } | undefined {
  const value = header === undefined ? undefined : /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header)?.[1];
  const kind = value === undefined ? undefined : kindOf(value);
  return value === undefined || kind === undefined ? undefined : { kind, hash: hashOf(value) };
}

/** The caller's only organization, where none is named. @throws where there are several */
function onlyOne(memberships: readonly Membership[], what: "token" | "person"): Membership | undefined {
  const [only, another] = memberships;
  if (another === undefined) return only;
  const slugs = memberships.map(({ organization }) => organization.slug).join(", ");
  const elsewhere = what === "token" ? ", here or as ?organization= in the URL" : "";
  throw new Refusal(
    "bad_request",
    `X-Organization: this ${what} is of several organizations; name one of ${slugs}${elsewhere}.`,
    { field: "X-Organization" },
  );
}

/** The membership that the token acts in. @throws where it acts in none, or the person has not the second factor that it needs */
function membershipOf({ memberships, unreached }: KnownToken, named: string | undefined): Membership {
  const membership = named === undefined ? onlyOne(memberships, "token") : find(memberships, named);
  const due = named === undefined ? unreached[0] : find(unreached, named);
  if (membership === undefined)
    throw due === undefined ? elsewhere("token") : secondFactorDue(due.organization.name);
  return membership;
}

function elsewhere(what: "key" | "token"): Refusal {
  return new Refusal("forbidden", `This ${what} is not for the organization that X-Organization names.`);
}

function find<M extends Pick<Membership, "organization">>(memberships: readonly M[], named: string) {
  return memberships.find(({ organization }) => organization.id === named || organization.slug === named);
}

/** What a refused credential is called in the audit log, by what it stands for. */
const credentialOf = {
  key: { resource: "api_keys", door: "rest" },
  token: { resource: "tokens", door: "mcp" },
  user: { resource: "sessions", door: "console" },
  service: { resource: "scim_tokens", door: "service" },
} as const;

/** Puts on record that a good credential came from an address that it may not come from, and answers the refusal. */
export async function onRecord(
  store: RefusalStore,
  { id }: OrganizationRecord,
  actor: Caller["actor"] & { readonly kind: keyof typeof credentialOf },
  { endpoint, requestId, address, now }: RequestOrigin & { readonly endpoint?: Endpoint },
  refusal: Refusal,
): Promise<Refusal> {
  const { resource, door } = credentialOf[actor.kind];
  const call = { caller: { actor }, door: endpoint === "mcp" ? endpoint : door, requestId, address, now };
  await store.recordRefusal(id, entry(call, "authenticate", resource, actor.id, [], "refused"));
  return refusal;
}

/** The refusal of an address that the organization's allowlist lacks; undefined where it is allowed. */
export function addressRefusal(
  organization: OrganizationRecord,
  address: string | undefined,
): Refusal | undefined {
  if (addressAllowed(address, organization.ipAllowlist)) return undefined;
  return new Refusal(
    "forbidden",
    `Requests from ${address ?? "an unknown address"} are not allowed by this organization's ip_allowlist.`,
    {
      reason: "address",
    },
  );
}

/** The refusal of a narrowed key from elsewhere than it may call from. */
function limitRefusal(limits: Limits | undefined, address: string | undefined): Refusal | undefined {
  if (limits === undefined || limits.addresses === null || addressAllowed(address, limits.addresses))
    return undefined;
  return new Refusal(
    "forbidden",
    `This key is narrowed by addresses, and ${address ?? "an unknown address"} is not among them; call from one of them.`,
    { reason: "limit" },
  );
}

/** Refuses what belongs to the business plan: using such a key, and making one. */
export function refusePlan(organization: OrganizationRecord, endpoint: Endpoint): void {
  if (organization.plan === "business") return;
  const what = endpoint === "api" ? "configuration API" : "MCP server";
  throw new Refusal(
    "forbidden",
    `The ${what} is not included in the plan (${organization.plan}); it belongs to the business plan.`,
    {
      reason: "plan",
    },
  );
}

function wrongKind(endpoint: Endpoint): Refusal {
  return new Refusal(
    "forbidden",
    endpoint === "api"
      ? "This key has no api: scope; this API accepts api:admin and api:config_read."
      : "This key has no mcp: scope; the MCP endpoint accepts mcp:read, mcp:write, mcp:admin and mcp:program.",
    { reason: "scope" },
  );
}

function passwordDue(): Refusal {
  return new Refusal(
    "forbidden",
    "Your password is temporary: choose one of your own first (POST /api/v1/account/password); until then this session can do nothing else.",
    { reason: "password_change_required" },
  );
}

function unauthorized(): Refusal {
  return new Refusal(
    "unauthorized",
    "Send a valid API key in the header Authorization: Bearer <key>; this one is missing, malformed, unknown, expired or revoked.",
  );
}
