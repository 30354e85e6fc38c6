/** The protocol at the door: both generations of clients, and everything that is no proper message. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ConfigurationOperation } from "../../src/engine/operation.ts";
import { type SendOptions, startService, type TestService } from "../support/service.ts";
import {
  type Agent,
  agentOf,
  legacy,
  modern,
  modernHeaders,
  modernRequest,
  path,
  streamed,
} from "./support.ts";

let test: TestService;
let key: string;
let agent: Agent;
beforeAll(async () => {
  test = await startService();
  const { id } = await test.makeOrganization({ name: "Acme" });
  key = (await test.makeKey(id, ["mcp:admin"])).value;
  agent = agentOf(test, key);
});
afterAll(() => test.close());

const post = (body: unknown, headers: Record<string, string> = {}, options: SendOptions = {}) =>
  test.send("POST", path, {
    ...options,
    body,
    headers: { accept: "application/json, text/event-stream", authorization: `Bearer ${key}`, ...headers },
  });

describe("a client of 2026-07-28", () => {
  it("discovers the server without a handshake", async () => {
    const { status, body } = await agent.rpc("server/discover");
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ supportedVersions: [modern], capabilities: { tools: {} } });
    expect(body.result.instructions).toContain("whoami");
  });

  it("lists, calls, and is given nothing to keep", async () => {
    const list = await agent.rpc("tools/list");
    expect(list.body.result).toMatchObject({ resultType: "complete", ttlMs: 300_000, cacheScope: "private" });
    expect(list.headers["mcp-session-id"]).toBeUndefined();
    expect(list.headers["cache-control"]).toContain("no-store");
    expect(list.headers["x-request-id"]).toMatch(/^req_/);
    const { structuredContent } = await agent.call("whoami");
    expect(structuredContent.organization.name).toBe("Acme");
  });

  it("is answered that a version is not served, and which are", async () => {
    const params = {
      _meta: {
        ...modernRequest("x", {}).params._meta,
        "io.modelcontextprotocol/protocolVersion": "2099-01-01",
      },
    };
    const { status, body } = await post(
      { jsonrpc: "2.0", id: 7, method: "tools/list", params },
      { "mcp-protocol-version": "2099-01-01", "mcp-method": "tools/list" },
    );
    expect([status, body.id, body.error.data]).toEqual([
      400,
      7,
      { supported: [modern], requested: "2099-01-01" },
    ]);
  });

  it.each([
    ["another method", { "mcp-method": "tools/list" }],
    ["another name", { "mcp-name": "list_teams" }],
    ["another version", { "mcp-protocol-version": legacy }],
  ])("is refused when a header says %s than the body", async (_, headers) => {
    const { status, body } = await agent.rpc("tools/call", { name: "whoami" }, { headers });
    expect([status, body.error.code]).toEqual([400, -32020]);
  });

  it.each(["initialize", "ping", "logging/setLevel", "resources/list", "prompts/list", "no/such"])(
    "is answered that there is no method %s",
    async (method) => {
      const { status, body } = await agent.rpc(method);
      expect([status, body.error.code]).toEqual([404, -32601]);
    },
  );

  it.each([
    ["no such tool", "no_such_tool", "Unknown tool: no_such_tool"],
    ["a member of every object", "constructor", "Unknown tool: constructor"],
  ])("is answered that there is %s", async (_, name, message) => {
    const { status, body } = await agent.rpc("tools/call", { name, arguments: {} });
    expect([status, body.error.code, body.error.message]).toEqual([200, -32602, message]);
  });

  it.each([
    ["arguments that are a list", { name: "whoami", arguments: [] }],
    ["no name", { arguments: {} }],
  ])("is refused for %s", async (_, params) => {
    const { body } = await agent.rpc("tools/call", params);
    expect(body.error.code).toBe(-32602);
  });

  it("has nothing to subscribe to, and no stream is kept open", async () => {
    const answer = await agent.rpc("subscriptions/listen", { notifications: { toolsListChanged: true } });
    expect(streamed(answer)).toMatchObject({
      method: "notifications/subscriptions/acknowledged",
      params: { notifications: {} },
    });
  });
});

describe("a client of the 2025 revisions", () => {
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "c", version: "1" } };
  it.each([
    [undefined, "protocolVersion must be"],
    [{ ...client, protocolVersion: 5 }, "protocolVersion must be"],
    [{ ...client, capabilities: undefined }, "capabilities must be"],
    [{ ...client, clientInfo: undefined }, "clientInfo must be"],
    [{ ...client, clientInfo: {} }, "clientInfo must be"],
  ])("that begins with %j is answered what is wrong", async (params, words) => {
    const { status, body } = await post({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    expect([status, body.error.code]).toEqual([200, -32602]);
    expect(body.error.message).toContain(words);
  });

  const initialize = (protocolVersion: string) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo: { name: "old", version: "1" } },
  });

  it.each(["2025-03-26", "2025-06-18", "2025-11-25"])(
    "shakes hands in %s, with a session that is its client's name and that no node keeps",
    async (version) => {
      const answer = await post(initialize(version));
      const { result } = streamed(answer);
      expect(result).toMatchObject({
        protocolVersion: version,
        capabilities: { tools: {} },
        serverInfo: { name: "orgconfig" },
      });
      expect(answer.headers["mcp-session-id"]).toMatch(/^[!-~]+:[0-9a-f-]{36}$/);
      expect(answer.headers["cache-control"]).toContain("no-store");
    },
  );

  it("is offered the newest of them when it names one that is not known", async () => {
    expect(streamed(await post(initialize("2031-01-01"))).result.protocolVersion).toBe(legacy);
  });

  it("lists and calls, on any node and in any order", async () => {
    const headers = { "mcp-protocol-version": "2025-06-18" };
    const list = streamed(await post({ jsonrpc: "2.0", id: "a", method: "tools/list" }, headers));
    expect([list.id, list.result.tools.length]).toEqual(["a", 50]);
    const params = { name: "create_team", arguments: { name: "" } };
    const { result } = streamed(await post({ jsonrpc: "2.0", id: 2, method: "tools/call", params }, headers));
    expect(result).toMatchObject({ isError: true, _meta: { "orgconfig/status": 422 } });
    expect(result.structuredContent).toBeUndefined();
    expect(streamed(await post({ jsonrpc: "2.0", id: 3, method: "ping" }, headers)).result).toEqual({});
  });

  it("has its notifications taken", async () => {
    const { status, text } = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([status, text]).toEqual([202, ""]);
  });

  it("is refused in a version that no server has", async () => {
    const { status } = await post(
      { jsonrpc: "2.0", id: 1, method: "tools/list" },
      { "mcp-protocol-version": "1999-01-01" },
    );
    expect(status).toBe(400);
  });
});

describe("what is no message", () => {
  const one = modernRequest("tools/list", {});
  const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'{"a":'.repeat(100)}1${"}".repeat(101)}`;
  const deepest = "[".repeat(200_000);

  it.each([
    ["not JSON", "{", -32700],
    ["nothing", "", -32700],
    ["not UTF-8", Buffer.from([0x22, 0xff, 0x22]), -32700],
    ["an unending list", deepest, -32600],
    ["a text", '"x"', -32600],
    ["null", "null", -32600],
    ["a batch", JSON.stringify([one]), -32600],
    ["an empty batch", "[]", -32600],
    ["a batch of a hundred", JSON.stringify(Array.from({ length: 100 }, () => one)), -32600],
    ["a nest", deep, -32600],
    [
      "__proto__",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","arguments":{"__proto__":{"a":1}}}}',
      -32600,
    ],
    ["a member twice", '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{},"\\u0069d":2}', -32600],
    [
      "__proto__ in escapes",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"\\u005f_proto__":{}}}',
      -32600,
    ],
  ])("%s is refused", async (_, body, code) => {
    const answer = await post(body, modernHeaders("tools/list", {}));
    expect([answer.status, answer.body.jsonrpc, answer.body.error.code, answer.body.id]).toEqual([
      400,
      "2.0",
      code,
      null,
    ]);
    expect(answer.headers["cache-control"]).toContain("no-store");
  });

  it.each([
    ["tools/list", { cursor: 5 }, "cursor must be text"],
    ["tools/call", { name: 5 }, "name must be"],
    ["tools/call", {}, "name must be"],
    ["tools/call", { name: "whoami", arguments: [] }, "arguments must be an object"],
    ["tools/call", { name: "whoami", arguments: "x" }, "arguments must be an object"],
  ])("%s with %j says what is wrong, in every revision", async (method, params, words) => {
    const answers = [
      await agent.rpc(method, params),
      await post({ jsonrpc: "2.0", id: 9, method, params }, { "mcp-protocol-version": "2025-06-18" }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error.code]).toEqual([200, -32602]);
      expect(body.error.message).toContain(words);
    }
    expect(answers[1]?.body.id).toBe(9);
  });

  it.each([["*/*"], ["text/html, */*;q=0.1"]])("a client that accepts %s is answered", async (accept) => {
    const list = await post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, { accept });
    expect(streamed(list).result.tools).toHaveLength(50);
  });

  it("more than 1 MiB is refused as at REST", async () => {
    const { status, body } = await post(JSON.stringify({ ...one, padding: "x".repeat(1_048_576) }));
    expect([status, body.error]).toEqual([413, "payload_too_large"]);
  });

  it("another media type is refused", async () => {
    expect((await post(JSON.stringify(one), { "content-type": "text/plain" })).status).toBe(415);
  });

  it("a message without its revision's envelope is refused", async () => {
    const bare = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const { status, body } = await post(bare, modernHeaders("tools/list", {}));
    expect([status, body.error.code]).toEqual([400, -32602]);
  });
});

describe("other methods", () => {
  it.each(["GET", "DELETE", "PUT", "PATCH"])("%s is not for this path", async (method) => {
    const authorized = await test.send(method, path, {
      headers: { authorization: `Bearer ${key}`, accept: "text/event-stream" },
    });
    expect([authorized.status, authorized.headers.allow, authorized.body.error]).toEqual([
      405,
      "POST",
      "method_not_allowed",
    ]);
    expect((await test.send(method, path)).status).toBe(401);
  });
});

describe("pages of other sites", () => {
  const from = (headers: Record<string, string>) => agent.rpc("tools/list", {}, { headers });

  it.each([
    ["no Origin", {}, 200],
    ["the service's own Origin", { host: "localhost:8080", origin: "http://localhost:8080" }, 200],
    ["a foreign Origin", { host: "localhost:8080", origin: "https://evil.example" }, 403],
    ["another port's Origin", { host: "localhost:8080", origin: "http://localhost:9999" }, 403],
    ["no site at all", { origin: "null" }, 403],
    ["a foreign Host", { host: "evil.example" }, 403],
    ["a foreign Host and its Origin", { host: "evil.example", origin: "http://evil.example" }, 403],
    ["an address for Host", { host: "127.0.0.1:8080" }, 200],
    ["an IPv6 address for Host", { host: "[::1]:8080" }, 200],
    ["a name of the local network", { host: "orgconfig:8080" }, 200],
    ["a malformed Host", { host: "a b" }, 400],
  ])("%s", async (_, headers, status) => {
    const answer = await from(headers);
    expect(answer.status, answer.text).toBe(status);
    if (status === 403) expect(answer.body).toMatchObject({ error: "forbidden", reason: "origin" });
  });

  it("know the public address where there is one", async () => {
    const published = await startService({ ORGCONFIG_PUBLIC_URL: "https://config.example.com" });
    const { id } = await published.makeOrganization();
    const known = agentOf(published, (await published.makeKey(id, ["mcp:read"])).value);
    const status = async (headers: Record<string, string>) =>
      (await known.rpc("tools/list", {}, { headers })).status;
    expect(await status({ host: "config.example.com" })).toBe(200);
    expect(await status({ host: "config.example.com", origin: "https://config.example.com" })).toBe(200);
    expect(await status({ host: "config.example.com", origin: "http://config.example.com" })).toBe(403);
    expect(await status({ host: "other.example.com" })).toBe(403);
    await published.close();
  });
});

describe("a bug", () => {
  it("leaves as its request's id, and is logged whole", async () => {
    const broken = await startService();
    const { id } = await broken.makeOrganization();
    const { value } = await broken.makeKey(id, ["mcp:admin"]);
    const operation = broken.service.operations.get("whoami") as ConfigurationOperation;
    const fails = vi
      .spyOn(operation, "run")
      .mockRejectedValue(new TypeError("the vault's password is hunter2"));
    const answer = await agentOf(broken, value).rpc("tools/call", { name: "whoami", arguments: {} });
    // Every service of this process has the same action.
    fails.mockRestore();
    const requestId = answer.headers["x-request-id"];
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain("hunter2");
    const { result } = answer.body;
    expect(JSON.parse(result.content[0].text)).toEqual({
      error: "internal_error",
      message: `Something went wrong here; report the request id ${requestId}.`,
      request_id: requestId,
    });
    expect([result.isError, result._meta["orgconfig/status"]]).toEqual([true, 500]);
    const logged = broken.logs.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
    expect([logged.request_id, logged.err.message]).toEqual([requestId, "the vault's password is hunter2"]);
    await broken.close();
  });
});
