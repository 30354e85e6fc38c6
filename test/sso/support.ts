/** Identity providers for tests: oidc-provider, really running, and a small one that lies on demand. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type ClientMetadata } from "oidc-provider";
import type { Answer, TestService } from "../support/service.ts";
import { cookiesOf, type Person } from "../support/sign-in.ts";

export type Claims = Readonly<Record<string, unknown>>;

export interface IdentityProvider {
  readonly issuer: string;
  /** What it says of each person, by subject. Changes hold from the next sign-in. */
  readonly people: Map<string, Claims>;
  /** Whom it signs in next, where a browser comes by itself. */
  next: string;
  /** Signs somebody in who was sent to `url`, and answers where the browser is sent back to. */
  signIn(url: string, subject: string): Promise<string>;
  /** Signs out whom a browser sent to `url` is, and answers where it is sent back to. */
  signOut(url: string): Promise<string>;
  close(): Promise<void>;
}

export const clientSecret = "a secret of forty characters or so, for the client";

/** Starts oidc-provider with clients that may come back to these addresses. */
export async function startProvider(clients: readonly Partial<ClientMetadata>[]): Promise<IdentityProvider> {
  const server = createServer();
  const issuer = await listen(server);
  const people = new Map<string, Claims>();
  const provider = new Provider(issuer, {
    clients: clients.map((client) => ({
      client_secret: clientSecret,
      grant_types: ["authorization_code"],
      response_types: ["code"],
      post_logout_redirect_uris: [`${siteUrl}/sign-in`],
      ...client,
    })) as ClientMetadata[],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    scopes: ["openid", "email", "profile", "groups"],
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        // Nobody is asked: the form is sent as a person would who says yes.
        logoutSource(ctx, form) {
          ctx.body = form;
        },
      },
    },
    cookies: { keys: ["test"] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId as string,
        accountId: session?.accountId as string,
      });
      grant.addOIDCScope("openid email profile groups");
      await grant.save();
      return grant;
    },
    renderError(ctx, out) {
      ctx.body = out;
    },
  });
  const handle = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/"))
      void provider.interactionFinished(request, response, { login: { accountId: made.next } });
    else handle(request, response);
  });
  const made: IdentityProvider = {
    issuer,
    people,
    next: "",
    async signIn(url, subject) {
      made.next = subject;
      return follow(url, issuer);
    },
    signOut: (url) => signOutAt(url, issuer),
    close: () => close(server),
  };
  return made;
}

async function signOutAt(url: string, issuer: string): Promise<string> {
  const asked = await fetch(url, { redirect: "manual" });
  const cookie = asked.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const form = await asked.text();
  const [, action = ""] = /action="([^"]+)"/.exec(form) ?? [];
  const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(form) ?? [];
  if (action === "") throw new Error(`${asked.status}: ${form}`);
  const answer = await fetch(new URL(action, issuer), {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams({ xsrf, logout: "yes" }),
    redirect: "manual",
  });
  return answer.headers.get("location") ?? `${answer.status}`;
}

/** Follows redirects with a browser's cookies, until one leads away from the provider. */
async function follow(start: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  while (url.startsWith(issuer)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`${answer.status} at ${url}: ${await answer.text()}`);
    url = new URL(location, url).href;
  }
  return url;
}

/** What a lying provider does otherwise than it should. */
export interface Lie {
  /** Over the claims of a right ID token. */
  readonly claims?: Claims;
  readonly alg?: "RS256" | "HS256" | "none";
  /** What an HS256 is made with. */
  readonly hmacKey?: string;
  /** Another key than the one that it publishes. */
  readonly strangeKey?: true;
  readonly metadata?: Claims;
  /** The only header Authorization by which it knows a client. */
  readonly knows?: string;
}

export interface LyingProvider {
  readonly issuer: string;
  lie: Lie;
  /** The public key in PEM, as an attacker would use it for HS256. */
  readonly publicKey: string;
  /** Codes that were redeemed here. */
  readonly redeemed: string[];
  /** The code for the person who was sent to `url`; nobody has to sign in. */
  code(url: string, claims: Claims): string;
  close(): Promise<void>;
}

export async function startLyingProvider(): Promise<LyingProvider> {
  const server = createServer();
  const issuer = await listen(server);
  const own = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const strange = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const codes = new Map<string, Claims>();
  const made: LyingProvider = {
    issuer,
    lie: {},
    publicKey: own.publicKey.export({ type: "spki", format: "pem" }).toString(),
    redeemed: [],
    code(url, claims) {
      const { searchParams } = new URL(url);
      const code = `code-${codes.size}`;
      codes.set(code, {
        iss: issuer,
        aud: searchParams.get("client_id"),
        nonce: searchParams.get("nonce"),
        ...claims,
      });
      return code;
    },
    close: () => close(server),
  };
  const answers: Readonly<Record<string, (body: URLSearchParams) => object>> = {
    "/.well-known/openid-configuration": () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      authorization_response_iss_parameter_supported: true,
      ...made.lie.metadata,
    }),
    "/jwks": () => ({
      keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "own", alg: "RS256", use: "sig" }],
    }),
    "/token": (body) => {
      const code = body.get("code") ?? "";
      made.redeemed.push(code);
      const now = Math.floor(Date.now() / 1_000);
      const claims = { iat: now, exp: now + 300, ...codes.get(code), ...made.lie.claims };
      const key = made.lie.strangeKey ? strange.privateKey : own.privateKey;
      return { access_token: "access", token_type: "Bearer", id_token: token(claims, key, made.lie) };
    },
  };
  server.on("request", async (request, response) => {
    const { knows = request.headers.authorization } = made.lie;
    if (request.url === "/token" && request.headers.authorization !== knows) {
      response.writeHead(403, { "content-type": "application/json" });
      response.end('{"error":"unauthorized_client"}');
      return;
    }
    const answer = answers[request.url ?? ""]?.(await bodyOf(request));
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  });
  return made;
}

function token(claims: Claims, key: KeyObject, { alg = "RS256", hmacKey = "" }: Lie): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg, kid: "own" })}.${part(claims)}`;
  if (alg === "none") return `${signed}.`;
  const signature =
    alg === "HS256"
      ? createHmac("sha256", hmacKey).update(signed).digest("base64url")
      : sign("sha256", Buffer.from(signed), key).toString("base64url");
  return `${signed}.${signature}`;
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** The address of a service that is given no other; injected requests name another host, as behind a proxy. */
export const siteUrl = "http://127.0.0.1:8080";
const pageOrigin = "http://localhost:80";
export const sharedCallback = `${siteUrl}/api/v1/sso/callback`;

/** A browser that signs in at an organization: it keeps the service's cookies. */
export class Browser {
  readonly #test: TestService;
  readonly #cookies = new Map<string, string>();

  constructor(test: TestService, person?: Person) {
    this.#test = test;
    if (person !== undefined) this.#keep(person.cookie);
  }

  /** The names of the cookies that it has. */
  get cookies(): string[] {
    return [...this.#cookies.keys()];
  }

  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await this.#test.send(method, `/api/v1/${path}`, {
      headers: { origin: pageOrigin, host: "localhost:80", ...(cookie === "" ? {} : { cookie }) },
      ...(body === undefined ? {} : { body }),
    });
    for (const one of cookiesOf(answer)) this.#keep(one.split(";")[0] ?? "");
    return answer;
  }

  /** Goes where another site sends it. */
  back(url: string): Promise<Answer> {
    return this.send("GET", url.replace(`${siteUrl}/api/v1/`, ""));
  }

  /** Begins at the organization, and answers where the provider is. */
  async begin(slug: string): Promise<string> {
    const answer = await this.send("GET", `sso/${slug}`);
    if (answer.status !== 303) throw new Error(answer.text);
    return answer.headers.location as string;
  }

  /** Signs in at the organization's provider, there and back. */
  async signIn(slug: string, provider: IdentityProvider, subject: string): Promise<Answer> {
    return this.back(await provider.signIn(await this.begin(slug), subject));
  }

  #keep(cookie: string): void {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/.exec(cookie) ?? [];
    if (value === "") this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

/** A connection's settings, as an admin sends them. */
export function settingsFor(issuer: string, more: Claims = {}): Claims {
  return {
    issuer,
    client_id: "orgconfig",
    client_secret: clientSecret,
    scopes: ["openid", "email", "profile", "groups"],
    default_role: "viewer",
    auto_create: true,
    enabled: true,
    ...more,
  };
}
