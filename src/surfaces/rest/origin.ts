import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { normalAddress } from "../../kernel/address.ts";
import { Refusal } from "../../kernel/problem.ts";

/**
 * Refuses a session's write unless its Origin is the service's own: ORGCONFIG_PUBLIC_URL's, or without one
 * the host that the request names. A browser sends Origin with every such request, so none is foreign.
 */
export function createOriginCheck(publicUrl: string | undefined) {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  return (request: FastifyRequest): void => {
    const { origin, host } = request.headers;
    const fine = own === undefined ? isSameHost(origin, host) : origin === own;
    if (!fine) {
      throw new Refusal(
        "forbidden",
        `Origin: ${origin === undefined ? "is missing" : "is another site's"}; calls with a session come from the service's own pages${own === undefined ? "" : ` at ${own}`}.`,
        { reason: "origin", field: "Origin" },
      );
    }
  };
}

/**
 * Refuses what a foreign page sends to an endpoint that is for programs. Those send no Origin; a page's is
 * let pass only if it is the service's own. On this very machine a page can also make a name of its own lead
 * here (DNS rebinding), so that its Origin and Host agree: there Host must be a name that nobody else gives.
 * @param named origins that may call it all the same
 */
export function createForeignCheck(publicUrl: string | undefined, named: readonly string[]) {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  return ({ headers: { origin, host }, socket }: FastifyRequest): void => {
    const local = /^(127\.|::1$)/.test(normalAddress(socket.localAddress ?? "127.0.0.1"));
    if (local && !isOwnName(host, own?.hostname)) {
      throw new Refusal(
        "forbidden",
        "Host: is not a name of this machine; set ORGCONFIG_PUBLIC_URL to the address that people use.",
        { reason: "origin", field: "Host" },
      );
    }
    if (origin === undefined || named.includes(origin)) return;
    const fine = own === undefined ? isSameHost(origin, host) : origin === own.origin;
    if (!fine) {
      throw new Refusal("forbidden", "Origin: is another site's; this endpoint is not for pages.", {
        reason: "origin",
        field: "Origin",
      });
    }
  };
}

/** An address, localhost, a name without dots, or the public one: no stranger can make another lead here. */
function isOwnName(host: string | undefined, own: string | undefined): boolean {
  if (host === undefined) return false;
  // An address, as most programs on this machine write it, needs no parsing of a URL.
  if (isIP(host.replace(/:[0-5]?\d{1,4}$/, "")) === 4) return true;
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (hostname === own || hostname.endsWith(".localhost") || !/[.:]/.test(hostname)) return true;
  return isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0;
}

/** Whether the page's host is the one that the request names; both may leave the scheme's own port out. */
function isSameHost(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  const named = `${page.protocol}//${host}`;
  return page.host !== "" && URL.canParse(named) && new URL(named).host === page.host;
}
