/** What an organization's admins see of the chain that their audit log is sealed into. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { type Site, siteOf } from "../support/sign-in.ts";
import { tamper } from "./support.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

it("is verified until somebody changes a record, for admins only", async () => {
  const { id, slug } = await site.makeOrganization();
  const admin = await site.makeMember(id, "org_admin");
  const member = await site.makeMember(id, "member");
  const path = `organizations/${slug}/audit/verification`;
  await admin.send("POST", `organizations/${slug}/actions/create_team`, { body: { name: "Platform" } });
  await test.service.audit.sealer.flush();

  const whole = await admin.send("GET", path);
  expect([whole.status, whole.body]).toMatchObject([200, { verified: true, unsealed: 0, problems: [] }]);
  expect(whole.body.head.position).toBe(whole.body.records);
  expect((await member.send("GET", path)).status).toBe(403);
  // The refusal is on record, too: changed before it has its seal, it would be refused one.
  await test.service.audit.sealer.flush();

  await tamper(test.database, "UPDATE audit_records SET actor_name = 'nobody' WHERE organization_id = $1", [
    id,
  ]);
  const altered = await admin.send("GET", path);
  expect(altered.body.verified).toBe(false);
  expect(altered.body.problems[0]).toMatch(/does not match its seal/);

  for (const table of ["records", "outbox", "seals", "heads"])
    await tamper(test.database, `DELETE FROM audit_${table} WHERE organization_id = $1`, [id]);
  const removed = await admin.send("GET", path);
  expect(removed.body).toMatchObject({
    verified: false,
    records: 0,
    problems: [expect.stringContaining("the whole log was removed")],
  });
});
