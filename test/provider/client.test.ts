import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createRows } from "../../provider/batch.ts";
import { type Client, createClient } from "../../provider/client.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import { resourcesByKind } from "../../src/service.ts";

const servers: Server[] = [];
const teams = resourcesByKind.teams as Resource;

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
  test("says who it is, and waits where it is asked to", async () => {
    const seen: (string | undefined)[] = [];
    const started = performance.now();
    const client = await clientOf(({ headers }, response) => {
      seen.push(headers["user-agent"], headers.authorization, headers["if-match"]);
      const status = seen.length > 3 ? 200 : 429;
      response.writeHead(status, { "retry-after": "1", etag: '"1"' }).end('{"id":"x"}');
    });
    expect(await client("PUT", "teams/x", { body: {}, ifMatch: '"0"' })).toEqual({
      status: 200,
      etag: '"1"',
      body: { id: "x" },
    });
    // A timer keeps whole milliseconds, and may be one early.
    expect(performance.now() - started).toBeGreaterThan(998);
    expect(seen.slice(0, 3)).toEqual([
      expect.stringMatching(/^terraform-provider-orgconfig\/\S+ terraform\/1\.11\.4$/),
      "Bearer svc_ak_x",
      '"0"',
    ]);
  });

  test("stops waiting when Terraform is stopped", async () => {
    const client = await clientOf((_request, response) =>
      response.writeHead(503, { "retry-after": "20" }).end("{}"),
    );
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    await expect(client("GET", "teams", { signal: stop.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  test("tries a read again that got no answer, and a write only if nobody can have had it", async () => {
    let requests = 0;
    const client = await clientOf((request, response) => {
      requests += 1;
      if (requests % 2 === 1) request.socket.destroy();
      else response.end("{}");
    });
    expect((await client("GET", "teams")).status).toBe(200);
    await expect(client("POST", "teams", { body: {} })).rejects.toThrow(
      "Whether the write arrived is not known",
    );
    expect(requests).toBe(3);
  });

  test("tells an answer of something else from one of the service", async () => {
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
    return { calls, rows: createRows(client) };
  }

  test("are one read, then one list for all others", async () => {
    const { calls, rows } = service();
    const read = await Promise.all(["a", "b", "a"].map((id) => rows.read(teams, id)));
    expect(read.map((row) => row?.etag)).toEqual(['"9"', '"2"', '"1"']);
    expect(calls).toEqual(["GET teams/a", "GET teams?etags=true"]);
  });

  test("fall back to single reads for what the list lacks", async () => {
    const { calls, rows } = service(true);
    const read = await Promise.all(["a", "c", "gone"].map((id) => rows.read(teams, id)));
    expect(read.map((row) => row?.body.id)).toEqual(["a", "c", undefined]);
    expect(calls.slice(2)).toEqual(["GET teams/c", "GET teams/gone"]);
  });

  test("are never served from a list once something was written", async () => {
    const { calls, rows } = service();
    await Promise.all(["a", "b"].map((id) => rows.read(teams, id)));
    rows.noteWrite(resourcesByKind.slos as Resource);
    expect((await rows.read(teams, "b"))?.etag).toBe('"9"');
    expect(calls.at(-1)).toBe("GET teams/b");
    expect(rows.hasWritten(teams)).toBe(false);
  });
});
