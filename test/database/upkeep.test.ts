/** What nobody can use any more leaves the database by itself, and nothing else does. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDeliveryStore } from "../../src/features/alerting/delivery/store.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let tenant: Tenant;
let organization: string;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  organization = tenant.organization.id;
});
afterAll(() => test.close());

const idsOf = async (table: string) => {
  const rows = await test.database.queryText<{ id: string }>(
    { name: `test-${table}`, text: `SELECT id FROM ${table} WHERE id LIKE 'test-%' ORDER BY id` },
    [],
  );
  return rows.map(({ id }) => id);
};

it("removes ended sessions, revoked keys and tokens, and plans past their time", async () => {
  await test.database.execute(`
    INSERT INTO users (id, email, email_folded, name, created_at) VALUES ('ada', 'a@a.a', 'a@a.a', 'Ada', now());
    INSERT INTO sessions (hash, id, user_id, created_at, last_used_at)
    VALUES ('1', 'test-ended', 'ada', now() - interval '721 hours', now()), ('2', 'test-lasts', 'ada', now() - interval '719 hours', now());
    INSERT INTO tokens (id, user_id, hash, name, prefix, organizations, created_at, revoked_at)
    VALUES ('test-good', 'ada', '1', 'x', 'x', '{}', now() - interval '9 years', NULL),
      ('test-new', 'ada', '2', 'x', 'x', '{}', now(), now() - interval '29 days'),
      ('test-revoked', 'ada', '3', 'x', 'x', '{}', now(), now() - interval '31 days');
    INSERT INTO api_keys (organization_id, id, hash, name, scopes, prefix, created_by, created_at, revoked_at)
    VALUES ('${organization}', 'test-good', '11', 'x', '{}', 'x', 'x', now() - interval '9 years', NULL),
      ('${organization}', 'test-revoked', '12', 'x', '{}', 'x', 'x', now(), now() - interval '31 days');
    INSERT INTO plans (organization_id, id, status, actor_id, sealed_request, head, difference, created_at, expires_at, applied_at)
    SELECT '${organization}', id, status, 'x', '', '{}', '{}', now(), now() - expired, now() - applied
    FROM (VALUES
      ('test-applied', 'applied', interval '40 days', interval '29 days'),
      ('test-applied-long-ago', 'applied', interval '40 days', interval '31 days'),
      ('test-expired', 'open', interval '25 hours', NULL),
      ('test-invalid', 'invalid', interval '25 hours', NULL),
      ('test-open', 'open', interval '-1 hour', NULL)) AS made (id, status, expired, applied);
    INSERT INTO plans (organization_id, id, status, actor_id, sealed_request, head, difference, created_at, expires_at)
    SELECT '${organization}', 'test-many-' || n, 'open', 'x', '', '{}', '{}', now(), now() - interval '2 days'
    FROM generate_series(1, 45) AS n`);
  await test.service.upkeep.now();
  expect(await idsOf("sessions")).toEqual(["test-lasts"]);
  expect(await idsOf("tokens")).toEqual(["test-good", "test-new"]);
  expect(await idsOf("api_keys")).toEqual(["test-good"]);
  expect(await idsOf("plans")).toEqual(["test-applied", "test-open"]);
});

it("bounds the mail that is held without a mail server, by its age and by organization", async () => {
  const other = (await test.makeOrganization()).id;
  await test.database.execute(`
    INSERT INTO deliveries (organization_id, id, channel, target, lane, source, subject, payload, status, created_at, trying_since, next_attempt_at)
    SELECT organization, 'test-' || name || n, 'email', 'x', 'x', name || n, 'x', '{}', status, now() - age, now(), now()
    FROM (VALUES
      ('${organization}', 'new-', 'held', interval '1 day', 4),
      ('${organization}', 'old-', 'held', interval '31 days', 1),
      ('${organization}', 'queued-', 'queued', interval '31 days', 1),
      ('${other}', 'other-', 'held', interval '1 day', 1)) AS made (organization, name, status, age, many),
      generate_series(1, many) AS n
    ORDER BY name, n`);
  const { forgetHeld } = createDeliveryStore(test.database);
  const before = new Date(Date.now() - 30 * 86_400_000);
  expect(await forgetHeld(before, 10, 100)).toBe(1);
  expect(await forgetHeld(before, 3, 100)).toBe(1);
  expect(await idsOf("deliveries")).toEqual([
    ...["test-new-2", "test-new-3", "test-new-4", "test-other-1", "test-queued-1"],
  ]);
});
