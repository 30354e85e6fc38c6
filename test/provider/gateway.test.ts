/** Answers that come from in front of the service: none of them shows anything of a row. */
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createProvider } from "../../provider/provider.ts";
import { diagnosticsOf } from "../../provider/wire/diagnostics.ts";
import type { Diagnostics, ProviderServer, ResourceServer } from "../../provider/wire/provider.ts";
import type { ObjectValue } from "../../provider/wire/values.ts";
import { definitions } from "../../src/resources/index.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { type Gateway, openGateway } from "./gateway.ts";

let service: TestService;
let gateway: Gateway;
beforeAll(async () => {
  service = await startService();
  const { server } = service.service;
  await server.listen({ host: "127.0.0.1", port: 0 });
  gateway = await openGateway(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  gateway.close();
  await service.close();
});
beforeEach(() => {
  gateway.answers = () => {};
  gateway.rewrites = (path) => path;
});

const { signal } = new AbortController();

async function started({ key }: Tenant): Promise<ProviderServer> {
  const provider = createProvider(definitions, {
    ORGCONFIG_ENDPOINT: gateway.endpoint,
    ORGCONFIG_API_KEY: key.value,
    ORGCONFIG_OPERATOR_TOKEN: service.settings.operatorToken,
    ORGCONFIG_MAX_RETRIES: "0",
    TF_DATA_DIR: tmpdir(),
  });
  expect(await provider.configure({ config: {}, terraformVersion: "1.11.4", signal })).toEqual([]);
  return provider;
}

/** A row as a state has it. */
interface Known {
  /** Of a run that has read nothing yet, so that it asks for the row by itself. */
  readonly server: ResourceServer;
  readonly state: ObjectValue;
  readonly private: Uint8Array;
}

async function known(tenant: Tenant, type: string, id: string): Promise<Known> {
  const before = (await started(tenant)).resources[type] as ResourceServer;
  const { state, private: bytes = new Uint8Array() } = await before.import({ id, signal });
  const server = (await started(tenant)).resources[type] as ResourceServer;
  return { server, state: state ?? {}, private: bytes };
}

async function said(work: () => unknown): Promise<Diagnostics> {
  try {
    const result = await work();
    return Array.isArray(result) ? result : [];
  } catch (error) {
    return diagnosticsOf(error);
  }
}

const read = ({ server, ...row }: Known) => said(() => server.read({ ...row, signal }));
const destroy = ({ server, state, private: bytes }: Known) =>
  said(() => server.destroy({ prior: state, private: bytes }));

/** What a gateway answers that has no route to the service, and one that copies the service's words in part. */
const foreign = [
  { message: "no Route matched with those values" },
  { message: "no Route matched with those values", request_id: "8a1f" },
  { error: "Not Found", message: "no route", request_id: "8a1f" },
  {},
];

describe("a 404 of something else", () => {
  test.each(foreign)("drops no row, and ends no delete: %j", async (body) => {
    const tenant = await service.makeTenant();
    const made = await tenant.config("POST", "teams", { body: { name: "Platform" } });
    const row = await known(tenant, "orgconfig_team", made.body.id);
    gateway.answers = (_request, response) => {
      response.writeHead(404, { server: "kong/3.9.0" }).end(JSON.stringify(body));
    };
    const [unread] = await read(row);
    expect(unread?.summary).toBe("The endpoint does not answer as this service does");
    expect(unread?.detail).toContain(
      `answered 404 to GET /api/v1/config/teams/${made.body.id} with JSON that is not of this service (server: kong/3.9.0`,
    );
    if ("message" in body) expect(unread?.detail).toContain(`message: "${body.message}")`);
    expect(unread?.detail).toMatch(/such as a gateway or a proxy, .*The row was not taken for deleted\./);
    const [kept] = await destroy(row);
    expect(kept?.detail).toContain("answered 404 to DELETE");
    expect(kept?.detail).toContain("plan again to see");
    gateway.answers = () => {};
    expect((await tenant.config("GET", `teams/${made.body.id}`)).status).toBe(200);
    expect(await destroy(row)).toEqual([]);
    expect(await destroy(row)).toEqual([]);
    expect((await row.server.read({ ...row, signal })).state).toBeNull();
  });

  test("removes no member", async () => {
    const tenant = await service.makeTenant();
    const provider = await started(tenant);
    const members = provider.resources.orgconfig_member as ResourceServer;
    const planned: ObjectValue = { email: "ada@example.com", role: "viewer", name: null };
    await members.create({ config: planned, planned, private: new Uint8Array() });
    const row = await known(tenant, "orgconfig_member", "ada@example.com");
    gateway.answers = (_request, response) => {
      response.writeHead(404).end(JSON.stringify(foreign[0]));
    };
    for (const work of [read, destroy]) expect((await work(row))[0]?.detail).toContain("answered 404");
  });

  test("is no setting without values", async () => {
    const provider = await started(await service.makeTenant());
    const source = provider.dataSources.orgconfig_ai_settings;
    // The service's own words, too: an organization has every setting.
    const own = { error: "not_found", message: "There is no such row.", request_id: "req_1" };
    for (const body of [...foreign, own]) {
      gateway.answers = (_request, response) => {
        response.writeHead(404).end(JSON.stringify(body));
      };
      const [problem] = await said(() => source?.read({ config: {}, signal }));
      expect(problem?.severity).toBe("error");
    }
  });
});

test("a service that does not know the kind is older, and drops no row", async () => {
  const tenant = await service.makeTenant();
  const made = await tenant.config("POST", "teams", { body: { name: "Platform" } });
  const row = await known(tenant, "orgconfig_team", made.body.id);
  gateway.rewrites = (path) => path.replace("/config/teams", "/config/groups");
  for (const work of [read, destroy])
    expect(await work(row)).toMatchObject([
      {
        summary: "The service is older than this provider",
        detail: expect.stringMatching(/does not know \w+ \/api\/v1\/config\/teams\/\w+\. Upgrade/),
      },
    ]);
});

test("a refusal of something else is not one of the key", async () => {
  const tenant = await service.makeTenant();
  const provider = await started(tenant);
  for (const status of [401, 403]) {
    gateway.answers = (_request, response) => {
      response.writeHead(status).end('{"error":"access_denied"}');
    };
    const [problem] = await said(() => provider.dataSources.orgconfig_teams?.read({ config: {}, signal }));
    expect(problem?.summary).toBe("The endpoint does not answer as this service does");
    expect(problem?.detail).toContain('with JSON that is not of this service (message: "access_denied")');
  }
});

test("an answer that is no list is not taken for an empty one, and one without a row is no write", async () => {
  const tenant = await service.makeTenant();
  const provider = await started(tenant);
  gateway.answers = (_request, response) => {
    response.writeHead(200).end('{"login":"required"}');
  };
  const read = await said(() => provider.dataSources.orgconfig_teams?.read({ config: {}, signal }));
  expect(read[0]?.detail).toContain('it has no "data" as a list');
  const planned: ObjectValue = { name: "Platform" };
  const teams = provider.resources.orgconfig_team as ResourceServer;
  const made = await said(() => teams.create({ config: planned, planned, private: new Uint8Array() }));
  expect(made[0]?.detail).toContain('it has no "id" as a string');
  expect(made[0]?.detail).toContain("Whether the write arrived is not known");
});
