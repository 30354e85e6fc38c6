/** A name that is nearly a service's is asked about wherever a call takes the name of a service. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { created, makeScene, type Scene } from "../alerts/support.ts";
import { startService, type TestService } from "../support/service.ts";

let app: TestService;
let scene: Scene;
beforeAll(async () => {
  app = await startService();
  scene = await makeScene(app);
  await created(scene, "status_page_components", { name: "Payments", service: "payments" });
});
afterAll(() => app.close());

const meant = 'did you mean "payments"?';
const slip = "paymnets";

it("of a drill, which is refused", async () => {
  const { status, text } = await scene.tenant.api("POST", "drills", { body: { service: slip } });
  expect([status, JSON.parse(text).message]).toEqual([422, expect.stringContaining(meant)]);
});

it("of who is notified, which says that it is not known", async () => {
  const { body } = await scene.tenant.api("GET", `services/${slip}/notified`);
  expect(body.unknown[0]).toBe(`No row names "${slip}"; ${meant}`);
});

it("of a timeline without anything in it, which is refused", async () => {
  const { status, text } = await scene.tenant.api("GET", `timeline?service=${slip}`);
  expect([status, JSON.parse(text).message]).toEqual([422, expect.stringContaining(meant)]);
  expect((await scene.tenant.api("GET", "timeline?service=orders")).status).toBe(200);
});

it("of everything about a service, whose gate is held", async () => {
  const { body } = await scene.tenant.api("GET", `service?service=${slip}`);
  expect(body).toMatchObject({ known: false, gate: { allowed: false, did_you_mean: "payments" } });
});

it.each([slip, "Payments"])("of a mute, which is stored with a warning: %s", async (service) => {
  const body = { matchers: [`service="${service}"`], reason: "works", duration_minutes: 5 };
  const warned = async (mute: object) => {
    const { status, headers, body: row } = await scene.tenant.config("POST", "alert_mutes", { body: mute });
    expect(status).toBe(201);
    return JSON.stringify([headers.warning, row.warnings]);
  };
  expect(await warned(body)).toMatch(/did you mean .*payments/);
  expect(await warned({ ...body, matchers: ['service="payments"', `pod="${service}"`] })).not.toContain(
    "mean",
  );
});
