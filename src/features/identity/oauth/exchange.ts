/**
 * The token endpoint, by @node-oauth/oauth2-server: it reads the request, compares clients, verifies PKCE and the redirect, and
 * asks for each step here. All of one request is a transaction, in which the grant is locked.
 */
import OAuth2Server from "@node-oauth/oauth2-server";
import {
  hashOf,
  type IdentityTransaction,
  newCredential,
  newSecret,
  trailOf,
  transact,
} from "../accounts/index.ts";
import { isEndpoint, scopeOf } from "./authorization.ts";
import { mcpPath, type OauthDeps, programAuthor, type Visitor } from "./deps.ts";
import type { Grant, OauthWriter } from "./store.ts";

/** So long a value is good; the program gets the next one by itself. */
const accessMs = 3_600_000;
const refreshPrefix = "svc_rt_";

/** An answer in the protocol's own form. */
export interface ProtocolAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers a request for a token: for a code, or for the refresh token of before. */
export async function exchange(
  deps: OauthDeps,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
  visitor: Visitor,
): Promise<ProtocolAnswer> {
  const endpoint = visitor.site + mcpPath;
  if (form.resource !== undefined && !isEndpoint(form.resource, endpoint))
    return refused("invalid_target", `resource has to be ${endpoint}.`);
  return transact(deps.people, [], async (transaction) => {
    const one = new Exchange(deps.oauth.in(transaction.writer), transaction, visitor);
    const request = new OAuth2Server.Request({ headers, method: "POST", query: {}, body: form });
    const response = new OAuth2Server.Response({});
    // Its types ask for what the other endpoints need, too.
    const model = one.model as unknown as OAuth2Server.ServerOptions["model"];
    const server = new OAuth2Server({ model });
    try {
      await server.token(request, response, {
        accessTokenLifetime: accessMs / 1_000,
        requireClientAuthentication: { authorization_code: false, refresh_token: false },
      });
    } catch (error) {
      const { name, inner } = error as Error & { readonly inner?: unknown };
      if (!(error instanceof OAuth2Server.OAuthError) || name === "server_error") throw inner ?? error;
      await one.failed();
    }
    return { status: response.status ?? 400, body: response.body };
  });
}

/** The program gives back what it was given (RFC 7009). What is not its own, or is over, is answered alike. */
export async function giveBack(
  deps: OauthDeps,
  { token = "", client_id }: Readonly<Record<string, string>>,
  visitor: Visitor,
): Promise<ProtocolAnswer> {
  return transact(deps.people, [], async (transaction) => {
    const grants = deps.oauth.in(transaction.writer);
    const grant = token.startsWith(refreshPrefix)
      ? await grants.ofFamily(familyOf(token), visitor.now)
      : await grants.ofToken(hashOf(token), visitor.now);
    if (grant !== undefined && grant.clientId === client_id)
      await end(transaction, grant, visitor, programAuthor(visitor, grant));
    return { status: 200, body: {} };
  });
}

export function refused(error: string, description: string, status = 400): ProtocolAnswer {
  return { status, body: { error, error_description: description } };
}

/** One request, on the rows that it locks. */
class Exchange {
  readonly #grants: OauthWriter;
  readonly #transaction: IdentityTransaction;
  readonly #visitor: Visitor;
  /** What a code was taken for: it is good once, whatever comes of it. */
  #taken: Grant | undefined;
  /** What all refresh tokens of the grant begin with. */
  #family: string | undefined;

  constructor(grants: OauthWriter, transaction: IdentityTransaction, visitor: Visitor) {
    this.#grants = grants;
    this.#transaction = transaction;
    this.#visitor = visitor;
  }

  /** What the library asks for. */
  get model() {
    return {
      getClient: async (id: string) => {
        const client = await this.#grants.client(id);
        return client && { id, grants: ["authorization_code", "refresh_token"] };
      },
      getAuthorizationCode: (code: string) => this.#ofCode(code),
      revokeAuthorizationCode: async ({ user }: { readonly user: Grant }) => {
        this.#taken = user;
        return true;
      },
      getRefreshToken: (token: string) => this.#ofRefreshToken(token),
      // It is replaced with what saveToken stores.
      revokeToken: async () => true,
      saveToken: (_token: object, client: object, grant: Grant) => this.#renew(client, grant),
    };
  }

  /** A code that was taken is good for nothing more, and nor is what it was for. */
  async failed(): Promise<void> {
    if (this.#taken !== undefined) await this.#end(this.#taken);
  }

  async #ofCode(code: string) {
    const grant = await this.#grants.ofCode(hashOf(code), this.#visitor.now);
    if (grant === undefined || !grant.alive) return undefined;
    // It came twice: one of the two was stolen.
    if (grant.redeemedAt !== null) return this.#end(grant);
    return {
      ...this.#known(grant),
      authorizationCode: code,
      expiresAt: grant.codeExpiresAt,
      redirectUri: grant.redirectUri,
      codeChallenge: grant.codeChallenge,
      codeChallengeMethod: "S256",
    };
  }

  async #ofRefreshToken(token: string) {
    const grant = await this.#grants.ofFamily(familyOf(token), this.#visitor.now);
    if (grant === undefined || !grant.alive) return undefined;
    // It was replaced before: it, or the one that came after it, was stolen.
    if (grant.refreshHash?.equals(hashOf(token)) !== true) return this.#end(grant);
    this.#family = familyIn(token);
    return { ...this.#known(grant), refreshToken: token };
  }

  #known(grant: Grant) {
    return { client: { id: grant.clientId, grants: [] }, user: grant, scope: [scopeOf(grant.maxRole)] };
  }

  async #renew(client: object, grant: Grant) {
    const { now } = this.#visitor;
    const { value, hash, prefix } = newCredential("token");
    const family = this.#family ?? newSecret().value;
    const refreshToken = `${refreshPrefix}${family}.${newSecret().value}`;
    const latest = new Date(now.getTime() + accessMs);
    const accessUntil = grant.expiresAt !== null && grant.expiresAt < latest ? grant.expiresAt : latest;
    const { tokenId } = grant;
    const hashes = { hash, familyHash: hashOf(family), refreshHash: hashOf(refreshToken) };
    await this.#grants.renew({ tokenId, prefix, accessUntil, now, ...hashes });
    const action = grant.redeemedAt === null ? "redeem_code" : "refresh_token";
    const changes = [{ field: "token", secret: "set" } as const];
    const author = programAuthor(this.#visitor, grant);
    const trail = trailOf(author, grant.organizations, {
      action,
      resource: "tokens",
      rowId: tokenId,
      changes,
    });
    await this.#grants.record(trail);
    return {
      accessToken: value,
      accessTokenExpiresAt: accessUntil,
      refreshToken,
      scope: [scopeOf(grant.maxRole)],
      client,
      user: grant,
    };
  }

  async #end(grant: Grant): Promise<undefined> {
    const actor = { kind: "service", id: "oauth", name: "authorization server" } as const;
    const author = { ...programAuthor(this.#visitor, grant), actor, door: "service" } as const;
    await end(this.#transaction, grant, this.#visitor, author);
  }
}

async function end(
  { identity }: IdentityTransaction,
  { userId, tokenId, organizations }: Grant,
  { now }: Visitor,
  author: ReturnType<typeof programAuthor>,
) {
  const changes = [{ field: "token", secret: "cleared" } as const];
  const act = { action: "revoke_token", resource: "tokens", rowId: tokenId, changes };
  await identity.tokens.revoke(userId, tokenId, now, trailOf(author, organizations, act));
}

function familyIn(token: string): string {
  return token.slice(refreshPrefix.length).split(".")[0] ?? "";
}

function familyOf(token: string): Buffer {
  return hashOf(familyIn(token));
}
