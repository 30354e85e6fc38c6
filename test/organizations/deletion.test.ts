/** An organization is deleted in its time, and never without a whole export since it took its last change. */
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { contentOf } from "../../src/features/organization/organizations/export-file.ts";
import { listen } from "../cli/typed.ts";
import { readThrough } from "../support/databases.ts";
import { startService, type TestService } from "../support/service.ts";
import { recordsOf, type Site, siteOf } from "../support/sign-in.ts";
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

const request = (path: string, method = "GET") =>
  fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${test.settings.operatorToken}` },
  });
/** Its time has come, and what it decided on is of an hour ago. */
const letTimePass = (id: string) =>
  test.database.execute(`UPDATE organizations SET delete_at = now() - interval '1 second',
    deletion_asked_at = deletion_asked_at - interval '1 hour' WHERE id = '${id}'`);
const stateOf = async (id: string) => (await site.operator("GET", pathOf(id))).body;

it("is scheduled, said to its people, and taken back", async () => {
  const tenant = await test.makeTenant({ name: "Acme" });
  const { id } = tenant.organization;
  const person = await site.makeMember(id, "viewer");
  const { status, body } = await site.operator("DELETE", `${pathOf(id)}?reason=They+left`);
  expect([status, body]).toEqual([200, { id, deleted: false, delete_at: expect.any(String) }]);
  const days = (Date.parse(body.delete_at) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect(await stateOf(id)).toMatchObject({
    state: "deleting",
    deletion: { reason: "They left", by: "operator", delete_at: body.delete_at },
    exported_at: null,
  });
  const refused = await tenant.config("POST", "teams", { body: { name: "Platform" } });
  expect(refused.body).toMatchObject({
    reason: "suspended",
    message: expect.stringMatching(/^Nothing was changed. Acme is going to be deleted on .*: They left\. /),
  });
  const [membership] = (await person.send("GET", "session")).body.organizations;
  expect(membership.suspension).toMatchObject({ reason: "They left", delete_at: body.delete_at });
  const sooner = await site.operator("DELETE", `${pathOf(id)}?after_days=7`);
  expect(Date.parse(sooner.body.delete_at)).toBeLessThan(Date.parse(body.delete_at));
  const kept = await site.operator("DELETE", `${pathOf(id)}/deletion`);
  expect([kept.status, kept.body.state, kept.body.deletion]).toEqual([200, "active", null]);
  expect((await tenant.config("POST", "teams", { body: { name: "Platform" } })).status).toBe(201);
  expect((await recordsOf(test, id)).filter(({ resource }) => resource === "organization")).toMatchObject([
    { action: "schedule_deletion", changes: [{ field: "after_days", after: 30 }, { after: "They left" }] },
    { action: "schedule_deletion", changes: [{ field: "after_days", after: 7 }, { after: "" }] },
    { action: "keep_organization", door: "operator" },
  ]);
  for (const query of ["after_days=-1", "after_days=366", "after_days=soon", "days=3"])
    expect((await site.operator("DELETE", `${pathOf(id)}?${query}`)).status, query).toBe(422);
});

it("taken back leaves a suspension as it was", async () => {
  const { id } = await site.makeOrganization();
  await site.operator("POST", `${pathOf(id)}/suspension`, { body: { reason: "Unpaid" } });
  await site.operator("DELETE", pathOf(id));
  expect((await site.operator("DELETE", `${pathOf(id)}/suspension`)).body.state).toBe("deleting");
  await site.operator("POST", `${pathOf(id)}/suspension`, { body: { reason: "Unpaid" } });
  expect((await site.operator("DELETE", `${pathOf(id)}/deletion`)).body.state).toBe("suspended");
});

it("waits for an export since it took its last change, and then goes by itself", async () => {
  const { organization, config } = await test.makeTenant();
  const { id } = organization;
  await config("POST", "teams", { body: { name: "Platform" } });
  await exported(test, url, id);
  await test.database.execute(
    `UPDATE organizations SET exported_at = exported_at - interval '1 day' WHERE id = '${id}'`,
  );
  await site.operator("DELETE", `${pathOf(id)}?after_days=1`);
  await letTimePass(id);
  expect(await test.service.organizations.deleteDue()).toEqual([]);
  expect((await test.service.server.inject("/metrics")).body).toContain(
    'orgconfig_organizations{state="overdue"} 1',
  );
  expect((await site.operator("DELETE", `${pathOf(id)}?after_days=0`)).body).toMatchObject({
    error: "conflict",
    reason: "not_exported",
  });
  expect((await request(`${pathOf(id)}/export`, "HEAD")).headers.get("content-type")).toBe(
    "application/gzip",
  );
  expect(await test.service.organizations.deleteDue()).toEqual([]);
  await exported(test, url, id);
  expect(await test.service.organizations.deleteDue()).toEqual([id]);
  expect((await site.operator("GET", pathOf(id))).status).toBe(404);
  expect((await recordsOf(test, id)).slice(-3)).toMatchObject([
    { action: "schedule_deletion" },
    { action: "export_organization", door: "operator" },
    { action: "delete_organization", actor_kind: "service", door: "service" },
  ]);
});

it("that was taken back at the last moment is not done", async () => {
  const { id } = await site.makeOrganization();
  await site.operator("DELETE", pathOf(id));
  await exported(test, url, id);
  await letTimePass(id);
  await site.operator("DELETE", `${pathOf(id)}/deletion`);
  expect(await test.service.organizations.deleteDue()).toEqual([]);
  expect((await stateOf(id)).state).toBe("active");
});

it("is done at once only after a suspension and an export", async () => {
  const { id } = await site.makeOrganization();
  const now = () => site.operator("DELETE", `${pathOf(id)}?after_days=0`);
  await exported(test, url, id);
  expect((await now()).body.reason).toBe("not_exported");
  await site.operator("POST", `${pathOf(id)}/suspension`, { body: { reason: "They left" } });
  expect((await now()).body.reason).toBe("not_exported");
  await exported(test, url, id);
  expect((await now()).body).toEqual({ id, deleted: true, delete_at: null });
  expect((await now()).status).toBe(404);
});

it("leaves a whole file, of this organization alone", async () => {
  const [left, other] = [await test.makeTenant({ name: "Left" }), await test.makeTenant({ name: "Other" })];
  for (const { config } of [left, other]) await config("POST", "teams", { body: { name: "Platform" } });
  await site.makeMember(left.organization.id, "viewer", "ada@left.example");
  await site.makeMember(other.organization.id, "viewer", "bea@other.example");
  await test.service.audit.sealer.flush();
  const file = await exported(test, url, left.organization.id);
  await readThrough(file);
  const text = gunzipSync(file).toString();
  const { tables, heads } = JSON.parse(text.slice(0, text.indexOf("\n")));
  const counts = Object.fromEntries(
    tables.map(({ name, rows }: { name: string; rows: number }) => [name, rows]),
  );
  expect(counts).toMatchObject({ organizations: 1, users: 1, members: 1, rows: 1, api_keys: 1, sessions: 0 });
  expect(heads).toMatchObject([{ organization_id: left.organization.id }]);
  expect(text).toContain("ada@left.example");
  const [{ hash }] = (await test.database.queryText(
    { name: "", text: "SELECT password_hash AS hash FROM users WHERE email = 'ada@left.example'" },
    [],
  )) as [{ hash: string }];
  expect(hash).toMatch(/^\$scrypt\$/);
  expect(text).not.toContain(hash);
  for (const foreign of [other.organization.id, "bea@other.example"]) expect(text).not.toContain(foreign);
});

it("an export that its reader leaves is not noted, and its file is closed", async () => {
  const handle = await open(join(mkdtempSync(join(tmpdir(), "orgconfig-export-")), "file"), "wx+");
  const bytes = 200_000;
  await handle.writeFile(Buffer.alloc(bytes));
  let noted = 0;
  const note = async () => {
    noted += 1;
  };
  const left = contentOf({ handle, bytes }, note);
  const closed = once(left, "close");
  const [piece] = await once(left, "data");
  expect(piece).toHaveLength(65_536);
  left.destroy();
  await closed;
  expect([noted, handle.fd]).toEqual([0, -1]);
});
