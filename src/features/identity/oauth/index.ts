/**
 * The authorization server of the MCP endpoint, for programs that connect by OAuth alone. What a program is given is a personal
 * access token: the same table, the same door, the same page on which its owner ends it.
 */
import type { Feature } from "../../../engine/feature.ts";
import { networkOf } from "../../../kernel/address.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Ground } from "../../ground.ts";
import type { Bounds, Identity } from "../accounts/index.ts";
import { scopes } from "./authorization.ts";
import { authorizationCalls } from "./calls.ts";
import { BadClient, mostClients, readClient } from "./clients.ts";
import { mcpPath, type OauthDeps, type Visitor } from "./deps.ts";
import { exchange, giveBack, type ProtocolAnswer, refused } from "./exchange.ts";
import { createOauthStore } from "./store.ts";

/** Registrations of one address: a hosted assistant registers for many people at once. */
const registrationBounds: Bounds = {
  perSecond: 1 / 30,
  burst: 30,
  message: (_id, seconds) => `Too many programs were registered from this address; wait ${seconds} s.`,
};

export interface Oauth extends Feature {
  readonly authorizationServer: ReturnType<typeof serverOf>;
}

export function createOauth(ground: Ground, identity: Identity): Oauth {
  const { database, http, log, siteUrl } = ground;
  const registrations = identity.limiter(registrationBounds);
  const oauth = createOauthStore(database, ground.signRecord);
  const deps: OauthDeps = { http, log, siteUrl, oauth, registrations, people: identity.deps };
  return {
    name: "oauth",
    operations: authorizationCalls(deps),
    background: [registrations.background],
    authorizationServer: serverOf(deps),
  };
}

/** What programs call, in the protocol's own forms. */
function serverOf(deps: OauthDeps) {
  return {
    /** About the MCP endpoint (RFC 9728). */
    resource: (site: string) => ({
      resource: site + mcpPath,
      resource_name: "orgconfig",
      authorization_servers: [site],
      bearer_methods_supported: ["header"],
    }),
    /** About the server itself (RFC 8414). */
    metadata: (site: string) => ({
      issuer: site,
      authorization_endpoint: `${site}/authorize`,
      token_endpoint: `${site}/oauth/token`,
      registration_endpoint: `${site}/oauth/register`,
      revocation_endpoint: `${site}/oauth/revoke`,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      scopes_supported: scopes,
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    }),
    register: (sent: unknown, visitor: Visitor) => register(deps, sent, visitor),
    token: (
      form: Readonly<Record<string, string>>,
      headers: Readonly<Record<string, string>>,
      visitor: Visitor,
    ) => exchange(deps, form, headers, visitor),
    revoke: (form: Readonly<Record<string, string>>, visitor: Visitor) => giveBack(deps, form, visitor),
  };
}

/** A program registers itself (RFC 7591). It gets no secret: what it shows is the verifier of its own request. */
async function register(deps: OauthDeps, sent: unknown, visitor: Visitor): Promise<ProtocolAnswer> {
  const { address, now, requestId } = visitor;
  deps.registrations.take(`oauth/${networkOf(address)}`);
  try {
    const client = { id: newId("client"), ...readClient(sent), freshUntil: null };
    await deps.oauth.put(client, mostClients, now);
    deps.log.info(
      { client: client.id, name: client.name, address, request_id: requestId },
      "a program was registered",
    );
    const body = {
      client_id: client.id,
      client_id_issued_at: Math.floor(now.getTime() / 1_000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
    return { status: 201, body };
  } catch (error) {
    if (error instanceof BadClient) return refused(error.error, error.message);
    throw error;
  }
}
