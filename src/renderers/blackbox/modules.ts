/** What blackbox_exporter does for a check or a certificate monitor: its modules, each named by its content. */
import { createHash } from "node:crypto";
import { given } from "../../kernel/given.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { credentialsFile } from "../named-files.ts";
import type { CheckRow, Refusal, RendererRow, RendererRows } from "../renderer.ts";
import { isBefore } from "../version.ts";

export type CertificateRow = RendererRows["certificateMonitors"][number];

/** A blackbox_exporter as its connector describes it. */
export interface Prober {
  /** The connector's name, for refusals. */
  readonly name: string;
  readonly version: string;
  /** host:port of the server that resolves names. */
  readonly dnsResolver: string | undefined;
  /** Whether somebody puts the checks' credentials next to the rendered files. */
  readonly secretFiles: boolean;
}

/** One module. Two of the same content have the same name, so that a second check of a shape needs no reload. */
export interface Module {
  readonly name: string;
  readonly content: JsonObject;
}

/** Why a row has no module. */
export type Unable = Omit<Refusal, "resource" | "id">;

function unable(field: string, message: string, min_version?: string): Unable {
  return { field, message, ...given({ min_version }) };
}

/** blackbox_exporter's `follow_redirects`, and with it `authorization`, came with this version. */
const redirectsSince = "0.19";
/** `tls_config.min_version`, without which a host that speaks old TLS looks like one that is away. */
const tlsVersionsSince = "0.21";
/** From here on the request says the name for a TLS handshake (the parameter `hostname`), before only the module. */
export const hostnameSince = "0.24";

/** IPv4 first, and IPv6 where there is nothing else: by itself it tries IPv6 only, on machines without it too. */
const address = { preferred_ip_protocol: "ip4" } as const;

export function moduleOfCheck(check: CheckRow, prober: Prober): Module | Unable {
  const { kind, target, timeout_ms, interval_seconds } = check.configuration;
  if (timeout_ms > interval_seconds * 1_000)
    return unable(
      "timeout_ms",
      `Prometheus takes no timeout that is longer than the interval: set it to ${interval_seconds * 1_000} or less, or raise interval_seconds`,
    );
  switch (kind) {
    case "http":
      return httpUnable(check, prober) ?? moduleOf("http", timeout_ms, { http: httpSettings(check) });
    case "tcp":
      return moduleOf("tcp", timeout_ms, { tcp: address });
    case "tls":
      return moduleOf("tcp", timeout_ms, { tcp: { ...address, tls: true } });
    case "dns":
      if (prober.dnsResolver === undefined)
        return unable(
          "kind",
          `a dns check needs a server to ask: set metadata.dns_resolver of the connector ${JSON.stringify(prober.name)}, such as 192.0.2.53:53`,
        );
      // Every name has an answer to A, be it an empty one; many servers do not answer ANY (RFC 8482).
      return moduleOf("dns", timeout_ms, {
        dns: { ...address, query_name: target, query_type: "A", valid_rcodes: ["NOERROR"] },
      });
  }
}

/** What an http check asks for that blackbox_exporter, or this one, cannot do. */
function httpUnable(
  { authScheme, authWithheld, configuration }: CheckRow,
  prober: Prober,
): Unable | undefined {
  const { body_contains, expected_statuses, method } = configuration;
  if (isBefore(prober.version, redirectsSince))
    return unable(
      "kind",
      `blackbox_exporter ${prober.version} follows every redirect; upgrade it to ${redirectsSince}`,
      redirectsSince,
    );
  const redirect = expected_statuses.find((status) => redirects.includes(status));
  if (body_contains !== null && redirect !== undefined)
    return unable(
      "body_contains",
      `blackbox_exporter does not read the body of a redirect, so that this check would always be down: take ${redirect} out of expected_statuses, or set body_contains to null`,
    );
  if (body_contains !== null && method === "HEAD")
    return unable(
      "body_contains",
      "the answer to HEAD has no body, so that this check would always be down: set method to GET, or body_contains to null",
    );
  if (authWithheld !== undefined) return unable("auth_header", `the header ${authWithheld}`);
  return authScheme === undefined ? undefined : authUnable(authScheme, prober);
}

/** Go's client closes the body of these before anybody reads it, in every version up to 0.28. */
const redirects: readonly number[] = [301, 302, 303, 307, 308];

function authUnable(scheme: string | null, { name, secretFiles }: Prober): Unable | undefined {
  const refuse = (message: string) => unable("auth_header", message);
  if (scheme === null)
    return refuse(
      "blackbox_exporter sends a scheme and credentials: write both, such as Bearer and the token, with a space between them",
    );
  if (scheme.toLowerCase() === "basic")
    return refuse(
      "blackbox_exporter takes the scheme Basic only with the user's name in its settings: give the check a token of another scheme, such as Bearer",
    );
  if (secretFiles) return undefined;
  return refuse(
    `the credentials are never in rendered files: set metadata.run_in of the connector ${JSON.stringify(name)} to service, or write them into the file secrets/<id of the check> below the agent's directory and set metadata.secret_files to present`,
  );
}

function httpSettings({ id, authScheme, configuration }: CheckRow): JsonObject {
  const { body, body_contains, expected_statuses, headers, method } = configuration;
  const own = Object.entries(headers).filter(
    // Its own header would win over the credentials.
    ([name]) => authScheme === undefined || name.toLowerCase() !== "authorization",
  );
  return {
    ...address,
    method,
    // The check is about the target's own answer; and credentials must not follow to another host.
    follow_redirects: false,
    valid_status_codes: expected_statuses.length === 0 ? upByDefault : sorted(expected_statuses),
    ...(own.length === 0 ? {} : { headers: Object.fromEntries(own) }),
    ...(method === "POST" && body !== null && body !== "" ? { body } : {}),
    ...(body_contains === null ? {} : { fail_if_body_not_matches_regexp: [quotedPattern(body_contains)] }),
    // The type is always said: older versions send the bare credentials without it.
    ...(authScheme === undefined
      ? {}
      : { authorization: { type: authScheme as string, credentials_file: credentialsFile(id) } }),
  };
}

/** Every 2xx and 3xx. */
const upByDefault: number[] = Array.from({ length: 200 }, (_, index) => 200 + index);

function sorted(statuses: readonly number[]): number[] {
  return [...new Set(statuses)].sort((one, other) => one - other);
}

/** The RE2 pattern that matches this text and no other, as Go's regexp.QuoteMeta writes it. */
function quotedPattern(text: string): string {
  return text.replaceAll(/[\\.+*?()|[\]{}^$]/g, "\\$&");
}

/** The two views of a certificate: as a client that trusts nobody blindly, and as one that takes whatever it is shown. */
export interface CertificateModules {
  readonly strict: Module;
  readonly lax: Module;
}

/**
 * A handshake that is refused leaves no figures of the certificate, so that a second one that refuses nothing shows
 * what the host shows, and which TLS it speaks at best.
 */
export function modulesOfCertificate(
  { configuration: { min_tls_version, server_name, timeout_ms } }: CertificateRow,
  { version }: Prober,
): CertificateModules | Unable {
  if (isBefore(version, tlsVersionsSince))
    return unable(
      "min_tls_version",
      `blackbox_exporter ${version} takes no TLS version; upgrade it to ${tlsVersionsSince}`,
      tlsVersionsSince,
    );
  const named = server_name !== "" && isBefore(version, hostnameSince) ? { server_name } : {};
  const seen = (settings: JsonObject) =>
    moduleOf("tcp", timeout_ms, { tcp: { ...address, tls: true, tls_config: { ...settings, ...named } } });
  return {
    strict: seen({ min_version: `TLS${min_tls_version.replace(".", "")}` }),
    lax: seen({ min_version: "TLS10", insecure_skip_verify: true }),
  };
}

function moduleOf(prober: "http" | "tcp" | "dns", timeoutMs: number, settings: JsonObject): Module {
  const content = { prober, timeout: `${timeoutMs}ms`, ...settings };
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return { name: `${prober}_${hash.slice(0, 20)}`, content };
}

export function isUnable(outcome: Module | CertificateModules | Unable): outcome is Unable {
  return "message" in outcome;
}

/** The prober that a connector stands for, in the version that is rendered for. */
export function proberOf(
  {
    configuration: { name, metadata },
  }: RendererRow<{ name: string; metadata: Readonly<Record<string, string>> }>,
  version: string,
): Prober {
  return {
    name,
    version,
    dnsResolver: metadata.dns_resolver,
    secretFiles: metadata.run_in === "service" || metadata.secret_files === "present",
  };
}
