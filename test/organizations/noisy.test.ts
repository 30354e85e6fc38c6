/** One organization that asks too much is refused, and shown to the operator; the others do not feel it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeScene, minute } from "../alerts/support.ts";
import { agentOf } from "../mcp/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

/** All of them at once: what drains meanwhile is far less than what comes. */
const crowd = 60;
const perSecond = 1;

function limit(organizationId: string) {
  const quotas = { requests_per_second: perSecond };
  return site.operator("PATCH", `operator/organizations/${organizationId}`, { body: { quotas } });
}

const usedBy = async (organizationId: string) => {
  await test.service.organizations.noteUse();
  const { data } = (await site.operator("GET", "operator/use")).body;
  return data.find((one: { organization_id: string }) => one.organization_id === organizationId);
};

it("the noisy one is refused past its quota, whatever its credentials, and the quiet one never", async () => {
  const [noisy, quiet] = [await test.makeTenant({ name: "Noisy" }), await test.makeTenant({ name: "Quiet" })];
  const { id } = noisy.organization;
  const other = await test.makeKey(id, ["api:config_read"]);
  const mcp = await test.makeKey(id, ["mcp:read"]);
  const person = await site.makeMember(id, "viewer");
  await limit(id);
  const ask = ({ config }: Tenant) => config("GET", "teams");
  const answers = await Promise.all(
    Array.from({ length: crowd }, async (_, at) => {
      const loud =
        at % 2 === 0
          ? ask(noisy)
          : test.send("GET", "/api/v1/config/teams", { headers: { authorization: `Bearer ${other.value}` } });
      return { loud: await loud, calm: await ask(quiet) };
    }),
  );
  expect(new Set(answers.map(({ calm }) => calm.status))).toEqual(new Set([200]));
  const refused = answers.map(({ loud }) => loud).filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(crowd - perSecond * 2);
  for (const { status, body, headers } of refused) {
    expect([status, body]).toEqual([
      429,
      expect.objectContaining({
        error: "rate_limited",
        reason: "quota_exceeded",
        quota: { name: "requests_per_second", limit: perSecond, present: expect.any(Number) },
        message: expect.stringMatching(/^All credentials of Noisy together may make 1 requests a second/),
      }),
    ]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(headers.ratelimit).toMatch(/^"organization";r=0;t=\d+$/);
  }
  // The same at the other doors; in an organization of theirs that has no quota its people are not refused.
  const called = { name: "list_teams", arguments: {} };
  const calls = await Promise.all(
    Array.from({ length: crowd / 3 }, () => agentOf(test, mcp.value).rpc("tools/call", called)),
  );
  const late = calls.filter(({ status }) => status === 429);
  expect(late.length).toBeGreaterThan(0);
  for (const { body, headers } of late)
    expect([body.reason, headers.ratelimit, Number(headers["retry-after"]) > 0]).toEqual([
      ...["quota_exceeded", expect.stringMatching(/^"organization";r=0;t=\d+$/), true],
    ]);
  const elsewhere = await Promise.all([
    ...Array.from({ length: crowd / 3 }, () => agentOf(test, mcp.value).rpc("tools/list")),
    ...Array.from({ length: crowd / 3 }, () =>
      person.send("POST", `organizations/${id}/actions/list_teams`, { body: {} }),
    ),
  ]);
  for (const door of [elsewhere.slice(0, crowd / 3), elsewhere.slice(crowd / 3)])
    expect(door.some(({ status, body }) => status === 429 && body.reason === "quota_exceeded")).toBe(true);
  expect((await person.send("GET", "session")).status).toBe(200);

  const [loud, calm] = [await usedBy(id), await usedBy(quiet.organization.id)];
  expect(loud.refused).toBeGreaterThanOrEqual(refused.length);
  expect(calm).toMatchObject({ refused: 0, requests_per_second: Math.round((crowd / 300) * 1_000) / 1_000 });
  expect(loud.requests_per_second).toBeGreaterThan(calm.requests_per_second);
  expect(calm.database_percent).toBeGreaterThan(0);
});

it("alerts of the noisy one are taken in all the same", async () => {
  const scene = await makeScene(test);
  await limit(scene.tenant.organization.id);
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, at) => scene.notify({}, [{ name: `Disk ${at}`, startsAt: minute(0) }])),
  );
  expect(new Set(taken.map(({ status }) => status))).toEqual(new Set([200]));
  expect(taken.reduce((sum, { body }) => sum + body.opened, 0)).toBe(20);
});

it("the operator sees what each has, and when it was last active", async () => {
  const [full, empty] = [await test.makeTenant(), await test.makeOrganization()];
  await full.config("POST", "teams", { body: { name: "Platform" } });
  await site.makeMember(full.organization.id, "viewer");
  await test.service.audit.sealer.flush();
  const used = await usedBy(full.organization.id);
  expect(used).toMatchObject({ rows: 1, members: 1, alerts_last_hour: 0, page_subscribers: 0 });
  expect(used.bytes).toBeGreaterThan(0);
  expect(Date.parse(used.last_activity_at)).toBeGreaterThan(0);
  expect(await usedBy(empty.id)).toMatchObject({
    rows: 0,
    bytes: 0,
    last_activity_at: null,
    requests_per_second: 0,
  });
});

it("what could not be noted is noted later, and nothing for who is gone", async () => {
  const tenant = await test.makeTenant();
  await tenant.config("GET", "teams");
  await test.service.organizations.noteUse();
  await tenant.config("GET", "teams");
  await site.deleteOrganization(tenant.organization.id);
  await test.service.organizations.noteUse();
  expect(await usedBy(tenant.organization.id)).toBeUndefined();
});
