/** Servers, certificates and a proxy for what the provider's client meets on its way. */
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect, type Server as SocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClientOptions, createClient } from "../../provider/client.ts";

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Authority {
  /** In PEM. */
  readonly cert: string;
  /** A certificate for a name or an address, such as `DNS:localhost`; one that has expired with -1 days. */
  issue(subject: string, days?: number): Certificate;
  close(): void;
}

/** An authority of its own, by openssl. */
export function makeAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), "authority-"));
  const openssl = (...args: readonly string[]) =>
    execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const named = ["-subj", "/CN=Authority of the test", "-days", "1"];
  openssl("req", "-x509", ...key, ...named, "-keyout", "ca.key", "-out", "ca.pem");
  return {
    cert: read("ca.pem"),
    issue(subject, days = 1) {
      const asked = ["-subj", "/CN=service", "-addext", `subjectAltName=${subject}`];
      openssl("req", ...key, ...asked, "-keyout", "key.pem", "-out", "csr.pem");
      const signing = ["-CA", "ca.pem", "-CAkey", "ca.key", "-copy_extensions", "copy", "-days", `${days}`];
      openssl("x509", "-req", "-in", "csr.pem", ...signing, "-out", "cert.pem");
      return { key: read("key.pem"), cert: read("cert.pem") };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts a server on loopback and gives its port. */
export async function listening(server: SocketServer, port = 0): Promise<number> {
  await once(server.listen(port, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/**
 * A port that is free and stays so while nobody listens: below those that a system hands out by itself, so
 * that no other program gets it in the meantime.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const server = createServer();
    const port = await listening(server, randomInt(20_000, 30_000)).catch(() => undefined);
    if (port === undefined) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** A client that waits for nothing, and the milliseconds that it would have waited. */
export function impatientClient(options: Partial<ClientOptions> & Pick<ClientOptions, "endpoint">) {
  const waits: number[] = [];
  const client = createClient({
    apiKey: "svc_ak_x",
    terraformVersion: "1.11.4",
    wait: async (time_ms, signal) => {
      waits.push(time_ms);
      signal?.throwIfAborted();
    },
    ...options,
  });
  return { client, waits };
}

/** A name that only the proxy knows. */
export const behindProxy = "config.example.test";

export interface TestProxy {
  readonly port: number;
  /** As they came: `CONNECT config.example.test:443`, `GET http://…`. */
  readonly requests: string[];
  close(): void;
}

/**
 * A proxy that leads to the port for every name: by CONNECT for https, with the whole address for http.
 * @param login `user:password`, without which it answers 407
 */
export async function startProxy(target: number, login?: string): Promise<TestProxy> {
  const requests: string[] = [];
  const welcome = login === undefined ? undefined : `Basic ${Buffer.from(login).toString("base64")}`;
  const mayPass = (given: string | undefined) => welcome === undefined || given === welcome;
  const server: Server = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const { "proxy-authorization": given, ...headers } = incoming.headers;
    if (!mayPass(given)) {
      response.writeHead(407).end("<html>Who are you?</html>");
      return;
    }
    const { pathname, search } = new URL(incoming.url ?? "");
    const options = { port: target, host: "127.0.0.1", method: incoming.method, headers };
    const onwards = request({ ...options, path: pathname + search }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    }).on("error", () => response.writeHead(502).end());
    incoming.pipe(onwards);
  });
  server.on("connect", ({ url, headers }, socket) => {
    requests.push(`CONNECT ${url}`);
    socket.on("error", () => {});
    if (!mayPass(headers["proxy-authorization"])) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
      return;
    }
    const onwards = connect(target, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onwards.pipe(socket).pipe(onwards);
    }).on("error", () => socket.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n"));
    socket.on("close", () => onwards.destroy());
  });
  const port = await listening(server);
  return {
    port,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
