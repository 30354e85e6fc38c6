/** The official clients against a running service: from 401 to a tool's answer, with nothing but the endpoint's address. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";
import { redirectUri } from "./support.ts";

let test: TestService;
let site: Site;
let base: string;
let organization: { id: string; slug: string };
let person: Person;

beforeAll(async () => {
  test = await startService({ ORGCONFIG_OPERATOR_TOKEN: "operator-token-of-this-test" });
  site = siteOf(test);
  organization = await site.makeOrganization();
  person = await site.makeMember(organization.id, "org_admin");
  base = await test.service.server.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => test.close());

/** A program's own memory, and the browser that it sends the person's way. */
function providerOf(page: (url: URL) => Promise<void>) {
  const kept: Record<string, unknown> = {};
  const keep = (name: string) => ({
    read: () => kept[name],
    write: (value: unknown) => {
      kept[name] = value;
    },
  });
  const [client, tokens, verifier, discovery] = ["client", "tokens", "verifier", "discovery"].map(keep) as [
    ReturnType<typeof keep>,
    ReturnType<typeof keep>,
    ReturnType<typeof keep>,
    ReturnType<typeof keep>,
  ];
  return {
    kept,
    provider: {
      redirectUrl: redirectUri,
      clientMetadata: { client_name: "Official client", redirect_uris: [redirectUri] },
      state: () => "state of the program",
      clientInformation: client.read,
      saveClientInformation: client.write,
      tokens: tokens.read,
      saveTokens: tokens.write,
      codeVerifier: verifier.read,
      saveCodeVerifier: verifier.write,
      discoveryState: discovery.read,
      saveDiscoveryState: discovery.write,
      redirectToAuthorization: page,
      // biome-ignore lint/suspicious/noExplicitAny: two generations of the package have types of their own
    } as any,
  };
}

/** The console's page: it looks at who asks, and the person says yes. */
async function sayYes(url: URL): Promise<URLSearchParams> {
  expect(url.origin + url.pathname).toBe(`${base}/authorize`);
  const headers = { host: new URL(base).host, origin: base };
  const looked = await person.send("GET", `account/authorization${url.search}`, { headers });
  expect(looked.body).toMatchObject({
    client: { name: "Official client", document_host: null },
    destination: { kind: "site", name: "assistant.example" },
    max_role: "viewer",
    fault: null,
  });
  const body = {
    ...Object.fromEntries(url.searchParams),
    name: "Assistant",
    organizations: [organization.slug],
    max_role: "viewer",
    expires_at: null,
  };
  const answer = await person.send("POST", "account/authorization", { headers, body });
  expect(answer.status).toBe(201);
  return new URL(answer.body.location).searchParams;
}

it.each([
  {
    name: "of the second generation",
    clientOf: () => new Client({ name: "test", version: "1" }),
    transportOf: (provider: never) =>
      new StreamableHTTPClientTransport(new URL(`${base}/api/mcp`), { authProvider: provider }),
    finish: (transport: StreamableHTTPClientTransport, brought: URLSearchParams) =>
      transport.finishAuth(brought),
  },
  {
    name: "of the first generation",
    clientOf: () => new OlderClient({ name: "test", version: "1" }),
    transportOf: (provider: never) =>
      new OlderTransport(new URL(`${base}/api/mcp`), { authProvider: provider }),
    finish: (transport: OlderTransport, brought: URLSearchParams) =>
      transport.finishAuth(brought.get("code") ?? ""),
  },
])(
  "lets the official client in, $name, and refreshes what it holds",
  async ({ clientOf, transportOf, finish }) => {
    let page: URL | undefined;
    const { provider, kept } = providerOf(async (url) => {
      page = url;
    });
    const refusing = transportOf(provider as never);
    await expect(clientOf().connect(refusing as never)).rejects.toThrow(/unauthorized/i);
    const brought = await sayYes(page as unknown as URL);
    expect(brought.get("state")).toBe("state of the program");
    expect(brought.get("iss")).toBe(base);
    await finish(refusing as never, brought);

    const client = clientOf();
    await client.connect(transportOf(provider as never) as never);
    const answer = await client.callTool({ name: "whoami", arguments: {} });
    expect(answer.structuredContent).toMatchObject({ level: "read" });
    await client.close();

    // Its value ends by time: the client gets the next one, and nobody is asked.
    await test.database.execute("UPDATE tokens SET access_until = now() - interval '1 second'");
    const before = kept.tokens;
    const later = clientOf();
    await later.connect(transportOf(provider as never) as never);
    expect((await later.callTool({ name: "list_teams", arguments: {} })).structuredContent).toMatchObject({
      data: [],
    });
    expect(kept.tokens).not.toEqual(before);
    await later.close();
  },
);

it("has each step on record", async () => {
  const records = await recordsOf(test, organization.id);
  const acts = records.map(({ action, actor_kind, door }) => `${action} ${actor_kind} ${door}`);
  expect(acts.filter((act) => /client|code|refresh/.test(act))).toEqual([
    "allow_client user console",
    "redeem_code token mcp",
    "refresh_token token mcp",
    "allow_client user console",
    "redeem_code token mcp",
    "refresh_token token mcp",
  ]);
});
