/** Rotas, overrides and absences through the service: who is on call, who may say so, and what nobody covers. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson } from "../support/people.ts";
import { saidBy } from "../support/said.ts";
import { startService, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

const handover = { every: 1, unit: "weeks", at: "09:00", weekday: "mon" };
const [ada, ben, cy] = ["ada", "ben", "cy"].map((name) => ({ people: [`${name}@example.com`] }));

/** An organization with these members, and a rota of weeks between Ada and Ben. */
async function scene(more: object = {}) {
  const tenant = await test.makeTenant({ plan: "business" });
  const { id } = tenant.organization;
  const people = await Promise.all(
    ["ada", "ben", "cy"].map((name) => makePerson(test.database, id, `${name}@example.com`)),
  );
  const rotation = { name: "Weeks", role: "primary", turns: [ada, ben], starts_on: "2026-01-05", handover };
  const body = { name: "Payments", timezone: "Europe/Berlin", rotations: [rotation], ...more };
  const made = await tenant.config("POST", "on_call_rotas", { body });
  expect(made.status, made.text).toBe(201);
  const rota = made.body.id as string;
  const shifts = async (from: string, to: string) => {
    const { status, body, text } = await tenant.api(
      "GET",
      `on_call_rotas/${rota}/shifts?from=${from}&to=${to}`,
    );
    expect(status, text).toBe(200);
    return body.data.map((one: Record<string, string>) => [one.role, one.people, one.from, one.to, one.by]);
  };
  const override = (body: object) =>
    tenant.config("POST", "on_call_overrides", { body: { rota_id: rota, ...body } });
  return { ...tenant, rota, made, rotation, people, shifts, override };
}

it("says the shifts of one person over all rotas, in order of time", async () => {
  const { api, config, rota, rotation, override } = await scene();
  const body = { name: "Shop", timezone: "UTC", rotations: [{ ...rotation, turns: [cy, ben] }] };
  const other = (await config("POST", "on_call_rotas", { body })).body.id;
  const term = { starts_at: "2026-01-06T00:00:00Z", ends_at: "2026-01-07T00:00:00Z" };
  await override({ role: "primary", replaces: null, email: "Ben@example.com", ...term, reason: "" });
  const ask = (who: string) =>
    api("GET", `on_call/shifts?email=${who}&from=2026-01-05T12:00:00Z&to=2026-01-19T12:00:00Z`);
  const { data } = (await ask("BEN@example.com")).body;
  expect(
    data.map((one: Record<string, string>) => [one.name, one.rota_id, one.from, one.to, one.by]),
  ).toEqual([
    ["Payments", rota, "2026-01-06T00:00:00.000Z", "2026-01-07T00:00:00.000Z", "override"],
    ["Payments", rota, "2026-01-12T08:00:00.000Z", "2026-01-19T08:00:00.000Z", "rotation"],
    ["Shop", other, "2026-01-12T09:00:00.000Z", "2026-01-19T09:00:00.000Z", "rotation"],
  ]);
  expect((await ask("nobody@example.com")).body.data).toEqual([]);
});

it("hands over at nine in the morning, in winter and in summer", async () => {
  const { shifts } = await scene();
  expect(await shifts("2026-03-20T00:00:00Z", "2026-04-07T00:00:00Z")).toEqual([
    ["primary", ["ada@example.com"], "2026-03-20T00:00:00.000Z", "2026-03-23T08:00:00.000Z", "rotation"],
    ["primary", ["ben@example.com"], "2026-03-23T08:00:00.000Z", "2026-03-30T07:00:00.000Z", "rotation"],
    ["primary", ["ada@example.com"], "2026-03-30T07:00:00.000Z", "2026-04-06T07:00:00.000Z", "rotation"],
    ["primary", ["ben@example.com"], "2026-04-06T07:00:00.000Z", "2026-04-07T00:00:00.000Z", "rotation"],
  ]);
});

it("says who is on call, since when, until when, and who comes", async () => {
  const { api, override, rota } = await scene();
  const at = (moment: string) => api("GET", `on_call?at=${moment}`).then(({ body }) => body.rotas[0].roles);
  expect(await at("2026-01-07T12:00:00Z")).toEqual([
    {
      role: "primary",
      people: [{ email: "ada@example.com", name: "ada@example.com", ways: ["mail"] }],
      since: "2026-01-05T08:00:00.000Z",
      until: "2026-01-12T08:00:00.000Z",
      by: "rotation",
      next: { at: "2026-01-12T08:00:00.000Z", people: ["ben@example.com"] },
    },
  ]);
  const [before] = await at("2026-01-01T00:00:00Z");
  expect(before).toMatchObject({ people: [], since: null, until: "2026-01-05T08:00:00.000Z", by: null });
  const [starts_at, ends_at] = ["2026-01-07T10:00:00Z", "2026-01-07T14:00:00Z"];
  expect((await override({ email: "cy@example.com", starts_at, ends_at })).status).toBe(201);
  const [covered] = await at("2026-01-07T12:00:00Z");
  expect(covered).toMatchObject({
    people: [{ email: "cy@example.com" }],
    since: "2026-01-07T10:00:00.000Z",
    until: "2026-01-07T14:00:00.000Z",
    by: "override",
    next: { at: "2026-01-07T14:00:00.000Z", people: ["ada@example.com"] },
  });
  expect((await api("GET", "on_call?at=2300-01-01T00:00:00Z")).body.field).toBe("at");
  expect(
    (await api("GET", `on_call_rotas/${rota}/shifts?from=2026-01-07T00:00:00Z&to=2028-01-01T00:00:00Z`))
      .status,
  ).toBe(422);
});

it("is covered by the override that was made last, by the one who covers a cover, and by nobody who left", async () => {
  const { shifts, override, config, people, organization } = await scene();
  const [starts_at, ends_at] = ["2026-01-07T10:00:00Z", "2026-01-07T14:00:00Z"];
  await override({ email: "ben@example.com", replaces: "ada@example.com", starts_at, ends_at });
  await override({
    ...{ email: "cy@example.com", replaces: "ben@example.com" },
    ...{ starts_at: "2026-01-07T11:00:00Z", ends_at: "2026-01-07T12:00:00Z" },
  });
  const day = ["2026-01-07T09:00:00Z", "2026-01-07T15:00:00Z"] as const;
  const brief = async () =>
    (await shifts(...day)).map(([, people, from]: string[]) => [people, from?.slice(11, 16)]);
  expect(await brief()).toEqual([
    [["ada@example.com"], "09:00"],
    [["ben@example.com"], "10:00"],
    [["cy@example.com"], "11:00"],
    [["ben@example.com"], "12:00"],
    [["ada@example.com"], "14:00"],
  ]);
  await test.database.queryText(
    { name: "test-leave", text: "DELETE FROM members WHERE organization_id = $1 AND user_id = $2" },
    [organization.id, people[2]],
  );
  expect(await brief()).toEqual([
    [["ada@example.com"], "09:00"],
    [["ben@example.com"], "10:00"],
    [["ada@example.com"], "14:00"],
  ]);
  const { data } = (await config("GET", "on_call_overrides")).body;
  expect(data.map(({ email }: { email: string }) => email)).toEqual(["cy@example.com", "ben@example.com"]);
});

it("lets members write for themselves, and administrators for all", async () => {
  const { organization, rota } = await scene();
  const member = await siteOf(test).makeMember(organization.id, "member", "dee@example.com");
  const act = (action: string, input: object) =>
    member.send("POST", `organizations/${organization.id}/actions/${action}`, { body: input });
  const times = { starts_at: "2099-01-07T10:00:00Z", ends_at: "2099-01-07T14:00:00Z" };
  const own = await act("create_on_call_override", { rota_id: rota, email: "dee@example.com", ...times });
  expect(own.status, own.text).toBe(201);
  const others = await act("create_on_call_override", { rota_id: rota, email: "ben@example.com", ...times });
  expect([others.status, others.body.reason]).toEqual([403, "level"]);
  const away = await act("create_absence", { email: "ada@example.com", ...times });
  expect([away.status, away.body.reason]).toEqual([403, "level"]);
  expect((await act("create_absence", { email: "DEE@example.com", ...times })).status).toBe(201);
  const admin = await test.makeTenant({ plan: "business" });
  expect((await admin.config("DELETE", `on_call_overrides/${own.body.id}`)).status).toBe(404);
  const gone = await act("delete_on_call_override", { id: own.body.id, confirm: true });
  expect(gone.status, gone.text).toBe(200);
});

it("holds a delete to whom the row is about", async () => {
  const { organization, config, override } = await scene();
  const member = await siteOf(test).makeMember(organization.id, "member", "dee@example.com");
  const times = { starts_at: "2099-01-07T10:00:00Z", ends_at: "2099-01-07T14:00:00Z" };
  const { body } = await override({ email: "ben@example.com", ...times });
  const path = `organizations/${organization.id}/actions/delete_on_call_override`;
  const refused = await member.send("POST", path, { body: { id: body.id, confirm: true } });
  expect([refused.status, refused.body.reason]).toEqual([403, "level"]);
  expect((await config("GET", `on_call_overrides/${body.id}`)).status).toBe(200);
  expect((await config("DELETE", `on_call_overrides/${body.id}`)).status).toBe(200);
});

it("warns of an override in the place of somebody who is not on call then", async () => {
  const { override } = await scene();
  // Ada has the week.
  const said = async (day: number, replaces: string | null) => {
    const times = { starts_at: `2026-01-0${day}T10:00:00Z`, ends_at: `2026-01-0${day}T14:00:00Z` };
    const { status, body, text } = await override({ email: "cy@example.com", ...times, replaces });
    expect(status, text).toBe(201);
    const all: readonly { reason: string; field: string; message: string }[] = body.warnings ?? [];
    return all.filter(({ reason }) => reason === "replaces_nobody");
  };
  expect(await said(6, "Ada@example.com")).toEqual([]);
  expect(await said(7, null)).toEqual([]);
  expect(await said(8, "ben@example.com")).toMatchObject([
    { field: "replaces", message: expect.stringContaining("ben@example.com, who is not on call as primary") },
  ]);
});

it("warns of an override in a role that no rotation of its rota has", async () => {
  const { rota, config } = await scene();
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const override = (role: string) =>
    config("POST", "on_call_overrides", {
      body: { rota_id: rota, role, email: "ben@example.com", starts_at: at(1), ends_at: at(2) },
    });
  expect((await override("primry")).body.warnings).toMatchObject([
    { field: "role", reason: "role_not_in_rota", message: expect.stringContaining("only primary") },
  ]);
  expect((await override("primary")).body.warnings).toBeUndefined();
});

it("names gaps of what must be covered, and what speaks against shifts", async () => {
  const { api, rota, config } = await scene({ must_cover: { always: true } });
  const coverage = async () => (await api("GET", `on_call_rotas/${rota}/coverage?days=28`)).body;
  expect(await coverage()).toMatchObject({ covered: true, gaps: [] });
  // Nobody has added a device.
  expect((await coverage()).concerns.map(({ kind }: { kind: string }) => kind)).toEqual([
    "unreachable",
    "unreachable",
  ]);
  const hour = 3_600_000;
  const soon = (hours: number) => new Date(Math.ceil(Date.now() / hour) * hour + hours * hour).toISOString();
  await config("POST", "absences", {
    body: { email: "ada@example.com", starts_at: soon(1), ends_at: soon(27 * 24) },
  });
  const concerns = (await coverage()).concerns.filter(({ kind }: { kind: string }) => kind !== "unreachable");
  expect(concerns.length).toBeGreaterThan(0);
  for (const one of concerns)
    expect(one).toMatchObject({
      ...{ kind: "away", email: "ada@example.com" },
      message: expect.stringMatching(
        /^is away and on call as primary; could cover: ben@example\.com \(\d+ h planned\)/,
      ),
      could_cover: ["ben@example.com"],
    });
  const stop = await config("PUT", `on_call_rotas/${rota}`, { body: { rotations: [] } });
  expect(stop.status, stop.text).toBe(200);
  expect(saidBy(stop)).toMatch(
    /^rotations leaves nobody on call in "Payments" as primary from .* in the next 90 days/,
  );
  const { covered, gaps } = await coverage();
  expect([covered, gaps]).toEqual([
    false,
    [{ role: "primary", from: expect.any(String), to: expect.any(String) }],
  ]);
});

it("says whom it does not know, and previews what is not saved", async () => {
  const { api, config, rotation, made } = await scene();
  expect(saidBy(made)).toBeUndefined();
  const strange = { ...rotation, turns: [cy, { people: ["eve@example.com"] }] };
  const body = {
    name: "Preview",
    timezone: "Europe/Berlin",
    rotations: [strange],
    must_cover: { always: true },
  };
  const warned = await config("POST", "on_call_rotas", { body });
  expect(saidBy(warned)).toContain(
    "rotations[0].turns[1].people names eve@example.com, who is no member of the organization",
  );
  const preview = await api("POST", "on_call_rotas/preview", { body });
  expect(preview.status, preview.text).toBe(200);
  const { shifts, coverage } = preview.body;
  expect(shifts.every(({ people }: { people: string[] }) => people.join() === "cy@example.com")).toBe(true);
  expect(coverage.covered).toBe(false);
  expect(coverage.concerns.map(({ kind, email }: Record<string, string>) => [kind, email])).toContainEqual([
    "gone",
    "eve@example.com",
  ]);
  const hours = [{ days: [], start: "09:00", end: "09:00" }];
  const wrong = await api("POST", "on_call_rotas/preview", { body: { ...body, must_cover: { hours } } });
  expect([wrong.status, wrong.body.field]).toEqual([422, "must_cover.hours[0].end"]);
});

it("is another organization's business to nobody", async () => {
  const { rota } = await scene();
  const other = await test.makeTenant({ plan: "business" });
  expect((await other.api("GET", `on_call_rotas/${rota}/shifts`)).status).toBe(404);
  expect((await other.api("GET", `on_call_rotas/${rota}/coverage`)).status).toBe(404);
  expect((await other.api("GET", "on_call")).body.rotas).toEqual([]);
});

it("refuses a gap where the rota says so, unless an administrator says why", async () => {
  const { config, api, rota, override } = await scene({ must_cover: { always: true }, on_gap: "refuse" });
  const refused = await config("PUT", `on_call_rotas/${rota}`, { body: { rotations: [] } });
  expect([refused.status, refused.body.reason]).toEqual([409, "test_failed"]);
  expect(refused.body.tests).toEqual([
    {
      name: "on_gap of Payments",
      message: expect.stringMatching(/^the change leaves nobody on call in "Payments"/),
    },
  ]);
  // Who is no member takes nobody's place.
  const [from, to] = [Date.now() + 3_600_000, Date.now() + 7_200_000].map((at) => new Date(at).toISOString());
  const taken = await override({ email: "eve@example.com", starts_at: from, ends_at: to });
  expect(taken.status, taken.text).toBe(201);
  expect((await config("PUT", `on_call_rotas/${rota}`, { body: { description: "Payments" } })).status).toBe(
    200,
  );
  const forced = await config("PUT", `on_call_rotas/${rota}?override_tests=Nobody%20is%20needed`, {
    body: { rotations: [] },
  });
  expect(forced.status, forced.text).toBe(200);
  const log = await api("GET", `audit?action=override_tests`);
  expect(log.body.data?.[0] ?? log.text).toMatchObject({ resource: "on_call_rotas", row_id: rota });
});
