/** Shifts that are taken, given and swapped: overrides, in one transaction and by the one way of writing. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

const [ada, ben, cy] = ["ada@example.com", "ben@example.com", "cy@example.com"];
/** A week of Ada's, and the one of Ben's that follows. */
const [monday, tuesday, wednesday] = ["2099-01-05T00:00:00Z", "2099-01-06T00:00:00Z", "2099-01-07T00:00:00Z"];
const [benMonday, benTuesday] = ["2099-01-12T00:00:00Z", "2099-01-13T00:00:00Z"];
const ofAda = { from: tuesday, to: wednesday };
const ofBen = { from: benMonday, to: benTuesday };

async function scene(more: object = {}) {
  const tenant = await test.makeTenant({ plan: "business" });
  const { id } = tenant.organization;
  for (const email of [ada, ben, cy]) await makePerson(test.database, id, email);
  const rotation = {
    ...{ role: "primary", turns: [{ people: [ada] }, { people: [ben] }], starts_on: "2099-01-05" },
    handover: { every: 1, unit: "weeks", at: "00:00" },
  };
  const body = { name: "Payments", timezone: "UTC", rotations: [rotation], ...more };
  const made = await tenant.config("POST", "on_call_rotas", { body });
  expect(made.status, made.text).toBe(201);
  const path = `on_call_rotas/${made.body.id}`;
  const swap = (body: object, options: object = {}) =>
    tenant.api("POST", `${path}/swap`, { body, ...options });
  /** Who is on call at each of these moments. */
  const at = async (...moments: string[]) => {
    const { data } = (await tenant.api("GET", `${path}/shifts?from=${monday}&to=2099-01-19T00:00:00Z`)).body;
    return moments.map(
      (moment) =>
        data
          .find(
            ({ from, to }: Record<string, string>) =>
              new Date(String(from)) <= new Date(moment) && new Date(moment) < new Date(String(to)),
          )
          ?.people.join() ?? "",
    );
  };
  const overrides = async () => (await tenant.config("GET", "on_call_overrides")).body.data;
  return { ...tenant, rota: made.body.id as string, swap, at, overrides };
}

it("puts one person in the place of the other for a time, and answers what was made", async () => {
  const { swap, at, rota } = await scene();
  const given = await swap({ ...ofAda, email: ada, with: ben, reason: "A concert." });
  expect(given.status, given.text).toBe(200);
  expect(given.body).toEqual({
    overrides: [
      {
        id: expect.stringMatching(/^over_/),
        ...{ email: ben, replaces: ada },
        ...{ starts_at: "2099-01-06T00:00:00.000Z", ends_at: "2099-01-07T00:00:00.000Z" },
      },
    ],
    shifts: [
      {
        ...{ role: "primary", people: [ben], by: "override" },
        ...{ from: "2099-01-06T00:00:00.000Z", to: "2099-01-07T00:00:00.000Z" },
      },
    ],
    run: expect.stringMatching(/^take_shift\/req_/),
  });
  expect(await at(monday, tuesday, wednesday, benMonday)).toEqual([ada, ben, ada, ben]);
  expect(rota).toMatch(/^rota_/);
});

it("swaps two shifts at once, and takes both back at once", async () => {
  const { swap, at, api } = await scene();
  const swapped = await swap({ ...ofAda, email: ada, with: ben, in_return: ofBen });
  expect(swapped.status, swapped.text).toBe(200);
  expect(swapped.body.overrides).toHaveLength(2);
  expect(await at(tuesday, wednesday, benMonday, benTuesday)).toEqual([ben, ada, ada, ben]);
  const plan = await api("POST", "plans", { body: { undo_run: swapped.body.run } });
  expect(plan.status, plan.text).toBe(201);
  const applied = await api("POST", `plans/${plan.body.id}/apply`, { body: {} });
  expect(applied.status, applied.text).toBe(200);
  expect(await at(tuesday, wednesday, benMonday, benTuesday)).toEqual([ada, ada, ben, ben]);
});

it("writes nothing where one of the two is refused", async () => {
  const { swap, overrides } = await scene();
  const refused = async (body: object, field: string, message: RegExp) => {
    const { status, body: problem } = await swap({ email: ada, with: ben, ...ofAda, ...body });
    expect([status, problem.field]).toEqual([422, field]);
    expect(problem.message).toMatch(message);
  };
  await refused(
    { in_return: { from: benMonday, to: "2099-01-20T00:00:00Z" } },
    "with",
    /names ben@.*from 19 Jan 2099/,
  );
  await refused(
    { from: monday, to: benTuesday },
    "email",
    /who is not on call as primary from 12 Jan 2099, 00:00 UTC to 13 Jan/,
  );
  await refused({ role: "secondary" }, "email", /who is not on call as secondary/);
  await refused({ with: "eve@example.com" }, "with", /no member/);
  await refused({ with: ada }, "with", /whose shift it is/);
  await refused({ with: null }, "with", /a key is nobody/);
  await refused({ to: monday }, "to", /later than from/);
  await refused({ from: "2020-01-06T00:00:00Z" }, "from", /past/);
  await refused({ in_return: ofAda }, "in_return", /overlap/);
  await refused({ email: null, in_return: ofBen }, "email", /must name whose shift it is/);
  expect(await overrides()).toEqual([]);
});

it("is a member's where they are one of the two, and an administrator's for all", async () => {
  const { organization, rota, at, config } = await scene();
  const member = await siteOf(test).makeMember(organization.id, "member", "dee@example.com");
  const act = (input: object) =>
    member.send("POST", `organizations/${organization.id}/actions/take_shift`, {
      body: { id: rota, ...input },
    });
  const taken = await act({ ...ofAda, email: ada });
  expect(taken.status, taken.text).toBe(200);
  expect(await at(tuesday)).toEqual(["dee@example.com"]);
  const given = await act({ ...ofAda, email: "DEE@example.com", with: cy });
  expect(given.status, given.text).toBe(200);
  expect(await at(tuesday)).toEqual([cy]);
  const others = await act({ ...ofBen, email: ben, with: cy });
  expect([others.status, others.body.reason]).toEqual([403, "level"]);
  const both = await act({ ...ofAda, email: cy, with: "dee@example.com", in_return: ofBen });
  expect([both.status, both.body.field]).toEqual([422, "with"]);
  expect((await config("GET", "on_call_overrides")).body.data).toHaveLength(2);
});

it("goes to and fro between two people, and over a third", async () => {
  const { swap, at, overrides } = await scene();
  const from = (email: string, receiver: string) => swap({ ...ofAda, email, with: receiver });
  for (const [giver, receiver] of [
    ...[
      [ada, ben],
      [ben, ada],
      [ada, ben],
      [ben, cy],
      [cy, ben],
      [ben, ada],
    ],
  ] as [string, string][]) {
    const done = await from(giver, receiver);
    expect(done.status, done.text).toBe(200);
    expect(await at(monday, tuesday, wednesday)).toEqual([ada, receiver, ada]);
  }
  expect((await overrides()).length).toBeLessThanOrEqual(3);
});

it("moves nothing but the time that is named", async () => {
  const { swap, at } = await scene();
  const days = [benMonday, benTuesday, "2099-01-15T00:00:00Z"];
  expect((await swap({ from: benMonday, to: days[2], email: ben, with: cy })).status).toBe(200);
  expect((await swap({ ...ofBen, email: cy, with: ada })).status).toBe(200);
  expect(await at(...days)).toEqual([ada, cy, ben]);
  // Cy's override of three days begins then, too.
  const back = await swap({ ...ofBen, email: ada, with: cy });
  expect(back.status, back.text).toBe(200);
  expect(await at(...days)).toEqual([cy, cy, ben]);
});

it("says where earlier overrides are in the way", async () => {
  const both = [{ people: [ada, cy] }];
  const rotation = {
    role: "primary",
    turns: both,
    starts_on: "2099-01-05",
    handover: { every: 1, unit: "weeks" },
  };
  const { swap, organization } = await scene({ rotations: [rotation] });
  await makePerson(test.database, organization.id, "dee@example.com");
  expect((await swap({ ...ofAda, email: ada, with: ben })).status).toBe(200);
  expect((await swap({ ...ofAda, email: cy, with: ada })).status).toBe(200);
  const third = await swap({ ...ofAda, email: ada, with: "dee@example.com" });
  expect(third.status, third.text).toBe(409);
  expect(third.body.message).toMatch(/are in the way of dee@example\.com/);
});

it("takes a time that is nobody's, and is made once for a call that comes again", async () => {
  const { swap, overrides } = await scene({ rotations: [] });
  const headers = { "idempotency-key": "take-1" };
  const first = await swap({ ...ofAda, with: ben }, { headers });
  expect(first.status, first.text).toBe(200);
  const again = await swap({ ...ofAda, with: ben }, { headers });
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(await overrides()).toMatchObject([{ email: ben, replaces: null }]);
});

it("answers what is said of it, and is another organization's business to nobody", async () => {
  const { rota } = await scene();
  const other = await test.makeTenant({ plan: "business" });
  const stranger = await other.api("POST", `on_call_rotas/${rota}/swap`, { body: { ...ofAda, with: ben } });
  expect(stranger.status).toBe(404);
  const reader = (await test.makeKey(other.organization.id, ["api:config_read"])).value;
  const read = await test.send("POST", `/api/v1/on_call_rotas/${rota}/swap`, {
    headers: { authorization: `Bearer ${reader}` },
    body: { ...ofAda, with: ben },
  });
  expect(read.status).toBe(403);
});
