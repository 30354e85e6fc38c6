/** What people rent: each by the call with which its vendor lets a credential be checked. */

import { createSign } from "node:crypto";
import { given } from "../../kernel/given.ts";
import { dayText } from "../../kernel/readable.ts";
import type { ErrorKind } from "../health.ts";
import {
  below,
  type Fails,
  failing,
  type HttpRequest,
  json,
  memberOf,
  notProbed,
  type Probe,
  plain,
  type Settings,
  textOf,
  unlike,
} from "./probe.ts";

/** https://docs.github.com/en/rest/users/users#get-the-authenticated-user, and .../rest/apps/apps for Apps. */
export const github: Probe = {
  needs: [["token", "private_key"]],
  request(settings, now) {
    const base = textOf(settings, "base_url") ?? "https://api.github.com";
    const requestTo = (path: string, credential: string): HttpRequest => ({
      method: "GET",
      url: below(base, path),
      headers: { accept: "application/vnd.github+json", authorization: `Bearer ${credential}` },
    });
    const token = textOf(settings, "token");
    if (token !== undefined) return requestTo("/user", token);
    const credential = appToken(settings, now);
    if (typeof credential !== "string") return credential;
    const installation = textOf(settings, "installation_id");
    return requestTo(
      installation === undefined ? "/app" : `/app/installations/${encodeURIComponent(installation)}`,
      credential,
    );
  },
  read: json("GitHub", ({ login, slug, app_slug, account }) => {
    if (typeof login === "string") return { ok: true, summary: `the token is of ${login}` };
    const app = typeof app_slug === "string" ? app_slug : slug;
    if (typeof app !== "string") return unlike("GitHub");
    const where = memberOf(account, "login");
    const place = typeof where === "string" ? `, installed at ${where}` : "";
    return { ok: true, summary: `the key is of the App ${app}${place}` };
  }),
};

/** An App proves itself by a token that it signs, for ten minutes at most; a minute is given to clocks that differ. */
function appToken(settings: Settings, now: Date): string | Fails {
  const id = textOf(settings, "app_id");
  if (id === undefined)
    return notProbed("nothing was sent: config.app_id is missing, which the private key belongs to");
  const seconds = Math.floor(now.getTime() / 1_000);
  const claims = { iat: seconds - 60, exp: seconds + 300, iss: id };
  const content = [{ alg: "RS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  try {
    const signature = createSign("RSA-SHA256")
      .update(content)
      .sign(textOf(settings, "private_key") ?? "");
    return `${content}.${signature.toString("base64url")}`;
  } catch {
    return notProbed("nothing was sent: config.private_key is no private RSA key in PEM");
  }
}

/** https://docs.gitlab.com/api/personal_access_tokens/: tokens of groups and projects are asked about in the same way. */
export const gitlab: Probe = {
  needs: [["token"]],
  request: (settings) => ({
    method: "GET",
    url: below(textOf(settings, "url") ?? "https://gitlab.com", "/api/v4/personal_access_tokens/self"),
    headers: { "private-token": textOf(settings, "token") ?? "" },
  }),
  read: json("GitLab", ({ name, scopes, expires_at }) => {
    if (typeof name !== "string" || !Array.isArray(scopes)) return unlike("GitLab");
    const named = scopes.map(plain).filter((scope) => scope !== "");
    const ends = typeof expires_at === "string" ? `, and ends on ${dayText(expires_at)}` : "";
    return { ok: true, summary: `the token ${name} has the scopes ${named.join(", ")}${ends}` };
  }),
};

/**
 * https://docs.datadoghq.com/api/latest/authentication/: an API key alone, or with an application key both.
 * @param api where its API is
 */
function datadogAt(api: (settings: Settings) => string | Fails, keys: readonly string[]): Probe {
  return {
    needs: [keys],
    request(settings) {
      const base = api(settings);
      if (typeof base !== "string") return base;
      const key = keys.map((name) => textOf(settings, name)).find((found) => found !== undefined) ?? "";
      const application = textOf(settings, "app_key");
      return {
        method: "GET",
        url: below(base, application === undefined ? "/api/v1/validate" : "/api/v2/validate_keys"),
        headers: {
          "dd-api-key": key,
          ...given({ "dd-application-key": application }),
        },
      };
    },
    read: json("Datadog", ({ valid, status }) => {
      if (valid === true) return { ok: true, summary: "the API key is valid" };
      if (status === "ok") return { ok: true, summary: "the API key and the application key are valid" };
      return valid === false ? failing("auth_invalid", "the API key is not valid") : unlike("Datadog");
    }),
    // A key that is not valid is answered by 403 too.
    kinds: { 403: "auth_invalid" },
  };
}

export const datadog: Probe = datadogAt(datadogApi, ["api_key"]);

/** Where the API of a connector's site is. */
export function datadogApi(settings: Settings): string | Fails {
  const site = textOf(settings, "site") ?? "datadoghq.com";
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(site)
    ? `https://api.${site}`
    : notProbed("nothing was sent: config.site is no site of Datadog's, such as datadoghq.eu");
}

/** A data source says the address itself; without a connector its token is the API key. */
export const datadogSource: Probe = datadogAt(
  (settings) => textOf(settings, "url") ?? "",
  ["api_key", "token"],
);

/** https://developer.pagerduty.com/docs/rest-api-overview: the abilities of the account, which every key may read. */
export const pagerduty: Probe = {
  needs: [["token"]],
  request: (settings) => ({
    method: "GET",
    url: `https://api.${textOf(settings, "region") === "eu" ? "eu." : ""}pagerduty.com/abilities`,
    headers: {
      accept: "application/vnd.pagerduty+json;version=2",
      authorization: `Token token=${textOf(settings, "token") ?? ""}`,
    },
  }),
  read: json("PagerDuty", ({ abilities }) =>
    Array.isArray(abilities)
      ? { ok: true, summary: `the key is valid; the account has ${abilities.length} abilities` }
      : unlike("PagerDuty"),
  ),
};

const slackKinds: Readonly<Record<string, ErrorKind>> = {
  access_denied: "access_denied",
  missing_scope: "access_denied",
  no_permission: "access_denied",
  org_login_required: "access_denied",
  team_access_not_granted: "access_denied",
  ratelimited: "throttled",
  fatal_error: "other",
  internal_error: "other",
  service_unavailable: "other",
};

/** https://docs.slack.dev/reference/methods/auth.test: refusals come with HTTP 200. */
export const slack: Probe = {
  needs: [["bot_token"]],
  request: (settings) => ({
    method: "POST",
    url: "https://slack.com/api/auth.test",
    headers: { authorization: `Bearer ${textOf(settings, "bot_token") ?? ""}` },
  }),
  read: json("Slack", ({ ok, error, team, team_id, user }, settings) => {
    if (ok === false && typeof error === "string")
      return failing(slackKinds[error] ?? "auth_invalid", `it does not accept the token, and says ${error}`);
    if (ok !== true || typeof team_id !== "string") return unlike("Slack");
    const wanted = textOf(settings, "workspace");
    if (wanted !== undefined && wanted !== team_id)
      return failing("other", `the token is of the workspace ${team_id}, and config.workspace names another`);
    return { ok: true, summary: `the token is of ${plain(user)} in the workspace ${plain(team)}` };
  }),
};
