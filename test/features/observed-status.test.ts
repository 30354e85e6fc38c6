import { afterAll, beforeAll, expect, it } from "vitest";
import { observedOf } from "../../src/features/status-page/observed.ts";
import { meanings } from "../../src/resources/status-page-components.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { makeSlo } from "./slo.ts";

let test: TestService;
let tenant: Tenant;
let check: string;
let slo: string;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  const body = { name: "Shop", kind: "http", target: "https://shop.example.com" };
  check = (await tenant.config("POST", "synthetic_checks", { body })).body.id;
  slo = await makeSlo(tenant, "checkout", "availability");
});
afterAll(() => test.close());

const component = async (name: string, body: object) =>
  tenant.config("POST", "status_page_components", { body: { name, ...body } });
const see = async (checkStatus: string, sloStatus: string) => {
  await tenant.api("PUT", `state/synthetic_checks/${check}`, { body: { status: checkStatus } });
  await tenant.api("PUT", `state/slos/${slo}`, { body: { status: sloStatus } });
};

it("is what the check and the SLO say, the worse of the two where they differ", async () => {
  const made = await component("Shop", { synthetic_check_id: check, slo_id: slo });
  expect(made.body.observed_status).toBe(null);
  for (const [checkStatus, sloStatus, observed] of [
    ["up", "no_data", "operational"],
    ["degraded", "healthy", "degraded_performance"],
    ["down", "breached", "major_outage"],
    ["up", "at_risk", "operational"],
    ["up", "breached", "degraded_performance"],
    ["unknown", "healthy", "operational"],
    ["unknown", "no_data", null],
  ] as const) {
    await see(checkStatus, sloStatus);
    const read = await tenant.config("GET", `status_page_components/${made.body.id}`);
    expect(read.body.observed_status).toBe(observed);
    expect(read.headers.etag).toBe(made.headers.etag);
    expect(read.body.status).toBe("operational");
  }
});

it("is what a component that follows the same check or SLO takes, in every state", async () => {
  const made = await component("Followed", { synthetic_check_id: check, slo_id: slo });
  const { unknown: _, ...checkStates } = meanings.synthetic_checks;
  const { no_data: __, unknown: ___, ...sloStates } = meanings.slos;
  const each = [
    ...Object.keys(checkStates).map((state) => [state, "no_data"] as const),
    ...Object.keys(sloStates).map((state) => ["unknown", state] as const),
    ["unknown", "no_data"] as const,
  ];
  for (const [ofCheck, ofSlo] of each) {
    await see(ofCheck, ofSlo);
    const { observed_status } = (await tenant.config("GET", `status_page_components/${made.body.id}`)).body;
    const { status } = observedOf({
      checks: [{ status: ofCheck as keyof typeof meanings.synthetic_checks, unknownSince: null }],
      slos: [{ status: ofSlo as keyof typeof meanings.slos, unknownSince: null }],
      ...{ alerts: [], hasAlerted: false },
    });
    expect([ofCheck, ofSlo, observed_status]).toEqual([ofCheck, ofSlo, status]);
  }
});

it("is null without either, and each row's own in a list", async () => {
  await see("down", "breached");
  await component("Alone", {});
  await component("By check", { synthetic_check_id: check });
  await component("By SLO", { slo_id: slo });
  const { data } = (await tenant.config("GET", "status_page_components")).body;
  const seen = Object.fromEntries(
    data.map((row: { name: string; observed_status: string | null }) => [row.name, row.observed_status]),
  );
  expect(seen).toMatchObject({ Alone: null, "By check": "major_outage", "By SLO": "degraded_performance" });
});

it("says nothing by what was seen too long ago, and each kind says how long that is", async () => {
  const { body } = await tenant.config("POST", "synthetic_checks", {
    body: { name: "Hourly", kind: "http", target: "https://shop.example.com", interval_seconds: 3_600 },
  });
  const hourly = await component("Hourly", { synthetic_check_id: body.id });
  // An older report replaces no newer one, so that rows of which nothing was seen yet are looked at.
  const old = await tenant.config("POST", "synthetic_checks", {
    body: { name: "Old", kind: "http", target: "https://shop.example.com" },
  });
  const objective = await makeSlo(tenant, "cart", "availability");
  const both = await component("Both", { synthetic_check_id: old.body.id, slo_id: objective });
  const observed = async (id: string) =>
    (await tenant.config("GET", `status_page_components/${id}`)).body.observed_status;
  // Reports only get newer, so that time is put back in between.
  const report = async (path: string, status: string, field: string, minutesAgo: number) => {
    const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    const [, id = ""] = path.split("/");
    await test.database.queryText(
      { name: "test-forget", text: "UPDATE rows SET state = '{}' WHERE id = $1" },
      [id],
    );
    await tenant.api("PUT", `state/${path}`, { body: { status, [field]: at } });
  };
  await report(`synthetic_checks/${old.body.id}`, "down", "last_checked_at", 30);
  await report(`slos/${objective}`, "healthy", "last_evaluated_at", 30);
  await report(`synthetic_checks/${body.id}`, "up", "last_checked_at", 120);
  expect([await observed(both.body.id), await observed(hourly.body.id)]).toEqual([null, null]);
  await report(`slos/${objective}`, "healthy", "last_evaluated_at", 1);
  await report(`synthetic_checks/${body.id}`, "up", "last_checked_at", 30);
  expect([await observed(both.body.id), await observed(hourly.body.id)]).toEqual([
    "operational",
    "operational",
  ]);
});
