/** Alerts that go to a rota: whoever is on call at the moment is who every door names, and who gets the message. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Json } from "../../src/kernel/field.ts";
import { stopTimed } from "../pages/scene.ts";
import { makePerson } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";
import { created, makeScene, queued, type Scene } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
  // What lies in the queue is what happened: nobody sends it, and shifts change hands when the test says so.
  await stopTimed(app);
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});
beforeEach(() => {
  at("2026-03-18T12:00:00Z");
});

const at = (moment: string) => void vi.setSystemTime(new Date(moment));

/** By weeks from Monday at nine in Berlin: Ada has the one of the 16th of March, Ben that of the 23rd. */
const [beforeHandOver, handOver] = ["2026-03-23T07:59:59Z", "2026-03-23T08:00:00Z"];

interface Made extends Scene {
  readonly rota: string;
  readonly override: (body: object) => Promise<string>;
}

async function scene(rota: object = {}, route: Readonly<Record<string, Json>> = {}): Promise<Made> {
  const made = await makeScene(app);
  const { id } = made.tenant.organization;
  for (const name of ["ada", "ben", "cy"]) await makePerson(app.database, id, `${name}@example.com`);
  const rotaId = await created(made, "on_call_rotas", {
    name: "Payments",
    timezone: "Europe/Berlin",
    rotations: [rotation("primary", ["ada", "ben"])],
    ...rota,
  });
  // What an Alertmanager waits for is over when its notification comes.
  const body = { destinations: [{ rota_id: rotaId }], group_wait_seconds: 0, ...route };
  const headers = { "if-match": "*" };
  const { status, text } = await made.tenant.config("PUT", `alert_routes/${made.route}`, { body, headers });
  expect(status, text).toBe(200);
  return {
    ...made,
    rota: rotaId,
    override: (more) =>
      created(made, "on_call_overrides", { rota_id: rotaId, role: "primary", replaces: null, ...more }),
  };
}

function rotation(role: string, people: readonly string[], more: object = {}) {
  return {
    name: role,
    role,
    turns: people.map((one) => ({ people: [`${one}@example.com`] })),
    starts_on: "2026-03-16",
    handover: { every: 1, unit: "weeks", at: "09:00", weekday: "mon" },
    ...more,
  };
}

let count = 0;
const next = (word: string) => {
  count += 1;
  return `${word} ${count}`;
};

/** A new alert comes now. @returns to whom it went */
async function live(made: Made, name = next("A")): Promise<string[]> {
  const before = (await queued(app, made)).length;
  await made.notify({ group: name }, [{ name, startsAt: new Date().toISOString() }]);
  return (await queued(app, made)).slice(before).map(({ target }) => target);
}

/** What each forecast says of an alert that begins at a moment, or now. */
async function foretold({ tenant }: Made, moment?: string): Promise<Record<string, string[]>> {
  const labels = { alertname: "A" };
  const { body } = await tenant.api("POST", "alert_routes/resolve", {
    body: { labels, ...(moment === undefined ? {} : { at: moment }) },
  });
  const resolved = body.recipients.map(({ target }: { target: string }) => target);
  if (moment !== undefined) return { resolved };
  const flow = (await tenant.api("GET", "alert_routes/flow")).body;
  const people = flow.receivers.flatMap((one: { people: { email: string }[] }) =>
    one.people.map(({ email }) => email),
  );
  return { resolved, flow: people };
}

/** Whether a behaviour test holds that says who is notified then. */
async function isHeld({ tenant }: Made, moment: string, notified: readonly Json[]): Promise<string | null> {
  const body = {
    name: next("test"),
    alert: { labels: { alertname: "A" }, at: moment },
    expect: { notified },
  };
  const { status, text, body: answer } = await tenant.config("POST", "behaviour_tests", { body });
  // It is not to hold back what the test changes next.
  if (status === 201)
    await tenant.config("DELETE", `behaviour_tests/${answer.id}`, { headers: { "if-match": "*" } });
  return status === 201 ? null : (answer.error?.tests?.[0]?.message ?? text);
}

it("live, resolve, flow and tests name who is on call: before a hand-over, at it, and after", async () => {
  const made = await scene();
  for (const [moment, who] of [
    [beforeHandOver, "ada"],
    [handOver, "ben"],
    ["2026-03-30T07:00:00Z", "ada"],
  ] as const) {
    const person = `${who}@example.com`;
    expect(await foretold(made, moment)).toEqual({ resolved: [person] });
    expect(await isHeld(made, moment, [{ email: person }])).toBeNull();
    expect(await isHeld(made, moment, [{ rota_id: made.rota }])).toBeNull();
    expect(await isHeld(made, moment, [{ email: "cy@example.com" }])).toContain("is not notified");
    at(moment);
    expect(await live(made)).toEqual([person]);
    expect(await foretold(made)).toEqual({ resolved: [person], flow: [person] });
  }
});

it("follows an override, and goes to nobody who has left", async () => {
  const made = await scene({
    rotations: [rotation("primary", ["ada", "ben"]), rotation("secondary", ["ben", "ada"])],
  });
  await made.override({
    email: "cy@example.com",
    starts_at: "2026-03-18T11:00:00Z",
    ends_at: "2026-03-18T13:00:00Z",
  });
  expect(await foretold(made)).toEqual({ resolved: ["cy@example.com"], flow: ["cy@example.com"] });
  expect(await isHeld(made, "2026-03-18T12:30:00Z", [{ email: "cy@example.com" }])).toBeNull();
  expect(await live(made)).toEqual(["cy@example.com"]);
  at("2026-03-18T13:00:00Z");
  expect(await live(made)).toEqual(["ada@example.com"]);
  await leave(made, "ada");
  expect(await foretold(made)).toEqual({ resolved: ["ben@example.com"], flow: ["ben@example.com"] });
  expect(await isHeld(made, "2026-03-18T13:00:00Z", [{ rota_id: made.rota, role: "secondary" }])).toBeNull();
  expect(await isHeld(made, "2026-03-18T13:00:00Z", [{ rota_id: made.rota }])).toContain(
    "goes to the next role, secondary: ben@example.com",
  );
  const name = "left";
  expect(await live(made, name)).toEqual(["ben@example.com"]);
  expect(await onRecord(made, name)).toEqual([
    {
      at: "2026-03-18T13:00:00.000Z",
      by: made.route,
      rota_id: made.rota,
      rota: "Payments",
      role: "primary",
      outcome: "next_role",
      answered: "secondary",
      receivers: ["ben@example.com"],
      reason:
        'nobody is on call as primary in "Payments", so that it goes to the next role, secondary: ben@example.com',
    },
  ]);
  expect(await attention(made)).toEqual([
    expect.objectContaining({
      tone: "warning",
      why: '"all": nobody is on call as primary in "Payments", so that it goes to the next role, secondary: ben@example.com.',
    }),
  ]);
});

const byDay = {
  rotations: [rotation("primary", ["ada"], { hours: [{ days: [], start: "09:00", end: "17:00" }] })],
};
const night = "2026-03-18T22:00:00Z";

it("goes to the fallback where nobody is on call: a mailbox or a target, on record and on Now", async () => {
  const made = await scene({ ...byDay, fallback: { email: "lead@example.com" } });
  expect(await attention(made)).toEqual([]);
  at(night);
  expect(await foretold(made)).toEqual({ resolved: ["lead@example.com"], flow: ["lead@example.com"] });
  expect(await isHeld(made, night, [{ email: "lead@example.com" }])).toBeNull();
  expect(await isHeld(made, night, [{ rota_id: made.rota }])).toContain("goes to its fallback");
  expect(await live(made, "dark")).toEqual(["lead@example.com"]);
  expect(await onRecord(made, "dark")).toMatchObject([
    { outcome: "fallback", receivers: ["lead@example.com"] },
  ]);
  expect(await attention(made)).toMatchObject([{ tone: "warning", state: "nobody" }]);
  const body = { fallback: { outbound_config_id: made.room } };
  const headers = { "if-match": "*" };
  expect((await made.tenant.config("PUT", `on_call_rotas/${made.rota}`, { body, headers })).status).toBe(200);
  expect((await foretold(made)).resolved).toEqual(["room"]);
  expect(await live(made, "darker")).toEqual([made.room]);
  expect(await onRecord(made, "darker")).toMatchObject([{ outcome: "fallback", receivers: ["room"] }]);
});

it("says at once where it reaches nobody", async () => {
  const made = await scene(byDay);
  at(night);
  expect(await foretold(made)).toEqual({ resolved: [], flow: [] });
  const { body } = await made.tenant.api("GET", "alert_routes/flow");
  const why = 'nobody is on call as primary in "Payments", nor in another role, and it has no fallback';
  expect(body.receivers).toMatchObject([{ name: "Payments (primary)", problem: `reaches nobody: ${why}` }]);
  expect(await live(made, "lost")).toEqual([]);
  expect(await onRecord(made, "lost")).toMatchObject([{ outcome: "nobody", receivers: [], reason: why }]);
  const unreached = (await onNow(made)).find(({ state }) => state === "unreached");
  expect(unreached?.why).toBe(`It reached nobody: N${why.slice(1)}.`);
  expect(await attention(made)).toMatchObject([
    { tone: "bad", why: `"all": ${why}. An open alert reached nobody by it.` },
  ]);
  // It is acknowledged by day: nothing is left to say.
  at("2026-03-19T09:00:00Z");
  expect(await attention(made)).toMatchObject([{ why: "An open alert reached nobody by it." }]);
  const { data } = (await made.tenant.api("GET", "alerts")).body;
  await made.tenant.api("POST", `alerts/${data[0].id}/acknowledge`);
  expect(await attention(made)).toEqual([]);
});

it("foretells a step that falls after the hand-over for who will have come", async () => {
  const made = await scene({}, { destinations: [{ email: "log@example.com" }] });
  await created(made, "outbound_rules", {
    name: "wake",
    rota_id: made.rota,
    matchers: ['alertname=~".+"'],
    delay_seconds: 3_600,
    repeat_count: 1,
    repeat_interval_seconds: 3_600,
  });
  at("2026-03-23T06:30:00Z");
  const startsAt = new Date().toISOString();
  const steps = (await foretoldSteps(made)).map(({ target }) => target);
  expect(steps).toEqual(["ada@example.com"]);
  const body = {
    name: "steps",
    alert: { labels: { alertname: "A" }, at: startsAt, unacknowledged_minutes: 125 },
    expect: {
      notified: [{ email: "ada@example.com" }, { email: "ben@example.com" }, { rota_id: made.rota }],
    },
  };
  const test = await made.tenant.config("POST", "behaviour_tests", { body });
  expect(test.status, test.text).toBe(201);
});

it("sends a step to whoever is on call then, and the end to whom it was sent", async () => {
  // Steps fall due by the database's clock, which no test moves.
  const now = vi.getRealSystemTime();
  const moment = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  at(moment(0));
  const made = await scene(
    { rotations: [rotation("primary", ["ada"])] },
    { destinations: [{ email: "log@example.com" }] },
  );
  await created(made, "outbound_rules", {
    ...{ name: "wake", rota_id: made.rota, matchers: ['alertname=~".+"'] },
    ...{ delay_seconds: 3_600, repeat_count: 1, repeat_interval_seconds: 3_600 },
  });
  const pass = async () => {
    await app.database.execute(
      `UPDATE alert_timers SET due_at = now() - interval '1 second' WHERE organization_id = '${made.tenant.organization.id}'`,
    );
    await app.service.alerts.flush();
  };
  const pages = async () =>
    (await queued(app, made))
      .filter(({ channel, source }) => channel === "email" && source.includes("/rule"))
      .map(({ target }) => target);
  await made.notify({}, [{ name: "S", startsAt: moment(0) }]);
  await pass();
  expect(await pages()).toEqual(["ada@example.com"]);
  await made.override({ email: "ben@example.com", starts_at: moment(-5), ends_at: moment(600) });
  await pass();
  expect(await pages()).toEqual(["ada@example.com", "ben@example.com"]);
  await made.notify({}, [{ name: "S", startsAt: moment(0), endsAt: moment(0) }]);
  expect((await pages()).slice(2).sort()).toEqual(["ada@example.com", "ben@example.com"]);
});

it("refuses what names nothing, or two things, and the removal of a rota that is named", async () => {
  const made = await scene();
  const refused = async (kind: string, body: object) => {
    const { status, body: answer } = await made.tenant.config("POST", kind, { body });
    expect(status).toBe(422);
    return answer.fields[0];
  };
  const route = { name: "r", matchers: [], destinations: [{ email: "a@example.com", role: "primary" }] };
  expect(await refused("alert_routes", route)).toMatchObject({ message: "must name role only with rota_id" });
  const rule = { name: "r", matchers: ['x="y"'] };
  expect(await refused("outbound_rules", rule)).toMatchObject({ field: "outbound_config_id" });
  const both = { ...rule, rota_id: made.rota, outbound_config_id: made.room };
  expect(await refused("outbound_rules", both)).toMatchObject({ field: "rota_id" });
  const noRota = { ...rule, role: "secondary", outbound_config_id: made.room };
  expect(await refused("outbound_rules", noRota)).toMatchObject({ field: "role" });
  const gone = await made.tenant.config("DELETE", `on_call_rotas/${made.rota}`, {
    headers: { "if-match": "*" },
  });
  expect(gone.status).toBe(409);
});

it("warns of a route that leads to a rota in which nobody ever is", async () => {
  const made = await scene();
  const empty = await created(made, "on_call_rotas", { name: "Empty", timezone: "UTC", rotations: [] });
  const { body } = await made.tenant.config("POST", "alert_routes", {
    body: { name: "to nobody", matchers: ['x="y"'], destinations: [{ rota_id: empty }] },
  });
  expect(body.warnings).toMatchObject([{ reason: "reaches_nobody", field: "destinations" }]);
});

it("records who was on call for the message at the end of a mute", async () => {
  const made = await scene();
  const mute = { pattern: "*", reason: "work", duration_minutes: 60, summary: true };
  const id = await created(made, "alert_mutes", mute);
  const startsAt = new Date().toISOString();
  await made.notify({}, [{ name: "Came", startsAt }]);
  at("2026-03-18T12:05:00Z");
  await made.notify({}, [{ name: "Came", startsAt, endsAt: new Date().toISOString() }]);
  expect((await made.tenant.config("DELETE", `alert_mutes/${id}`)).status).toBe(200);
  await app.service.alerts.flush();
  await app.service.alerts.flush();
  expect((await queued(app, made)).map(({ target }) => target)).toEqual(["ada@example.com"]);
  expect(await onRecord(made, "Came")).toMatchObject([
    { rota: "Payments", role: "primary", outcome: "role", receivers: ["ada@example.com"] },
  ]);
});

it("warns of a role that the rota does not have, and of a change of the rota that takes one away", async () => {
  const two = { rotations: [rotation("primary", ["ada"]), rotation("secondary", ["ben"])] };
  const made = await scene(two);
  const { tenant, rota } = made;
  const said = ({ body }: { body: { warnings?: { field: string; reason: string; message: string }[] } }) =>
    (body.warnings ?? [])
      .filter(({ reason }) => reason === "role_not_in_rota")
      .map(({ field, message }) => [field, message]);
  const instead = "what is sent to it goes to the next role, or to the fallback";
  const unknown = [/^is tertiary, and "Payments" has no such role, only primary, secondary; /];
  const put = (body: object, path = `alert_routes/${made.route}`) => tenant.config("PUT", path, { body });
  const to = (role: string) => ({ destinations: [{ email: "room@example.com" }, { rota_id: rota, role }] });
  expect(said(await put(to("tertiary")))).toEqual([
    ["destinations[1].role", expect.stringMatching(unknown[0] as RegExp)],
  ]);
  expect(said(await put({ description: "the same role" }))).toEqual([]);
  expect(said(await put(to("secondary")))).toEqual([]);
  const rule = { name: "later", matchers: ['x="y"'], rota_id: rota, role: "tertiary" };
  const ruled = await tenant.config("POST", "outbound_rules", { body: rule });
  expect(said(ruled).map(([field]) => field)).toEqual(["role"]);
  const beat = { name: "beat", every_minutes: 5, ...to("tertiary") };
  const beats = await tenant.config("POST", "alert_heartbeats", { body: beat });
  expect([beats.status, said(beats).map(([field]) => field)]).toEqual([201, ["destinations[1].role"]]);
  const away = { rotations: [rotation("primary", ["ada"])] };
  const lost = `have no role secondary any more, which the alert route "all" names; ${instead}`;
  const edits = [{ op: "save", resource: "on_call_rotas", id: rota, fields: away }];
  const plan = await tenant.api("POST", "plans", { body: { edits } });
  expect(said(plan)).toEqual([["rotations", lost]]);
  expect(said(await put(away, `on_call_rotas/${rota}`))).toEqual([["rotations", lost]]);
  // Nothing that is off sends anything.
  expect(said(await put(two, `on_call_rotas/${rota}`))).toEqual([]);
  await put({ enabled: false });
  expect(said(await put(away, `on_call_rotas/${rota}`))).toEqual([]);
  expect(said(await put({ enabled: true })).map(([field]) => field)).toEqual(["destinations[1].role"]);
});

async function leave({ tenant }: Made, name: string): Promise<void> {
  await app.database.execute(
    `DELETE FROM members WHERE organization_id = '${tenant.organization.id}' AND user_id IN (SELECT id FROM users WHERE email_folded = '${name}@example.com')`,
  );
}

async function onRecord({ tenant }: Made, title: string): Promise<Json[]> {
  const { data } = (await tenant.api("GET", "alerts")).body;
  return data.find((one: { title: string }) => one.title === title).on_call;
}

interface Item {
  readonly resource: string;
  readonly state: string;
  readonly why: string;
}

async function onNow({ tenant }: Made): Promise<Item[]> {
  const { sections } = (await tenant.api("GET", "attention")).body;
  return sections.flatMap(({ data }: { data: Item[] }) => data);
}

/** What Now says of rotas. */
async function attention(made: Made): Promise<Item[]> {
  return (await onNow(made)).filter(({ resource }) => resource === "on_call_rotas");
}

async function foretoldSteps({ tenant }: Made): Promise<{ target: string }[]> {
  const { body } = await tenant.api("POST", "alert_routes/resolve", { body: { labels: { alertname: "A" } } });
  return body.recipients.filter(({ by }: { by: string }) => by === "outbound_rules");
}

it("says in the replay of another rota whom it pages instead, and in how many nights", async () => {
  const made = await scene();
  for (const moment of [
    "2026-03-17T11:00:00Z",
    "2026-03-17T22:30:00Z",
    "2026-03-18T05:59:59Z",
    "2026-03-18T06:00:00Z",
  ]) {
    at(moment);
    expect(await live(made)).toEqual(["ada@example.com"]);
  }
  at("2026-03-18T12:00:00Z");
  const replay = async (resource: string, id: string, fields: object) => {
    const body = { edits: [{ op: "save", resource, id, fields }] };
    const answer = await made.tenant.api("POST", "plans/replay", { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.effects.replay;
  };
  const swapped = await replay("on_call_rotas", made.rota, {
    team_id: null,
    must_cover: null,
    fallback: null,
    rotations: [rotation("primary", ["ben", "ada"])],
  });
  expect(swapped).toMatchObject({ alerts: 4, elsewhere: 4, nobody: 0, drift: 0 });
  expect(swapped.by_person).toEqual([
    // The two messages of one night wake once.
    { person: "ada@example.com", before: 4, after: 0, nights_before: 1, nights_after: 0 },
    { person: "ben@example.com", before: 0, after: 4, nights_before: 0, nights_after: 1 },
  ]);
  const emptied = await replay("on_call_rotas", made.rota, {
    ...{ team_id: null, must_cover: null, fallback: null },
    rotations: [],
  });
  expect(emptied).toMatchObject({ nobody: 4, not_sent: 4 });
});
