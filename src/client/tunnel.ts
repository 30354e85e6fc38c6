/** Connections to a service that speaks https, through a proxy (RFC 9110 §9.3.6). */
import { type ClientRequestArgs, request as plainRequest } from "node:http";
import { Agent, type AgentOptions, request as secureRequest } from "node:https";
import type { Duplex } from "node:stream";
import type { SecureContext } from "node:tls";

/** The code where there was no connection in time. */
export const CONNECT_TIMEOUT = "CONNECT_TIMEOUT";

/** The code of a ProxyRefusal. */
export const PROXY_REFUSED = "PROXY_REFUSED";

/** The proxy answered, and opened no tunnel. */
export class ProxyRefusal extends Error {
  readonly code = PROXY_REFUSED;
  /** Of its answer, such as 407. */
  readonly status: number;

  constructor(status: number) {
    super(`the proxy answered ${status}`);
    this.status = status;
  }
}

export interface Tunnels {
  readonly proxy: URL;
  /** For the connection to a proxy that speaks https itself. */
  readonly tls: { readonly secureContext?: SecureContext };
  /** How long the proxy has until the tunnel is open. */
  readonly timeout_ms: number;
}

type Opened = (error: Error | null, stream: Duplex) => void;

/** Opens each of its connections by asking the proxy for a tunnel; inside of it TLS is with the service. */
export class TunnelAgent extends Agent {
  readonly #tunnels: Tunnels;

  constructor(tunnels: Tunnels, options: AgentOptions) {
    super(options);
    this.#tunnels = tunnels;
  }

  override createConnection(options: ClientRequestArgs, opened: Opened): undefined {
    const { proxy, tls, timeout_ms } = this.#tunnels;
    const { host, port } = options;
    const target = `${host?.includes(":") ? `[${host}]` : host}:${port}`;
    // Without a stream where it failed, as Node itself calls it.
    const failed = opened as (error: Error) => void;
    const request = (proxy.protocol === "https:" ? secureRequest : plainRequest)({
      ...addressOfProxy(proxy),
      ...tls,
      method: "CONNECT",
      path: target,
      headers: { host: target, connection: "keep-alive", ...proxyAuthorization(proxy) },
      agent: false,
    });
    const late = Object.assign(new Error("the proxy opened no tunnel in time"), { code: CONNECT_TIMEOUT });
    const timer = setTimeout(() => request.destroy(late), timeout_ms);
    request
      .once("connect", ({ statusCode = 0 }, socket, head) => {
        clearTimeout(timer);
        if (statusCode >= 200 && statusCode < 300) {
          if (head.length > 0) socket.unshift(head);
          const inner: ClientRequestArgs & { readonly socket: Duplex } = { ...options, socket };
          opened(null, super.createConnection(inner) as Duplex);
        } else {
          socket.destroy();
          failed(new ProxyRefusal(statusCode));
        }
      })
      .once("error", (error) => {
        clearTimeout(timer);
        failed(error);
      })
      .end();
  }
}

/** Where to connect to. */
export function addressOfProxy({ protocol, hostname, port }: URL): { host: string; port: string } {
  const host = hostname.replace(/^\[|\]$/g, "");
  return { host, port: port || (protocol === "https:" ? "443" : "80") };
}

/** The header with the user and the password of the proxy's address (RFC 7617); none without a user. */
export function proxyAuthorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "" && password === "") return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}
