/** The official TypeScript clients, of both generations, on a real socket. */
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Loopback, startLoopback } from "./loopback.ts";
import { jsonIn, legacy, modern } from "./support.ts";

let loopback: Loopback;
beforeAll(async () => {
  loopback = await startLoopback();
});
afterAll(() => loopback.close());

/** What both generations of clients have in common. */
interface AnyClient {
  listTools(params?: {
    cursor: string;
  }): Promise<{ tools: { name: string }[]; nextCursor?: string | undefined }>;
  // biome-ignore lint/suspicious/noExplicitAny: the generations type results apart
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<any>;
  close(): Promise<void>;
}

const info = { name: "test", version: "1.0.0" };

async function modernClient(
  mode: "auto" | "legacy" | { pin: string },
  url = `${loopback.url}?detail=full`,
  key = loopback.key,
) {
  const client = new ModernClient(info, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new ModernTransport(new URL(url), { requestInit }));
  return client;
}

async function oldClient(url = `${loopback.url}?detail=full`, key = loopback.key) {
  const client = new OldClient(info);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  // The old package's own types do not agree with each other under exactOptionalPropertyTypes.
  await client.connect(new OldTransport(new URL(url), { requestInit }) as never);
  return client;
}

/** Every tool, as a client gathers them: one that follows no pages itself is led along them. */
async function allTools(client: AnyClient) {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? undefined : { cursor });
    names.push(...page.tools.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return [...new Set(names)];
}

const generations: readonly [string, string, () => Promise<AnyClient>][] = [
  ["the present client, asking what there is", modern, () => modernClient("auto")],
  ["the present client, set on its revision", modern, () => modernClient({ pin: modern })],
  ["the present client, as one of 2025", legacy, () => modernClient("legacy")],
  ["the client of 2025", legacy, () => oldClient() as Promise<AnyClient>],
];

describe.each(generations)("%s (%s)", (what, revision, connect) => {
  it("lists every tool, and calls: rows in, rows out, refusals to act on", async () => {
    const client = await connect();
    expect((await allTools(client)).sort()).toEqual([...loopback.test.service.operations.keys()].sort());
    const who = await client.callTool({ name: "whoami" });
    expect(who.structuredContent).toMatchObject({ level: "admin", organization: { name: "Acme" } });

    const name = `Team of ${what}`;
    const made = await client.callTool({ name: "create_team", arguments: { name } });
    const { id, etag } = made.structuredContent;
    expect(JSON.parse(jsonIn(made.content[0].text))).toEqual(made.structuredContent);
    const again = await client.callTool({ name: "create_team", arguments: { name } });
    expect([again.isError, again._meta["orgconfig/status"], JSON.parse(again.content[0].text).error]).toEqual(
      [true, 409, "conflict"],
    );
    const renamed = await client.callTool({
      name: "update_team",
      arguments: { id, if_match: etag, name: `${name}!` },
    });
    expect(renamed.structuredContent.name).toBe(`${name}!`);
    const asked = await client.callTool({ name: "rotate_aws_external_id" });
    expect(asked._meta["orgconfig/problem"].reason).toBe("confirm");
    const gone = await client.callTool({ name: "delete_team", arguments: { id } });
    expect(gone.structuredContent).toEqual({ id, deleted: true });
    await expect(client.callTool({ name: "no_such_tool" })).rejects.toThrow("Unknown tool: no_such_tool");
    await client.close();
  });

  it(`speaks ${revision}`, async () => {
    const client = (await connect()) as ModernClient;
    // The client of 2025 keeps the version to itself; that it connected says that it is one of its own.
    if ("getNegotiatedProtocolVersion" in client)
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    await client.close();
  });
});

describe("a narrowed URL", () => {
  it.each([
    [
      "present",
      () => modernClient("auto", `${loopback.url}?toolsets=teams&readonly=1`) as Promise<AnyClient>,
    ],
    ["old", () => oldClient(`${loopback.url}?toolsets=teams&readonly=1`) as Promise<AnyClient>],
  ])("is kept by the %s client", async (_, connect) => {
    const client = await connect();
    expect(await allTools(client)).toEqual(["list_teams", "get_team"]);
    await expect(client.callTool({ name: "create_team", arguments: { name: "x" } })).rejects.toThrow(
      "leave it out",
    );
    await client.close();
  });
});

describe("a bad key", () => {
  it("is refused before anything else, in words that the client shows", async () => {
    await expect(modernClient("auto", loopback.url, "svc_ak_no")).rejects.toThrow(/401|auth/i);
    await expect(oldClient(loopback.url, "svc_ak_no")).rejects.toThrow(/401|valid API key|auth/i);
  });
});

it("serves many clients of both generations at once", async () => {
  const clients = await Promise.all(
    Array.from({ length: 8 }, (_, i) => generations[i % generations.length]?.[2]() as Promise<AnyClient>),
  );
  const names = await Promise.all(
    clients.map((client, i) =>
      client.callTool({ name: "create_team", arguments: { name: `Parallel ${i}` } }),
    ),
  );
  expect(names.map(({ structuredContent }) => structuredContent.name).sort()).toEqual(
    clients.map((_, i) => `Parallel ${i}`).sort(),
  );
  await Promise.all(clients.map((client) => client.close()));
});
