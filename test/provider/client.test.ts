import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import { createRows } from "../../provider/batch.ts";
import { type Client, createClient } from "../../provider/client.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitionsByKind } from "../../src/service.ts";
import { until } from "../support/until.ts";

/** What `--expose-gc` gives, without restarting the test's process. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

const servers: Server[] = [];
const teams = definitionsByKind.teams as Kind;

async function clientOf(listener: RequestListener): Promise<Client> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return createClient({
    endpoint: `http://127.0.0.1:${port}`,
    apiKey: "svc_ak_x",
    terraformVersion: "1.11.4",
  });
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

describe("the client", () => {
  test("says who it is, and hands on what is answered", async () => {
    const seen: (string | undefined)[] = [];
    const said = [
      { resource: "teams", key: { name: "A" }, field: "name", reason: "alike", message: "is alike" },
      { resource: "alert_routes", key: null, field: "", reason: "reaches_nobody", message: "goes" },
    ];
    const client = await clientOf(({ headers }, response) => {
      seen.push(headers["user-agent"], headers.authorization, headers["if-match"]);
      response.writeHead(200, { etag: '"1"' }).end(JSON.stringify({ id: "x", warnings: said }));
    });
    expect(await client("PUT", "teams/x", { body: {}, ifMatch: '"0"' })).toEqual({
      status: 200,
      etag: '"1"',
      body: { id: "x", warnings: said },
      warnings: ['teams "A": name is alike.', "alert_routes: goes."],
    });
    expect(seen).toEqual([
      expect.stringMatching(/^terraform-provider-orgconfig\/\S+ terraform\/1\.11\.4$/),
      "Bearer svc_ak_x",
      '"0"',
    ]);
  });

  test.each([
    ["takes the request and never answers", ""],
    ["stalls within its answer", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"],
  ])("gives up on a service that %s, also when Node collects its garbage", async (_how, start) => {
    const sockets = new Set<Socket>();
    const server = createSocketServer((socket) => {
      sockets.add(socket.on("error", () => {}));
      socket.once("data", () => socket.write(start));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createClient({
      endpoint,
      apiKey: "svc_ak_x",
      terraformVersion: "1.11.4",
      timeout_ms: 2_000,
    });
    const never = new AbortController();
    const read = client("GET", "teams", { signal: never.signal }).catch(String);
    const write = client("POST", "teams", { body: {} }).catch(String);
    // Before this was fixed the timeout went with the garbage, and these two waited for ever.
    for (let round = 0; round < 5; round += 1) {
      await new Promise(setImmediate);
      collectGarbage();
    }
    expect(await read).toContain(`${endpoint}/readyz`);
    expect(await read).not.toContain("plan again to see");
    expect(await write).toContain("gave no whole answer within 2 seconds");
    expect(await write).toContain("it was not sent again, so that nothing is made twice");
    expect(await write).toContain(`or with GET ${endpoint}/api/v1/config/teams: take over what is there`);
    // The read twice, the write once, and whether it could be sent again.
    expect(sockets.size).toBe(4);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  test("ends a read that is under way when Terraform is stopped, and no write", async () => {
    const arrived: (() => void)[] = [];
    const client = await clientOf(({ method }, response) => {
      response.writeHead(200).write("{");
      if (method === "POST") arrived.push(() => response.end("}"));
      else stop.abort();
    });
    const stop = new AbortController();
    const write = client("POST", "teams", { body: {} });
    await expect(client("GET", "teams", { signal: stop.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    await until(() => arrived.length === 1);
    for (const answer of arrived) answer();
    expect((await write).status).toBe(200);
  });

  test("distinguishes an answer of something else from one of the service", async () => {
    const page = await clientOf((_request, response) => response.end("<html>"));
    await expect(page("GET", "teams")).rejects.toThrow("not JSON");
    const moved = await clientOf((_request, response) =>
      response.writeHead(301, { location: "https://new.example.com/" }).end(),
    );
    await expect(moved("GET", "teams")).rejects.toThrow("https://new.example.com/");
  });
});

describe("reads of one plan", () => {
  function service(truncated = false) {
    const calls: string[] = [];
    const client: Client = async (method, path) => {
      calls.push(`${method} ${path}`);
      if (path === "teams?etags=true") {
        const data = [{ id: "a" }, { id: "b" }];
        return { status: 200, etag: undefined, body: { data, truncated, etags: { a: '"1"', b: '"2"' } } };
      }
      const id = path.slice("teams/".length);
      return id === "gone"
        ? { status: 404, etag: undefined, body: {} }
        : { status: 200, etag: '"9"', body: { id } };
    };
    return { calls, client, rows: createRows(client) };
  }

  test("are one read, then one list for all others", async () => {
    const { calls, rows } = service();
    const read = await Promise.all(["a", "b", "a"].map((id) => rows.read(teams, id)));
    expect(read.map((row) => row?.etag)).toEqual(['"9"', '"2"', '"1"']);
    // Both are under way at once, and either may be sent first.
    expect([...calls].sort()).toEqual(["GET teams/a", "GET teams?etags=true"]);
  });

  test("fall back to single reads for what the list lacks", async () => {
    const { calls, rows } = service(true);
    const read = await Promise.all(["a", "c", "gone"].map((id) => rows.read(teams, id)));
    expect(read.map((row) => row?.body.id)).toEqual(["a", "c", undefined]);
    expect(calls.slice(2)).toEqual(["GET teams/c", "GET teams/gone"]);
  });

  test("ask for a list again that failed, and wait for one that is under way together", async () => {
    const fails = ["no answer"];
    let lists = 0;
    const rows = createRows(async (_method, path) => {
      if (path !== "teams?etags=true") return { status: 200, etag: '"9"', body: { id: "a" } };
      lists += 1;
      const failure = fails.pop();
      if (failure !== undefined) throw new Error(failure);
      return { status: 200, etag: undefined, body: { data: [{ id: "b" }], etags: { b: '"2"' } } };
    });
    await rows.read(teams, "a");
    const together = await Promise.allSettled([rows.read(teams, "b"), rows.read(teams, "b")]);
    expect(together.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    for (let round = 0; round < 2; round += 1) expect((await rows.read(teams, "b"))?.etag).toBe('"2"');
    expect(lists).toBe(2);
  });

  test("of two clients are both never served from a list once either wrote", async () => {
    const [here, there] = [service(), service()];
    const other = here.rows.through(there.client);
    await other.list(teams, {});
    expect(other.hasWritten(teams)).toBe(false);
    here.rows.noteWrite(teams);
    expect(other.hasWritten(teams)).toBe(true);
    await other.list(teams, {});
    expect(there.calls).toEqual(["GET teams?etags=true", "GET teams?etags=true"]);
  });

  test("are never served from a list once something was written", async () => {
    const { calls, rows } = service();
    await Promise.all(["a", "b"].map((id) => rows.read(teams, id)));
    rows.noteWrite(definitionsByKind.slos as Kind);
    expect((await rows.read(teams, "b"))?.etag).toBe('"9"');
    expect(calls.at(-1)).toBe("GET teams/b");
    expect(rows.hasWritten(teams)).toBe(false);
  });
});
