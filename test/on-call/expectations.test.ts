/** Behaviour tests of who is on call: what they take, and that they hold changes back as all others do. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { evaluate, testedRows } from "../../src/features/changes/behaviour-tests/pure.ts";
import { atOnce } from "../../src/kernel/time-slices.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { startService, type TestService } from "../support/service.ts";
import { ada, ben, cy, makeScene, standStill, sunday, weeks } from "./scene.ts";

let test: TestService;
beforeAll(async () => {
  standStill();
  test = await startService();
});
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});

const monday = "2026-11-30T12:00:00Z";

/** As the service stores it. */
const stored = {
  ...{ ...weeks, ends_on: null, hours: [], offset: 0 },
  handover: { ...weeks.handover, day_of_month: 1 },
};

/** What a test comes to over rows of files. */
function failuresOf(
  on_call: JsonObject,
  rotations: readonly object[] = [stored],
  members?: ReadonlySet<string>,
) {
  const row = (kind: string, id: string, configuration: object) => ({
    ...{ kind, id, configuration: configuration as JsonObject, state: {} },
  });
  const rows = [
    row("on_call_rotas", "rota_1", { name: "Payments", timezone: "Europe/Berlin", rotations }),
    row("behaviour_tests", "btest_1", {
      name: "It",
      expect: { on_call: { rota: "rota_1", role: "primary", ...on_call } },
    }),
  ];
  const tested = testedRows(rows, false, members ?? null);
  return atOnce(evaluate(tested, tested.tests, sunday))[0]?.failures;
}

it("decides who is on call at a moment, and at all times of 90 days", () => {
  expect(failuresOf({ at: monday, people: [ben] })).toEqual([]);
  expect(failuresOf({ at: monday, people_at_least: 1 })).toEqual([]);
  expect(failuresOf({ always: true, people_at_least: 1 })).toEqual([]);
  expect(failuresOf({ always: true, people: [], role: "secondary" })).toEqual([]);
  expect(failuresOf({ at: monday, people: [ada, ben] })).toEqual([
    `"Payments" has ${ben} on call as primary on 30 Nov 2026, 12:00 UTC; the test expects ${ada} and ${ben}.`,
  ]);
  expect(failuresOf({ always: true, people_at_least: 2 })).toEqual([
    `"Payments" has ${ada} on call as primary from 29 Nov 2026, 12:00 UTC; the test expects 2 or more.`,
  ]);
  expect(failuresOf({ always: true, people: [] })?.[0]).toMatch(
    /^"Payments" has ada@example\.com on call as primary from .*, and 13 more times in the next 90 days; the test expects nobody/,
  );
  expect(failuresOf({ always: true, people_at_least: 1 }, [{ ...stored, ends_on: "2026-12-01" }])).toEqual([
    '"Payments" has nobody on call as primary from 1 Dec 2026, 23:00 UTC; the test expects 1 or more.',
  ]);
  expect(failuresOf({ at: monday, people_at_least: 1, rota: "rota_2" })).toEqual([
    "The rota that it names is gone (rota_2).",
  ]);
});

it("counts members alone where it is known who is one", () => {
  expect(failuresOf({ at: monday, people_at_least: 1 }, [stored], new Set([ada]))).toHaveLength(1);
  expect(failuresOf({ at: monday, people_at_least: 1 }, [stored], new Set([ben]))).toEqual([]);
});

it("takes one moment or all of them, and a number of people or who they are", async () => {
  const { config } = await makeScene(test);
  const write = async (expected: object, more: object = {}) => {
    const on_call = { rota: "Payments", ...expected };
    const { status, body } = await config("POST", "behaviour_tests", {
      body: { name: "It", expect: { on_call, ...more } },
    });
    return [status, body.field ?? body.expect.on_call.role];
  };
  expect(await write({ people_at_least: 1 })).toEqual([422, "expect.on_call.at"]);
  expect(await write({ at: monday, always: true, people_at_least: 1 })).toEqual([422, "expect.on_call.at"]);
  expect(await write({ always: false, people_at_least: 1 })).toEqual([422, "expect.on_call.at"]);
  expect(await write({ at: monday })).toEqual([422, "expect.on_call.people_at_least"]);
  expect(await write({ at: monday, people: [ada, "ADA@example.com"] })).toEqual([
    ...[422, "expect.on_call.people[1]"],
  ]);
  expect(await write({ at: monday, people: [ben] }, { muted: true })).toEqual([422, "expect.muted"]);
  expect(await write({ at: monday, people: [ben] })).toEqual([201, "primary"]);
});

it("holds back a change of a rota or an override, unless an administrator says why", async () => {
  const { config, api, rota } = await makeScene(test);
  const made = await config("POST", "behaviour_tests", {
    body: {
      name: "Ben has Monday",
      expect: { on_call: { rota, at: monday, people: [ben] } },
    },
  });
  expect(made.status, made.text).toBe(201);
  const refused = await config("PUT", `on_call_rotas/${rota}`, {
    body: { rotations: [{ ...weeks, offset: 1 }] },
  });
  expect([refused.status, refused.body.reason]).toEqual([409, "test_failed"]);
  expect(refused.body.tests).toEqual([
    {
      name: "Ben has Monday",
      message: `"Payments" has ${ada} on call as primary on 30 Nov 2026, 12:00 UTC; the test expects ${ben}.`,
    },
  ]);
  const cover = {
    ...{ rota_id: rota, role: "primary", email: cy, replaces: ben, reason: "" },
    ...{ starts_at: "2026-11-30T08:00:00Z", ends_at: "2026-11-30T20:00:00Z" },
  };
  expect((await config("POST", "on_call_overrides", { body: cover })).body.reason).toBe("test_failed");
  expect(
    (await config("POST", "on_call_overrides?override_tests=Ben%20is%20ill", { body: cover })).status,
  ).toBe(201);
  const ran = await api("POST", "behaviour_tests/run", { body: {} });
  expect(ran.body.data).toMatchObject([
    { name: "Ben has Monday", ok: false, decided_by: [{ resource: "on_call_rotas", id: rota }] },
  ]);
  // Whoever is on call now has a mailbox alone, and this service sends no mail.
  const { delivery } = ran.body.data[0].decided_by[0];
  expect(delivery).toMatchObject({ status: "unsent", reason: expect.stringContaining("no mail server") });
});

it("sees at once that somebody left", async () => {
  const { config, api, rota, people, organization } = await makeScene(test, {
    rotations: [{ ...weeks, turns: [{ people: [ben] }] }],
  });
  const always = { rota, always: true, people_at_least: 1 };
  await config("POST", "behaviour_tests", { body: { name: "It", expect: { on_call: always } } });
  const ok = async () => (await api("POST", "behaviour_tests/run", { body: {} })).body.data[0].ok;
  expect(await ok()).toBe(true);
  await test.database.queryText(
    { name: "test-leave", text: "DELETE FROM members WHERE organization_id = $1 AND user_id = $2" },
    [organization.id, people[1]],
  );
  expect(await ok()).toBe(false);
});

it("counts members alone also where a plan makes the first rota with its test", async () => {
  const { api } = await test.makeTenant({ plan: "business" });
  const bundle = {
    on_call_rotas: [{ name: "Payments", timezone: "Europe/Berlin", rotations: [weeks] }],
    behaviour_tests: [
      { name: "Somebody", expect: { on_call: { rota: "Payments", at: monday, people_at_least: 1 } } },
    ],
  };
  const { body, text } = await api("POST", "plans", { body: { bundle } });
  expect(body.warnings, text).toContainEqual(
    expect.objectContaining({ resource: "behaviour_tests", reason: "test_failed" }),
  );
});
