/** Plain calls are answered without the protocol's package, and nobody can tell: the same bytes, refusals and records. */
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newCredential } from "../../src/capabilities/identity/credential.ts";
import { allowOnly } from "../support/credentials.ts";
import { makePerson, makeToken } from "../support/people.ts";
import { type Answer, startService, type TestService } from "../support/service.ts";
import { giveToSet } from "../support/sets.ts";
import { agentOf, modernHeaders, modernRequest, path } from "./support.ts";

let test: TestService;
let organization: string;
let key: string;
let team: string;
/** Only what goes to the protocol's package becomes a web request. */
const WebRequest = globalThis.Request;
let toPackage = 0;
class CountedRequest extends WebRequest {
  constructor(...given: ConstructorParameters<typeof WebRequest>) {
    super(...given);
    toPackage += 1;
  }
}
beforeAll(async () => {
  globalThis.Request = CountedRequest;
  test = await startService();
  organization = (await test.makeOrganization({ name: "Acme" })).id;
  key = (await test.makeKey(organization, ["mcp:admin"])).value;
  team = (await agentOf(test, key).call("create_team", { name: 'Zoë "日本" \u{1f980}' })).structuredContent
    .id;
});
afterAll(async () => {
  globalThis.Request = WebRequest;
  await test.close();
});
beforeEach(() => {
  toPackage = 0;
});

interface Sent {
  readonly name?: string;
  readonly input?: object;
  readonly id?: unknown;
  readonly credential?: string;
  readonly headers?: Record<string, string>;
  /** The whole message, where it is no usual one. */
  readonly body?: unknown;
}

/** The query means nothing, and leads to the package. */
async function post(sent: Sent, query = ""): Promise<Answer> {
  const { name = "get_team", input = { id: team }, id = 1, credential = key, headers, body } = sent;
  const params = { name, arguments: input };
  return test.send("POST", `${path}${query}`, {
    headers: { ...modernHeaders("tools/call", params), authorization: `Bearer ${credential}`, ...headers },
    body: body ?? modernRequest("tools/call", params, id),
  });
}

/** What is the same for two requests that ask the same. */
function seen({ status, headers, text }: Answer) {
  const { "x-request-id": _id, date: _date, "content-length": _length, ...rest } = headers;
  return { status, headers: rest, text: text.replace(/req_\w+/g, "<request>") };
}

async function both(sent: Sent) {
  const [quick, slow] = [await post(sent), await post(sent, "?readonly=0")];
  return { quick, slow };
}

describe("a plain call", () => {
  it.each<[string, Sent]>([
    ["a row, with letters beyond Latin-1", {}],
    ["a text for an id", { id: 'a "text"' }],
    ["a list", { name: "list_teams", input: { etags: true } }],
    ["what is no row", { name: "whoami", input: {} }],
    ["no arguments", { name: "whoami", body: modernRequest("tools/call", { name: "whoami" }) }],
    ["a row that there is not", { input: { id: "team_none" } }],
    ["an id that no row can have", { input: { id: "a\0b" } }],
    ["half a letter for an id", { input: { id: "\ud800" } }],
    ["an empty id", { input: { id: "" } }],
    ["a number for an id", { input: { id: 5 } }],
    ["an unknown argument", { input: { id: "x", zzz: 1 } }],
    ["a write that is refused", { name: "create_team", input: { name: "" } }],
    ["a delete that asks first", { name: "delete_team" }],
  ])("of %s has the package's own answer", async (_, sent) => {
    const { quick, slow } = await both(sent);
    expect(seen(quick)).toEqual(seen(slow));
    // The result of a refused call is the package's to print.
    expect(toPackage).toBe(quick.body.result.isError ? 2 : 1);
    expect([quick.status, quick.headers["x-request-id"]]).toEqual([200, expect.stringMatching(/^req_/)]);
  });

  it("shows whose the row is and every change at once", async () => {
    const agent = agentOf(test, key);
    const { id, etag } = (await agent.call("create_team", { name: "Owned" })).structuredContent;
    await giveToSet(test.database, organization, "teams", id, "repo");
    const changed = await agent.call("update_team", { id, if_match: etag, name: "Renamed" });
    expect(changed.structuredContent).toMatchObject({ name: "Renamed", managed_by: "repo" });
    const read = (await agent.call("get_team", { id })).structuredContent;
    expect([read.name, read.etag]).toEqual(["Renamed", changed.structuredContent.etag]);
    expect(toPackage).toBe(0);
  });

  it("is refused for its credential as at the package's way, before anything is said of the row", async () => {
    const other = await test.makeOrganization({ plan: "team" });
    const closed = await test.makeOrganization();
    await allowOnly(test, closed.id, "192.0.2.0/24");
    const person = await makePerson(test.database, organization, "viewer@example.com", "viewer");
    const credentials: [string, number][] = [
      ["nonsense", 401],
      [newCredential("key").value, 401],
      [newCredential("token").value, 401],
      [(await test.makeKey(organization, ["api:admin"])).value, 403],
      [(await test.makeKey(other.id, ["mcp:admin"])).value, 403],
      [(await test.makeKey(closed.id, ["mcp:admin"])).value, 403],
      [await makeToken(test.database, person, [organization]), 200],
      [(await test.makeKey(organization, ["mcp:read"])).value, 200],
    ];
    for (const [credential, status] of credentials) {
      const { quick, slow } = await both({ credential, name: "update_team", input: { id: team, name: "x" } });
      expect([quick.status, seen(quick)], credential).toEqual([status, seen(slow)]);
    }
    const foreign = await both({ headers: { origin: "https://evil.example" } });
    expect([foreign.quick.status, seen(foreign.quick)]).toEqual([403, seen(foreign.slow)]);
  });

  it("does not find the row of another organization", async () => {
    const { id } = await test.makeOrganization();
    const credential = (await test.makeKey(id, ["mcp:admin"])).value;
    const { quick, slow } = await both({ credential });
    expect(seen(quick)).toEqual(seen(slow));
    expect(quick.body.result._meta["orgconfig/status"]).toBe(404);
  });
});

describe("what is no plain call goes on to the package as it came:", () => {
  const whole = () => modernRequest("tools/call", { name: "get_team", arguments: { id: team } });
  const meta = (more: object) => {
    const { params, ...message } = whole();
    return { ...message, params: { ...params, _meta: { ...params._meta, ...more } } };
  };
  it.each<[string, () => Sent, judged?: "ours"]>([
    ["another revision", () => ({ headers: { "mcp-protocol-version": "2025-06-18" } })],
    ["a header for another tool", () => ({ headers: { "mcp-name": "list_teams" } })],
    ["a header for another method", () => ({ headers: { "mcp-method": "tools/list" } })],
    ["a name in Base64", () => ({ headers: { "mcp-name": "=?base64?Z2V0X3RlYW0=?=" } })],
    ["a tool that there is not", () => ({ name: "constructor" })],
    ["a list for arguments", () => ({ input: [] }), "ours"],
    ["no id", () => ({ body: { ...whole(), id: undefined } })],
    ["an id that is none", () => ({ body: { ...whole(), id: 1.5 } })],
    ["another member", () => ({ body: { ...whole(), more: 1 } })],
    ["another parameter", () => ({ body: { ...whole(), params: { ...whole().params, requestState: "x" } } })],
    ["a progress token", () => ({ body: meta({ progressToken: 5 }) })],
    [
      "capabilities that are none",
      () => ({ body: meta({ "io.modelcontextprotocol/clientCapabilities": 5 }) }),
    ],
    ["a version that is none", () => ({ body: meta({ "io.modelcontextprotocol/protocolVersion": "1" }) })],
    ["a list of one", () => ({ body: [whole()] }), "ours"],
    ["no JSON", () => ({ body: "{" }), "ours"],
    ["a member twice", () => ({ body: JSON.stringify(whole()).replace("{", '{"id":2,') }), "ours"],
    ["a long body", () => ({ body: `${JSON.stringify(whole())}${" ".repeat(20_000)}` })],
    ["another media type", () => ({ headers: { "content-type": "text/plain" } })],
  ])("%s", async (_, sent, judged) => {
    const { quick, slow } = await both(sent());
    expect(seen(quick)).toEqual(seen(slow));
    expect(toPackage).toBe(judged === "ours" ? 0 : 2);
  });
});

describe("on a socket", () => {
  let socket: Socket;
  let received = "";

  beforeAll(async () => {
    await test.service.server.listen({ host: "127.0.0.1", port: 0 });
    socket = connect((test.service.server.server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("data", (chunk) => {
      received += chunk.toString();
    });
  });
  afterAll(() => void socket.destroy());

  const request = (id: number) => {
    const message = modernRequest("tools/call", { name: "get_team", arguments: { id: team } }, id);
    const body = JSON.stringify(message);
    const lines = Object.entries({
      host: "localhost",
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      ...modernHeaders("tools/call", message.params),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    return { head: `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, body };
  };
  const answered = async (...ids: number[]) => {
    const found = () => [...received.matchAll(/"jsonrpc":"2.0","id":(\d+)\}/g)].map(([, id]) => Number(id));
    while (found().length < ids.length) await once(socket, "data");
    expect(found()).toEqual(ids);
    expect(received.match(/HTTP\/1.1 200 OK/g)).toHaveLength(ids.length);
    received = "";
  };

  it("calls are answered one after the other, in order, on one connection", async () => {
    for (const id of [1, 2]) {
      const { head, body } = request(id);
      socket.write(head + body);
      await answered(id);
    }
    socket.write([3, 4, 5].map((id) => request(id).head + request(id).body).join(""));
    await answered(3, 4, 5);
    expect(toPackage).toBe(0);
  });

  it("a body that comes after its head goes the usual way", async () => {
    const { head, body } = request(6);
    const came = once(test.service.server.server, "request");
    socket.write(head);
    await came;
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    socket.write(body);
    await answered(6);
    expect(toPackage).toBe(1);
    socket.write(request(7).head + request(7).body);
    await answered(7);
    expect(toPackage).toBe(1);
  });
});
