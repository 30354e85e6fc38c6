import { once } from "node:events";
import { type ClientHttp2Session, connect as http2Connect } from "node:http2";
import { type AddressInfo, createServer, connect as netConnect, type Server, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeHeaders } from "../../../provider/wire/hpack.ts";
import { ServerConnection } from "../../../provider/wire/http2.ts";
import { until } from "../../support/until.ts";

/** Node's own client against our server, which answers what it was sent. */
let server: Server;
let client: ClientHttp2Session;
let connection: ServerConnection;
/** Paths of the requests that came, and how to let those answer that wait. */
let asked: string[];
let release: () => void;

const headers = writeHeaders([[":status", "200"]]);
const trailers = writeHeaders([["grpc-status", "0"]]);

beforeEach(async () => {
  asked = [];
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server = createServer((socket) => {
    connection = new ServerConnection(socket, async (path, body) => {
      asked.push(path);
      if (path.startsWith("/wait")) await released;
      return path === "/none" ? { headers } : { headers, body, trailers };
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  client = http2Connect(`http://127.0.0.1:${port()}`);
  client.on("error", () => {});
});

afterEach(async () => {
  client.destroy();
  server.close();
  await once(server, "close");
});

function port(): number {
  return (server.address() as AddressInfo).port;
}

/** The answer's body, and its trailers. */
async function call(path: string, body: Uint8Array = Buffer.from("x"), more: Record<string, string> = {}) {
  const stream = client.request({ ":method": "POST", ":path": path, ...more });
  let trailers: object = {};
  stream.on("trailers", (given) => {
    trailers = given;
  });
  stream.end(body);
  const answer = await buffer(stream);
  return { answer, trailers };
}

/** Printable ASCII, as gRPC's metadata is, in all of Huffman's shorter codes. */
const text = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
});

test("paths, headers and bodies of any kind arrive, many at once", async () => {
  const request = fc.record({ path: text, note: text, body: fc.uint8Array({ maxLength: 40_000 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 8 }), async (requests) => {
      const answers = requests.map(({ path, note, body }) => call(`/${path}`, body, { note }));
      for (const [index, { answer, trailers }] of (await Promise.all(answers)).entries()) {
        expect(answer.equals(requests[index]?.body as Uint8Array)).toBe(true);
        expect(trailers).toMatchObject({ "grpc-status": "0" });
      }
    }),
    { numRuns: 15 },
  );
});

test("an answer larger than what the client takes at a time waits for its leave", async () => {
  client.settings({ initialWindowSize: 1_000 });
  const body = Buffer.alloc(1_000_000, "z");
  const [first, second] = await Promise.all([call("/a", body), call("/b", body)]);
  expect(first.answer.equals(body) && second.answer.equals(body)).toBe(true);
});

test("an answer may be headers alone", async () => {
  expect((await call("/none")).answer).toHaveLength(0);
});

test("headers of several frames are one block", async () => {
  const long = "n".repeat(40_000);
  expect((await call("/long", Buffer.from("x"), { note: long })).answer.toString()).toBe("x");
});

test("a request that was given up gets no answer, and the others do", async () => {
  const given = client.request({ ":method": "POST", ":path": "/wait/given-up" });
  given.on("error", () => {});
  given.end("x");
  await until(() => asked.includes("/wait/given-up"));
  given.close(8);
  await once(given, "close");
  const other = call("/wait/other");
  await until(() => asked.includes("/wait/other"));
  release();
  expect((await other).answer.toString()).toBe("x");
});

test("a ping is answered", async () => {
  await once(client, "connect");
  await new Promise<void>((resolve, reject) => {
    client.ping((error) => (error ? reject(error) : resolve()));
  });
});

test("closing lets the answers that are under way out first", async () => {
  const waiting = call("/wait");
  await until(() => asked.includes("/wait"));
  const closed = connection.close();
  release();
  expect((await waiting).answer.toString()).toBe("x");
  await closed;
});

test.each([
  ["something else than HTTP/2", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
  [
    "a frame that is too large",
    Buffer.concat([
      Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
      Buffer.from("ffffff000000000000", "hex"),
    ]),
  ],
])("%s ends the connection", async (_what, bytes) => {
  const socket: Socket = netConnect(port(), "127.0.0.1");
  socket.on("error", () => {});
  socket.resume();
  socket.write(bytes);
  await once(socket, "close");
});
