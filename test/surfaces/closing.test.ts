/** A server that closes waits for what is under way, and for nobody who only keeps a connection. */
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

/** Less than the 30 seconds after which a connection that says nothing is ended anyway. */
const soonMs = 20_000;

interface Client {
  readonly socket: Socket;
  received(): string;
  ended(): boolean;
}

function client(port: number): Promise<Client> {
  return new Promise((resolve) => {
    let [received, ended] = ["", false];
    const socket = connect(port, "127.0.0.1", () =>
      resolve({ socket, received: () => received, ended: () => ended }),
    );
    socket.on("data", (chunk) => (received += String(chunk)));
    socket.on("error", () => {});
    socket.on("close", () => {
      ended = true;
    });
  });
}

/** A list of prompts whose answer, of 8 MiB, no kernel takes whole. */
async function makeLongList({ database }: TestService, tenant: Tenant): Promise<void> {
  const content = "ü".repeat(10_000);
  await tenant.config("POST", "prompt_templates", { body: { name: "p", prompt_type: "custom", content } });
  await database.execute(`
    INSERT INTO rows SELECT (jsonb_populate_record(rows, jsonb_build_object('id', id || number,
      'natural_key', natural_key || number, 'sort_key', sort_key || number))).*
    FROM rows, generate_series(1, 449) AS number WHERE kind = 'prompt_templates'`);
}

/** Asks for the long list and reads nothing: waits until neither side's kernel takes more. */
async function stalledReader(port: number, tenant: Tenant, accepted: readonly Socket[]): Promise<Client> {
  const reader = await client(port);
  reader.socket.pause();
  const head = `Host: 127.0.0.1\r\nAuthorization: Bearer ${tenant.key.value}\r\n\r\n`;
  reader.socket.write(`GET /api/v1/config/prompt_templates HTTP/1.1\r\n${head}`);
  let [sent, looks] = [0, 0];
  await until(() => {
    const { bytesWritten = 0, writableLength = 0 } = accepted[0] ?? {};
    looks = writableLength > 0 && bytesWritten === sent ? looks + 1 : 0;
    sent = bytesWritten;
    return looks === 20;
  });
  return reader;
}

it("ends connections that a browser keeps, and finishes a request that takes longer", async () => {
  const test = await startService();
  const tenant = await test.makeTenant();
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  const [silent, half, idle, busy] = [
    await client(port),
    await client(port),
    await client(port),
    await client(port),
  ];
  half.socket.write("GET /api/v1/config/teams HTTP/1.1\r\nHost: 127");
  const head = (line: string, more = "") =>
    `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tenant.key.value}\r\n${more}\r\n`;
  idle.socket.write(head("GET /api/v1/config/teams"));
  await until(() => idle.received().includes('"data"'));
  const body = JSON.stringify({ name: "Slow" });
  const type = "Content-Type: application/json\r\nExpect: 100-continue\r\n";
  busy.socket.write(head("POST /api/v1/config/teams", `${type}Content-Length: ${body.length}\r\n`));
  // The request is in the server's hands.
  await until(() => busy.received().includes("100 Continue"));

  // Long enough ago that a client that wanted something would have said so.
  await pause(200);

  const order: string[] = [];
  for (const [name, { socket }] of Object.entries({ silent, half, idle }))
    socket.once("close", () => order.push(name));
  const closing = test.close();
  await until(() => order.length === 3, soonMs);
  // Only one that began to say something is given time to go on.
  expect(order.at(-1)).toBe("half");
  expect(busy.ended()).toBe(false);
  busy.socket.write(body);
  await until(() => busy.received().includes("201 Created"));
  // The client would keep this one too.
  await until(() => busy.ended(), soonMs);
  await closing;
});

it("waits for no client that stops in the middle: of a head, of a body, of reading its answer", async () => {
  const test = await startService();
  const tenant = await test.makeTenant();
  await makeLongList(test, tenant);
  const { server } = test.service.server;
  // Nothing else ends them.
  Object.assign(server, { requestTimeout: 0, headersTimeout: 0, timeout: 0 });
  const accepted: Socket[] = [];
  server.on("connection", (socket) => accepted.push(socket.setTimeout(0)));
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.address() as AddressInfo;
  const head = (line: string, more = "") =>
    `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tenant.key.value}\r\n${more}\r\n`;
  const reader = await stalledReader(port, tenant, accepted);
  const half = await client(port);
  half.socket.write("GET /api/v1/config/teams HTTP/1.1\r\nHost: 127");
  const body = await client(port);
  const type = "Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 100\r\n";
  body.socket.write(head("POST /api/v1/config/teams", type));
  await until(() => body.received().includes("100 Continue"));
  body.socket.write("{");

  const closing = test.close();
  await until(() => half.ended(), soonMs);
  // A body is waited for somewhat longer.
  expect(body.ended()).toBe(false);
  await closing;
  await until(() => body.ended() && accepted.every(({ destroyed }) => destroyed));
  reader.socket.destroy();
});

it("waits at no time for a client that stops reading its answer, which keeps its organization's places", async () => {
  const test = await startService();
  const tenant = await test.makeTenant();
  await makeLongList(test, tenant);
  const { server } = test.service.server;
  const accepted: Socket[] = [];
  server.on("connection", (socket) => accepted.push(socket.setTimeout(0)));
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.address() as AddressInfo;
  const reader = await stalledReader(port, tenant, accepted);
  await until(() => accepted.every(({ destroyed }) => destroyed));
  reader.socket.destroy();
  await test.close();
});
