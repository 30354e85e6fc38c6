/**
 * Glewlwyd, an identity provider that Debian packages: started on a database of its own, and set up by the calls that
 * its pages make. It is written in C and shares nothing with what the service is made of.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { listening } from "../faults/pgbouncer.ts";
import { steadyPort } from "../faults/postgres.ts";

const packaged = {
  settings: "/etc/glewlwyd/glewlwyd.conf",
  tables: "/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz",
} as const;
const scopes = ["openid", "email", "profile", "groups"];
const password = "a password at the provider";

/** What it says of a person. */
export interface Claims {
  readonly email: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly verified: boolean;
}

export interface ClientOrder {
  readonly id: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
  readonly signOutUri: string;
  /** The one way in which the client may prove itself. */
  readonly authentication: "client_secret_basic" | "client_secret_post";
}

export interface Glewlwyd {
  readonly issuer: string;
  addClient(order: ClientOrder): Promise<void>;
  /** Adds somebody, or says something else of them from the next sign-in on. */
  say(username: string, claims: Claims): Promise<void>;
  /** Signs somebody in who was sent to `url`, with the yes that its page asks for, and answers where the browser goes. */
  signIn(url: string, username: string): Promise<string>;
  /** The same in the browser of the last sign-in, without a password; undefined where one is asked for. */
  signInAgain(url: string): Promise<string | undefined>;
  /** Signs out whom a browser sent to `url` is, and answers where the browser goes. */
  signOut(url: string): Promise<string>;
  close(): Promise<void>;
}

export async function startGlewlwyd(): Promise<Glewlwyd> {
  const folder = mkdtempSync(join(tmpdir(), "glewlwyd-"));
  const port = await steadyPort();
  const origin = `http://127.0.0.1:${port}`;
  const child = start(folder, port, origin);
  await listening(port, child);
  const admin = new ProviderBrowser(origin);
  await admin.call("POST", "auth/", { username: "admin", password: "password" });
  await setUp(admin, `${origin}/api/oidc`);
  return withCalls(origin, admin, async () => {
    await stopped(child);
    rmSync(folder, { recursive: true });
  });
}

/** Its own settings as they are packaged, but for where it listens and what it stores in. */
function start(folder: string, port: number, origin: string): ChildProcess {
  const database = join(folder, "database");
  execFileSync("sqlite3", [database], { input: gunzipSync(readFileSync(packaged.tables)) });
  const rest = readFileSync(packaged.settings, "utf8")
    .replace(/^(port|external_url|log_mode|log_file|log_level) *=.*$/gm, "")
    .replace(/^@include.*$/gm, "");
  const settings = `port=${port}
bind_address="127.0.0.1"
external_url="${origin}"
log_mode="console"
log_level="ERROR"
database = { type = "sqlite3"; path = "${database}"; };
${rest}`;
  writeFileSync(join(folder, "glewlwyd.conf"), settings);
  return spawn("glewlwyd", ["-c", join(folder, "glewlwyd.conf")], { stdio: "ignore" });
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

async function setUp(admin: ProviderBrowser, issuer: string): Promise<void> {
  const users = await admin.call("GET", "mod/user/database");
  const own = { multiple: false, read: true, write: true, "profile-read": true, "profile-write": false };
  users.parameters["data-format"].groups = { ...own, multiple: true };
  users.parameters["data-format"].verified = own;
  await admin.call("PUT", "mod/user/database", users);
  await admin.call("PUT", "mod/user/database/reset");
  const clients = await admin.call("GET", "mod/client/database");
  clients.parameters["data-format"].post_logout_redirect_uris = { multiple: true, read: true, write: true };
  await admin.call("PUT", "mod/client/database", clients);
  await admin.call("PUT", "mod/client/database/reset");
  for (const name of scopes.slice(1))
    await admin.call("POST", "scope/", {
      name,
      display_name: name,
      password_required: true,
      password_max_age: 0,
      scheme: {},
    });
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  await admin.call("POST", "mod/plugin/", {
    module: "oidc",
    name: "oidc",
    display_name: "OpenID Connect",
    order_rank: 0,
    readonly: false,
    parameters: {
      ...openIdConnect,
      iss: issuer,
      key: privateKey.export({ type: "pkcs8", format: "pem" }),
      cert: publicKey.export({ type: "spki", format: "pem" }),
    },
  });
}

/** What docs/sign-in.md says to set, in the names of its calls. */
const openIdConnect = {
  "jwt-type": "rsa",
  "jwt-key-size": "256",
  "jwks-show": true,
  "subject-type": "public",
  "allowed-scope": scopes,
  "auth-type-code-enabled": true,
  "auth-type-token-enabled": false,
  "auth-type-implicit-enabled": false,
  "auth-type-password-enabled": false,
  "auth-type-client-enabled": false,
  "auth-type-device-enabled": false,
  "auth-type-refresh-enabled": false,
  "access-token-duration": 3_600,
  "refresh-token-duration": 3_600,
  "code-duration": 600,
  "refresh-token-rolling": false,
  "pkce-allowed": true,
  "pkce-method-plain-allowed": false,
  "pkce-required": true,
  "oauth-as-iss-id": true,
  "session-management-allowed": true,
  "session-cookie-name": "OIDC_SID",
  "session-cookie-expiration": 86_400,
  "name-claim": "on-demand",
  "name-claim-scope": ["profile"],
  "email-claim": "on-demand",
  "email-claim-scope": ["email"],
  claims: [
    { name: "groups", "user-property": "groups", type: "string", mandatory: false, scope: ["groups"] },
    {
      name: "email_verified",
      "user-property": "verified",
      type: "boolean",
      "boolean-value-true": "1",
      "boolean-value-false": "0",
      mandatory: false,
      scope: ["email"],
    },
  ],
} as const;

function withCalls(origin: string, admin: ProviderBrowser, close: () => Promise<void>): Glewlwyd {
  const known = new Set<string>();
  let person = new ProviderBrowser(origin);
  return {
    issuer: `${origin}/api/oidc`,
    async addClient({ id, secret, redirectUris, signOutUri, authentication }) {
      await admin.call("POST", "client/", {
        client_id: id,
        name: id,
        confidential: true,
        enabled: true,
        client_secret: secret,
        redirect_uri: redirectUris,
        authorization_type: ["code"],
        token_endpoint_auth_method: [authentication],
        post_logout_redirect_uris: [signOutUri],
        scope: [],
      });
    },
    async say(username, { verified, ...claims }) {
      const user = {
        username,
        ...claims,
        verified: verified ? "1" : "0",
        enabled: true,
        scope: ["g_profile", ...scopes],
      };
      if (known.has(username)) return void (await admin.call("PUT", `user/${username}`, user));
      known.add(username);
      await admin.call("POST", "user/", { ...user, password });
    },
    async signIn(url, username) {
      person = new ProviderBrowser(origin);
      await person.call("POST", "auth/", { username, password });
      const client = new URL(url).searchParams.get("client_id");
      await person.call("PUT", `auth/grant/${client}`, { scope: scopes.join(" ") });
      return person.follow(`${url}&g_continue`);
    },
    async signInAgain(url) {
      const to = await person.follow(`${url}&g_continue`);
      return to.startsWith(origin) ? undefined : to;
    },
    async signOut(url) {
      const page = new URL(await person.follow(url));
      await person.call("DELETE", "profile/session/");
      return page.searchParams.get("callback_url") ?? page.href;
    },
    close,
  };
}

/** A browser at the provider: it keeps cookies, and sends what the pages there send. */
class ProviderBrowser {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** A call of its pages. @returns the body, where it is JSON */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async call(method: string, path: string, body?: object): Promise<any> {
    const answer = await this.#send(`${this.#origin}/api/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Follows redirects, until one leads to a page of the provider's or away from it. */
  async follow(start: string): Promise<string> {
    let url = start;
    while (url.startsWith(`${this.#origin}/api/`)) {
      const answer = await this.#send(url, { method: "GET" });
      const location = answer.headers.get("location");
      if (location === null) throw new Error(`${answer.status} at ${url}: ${await answer.text()}`);
      url = new URL(location, url).href;
    }
    return url;
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { "content-type": "application/json", cookie };
    const answer = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }
}
