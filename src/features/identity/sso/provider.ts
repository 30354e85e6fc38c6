/**
 * Speaks OpenID Connect with an organization's provider, by openid-client: the code flow with PKCE, state and nonce, and
 * only ID tokens whose signature verifies. Every request goes by the service's own guard for outgoing ones.
 */

import { LRUCache } from "lru-cache";
import * as oidc from "openid-client";
import { currentMs } from "../../../engine/clock.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { holdsBadText } from "../../../kernel/validate.ts";
import { type HttpRequests, type HttpTransport, SendFailure } from "../../../transports/port.ts";
import { type Claims, faultOf } from "./claims.ts";

/** So long a provider's description is taken for true. */
const describedMs = 10 * 60_000;
const mostDescribed = 500;
const requestMs = 10_000;
const maxAnswerBytes = 1_048_576;
/** Clocks of providers may be off by so much. */
const clockSeconds = 30;

/** A connection, as far as the provider sees it. */
export interface Client {
  readonly organizationId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly scopes: readonly string[];
}

/** What is remembered between a browser's leaving and its coming back. */
export interface Flow {
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** What the browser brought back. */
export type Returned = Readonly<Record<"state", string>> &
  Readonly<Partial<Record<"code" | "iss" | "error" | "error_description", string | undefined>>>;

export type Providers = ReturnType<typeof createProviders>;

/** Descriptions of providers, as they were read lately. */
type Described = LRUCache<string, oidc.ServerMetadata>;

export function createProviders(http: HttpTransport) {
  const described: Described = new LRUCache({ max: mostDescribed, ttl: describedMs });
  const requestsOf = ({ organizationId }: Client) => http.of({ organizationId, use: "sign_in" });
  return {
    /** What the provider at an issuer names itself in its description; undefined where it cannot be read. */
    nameOf: (organizationId: string, issuer: string) =>
      nameOf(http.of({ organizationId, use: "sign_in" }), issuer),
    /**
     * Where the browser goes to sign in, and what to remember until it comes back.
     * @param redirectUris the shared one, and the organization's own for a provider that does not name itself: else the
     * code of one provider could be brought to another (RFC 9700 §4.4)
     */
    leave: (client: Client, state: string, redirectUris: readonly [string, string]) =>
      refused(() => leave({ client, described, requests: requestsOf(client) }, state, redirectUris)),
    /**
     * The claims of who signed in, from the ID token and, where that lacks one of `wanted`, from the provider's userinfo.
     * @throws Refusal 401 `sso_provider` where anything of the answer is not as it has to be
     */
    comeBack: (client: Client, flow: Flow, returned: Returned, wanted: readonly string[]) =>
      refused(() => comeBack({ client, described, requests: requestsOf(client) }, flow, returned, wanted)),
    /**
     * Where the browser goes to sign out; null where the provider has no such page.
     * @param idToken says whose session it is
     */
    signOut: (client: Client, idToken: string, returnTo: string) =>
      refused(() => signOut({ client, described, requests: requestsOf(client) }, idToken, returnTo)),
  };
}

async function nameOf(requests: HttpRequests, issuer: string): Promise<string | undefined> {
  try {
    const { status, text } = await requests.request({
      method: "GET",
      url: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
      headers: { accept: "application/json" },
      timeout_ms: requestMs,
      max_bytes: maxAnswerBytes,
    });
    const { issuer: named } = JSON.parse(text) as { readonly issuer?: unknown };
    return status === 200 && typeof named === "string" && named.length <= 2_000 ? named : undefined;
  } catch {
    // It may be away now: a test of the connection says why.
    return undefined;
  }
}

interface Exchange {
  readonly client: Client;
  readonly described: Described;
  readonly requests: HttpRequests;
}

async function leave(exchange: Exchange, state: string, [shared, own]: readonly [string, string]) {
  const metadata = await metadataOf(exchange);
  const redirectUri = metadata.authorization_response_iss_parameter_supported === true ? shared : own;
  const flow: Flow = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier(), redirectUri };
  const url = oidc.buildAuthorizationUrl(configurationOf(exchange, metadata, oidc.None()), {
    response_type: "code",
    redirect_uri: redirectUri,
    scope: [...new Set(["openid", ...exchange.client.scopes])].join(" "),
    state,
    nonce: flow.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, flow };
}

async function comeBack(exchange: Exchange, flow: Flow, returned: Returned, wanted: readonly string[]) {
  const metadata = await metadataOf(exchange);
  const url = new URL(flow.redirectUri);
  for (const [name, value] of Object.entries(returned))
    if (value !== undefined) url.searchParams.set(name, value);
  const { configuration, tokens } = await redeem(exchange, metadata, url, flow, returned.state);
  const claims = tokens.claims();
  if (claims === undefined) throw new Error("there is no ID token");
  const latest = currentMs() / 1_000 + clockSeconds;
  const fault = faultOf(claims as unknown as Claims, exchange.client.clientId, latest);
  if (fault !== undefined) throw new Error(`the ID token is not valid: ${fault}`);
  const lacking = wanted.some((name) => claims[name] === undefined);
  const more =
    lacking && metadata.userinfo_endpoint !== undefined
      ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
  // What is signed comes before what is not.
  const said = { ...more, ...claims } as unknown as Claims;
  if (holdsBadText(said)) throw new BadText("a claim holds a NUL character or an unpaired surrogate");
  return { issuer: metadata.issuer, claims: said, idToken: tokens.id_token ?? "" };
}

async function signOut(exchange: Exchange, idToken: string, returnTo: string): Promise<string | null> {
  const metadata = await metadataOf(exchange);
  const { end_session_endpoint: page } = metadata;
  // It is the provider's own word where its page is; a browser is sent to web pages alone.
  if (
    page === undefined ||
    !/^https?:\/\//.test(page) ||
    (page.startsWith("http:") && !isPlain(exchange.client.issuer))
  )
    return null;
  const url = oidc.buildEndSessionUrl(configurationOf(exchange, metadata, oidc.None()), {
    id_token_hint: idToken,
    post_logout_redirect_uri: returnTo,
  });
  return url.href;
}

/** How a provider refuses a client that it does not take for itself: of two names each is used. */
const unknownClient = ["invalid_client", "unauthorized_client"];

/** Clients prove themselves in one of several ways; a provider that knows more than one may want either. */
async function redeem(
  exchange: Exchange,
  metadata: oidc.ServerMetadata,
  url: URL,
  { nonce, verifier }: Flow,
  state: string,
) {
  const ways = authenticationsOf(exchange.client, metadata);
  for (const [index, way] of ways.entries()) {
    const configuration = configurationOf(exchange, metadata, way);
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true,
      });
      return { configuration, tokens };
    } catch (error) {
      const unknown = error instanceof oidc.ResponseBodyError && unknownClient.includes(error.error);
      if (!unknown || index === ways.length - 1) throw error;
    }
  }
  throw new Error("a client has a way to prove itself");
}

async function metadataOf({ client, described, requests }: Exchange): Promise<oidc.ServerMetadata> {
  const key = JSON.stringify([client.organizationId, client.issuer]);
  const known = described.get(key);
  if (known !== undefined) return known;
  const found = await oidc.discovery(new URL(client.issuer), client.clientId, undefined, oidc.None(), {
    ...(isPlain(client.issuer) ? { execute: [oidc.allowInsecureRequests] } : {}),
    [oidc.customFetch]: guardedFetch(requests),
  });
  const metadata = found.serverMetadata();
  described.set(key, metadata);
  return metadata;
}

function configurationOf(
  { client, requests }: Exchange,
  metadata: oidc.ServerMetadata,
  authentication: oidc.ClientAuth,
): oidc.Configuration {
  const known = { [oidc.clockTolerance]: clockSeconds };
  const configuration = new oidc.Configuration(metadata, client.clientId, known, authentication);
  configuration[oidc.customFetch] = guardedFetch(requests);
  oidc.enableNonRepudiationChecks(configuration);
  if (isPlain(client.issuer)) oidc.allowInsecureRequests(configuration);
  return configuration;
}

function authenticationsOf(
  { clientId, clientSecret }: Client,
  metadata: oidc.ServerMetadata,
): oidc.ClientAuth[] {
  if (clientSecret === null) return [oidc.None()];
  const { token_endpoint_auth_methods_supported: supported = ["client_secret_basic"] } = metadata;
  const basic = supported.includes("client_secret_basic")
    ? [oidc.ClientSecretBasic(clientSecret), basicAsWritten(clientId, clientSecret)]
    : [];
  const post = supported.includes("client_secret_post") ? [oidc.ClientSecretPost(clientSecret)] : [];
  const found = [...basic, ...post];
  return found.length > 0 ? found : [oidc.ClientSecretPost(clientSecret)];
}

/**
 * RFC 6749 §2.3.1 wants the id and the secret encoded, down to a hyphen. Some providers do not decode them, as Glewlwyd
 * 2.7: they know the client by what is written in the settings.
 */
function basicAsWritten(clientId: string, clientSecret: string): oidc.ClientAuth {
  const value = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  return (_server, _client, _body, headers) => headers.set("authorization", `Basic ${value}`);
}

/** Plain HTTP is for a provider on this machine; the settings take no other (rules.ts). */
function isPlain(issuer: string): boolean {
  return issuer.startsWith("http:");
}

/** The library's requests, sent by the service's own transport. */
function guardedFetch(requests: HttpRequests): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const {
      status,
      headers: answered,
      text,
    } = await requests.request({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers,
      body: body === undefined || body === null ? undefined : String(body),
      timeout_ms: requestMs,
      max_bytes: maxAnswerBytes,
    });
    // Of a refusal the body says why; a challenge in the header would hide that.
    const kept = { "content-type": answered["content-type"] ?? "" };
    return new Response(status === 204 || status === 304 ? null : text, { status, headers: kept });
  };
}

/** Whatever goes wrong at the provider leaves as one refusal; its cause is for the log. */
async function refused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refusal = new Refusal(
      "unauthorized",
      `The sign-in at the provider did not work: ${whyOf(error)}.`,
      {
        reason: "sso_provider",
      },
    );
    refusal.cause = error;
    throw refusal;
  }
}

/** A token that is signed, and holds what cannot be kept. */
class BadText extends Error {}

/** A short sentence without anything that the provider's pages or tokens hold. */
function whyOf(error: unknown): string {
  const failure = [error, (error as { cause?: unknown })?.cause].find((one) => one instanceof SendFailure);
  if (failure instanceof SendFailure) return `it cannot be reached: ${failure.message}`;
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
    return `it answered ${error.error.replace(/[^\w.-]/g, "").slice(0, 60)}`;
  if (error instanceof oidc.ClientError || error instanceof BadText) return error.message.slice(0, 200);
  return "its answer is not valid";
}
