/** The first save of a setting in Terraform, over what somebody saved before. */
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProvider } from "../../provider/provider.ts";
import type { ResourceServer } from "../../provider/wire/provider.ts";
import type { ObjectValue } from "../../provider/wire/values.ts";
import { definitions } from "../../src/resources/index.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "setting-"));
  service = await startService();
  await service.service.server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const { signal } = new AbortController();

/** The servers of a process: Terraform plans in one and applies in another, in the same folder. */
async function processOf({ key }: Tenant): Promise<Record<"settings" | "teams", ResourceServer>> {
  const { port } = service.service.server.server.address() as AddressInfo;
  const provider = createProvider(definitions, {
    ORGCONFIG_ENDPOINT: `http://127.0.0.1:${port}`,
    ORGCONFIG_API_KEY: key.value,
    TF_DATA_DIR: folder,
  });
  expect(await provider.configure({ config: {}, terraformVersion: "1.11.4", signal })).toEqual([]);
  return {
    settings: provider.resources.orgconfig_organization_settings as ResourceServer,
    teams: provider.resources.orgconfig_team as ResourceServer,
  };
}

/** A configuration of the settings, with every argument that it leaves out. */
function written({ schema }: ResourceServer, values: ObjectValue): ObjectValue {
  return { ...Object.fromEntries(Object.keys(schema.attributes).map((name) => [name, null])), ...values };
}

test("lets go of a row that is deleted in the same run", async () => {
  const tenant = await service.makeTenant();
  const { body: team } = await tenant.config("POST", "teams", { body: { name: "Platform" } });
  await tenant.config("PUT", "organization_settings", { body: { default_team_id: team.id } });

  const plan = await processOf(tenant);
  const { state, private: tag = new Uint8Array() } = await plan.teams.import({ id: team.id, signal });
  const prior = state ?? {};
  const going = await plan.teams.planDestroy?.({ prior, private: tag, signal });
  const config = written(plan.settings, { name: tenant.organization.name });
  const saved = await plan.settings.plan({
    config,
    prior: null,
    proposed: {},
    private: new Uint8Array(),
    signal,
  });
  expect(saved.diagnostics).toMatchObject([
    { severity: "warning", detail: expect.stringContaining("writes over default_team_id") },
  ]);

  // Terraform destroys what is no longer in the configuration before it saves anything.
  const apply = await processOf(tenant);
  expect(await apply.teams.destroy({ prior, private: going?.private ?? tag })).toEqual([]);
  const request = { config, planned: saved.planned, private: new Uint8Array() };
  const { diagnostics, state: after } = await apply.settings.create(request);
  expect([diagnostics, after?.default_team_id]).toEqual([[], null]);
  expect((await tenant.config("GET", `teams/${team.id}`)).status).toBe(404);
});
