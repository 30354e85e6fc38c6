/** What ends by the clock ends at its moment: nothing has to come by first. Only the clock is set here. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { notify } from "./support.ts";

const begin = new Date("2030-01-01T00:00:00.000Z");
const hours = 3_600_000;

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  await notify(tenant, { recipients: ["ops@example.com"] });
});
afterAll(() => test.close());
afterEach(() => {
  vi.useRealTimers();
});

function at(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: begin.getTime() + milliseconds });
}

const gate = async (service: string) => {
  const { allowed, decided_by } = (await tenant.api("GET", `deploy_gate?service=${service}`)).body;
  return `${allowed} by ${decided_by}`;
};

it("a mute", async () => {
  at(0);
  const body = { pattern: "disk*", reason: "maintenance", duration_minutes: 60 };
  const mute = await tenant.config("POST", "alert_mutes", { body });
  const seen = async () => {
    const alert = { event: "alert_created", title: "Disk is full" };
    const { status } = (await tenant.api("POST", "events?explain=true", { body: alert })).body;
    return [status, (await tenant.config("GET", `alert_mutes/${mute.body.id}`)).body.active];
  };
  at(hours - 1);
  expect(await seen()).toEqual(["muted", true]);
  at(hours);
  expect(await seen()).toEqual(["held", false]);
});

it("an override", async () => {
  at(0);
  const body = { service: "checkout", allow: false, reason: "Launch day" };
  expect((await tenant.api("POST", "deploy_gate/override", { body })).status).toBe(200);
  at(72 * hours - 1);
  expect(await gate("checkout")).toBe("false by override");
  at(72 * hours);
  expect(await gate("checkout")).toBe("true by default");
});

it("a freeze", async () => {
  at(0);
  const body = { service: "search", freeze_until: new Date(begin.getTime() + hours).toISOString() };
  const policy = await tenant.config("POST", "deploy_policies", { body });
  const frozen = async () => (await tenant.config("GET", `deploy_policies/${policy.body.id}`)).body.frozen;
  at(hours - 1);
  expect([await gate("search"), await frozen()]).toEqual(["false by policy", true]);
  at(hours);
  expect([await gate("search"), await frozen()]).toEqual(["true by policy", false]);
});
