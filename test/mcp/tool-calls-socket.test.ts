/** Calls on a connection: the bytes of the answer, the order of answers, and what becomes of a body that nobody read. */
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { agentOf, modernHeaders, modernRequest, path } from "./support.ts";
import { byPackage, countToPackage } from "./ways.ts";

let test: TestService;
let key: string;
let team: string;
let socket: Socket;
let received = "";
const toPackage = countToPackage();

beforeAll(async () => {
  test = await startService();
  const { id } = await test.makeOrganization();
  key = (await test.makeKey(id, ["mcp:admin"])).value;
  team = (await agentOf(test, key).call("create_team", { name: "Zoë" })).structuredContent.id;
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  socket = connect((test.service.server.server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
});
afterAll(async () => {
  toPackage.end();
  socket.destroy();
  await test.close();
});
beforeEach(() => {
  toPackage.count = 0;
});

interface Call {
  readonly id?: number;
  readonly credential?: string;
  readonly mediaType?: string;
  /** The body is filled up with white space. */
  readonly bytes?: number;
}

function request({ id = 1, credential = key, mediaType = "application/json", bytes = 0 }: Call) {
  const message = modernRequest("tools/call", { name: "get_team", arguments: { id: team } }, id);
  const body = JSON.stringify(message).padEnd(bytes);
  const lines = Object.entries({
    host: "localhost",
    authorization: `Bearer ${credential}`,
    "content-type": mediaType,
    "content-length": String(Buffer.byteLength(body)),
    ...modernHeaders("tools/call", message.params),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return { head: `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, body };
}

/** The next answers on the connection, as they came. */
async function answers(count: number): Promise<string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const end = endOfAnswer();
    if (end === undefined) {
      await once(socket, "data");
      continue;
    }
    found.push(received.slice(0, end));
    received = received.slice(end);
  }
  return found;
}

function endOfAnswer(): number | undefined {
  const head = received.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const end = head + 4 + Number(/content-length: (\d+)/i.exec(received.slice(0, head))?.[1]);
  return received.length < end ? undefined : end;
}

async function send(call: Call): Promise<string> {
  const { head, body } = request(call);
  socket.write(head + body);
  const [answer] = await answers(1);
  return answer as string;
}

/** The head has come and was looked at before the body follows. */
async function sendBodyLater(call: Call): Promise<string> {
  const { head, body } = request(call);
  const came = once(test.service.server.server, "request");
  socket.write(head);
  await came;
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  socket.write(body);
  const [answer] = await answers(1);
  return answer as string;
}

const idOf = (answer: string) => Number(/"jsonrpc":"2.0","id":(\d+)\}$/.exec(answer)?.[1]);
const statusOf = (answer: string) => Number(answer.slice(9, 12));

describe("a call", () => {
  it("is answered with the bytes that the package sends", async () => {
    const same = (answer: string) =>
      answer
        .replace(/date: .*/i, "date")
        .replace(/req_\w+/g, "<request>")
        .split("\r\n");
    const ours = await send({});
    expect(toPackage.count).toBe(0);
    const packages = await send({ mediaType: byPackage() });
    expect(toPackage.count).toBe(1);
    const [head = [], body] = [same(ours).slice(0, -1), same(ours).at(-1)];
    expect(body).toBe(same(packages).at(-1));
    expect(head.sort()).toEqual(same(packages).slice(0, -1).sort());
  });

  it("follows another on one connection, in order", async () => {
    for (const id of [1, 2]) expect(idOf(await send({ id }))).toBe(id);
    socket.write([3, 4, 5].map((id) => Object.values(request({ id })).join("")).join(""));
    expect((await answers(3)).map(idOf)).toEqual([3, 4, 5]);
    expect(toPackage.count).toBe(0);
  });

  it("is answered where its body comes after its head, too", async () => {
    expect(idOf(await sendBodyLater({ id: 6 }))).toBe(6);
    expect(idOf(await send({ id: 7 }))).toBe(7);
    expect(toPackage.count).toBe(0);
  });
});

/** What Node keeps of a body before it stops reading: nothing more would come if nobody took it. */
const kept = 16_384;

describe("a refused call leaves the connection free for the next", () => {
  it.each<[string, Call]>([
    ["short", {}],
    ["as long as what is kept", { bytes: kept }],
    ["longer than what is kept", { bytes: 4 * kept }],
    ["for the package", { mediaType: byPackage() }],
  ])("%s", async (_, call) => {
    for (const sending of [send, sendBodyLater]) {
      expect(statusOf(await sending({ ...call, credential: "nonsense" }))).toBe(401);
      expect(idOf(await send({ id: 8 }))).toBe(8);
    }
  });
});
