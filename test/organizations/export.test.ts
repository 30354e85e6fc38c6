/** What the operator exported of an organization comes back elsewhere. */
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { moved } from "../../src/cli/restore-organization.ts";
import { migrate } from "../../src/database/migrate.ts";
import { createVault } from "../../src/database/vault.ts";
import { listen } from "../cli/typed.ts";
import { emptyDatabase, restoredFrom, contentOf as rowsOf } from "../support/databases.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Site, siteOf } from "../support/sign-in.ts";
import { exported, pathOf } from "./support.ts";

let test: TestService;
let site: Site;
let url: string;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
  url = await listen(test);
});
afterAll(() => test.close());

const stateOf = async (id: string) => (await site.operator("GET", pathOf(id))).body;

it("leaves a file from which the organization comes back elsewhere, without what was decided here", async () => {
  const { id, slug } = await site.makeOrganization({ name: "Left" });
  const admin = await site.makeMember(id, "org_admin", "ada@left.example");
  await admin.send("POST", `organizations/${id}/actions/create_team`, { body: { name: "Platform" } });
  // A calendar of all of a person's organizations, which is theirs.
  expect((await admin.send("POST", "account/feed", { body: {} })).status).toBe(201);
  await site.operator("PATCH", pathOf(id), { body: { quotas: { rows_per_kind: 5 } } });
  await site.operator("DELETE", pathOf(id));
  await test.service.audit.sealer.flush();
  const file = await exported(test, url, id);
  expect((await stateOf(id)).exported_at).not.toBeNull();

  const [source, target] = [await emptyDatabase("embedded"), await emptyDatabase("embedded")];
  await restoredFrom(file, source);
  const content = await rowsOf(source);
  expect(content.organizations).toHaveLength(1);
  expect(content.organizations?.[0]).toContain("{}");
  expect([content.users?.length, content.rows?.length]).toEqual([1, 1]);
  expect(content.account_feeds).toEqual([]);

  await migrate(target);
  const ring = createVault(test.settings.secretKeys);
  const service = await startService(
    {
      ORGCONFIG_SECRET_KEYS: test.settings.secretKeys.map(({ bytes }) => bytes.toString("base64")).join(","),
    },
    [],
    target,
  );
  await moved(source, target, ring, { name: slug, madeAt: new Date() });
  const found = await siteOf(service).operator("GET", pathOf(id));
  expect(found.body).toMatchObject({ id, state: "active", quotas: {}, exported_at: null });
  expect((await service.service.audit.verify()).verified).toBe(true);
  await service.close();
  for (const database of [source, target]) await database.close();
});

it("says where room is missing, where its file cannot be written", async () => {
  const { id } = await site.makeOrganization({ name: "Crowded" });
  vi.stubEnv("TMPDIR", "/nowhere/at/all");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await site.operator("GET", `${pathOf(id)}/export`)).toMatchObject({
    status: 503,
    body: {
      message: expect.stringMatching(
        /^An export is written .* \/nowhere\/at\/all \(TMPDIR\) .* \(ENOENT\): make room/,
      ),
    },
  });
  expect((await stateOf(id)).exported_at).toBeNull();
});
