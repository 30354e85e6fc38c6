/** What a connection does that no Terraform makes on purpose; gRPC's own client is the other side. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, credentials, status } from "@grpc/grpc-js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encodeValue } from "../../../provider/wire/dynamic-value.ts";
import { type Listening, listen } from "../../../provider/wire/grpc.ts";
import { asTerraform, rpcPath } from "../../../provider/wire/messages.ts";
import { rpcsOf } from "../../../provider/wire/server.ts";
import { until } from "../../support/until.ts";

const attributes = { text: { type: "string", computed: true } } as const;
const LARGE = "z".repeat(20 * 1024 * 1024);

let directory: string;
let socketPath: string;
let listening: Listening;
let client: Client;
/** How many reads have begun, and what lets them answer. */
let begun: number;
let release: () => void;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "wire-grpc-"));
  socketPath = join(directory, "rpc.sock");
  begun = 0;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const read = async () => {
    begun += 1;
    await released;
    return { state: { text: LARGE } };
  };
  const provider = { schema: { attributes: {} }, resources: {}, configure: () => [] };
  const dataSources = { thing: { schema: { attributes }, read } };
  const served = () => ({ rpcs: rpcsOf({ ...provider, dataSources }) });
  listening = await listen(served, { socketPath, onShutdown: () => {} });
  client = new Client(`unix:${socketPath}`, credentials.createInsecure(), {
    "grpc.max_receive_message_length": -1,
  });
});

afterEach(async () => {
  client.close();
  await listening.close();
  rmSync(directory, { recursive: true });
});

function message(): Buffer {
  const config = encodeValue(attributes, { text: null });
  return asTerraform.encodeRequest("readDataSource", { typeName: "thing", config });
}

/** A read of the data source, and how to give it up. */
function read() {
  const same = (bytes: Buffer) => bytes;
  let giveUp = () => {};
  const answer = new Promise<Buffer>((resolve, reject) => {
    const path = rpcPath("readDataSource");
    const call = client.makeUnaryRequest(path, same, same, message(), (error, bytes) =>
      error ? reject(error) : resolve(bytes as Buffer),
    );
    giveUp = () => call.cancel();
  });
  return { answer, giveUp };
}

test("a call that was given up gets no answer, and the others do, however large", async () => {
  const [given, ...others] = [read(), read(), read()];
  const refused = expect(given?.answer).rejects.toMatchObject({ code: status.CANCELLED });
  await until(() => begun === 3);
  given?.giveUp();
  await refused;
  release();
  for (const { answer } of others) expect((await answer).length).toBeGreaterThan(LARGE.length);
});

test("a client that goes before its request ends asks for nothing, and takes nobody with it", async () => {
  const session = connectHttp2("http://localhost", { createConnection: () => connect(socketPath) });
  const gone = session.request({ ":method": "POST", ":path": rpcPath("readDataSource") });
  gone.on("error", () => {});
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message().length, 1);
  gone.write(Buffer.concat([head, message()]));
  await once(session, "localSettings");
  await new Promise((resolve) => session.ping(resolve));
  session.destroy();
  const { answer } = read();
  release();
  expect((await answer).length).toBeGreaterThan(LARGE.length);
  expect(begun).toBe(1);
});

test("closing lets the answers that are under way out first", async () => {
  const { answer } = read();
  await until(() => begun === 1);
  const closed = listening.close();
  release();
  expect((await answer).length).toBeGreaterThan(LARGE.length);
  await closed;
});

test.each([
  ["compressed", "0100000000"],
  ["cut off", "0000000005ff"],
  ["more than one", "00000000000000000000"],
])("a message that is %s is refused", async (_what, hex) => {
  const session = connectHttp2("http://localhost", { createConnection: () => connect(socketPath) });
  const call = session.request({ ":method": "POST", ":path": rpcPath("getMetadata") });
  call.end(Buffer.from(hex, "hex"));
  const [headers] = await once(call, "response");
  expect(headers).toMatchObject({ "grpc-status": String(status.UNIMPLEMENTED) });
  session.destroy();
});

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
test.each([
  ["something else than HTTP/2", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
  ["a frame that is too large", Buffer.concat([preface, Buffer.from("ffffff000000000000", "hex")])],
  ["headers of nothing", Buffer.concat([preface, Buffer.from("000001010500000001be", "hex")])],
])("%s ends the connection, and no other", async (_what, bytes) => {
  const { answer } = read();
  await until(() => begun === 1);
  const socket = connect(socketPath);
  socket.on("error", () => {});
  socket.resume();
  socket.write(bytes);
  await once(socket, "close");
  release();
  expect((await answer).length).toBeGreaterThan(LARGE.length);
});
