/** How many rows there are: past the cap of lists, of one's own organization only, and as lists show them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService({ ORGCONFIG_LIST_CAP: "2" });
});
afterAll(() => test.close());

it("counts what lists hold and what they are cut of, and shows the last position", async () => {
  const tenant = await test.makeTenant();
  const other = await test.makeTenant();
  const site = siteOf(test);
  const viewer = await site.makeMember(tenant.organization.id, "viewer");
  const stranger = await site.makeMember(other.organization.id, "org_admin");
  const path = `organizations/${tenant.organization.slug}/row_counts`;
  const counted = async () => {
    const { status, body } = await viewer.send("GET", path);
    expect(status).toBe(200);
    return new Map((body.data as { kind: string }[]).map((one) => [one.kind, one]));
  };
  const none = await counted();
  expect(none.get("teams")).toEqual({ kind: "teams", count: 0, last_position: null });
  expect(none.has("organization_settings")).toBe(false);

  const made = async (kind: string, body: object) => {
    const answer = await tenant.config("POST", kind, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  for (const name of ["A", "B", "C", "D"]) await made("teams", { name });
  for (const position of [3, 11, 7]) {
    const destinations = [{ email: "ops@example.com" }];
    await made("alert_routes", { name: `At ${position}`, position, matchers: ['a="b"'], destinations });
  }
  const mute = await made("alert_mutes", { pattern: "x*", reason: "Known", duration_minutes: 5 });
  await test.database.queryText(
    {
      name: "test-expire",
      text: "UPDATE rows SET key_held_until = now() - interval '1 day' WHERE organization_id = $1 AND id = $2",
    },
    [tenant.organization.id, mute.id],
  );
  const some = await counted();
  expect(some.get("teams")).toEqual({ kind: "teams", count: 4, last_position: null });
  expect(some.get("alert_routes")).toEqual({ kind: "alert_routes", count: 3, last_position: 11 });
  // Lists show what has run out for a month.
  expect(some.get("alert_mutes")).toMatchObject({
    count: (await tenant.config("GET", "alert_mutes")).body.data.length,
  });
  expect((await tenant.config("GET", "teams")).body).toMatchObject({ truncated: true });

  expect((await stranger.send("GET", path)).status).toBe(404);
  expect((await site.browser()("GET", path)).status).toBe(401);
});
