import proxyAddress from "@fastify/proxy-addr";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Asker, RequestLimit, Share } from "../../engine/authenticator.ts";
import type { RequestWay } from "../../engine/request-way.ts";
import { normalAddress } from "../../kernel/address.ts";
import type { PublicClients } from "../public-clients.ts";
import { pageCookie, setPageCookie } from "./session-cookie.ts";

const asker = Symbol("asker");
type AskingRequest = FastifyRequest & { [asker]?: Asker };

/**
 * Says in each answer how much is left of the limits that its request was counted in (draft-ietf-httpapi-ratelimit-headers).
 * Where it was counted in none, as with the limit off, nothing is said. A 429 says what is used up and nothing else: whatever
 * refused it, the request can't be repeated yet, so no answer of the kind names what would still be left elsewhere.
 */
export function showLimits(server: FastifyInstance): void {
  server.addHook("onSend", (request, reply, payload, done) => {
    let policies = "";
    let left = "";
    const { shares } = (request as AskingRequest)[asker] ?? {};
    for (const name in shares) {
      const share = shares[name] as Share;
      const { requests, seconds } = share.left();
      const comma = (before: string) => (before === "" ? "" : ", ");
      policies += `${comma(policies)}"${name}";q=${share.quota};w=${share.windowSeconds}`;
      if (reply.statusCode !== 429 || requests === 0)
        left += `${comma(left)}"${name}";r=${requests};t=${seconds}`;
    }
    if (policies !== "") reply.header("ratelimit-policy", policies);
    if (left !== "") reply.header("ratelimit", left);
    done(null, payload);
  });
}

/** What a request's connection and its proxies say about the client; a cookie that came by https is kept to it. */
export type ClientConnection = ReturnType<typeof createClientConnection>;

/**
 * Reads the client's address and protocol, behind the given proxies from the headers that they set.
 * The address is the peer's, or behind a trusted proxy the rightmost entry of X-Forwarded-For that is not itself a
 * trusted proxy: what stands further left was written by the client. X-Forwarded-Proto counts only where no public
 * URL is set, and only from a trusted proxy.
 * @param trusted CIDR ranges of the trusted proxies
 */
export function createClientConnection(trusted: readonly string[], publicUrl: string | undefined) {
  const isTrusted = proxyAddress.compile(trusted.flatMap(halvesOfAll));
  const connection = {
    /** The client's IP address; undefined once the connection is gone. */
    addressOf({ raw }: Pick<FastifyRequest, "raw">): string | undefined {
      return raw.socket.remoteAddress === undefined ? undefined : normalAddress(proxyAddress(raw, isTrusted));
    },
    /** Who sends the request; the answer shows the limits that it is counted in (`showLimits`). */
    askerOf(request: FastifyRequest): Asker {
      const asking = request as AskingRequest;
      asking[asker] ??= { address: connection.addressOf(request), shares: {} };
      return asking[asker];
    },
    /** Whether the client came by https. */
    isSecure({ raw: { socket, headers } }: FastifyRequest): boolean {
      if (publicUrl !== undefined) return publicUrl.startsWith("https:");
      const { remoteAddress } = socket;
      return (
        headers["x-forwarded-proto"] === "https" && remoteAddress !== undefined && isTrusted(remoteAddress, 0)
      );
    },
  };
  return {
    ...connection,
    /** What arrived, as it is. */
    wayOf({ raw: { socket, headers } }: Pick<FastifyRequest, "raw">): RequestWay {
      const header = (name: string) => headers[name]?.toString();
      const { remoteAddress } = socket;
      return {
        peer: remoteAddress && normalAddress(remoteAddress),
        isTrusted: remoteAddress !== undefined && isTrusted(remoteAddress, 0),
        forwardedFor: header("x-forwarded-for"),
        forwardedProto: header("x-forwarded-proto"),
        host: header("host"),
      };
    },
    /** Where the client reached the service, without a slash at the end: the public URL, or without one the host that it names. */
    siteOf(request: FastifyRequest): string {
      if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, "");
      return `${connection.isSecure(request) ? "https" : "http"}://${request.headers.host ?? "localhost"}`;
    },
  };
}

/** Who asks without a credential, and the limit on their requests. */
export function createPublicClients(
  trusted: readonly string[],
  publicUrl: string | undefined,
  limit: Pick<RequestLimit, "anonymous">,
): PublicClients {
  const connection = createClientConnection(trusted, publicUrl);
  return {
    ...connection,
    count: (request) => limit.anonymous({ address: connection.addressOf(request) }),
    markOf: (request, name) => pageCookie(request, name, connection.isSecure(request)),
    keepMark: (request, reply, name, mark) => setPageCookie(reply, name, mark, connection.isSecure(request)),
  };
}

/** proxy-addr refuses a range of all addresses; its two halves say the same. */
function halvesOfAll(range: string): string[] {
  const [base = "", bits] = range.split("/");
  if (bits !== "0") return [range];
  return base.includes(":") ? ["::/1", "8000::/1"] : ["0.0.0.0/1", "128.0.0.0/1"];
}
