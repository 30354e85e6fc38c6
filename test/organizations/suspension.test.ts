/** What a suspended organization still does: it takes no changes, and goes on bringing alerts to people. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isConfiguration } from "../../src/engine/operation.ts";
import { makeScene, minute, notified } from "../alerts/support.ts";
import { agentOf } from "../mcp/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { recordsOf, type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

const reason = "The invoice of October is open";
const pathOf = ({ organization }: Pick<Tenant, "organization">) =>
  `operator/organizations/${organization.id}`;
const suspend = (tenant: Tenant, why = reason) =>
  site.operator("POST", `${pathOf(tenant)}/suspension`, { body: { reason: why } });

it("says since when and why, on record, and ends", async () => {
  const tenant = await test.makeTenant({ name: "Acme" });
  const first = await suspend(tenant);
  expect([first.status, first.body]).toEqual([
    200,
    expect.objectContaining({
      state: "suspended",
      suspension: { reason, since: expect.any(String), by: "operator" },
      deletion: null,
    }),
  ]);
  const again = await suspend(tenant, "Another reason");
  expect(again.body.suspension).toEqual({ ...first.body.suspension, reason: "Another reason" });
  const lifted = await site.operator("DELETE", `${pathOf(tenant)}/suspension`);
  expect(lifted.body).toMatchObject({ state: "active", suspension: null });
  expect((await site.operator("DELETE", `${pathOf(tenant)}/suspension`)).status).toBe(200);
  expect(await recordsOf(test, tenant.organization.id)).toMatchObject([
    { action: "suspend_organization", door: "operator", changes: [{ field: "reason", after: reason }] },
    { action: "suspend_organization", changes: [{ after: "Another reason" }] },
    { action: "lift_suspension", actor_name: "operator" },
  ]);
  expect((await tenant.config("POST", "teams", { body: { name: "Platform" } })).status).toBe(201);
});

it("needs a reason", async () => {
  const tenant = await test.makeTenant();
  for (const body of [{}, { reason: "" }, { reason: "a\nb" }, { reason: "x".repeat(501) }]) {
    const { status, body: refused } = await site.operator("POST", `${pathOf(tenant)}/suspension`, { body });
    expect([status, refused.field]).toEqual([422, "reason"]);
  }
});

describe("while it lasts", () => {
  it("refuses changes at each door with the reason, from the next request on", async () => {
    const tenant = await test.makeTenant({ name: "Acme" });
    const { id } = tenant.organization;
    const team = (await tenant.config("POST", "teams", { body: { name: "Platform" } })).body;
    const plan = await tenant.api("POST", "plans", { body: { bundle: { teams: [{ name: "Other" }] } } });
    expect(plan.status, plan.text).toBe(201);
    const admin = await site.makeMember(id, "org_admin");
    await suspend(tenant);
    const refusal = {
      error: "forbidden",
      reason: "suspended",
      message: expect.stringContaining(reason),
    };
    const refused = async (answer: ReturnType<Tenant["api"]>) => {
      const { status, body } = await answer;
      expect([status, body]).toEqual([403, expect.objectContaining(refusal)]);
    };
    await refused(tenant.config("POST", "teams", { body: { name: "Other" } }));
    await refused(tenant.config("PUT", `teams/${team.id}`, { body: { name: "Renamed" } }));
    await refused(tenant.config("DELETE", `teams/${team.id}`));
    await refused(tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} }));
    await refused(admin.send("POST", `organizations/${id}/actions/create_team`, { body: { name: "Other" } }));
    await refused(
      admin.send("POST", `organizations/${id}/members`, { body: { email: "a@example.com", role: "viewer" } }),
    );
    await refused(
      admin.send("POST", `organizations/${id}/api_keys`, { body: { name: "CI", scopes: ["api:admin"] } }),
    );
    const mcp = await test.makeKey(id, ["mcp:admin"]);
    const tool = await agentOf(test, mcp.value).call("create_team", { name: "Other" });
    expect([tool.isError, JSON.parse(tool.content[0]?.text ?? "")]).toEqual([
      true,
      expect.objectContaining(refusal),
    ]);
    const teams = (await tenant.config("GET", "teams")).body.data;
    expect(teams.map(({ name }: { name: string }) => name)).toEqual(["Platform"]);
    const records = await recordsOf(test, id);
    expect(records).toContainEqual(
      expect.objectContaining({ action: "create_team", outcome: "refused", actor_kind: "key" }),
    );
  });

  it("is read and exported, and says so to whoever asks who they are", async () => {
    const tenant = await test.makeTenant({ name: "Acme" });
    const person = await site.makeMember(tenant.organization.id, "viewer");
    await tenant.config("POST", "teams", { body: { name: "Platform" } });
    await suspend(tenant);
    expect((await tenant.config("GET", "export")).text).toContain("Platform");
    expect((await tenant.api("GET", "audit")).status).toBe(200);
    const planned = await tenant.api("POST", "plans", { body: { bundle: { teams: [{ name: "Other" }] } } });
    expect(planned.status, planned.text).toBe(201);
    expect(planned.body.warnings).toEqual([
      {
        ...{ resource: "teams", key: { name: "Other" }, field: "", reason: "suspended" },
        message: expect.stringMatching(
          /^It cannot be applied now\. Acme is suspended since .*read and exported/,
        ),
      },
    ]);
    const { organization } = (await tenant.api("GET", "whoami")).body;
    expect(organization.suspension).toBe(
      `Acme is suspended since ${organization.suspension.match(/since (.*): The/)?.[1]}: ${reason}. It can still be read and exported, and alerts still reach people.`,
    );
    expect((await person.send("GET", "session")).body.organizations[0].suspension).toEqual({
      reason,
      since: expect.stringMatching(/Z$/),
      delete_at: null,
    });
  });

  it("lets access be taken away", async () => {
    const tenant = await test.makeTenant();
    const { id } = tenant.organization;
    const admin = await site.makeMember(id, "org_admin");
    const leaver = await site.makeMember(id, "member");
    await suspend(tenant);
    const path = `organizations/${id}`;
    expect((await admin.send("DELETE", `${path}/members/${leaver.id}/sessions`)).status).toBe(200);
    expect((await admin.send("DELETE", `${path}/members/${leaver.id}`)).status).toBe(200);
    expect((await admin.send("DELETE", `${path}/api_keys/${tenant.key.id}`)).status).toBe(200);
    expect((await tenant.config("GET", "teams")).status).toBe(401);
    const role = await admin.send("PATCH", `${path}/members/${admin.id}`, { body: { role: "viewer" } });
    expect(role.body.reason).toBe("suspended");
  });

  it("alerts are taken in, reach people, and are acknowledged and resolved", async () => {
    const scene = await makeScene(test);
    await suspend(scene.tenant);
    const taken = await scene.notify({}, [{ name: "Disk full", startsAt: minute(0) }]);
    expect([taken.status, taken.body.opened]).toEqual([200, 1]);
    await test.service.alerts.flush();
    expect((await notified(test, scene)).some((line) => line.includes("Disk full"))).toBe(true);
    const [alert] = (await scene.tenant.api("GET", "alerts")).body.data;
    for (const [act, status] of [
      ["acknowledge", "acknowledged"],
      ["resolve", "resolved"],
    ]) {
      const done = await scene.tenant.api("POST", `alerts/${alert.id}/${act}`, { body: {} });
      expect([done.status, done.body.status]).toEqual([200, status]);
    }
    const mute = await scene.tenant.config("POST", "alert_mutes", { body: {} });
    expect(mute.body.reason).toBe("suspended");
  });
});

/** Each of these is a decision: docs/operating.md says which. */
it("only these changes are taken while it lasts", () => {
  const { operations, accounts } = test.service;
  const named = [...operations.values(), ...accounts]
    .filter((operation) =>
      isConfiguration(operation)
        ? operation.effect !== "read" && (operation.whileSuspended || operation.engineScope !== undefined)
        : operation.whileSuspended,
    )
    .map(({ name }) => name);
  expect(named.sort()).toEqual([
    "acknowledge_alert",
    "acknowledge_render",
    "answer_range_query",
    "emit_event",
    "end_member_sessions",
    "exchange_drills",
    "exchange_silences",
    "remove_member",
    "remove_organization_member",
    "report_alerts",
    "report_discovery",
    "report_state",
    "report_states",
    "reset_member_second_factors",
    "resolve_alert",
    "revoke_api_key",
    "revoke_scim_token",
    "take_in_alerts",
  ]);
});
