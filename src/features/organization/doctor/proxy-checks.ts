/** What is said of the proxies between a caller and the service, by the headers that arrived. Pure functions. */
import type { RequestWay } from "../../../engine/request-way.ts";
import { type Check, checksOf } from "./check.ts";

export interface ProxySeen extends RequestWay {
  /** Whom the service takes for the client. */
  readonly address: string | undefined;
  readonly publicUrl: string | undefined;
}

export function proxyChecks(seen: ProxySeen): readonly Check[] {
  const { ok, warning, error } = checksOf("proxy");
  const {
    peer = "unknown",
    isTrusted,
    forwardedFor,
    forwardedProto,
    host,
    publicUrl,
    address = "unknown",
  } = seen;
  if (forwardedFor === undefined && forwardedProto === undefined)
    return [
      isTrusted
        ? warning(
            "headers",
            `${peer} is in ORGCONFIG_TRUST_PROXY and sends no X-Forwarded-For: all its callers count as one; have it set the header`,
          )
        : ok("headers", `the request came straight from ${peer}`),
    ];
  if (!isTrusted)
    return [
      error(
        "headers",
        `${peer} sends X-Forwarded-For and is not in ORGCONFIG_TRUST_PROXY: all its callers share its address and its limits. Set ORGCONFIG_TRUST_PROXY to the proxy's address`,
      ),
    ];
  const isHttps = publicUrl?.startsWith("https:");
  const named = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return [
    forwardedFor === undefined
      ? warning(
          "headers",
          `${peer} sends no X-Forwarded-For: all its callers count as one; have it set the header`,
        )
      : ok("headers", `behind ${peer}, the client is ${address}`),
    ...(isHttps && forwardedProto !== undefined && forwardedProto !== "https"
      ? [
          warning(
            "scheme",
            `ORGCONFIG_PUBLIC_URL is https and ${peer} says that the request came by ${forwardedProto}: send people to https`,
          ),
        ]
      : []),
    ...(named !== undefined && host !== undefined && host !== named
      ? [
          warning(
            "host",
            `ORGCONFIG_PUBLIC_URL names ${named} and ${peer} passes on the Host ${host}: have it keep the client's Host`,
          ),
        ]
      : []),
  ];
}
