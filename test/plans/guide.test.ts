/** The calls that docs/plans.md begins with do what it says of them. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

it("makes and applies the first plan, and then there is nothing to do", async () => {
  const guide = readFileSync(new URL("../../docs/plans.md", import.meta.url), "utf8");
  const [first = "{}", second = "{}"] = [...guide.matchAll(/ -d '([^']*)'/g)].map(([, body]) => body);
  const plan = await tenant.api("POST", "plans", { body: first });
  expect([plan.status, plan.body.status], plan.text).toEqual([201, "open"]);
  expect(plan.body).toMatchObject({ summary: { create: 2 }, problems: [] });
  // The guide's new team has no members yet.
  expect(plan.body.warnings).toMatchObject([{ field: "destinations", reason: "reaches_nobody" }]);
  const applied = await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: second });
  expect([applied.status, applied.body.changes.length], applied.text).toEqual([200, 2]);
  const again = await tenant.api("POST", "plans", { body: first });
  expect(again.body).toMatchObject({ changes: [], summary: { unchanged: 2 } });
});
