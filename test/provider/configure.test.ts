/** What the provider says of a key or a service that it cannot use, before it does anything else. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProvider } from "../../provider/provider.ts";
import { type Diagnostic, DiagnosticsError } from "../../provider/wire/diagnostics.ts";
import type { DataSourceServer, ProviderServer, ResourceServer } from "../../provider/wire/provider.ts";
import { type ObjectValue, UNKNOWN } from "../../provider/wire/values.ts";
import { newCredential } from "../../src/features/identity/accounts/credential.ts";
import { definitions } from "../../src/resources/index.ts";
import { allowOnly, revoke } from "../support/credentials.ts";
import { makePerson, makeToken } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
let endpoint: string;
const requests: string[] = [];

beforeAll(async () => {
  service = await startService();
  service.service.server.addHook("onRequest", async ({ method, url }) => {
    requests.push(`${method} ${url}`);
  });
  await service.service.server.listen({ host: "127.0.0.1", port: 0 });
  endpoint = `http://127.0.0.1:${(service.service.server.server.address() as AddressInfo).port}`;
});
afterAll(() => service.close());

const { signal } = new AbortController();

function unset({ schema }: ProviderServer): ObjectValue {
  return Object.fromEntries(Object.keys(schema.attributes).map((name) => [name, null]));
}

/** Configures a provider with this block, and gives its diagnostics. */
async function configured(
  block: ObjectValue,
  environment: Readonly<Record<string, string>> = {},
): Promise<readonly Diagnostic[]> {
  const provider = createProvider(definitions, environment);
  requests.length = 0;
  return provider.configure({ config: { ...unset(provider), ...block }, terraformVersion: "1.11.4", signal });
}

/** The one error that there is, as text. */
async function refusalOf(key: string, at = endpoint): Promise<string> {
  const [refused, ...others] = await configured({ endpoint: at, api_key: key });
  expect(others).toEqual([]);
  return `${refused?.summary}: ${refused?.detail}`;
}

describe("a key that cannot be used", () => {
  test("is reported once with the way out, after one request", async () => {
    const { organization, key } = await service.makeTenant();
    const past = { expiresAt: new Date(Date.now() - 60_000) };
    const expired = await service.makeKey(organization.id, ["api:admin"], past);
    const revoked = await service.makeKey(organization.id, ["api:admin"]);
    await revoke(service, revoked.id);
    for (const value of [expired.value, revoked.value, newCredential("key").value, `${key.value}x`]) {
      const said = await refusalOf(value);
      expect(said).toMatch(
        /^The API key was refused: .*expired or revoked\. .*set api_key \(or ORGCONFIG_API_KEY, ORGCONFIG_KEY\)/,
      );
      expect(said).not.toContain(value);
      expect(requests).toEqual(["GET /api/v1/whoami"]);
    }
    const ofAgents = await service.makeKey(organization.id, ["mcp:admin"]);
    expect(await refusalOf(ofAgents.value)).toMatch(
      /^The API key has no scope for this API: .*scope api:admin/,
    );
    const person = await makePerson(service.database, organization.id, "token@example.com", "org_admin");
    const token = await makeToken(service.database, person, [organization.id]);
    expect(await refusalOf(token)).toMatch(
      /^This is a personal access token and no API key: .*api:config_read/,
    );
    expect(requests).toEqual(["GET /api/v1/whoami"]);
  });

  test("may be a good one, of an organization that allows other addresses or has another plan", async () => {
    const fenced = await service.makeTenant();
    expect(await configured({ endpoint, api_key: fenced.key.value })).toEqual([]);
    await allowOnly(service, fenced.organization.id, "192.0.2.0/24");
    expect(await refusalOf(fenced.key.value)).toMatch(
      /^The organization does not allow this address: .*127\.0\.0\.1.*ip_allowlist\. Run Terraform from an address/,
    );
    const smaller = await service.makeTenant({ plan: "team" });
    expect(await refusalOf(smaller.key.value)).toMatch(
      /^The organization's plan does not include this API: .*business plan\. Ask whoever runs the service/,
    );
  });

  test("is of another organization than the block names", async () => {
    const { key, organization } = await service.makeTenant();
    const guarded = { endpoint, api_key: key.value, organization: "elsewhere" };
    const [refused, ...others] = await configured(guarded);
    expect(refused).toMatchObject({ path: ["organization"] });
    expect(refused?.detail).toContain(`organization = "${organization.slug}"`);
    expect(others).toEqual([]);
    expect(requests).toEqual(["GET /api/v1/whoami"]);
  });

  test("leaves every row and data source without a session", async () => {
    const { key } = await service.makeTenant();
    const provider = createProvider(definitions, {});
    const block = { ...unset(provider), endpoint, api_key: key.value, organization: "elsewhere" };
    await provider.configure({ config: block, terraformVersion: "1.11.4", signal });
    requests.length = 0;
    const { read } = provider.dataSources.orgconfig_organization_settings as DataSourceServer;
    await expect(async () => read({ config: {}, signal })).rejects.toThrow(DiagnosticsError);
    expect(requests).toEqual([]);
  });
});

describe("what answers", () => {
  /** What is said of a server that gives this answer to everything. */
  async function saidOf(status: number, body: string): Promise<string> {
    const server = createServer((_request, response) => response.writeHead(status).end(body));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    return refusalOf("svc_ak_any", `http://127.0.0.1:${port}`).finally(() => server.close());
  }

  test("is no orgconfig service", async () => {
    const answers: [number, string][] = [
      [200, "<html></html>"],
      [200, "{}"],
      [404, '{"message":"no Route matched with those values"}'],
      [403, '{"message":"Forbidden"}'],
    ];
    for (const [status, body] of answers) {
      const said = await saidOf(status, body);
      expect(said).toMatch(/^The endpoint does not answer as this service does: .*endpoint.*without a path/);
    }
  });

  test("is a service that is older", async () => {
    const unknown = { error: "not_found", message: "There is nothing here.", request_id: "req_1" };
    expect(await saidOf(404, JSON.stringify(unknown))).toMatch(
      /^The service is older than this provider: .*Upgrade the service first/,
    );
  });
});

describe("an argument that is not known yet", () => {
  /** A provider with this block, where configuring has no problem. */
  async function providerOf(block: ObjectValue): Promise<ProviderServer> {
    const provider = createProvider(definitions, {});
    const config = { ...unset(provider), ...block };
    expect(await provider.configure({ config, terraformVersion: "1.11.4", signal })).toEqual([]);
    return provider;
  }
  const definitionOf = ({ resources }: ProviderServer, type: string) => resources[type] as ResourceServer;
  const nothing = new Uint8Array();

  /** The plan of a row that is not there yet. */
  async function planNew(provider: ProviderServer, type: string, values: ObjectValue): Promise<ObjectValue> {
    const server = definitionOf(provider, type);
    const empty = Object.fromEntries(Object.keys(server.schema.attributes).map((name) => [name, null]));
    const request = { config: { ...empty, ...values }, prior: null, proposed: {}, private: nothing, signal };
    return (await server.plan(request)).planned;
  }

  const read = async (provider: ProviderServer, type: string, state: ObjectValue) =>
    definitionOf(provider, type).read({ state, private: nothing, signal });

  test("keeps nothing new from being planned, settings included, and is named where something is to be read", async () => {
    const provider = await providerOf({ endpoint: UNKNOWN, api_key: UNKNOWN });
    expect(await planNew(provider, "orgconfig_team", { name: "a" })).toMatchObject({ name: "a" });
    await planNew(provider, "orgconfig_notification_settings", {});
    await planNew(provider, "orgconfig_member", { email: "ada@example.com", role: "viewer" });
    await expect(read(provider, "orgconfig_team", { id: "team_1" })).rejects.toThrow(
      "endpoint and api_key come from something that is made in this very run",
    );
  });

  test("is not waited for where the service can be asked without it", async () => {
    const { key } = await service.makeTenant();
    const rest: ObjectValue = {
      operator_token: UNKNOWN,
      proxy_url: UNKNOWN,
      max_retries: UNKNOWN,
      ca_certificate: UNKNOWN,
    };
    const provider = await providerOf({ endpoint, api_key: key.value, ...rest });
    await read(provider, "orgconfig_organization_settings", { id: "organization_settings" });
    await planNew(provider, "orgconfig_member", { email: "ada@example.com", role: "viewer" });
    const member = { id: "user_1", email: "eve@example.com", role: "viewer", name: "" };
    await expect(read(provider, "orgconfig_member", member)).rejects.toThrow(
      "operator_token comes from something that is made in this very run",
    );
    expect((await read(provider, "orgconfig_member", member)).state).toEqual(member);
  });

  test("is named next to the error where the service is not reached without it", async () => {
    const { key } = await service.makeTenant();
    await revoke(service, key.id);
    const [refused] = await configured({
      endpoint,
      api_key: key.value,
      proxy_url: UNKNOWN,
      timeout_seconds: UNKNOWN,
    });
    expect(refused?.detail).toContain("This was tried without timeout_seconds, proxy_url: not known");
  });

  test("is no reason to keep a refusal quiet: a new setting is not planned where nobody says what is saved", async () => {
    const { key } = await service.makeTenant();
    const provider = await providerOf({ endpoint, api_key: key.value });
    await revoke(service, key.id);
    await expect(planNew(provider, "orgconfig_notification_settings", {})).rejects.toThrow(
      "The API key was refused",
    );
  });
});

describe("without a provider block", () => {
  const hint = "requires explicit configuration, that is not the cause";

  test("an error says what Terraform's own next to it means", async () => {
    const variables = { ORGCONFIG_ENDPOINT: endpoint, ORGCONFIG_API_KEY: newCredential("key").value };
    const [refused] = await configured({}, variables);
    expect(refused?.detail).toContain(hint);
    const [missing] = await configured({}, {});
    expect(missing?.detail).toContain(hint);
    const [written] = await configured({ endpoint }, variables);
    expect(written?.summary).toBe("The API key was refused");
    expect(written?.detail).not.toContain(hint);
  });
});
