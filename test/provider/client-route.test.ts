/** The way to the service: proxies and TLS, each with the words for what may be wrong with it. */
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import {
  connect,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type Authority,
  behindProxy,
  type Certificate,
  impatientClient,
  listening,
  makeAuthority,
  startProxy,
  type TestProxy,
} from "./network.ts";

let authority: Authority;
let local: Certificate;
beforeAll(() => {
  authority = makeAuthority();
  local = authority.issue(`DNS:${behindProxy},IP:127.0.0.1`);
});
afterAll(() => authority.close());

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

function stopLater(server: Server): Server {
  opened.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  return server;
}

const answer: RequestListener = ({ url, headers }, response) =>
  response.end(JSON.stringify({ url, host: headers.host, proxy: headers["proxy-authorization"] ?? null }));

/** A service behind TLS; its port. */
function startSecure(certificate: Certificate): Promise<number> {
  return listening(stopLater(createSecureServer(certificate, answer)));
}

async function proxyTo(port: number, login?: string): Promise<TestProxy> {
  const proxy = await startProxy(port, login);
  opened.push(proxy);
  return proxy;
}

/** A port on which connections are taken and nothing is said. */
async function silentPort(): Promise<number> {
  const sockets: Socket[] = [];
  const server: SocketServer = createSocketServer((socket) => sockets.push(socket.on("error", () => {})));
  opened.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return listening(server);
}

/** Nobody listens there. */
const deadPort = 1;

describe("a proxy", () => {
  test("opens one tunnel to https for many requests, and is reported nothing of them", async () => {
    const port = await startSecure(local);
    const proxy = await proxyTo(port, "us er:p@ss");
    const { client } = impatientClient({
      endpoint: `https://${behindProxy}:8443`,
      proxy: new URL(`http://us%20er:p%40ss@127.0.0.1:${proxy.port}`),
      trusted: [authority.cert],
    });
    for (let round = 0; round < 3; round += 1) {
      const { body } = await client("GET", "teams");
      expect(body).toEqual({ url: "/api/v1/config/teams", host: `${behindProxy}:8443`, proxy: null });
    }
    expect(proxy.requests).toEqual([`CONNECT ${behindProxy}:8443`]);
  });

  test("passes requests for http on, each with its whole address", async () => {
    const port = await listening(stopLater(createServer(answer)));
    const proxy = await proxyTo(port, "user:secret");
    const { client } = impatientClient({
      endpoint: `http://${behindProxy}`,
      proxy: new URL(`http://user:secret@127.0.0.1:${proxy.port}`),
    });
    const { body } = await client("GET", "teams?etags=true");
    expect(body).toEqual({ url: "/api/v1/config/teams?etags=true", host: behindProxy, proxy: null });
    expect(proxy.requests).toEqual([`GET http://${behindProxy}/api/v1/config/teams?etags=true`]);
  });

  test("may speak https itself", async () => {
    const port = await startSecure(local);
    const plain = await proxyTo(port);
    // TLS in front of the proxy above: what comes out of it goes there as it is.
    const front = stopLater(createSecureServer(local));
    front.removeAllListeners("secureConnection");
    front.on("secureConnection", (socket) => {
      const inner = connect(plain.port, "127.0.0.1");
      socket.pipe(inner).pipe(socket);
      for (const end of [socket, inner]) end.on("error", () => end.destroy());
    });
    const { client } = impatientClient({
      endpoint: `https://${behindProxy}`,
      proxy: new URL(`https://127.0.0.1:${await listening(front)}`),
      trusted: [authority.cert],
    });
    expect((await client("GET", "teams")).body).toMatchObject({ host: behindProxy });
    expect(plain.requests).toEqual([`CONNECT ${behindProxy}:443`]);
  });

  test.each(["http", "https"])(
    "that refuses the login for %s is named, without the login",
    async (scheme) => {
      const proxy = await proxyTo(deadPort, "user:right");
      const { client, waits } = impatientClient({
        endpoint: `${scheme}://${behindProxy}`,
        proxy: new URL(`http://user:wrong-secret@127.0.0.1:${proxy.port}`),
      });
      const said = await client("POST", "teams", { body: {} }).catch(String);
      expect(said).toContain(`The proxy 127.0.0.1:${proxy.port} refused its user or password (407)`);
      expect(said).not.toMatch(/wrong-secret|user:w/);
      expect(waits).toEqual([]);
    },
  );

  test("that reaches nobody is asked again, also for a write: there was no way to the service", async () => {
    const proxy = await proxyTo(deadPort);
    const { client } = impatientClient({
      endpoint: `https://${behindProxy}`,
      proxy: new URL(`http://127.0.0.1:${proxy.port}`),
      maxRetries: 2,
    });
    const said = await client("POST", "teams", { body: {} }).catch(String);
    expect(said).toContain(`answered 502 when asked for https://${behindProxy} after 3 attempts`);
    expect(said).not.toContain("Whether the write arrived");
    expect(proxy.requests).toHaveLength(3);
  });

  test.each([
    ["is away", async () => deadPort, "Nothing listens there: look whether it runs"],
    ["says nothing", silentPort, "Look whether the proxy runs"],
  ])("that %s is named, and not the service", async (_how, port, words) => {
    const address = `127.0.0.1:${await port()}`;
    const { client } = impatientClient({
      endpoint: `https://${behindProxy}`,
      proxy: new URL(`http://user:secret@${address}`),
      maxRetries: 1,
      timeout_ms: 300,
    });
    const said = await client("GET", "teams").catch(String);
    expect(said).toContain("The proxy could not be reached");
    expect(said).toContain(`the proxy ${address}`);
    expect(said).toContain(words);
    expect(said).toContain("after 2 attempts");
    expect(said).not.toContain("secret");
  });

  test("that says nothing holds up no Ctrl-C", async () => {
    const stop = new AbortController();
    const { client } = impatientClient({
      endpoint: `https://${behindProxy}`,
      proxy: new URL(`http://127.0.0.1:${await silentPort()}`),
      timeout_ms: 5_000,
    });
    const read = client("GET", "teams", { signal: stop.signal });
    setImmediate(() => stop.abort());
    await expect(read).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("TLS", () => {
  async function saidOf(certificate: Certificate, trusted?: readonly string[], host = "127.0.0.1") {
    const { client, waits } = impatientClient({
      endpoint: `https://${host}:${await startSecure(certificate)}`,
      ...(trusted === undefined ? {} : { trusted }),
    });
    const said = await client("GET", "teams").then(({ body }) => String(body.url), String);
    // What a certificate says does not change while one waits.
    expect(waits).toEqual([]);
    return said;
  }

  test("trusts the authorities that it is given, and no other", async () => {
    expect(await saidOf(local, [authority.cert])).toBe("/api/v1/config/teams");
    const said = await saidOf(local);
    expect(said).toContain("The service's certificate is not trusted");
    expect(said).toContain("set ca_certificate (or ORGCONFIG_CA_CERTIFICATE)");
    expect(said).toContain("SSL_CERT_FILE");
  });

  test("shows a certificate of another name and one that is over", async () => {
    const other = await saidOf(authority.issue("DNS:other.example.com"), [authority.cert], "localhost");
    expect(other).toContain("certificate is for another name");
    expect(other).toContain("DNS:other.example.com");
    const over = await saidOf(authority.issue("IP:127.0.0.1", -1), [authority.cert]);
    expect(over).toContain("The service's certificate has expired");
    expect(over).toContain("the clock of this machine");
  });

  test("distinguishes http and https when the endpoint has the wrong one", async () => {
    const plain = await listening(stopLater(createServer(answer)));
    const tooMuch = impatientClient({ endpoint: `https://127.0.0.1:${plain}` });
    await expect(tooMuch.client("GET", "teams")).rejects.toThrow(
      "does not speak TLS. If the service speaks plain http there, write http://",
    );
    expect(tooMuch.waits).toEqual([]);
    const secure = await startSecure(local);
    const tooLittle = impatientClient({ endpoint: `http://127.0.0.1:${secure}`, maxRetries: 1 });
    await expect(tooLittle.client("GET", "teams")).rejects.toThrow("If it speaks https, write https://");
  });

  test("that is never agreed on counts as no connection, so that a write may try again", async () => {
    const endpoint = `https://127.0.0.1:${await silentPort()}`;
    const { client, waits } = impatientClient({ endpoint, maxRetries: 1, timeout_ms: 300 });
    const said = await client("POST", "teams", { body: {} }).catch(String);
    expect(said).toContain(`${endpoint} could not be connected to after 2 attempts (no connection in time)`);
    expect(said).not.toContain("Whether the write arrived");
    expect(waits).toHaveLength(1);
  });
});
