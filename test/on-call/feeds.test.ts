/** Calendars of shifts, in a parser that others have written: after changes, overrides and cancellations. */
import ICAL from "ical.js";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { makePerson } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Person, siteOf } from "../support/sign-in.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());
afterEach(() => {
  vi.useRealTimers();
});

const [ada, ben] = ["ada@example.com", "ben@example.com"];

/** A Wednesday, on which Ada's week goes on. */
const wednesday = Date.parse("2099-01-07T12:00:00Z");
const hour = 3_600_000;
const day = 24 * hour;

function timeIs(at: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: at });
}

const rotation = {
  ...{ name: "Weeks", role: "primary", turns: [{ people: [ada] }, { people: [ben] }] },
  ...{ starts_on: "2099-01-05", handover: { every: 1, unit: "weeks", at: "09:00" } },
};

async function scene() {
  const tenant = await test.makeTenant({ plan: "business" });
  const { id } = tenant.organization;
  for (const email of [ada, ben]) await makePerson(test.database, id, email);
  const body = { name: "Payments, EU; cards", timezone: "UTC", rotations: [rotation] };
  const rota = (await tenant.config("POST", "on_call_rotas", { body })).body.id as string;
  const feed = () => tenant.api("POST", `on_call_rotas/${rota}/feed`, { body: {} });
  return { ...tenant, rota, feed };
}

async function read(url: string, headers: Record<string, string> = {}, address = "127.0.0.1") {
  expect(url).toMatch(/^http:\/\/[\w.:]+\/calendars\/[\w-]{43}\.ics$/);
  return test.send("GET", new URL(url).pathname, { headers, address });
}

interface Shown {
  readonly uid: string;
  readonly sequence: number;
  readonly from: string;
  readonly to: string;
  readonly summary: string;
  readonly status: string;
  readonly stamp: string;
}

async function eventsOf(url: string): Promise<Shown[]> {
  const { status, text } = await read(url);
  expect(status, text).toBe(200);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents("vevent").map((one) => {
    const event = new ICAL.Event(one);
    const textOf = (name: string) => String(one.getFirstPropertyValue(name));
    expect(textOf("last-modified")).toBe(textOf("dtstamp"));
    return {
      ...{ uid: event.uid, sequence: Number(event.sequence), summary: event.summary },
      from: event.startDate.toJSDate().toISOString(),
      to: event.endDate.toJSDate().toISOString(),
      ...{ status: textOf("status"), stamp: textOf("dtstamp") },
    };
  });
}

/** The event of a shift that begins at a moment and was not cancelled. */
const at = (events: readonly Shown[], from: string) =>
  events.find((one) => one.from === from && one.status === "CONFIRMED") as Shown;

const [first, second, third] = ["05", "12", "19"].map((date) => `2099-01-${date}T09:00:00.000Z`) as [
  ...[string, string, string],
];

it("has all shifts of a rota from the last month on and for a year", async () => {
  timeIs(wednesday);
  const { feed } = await scene();
  const { status, body, text } = await feed();
  expect(status, text).toBe(201);
  const events = await eventsOf(body.url);
  expect(events[0]).toEqual({
    ...{
      uid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/),
      sequence: 0,
    },
    ...{ from: first, to: second, status: "CONFIRMED", stamp: "2099-01-07T12:00:00Z" },
    summary: `Payments, EU; cards, primary: ${ada}`,
  });
  expect(events).toHaveLength(53);
  expect(events.at(-1)?.from).toBe("2100-01-04T09:00:00.000Z");
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(53);
});

it("keeps the UID of a shift through changes, raises its number, and shows what is no more as cancelled", async () => {
  timeIs(wednesday);
  const { feed, config, rota } = await scene();
  const { url } = (await feed()).body;
  const before = await eventsOf(url);
  expect(await eventsOf(url)).toEqual(before);

  // An override cuts a shift in three: the first part goes on as the event that it was.
  timeIs(wednesday + hour);
  const override = await config("POST", "on_call_overrides", {
    body: {
      ...{ rota_id: rota, role: "primary", email: ada, replaces: ben },
      ...{ starts_at: "2099-01-14T00:00:00Z", ends_at: "2099-01-15T00:00:00Z" },
    },
  });
  const cut = await eventsOf(url);
  expect(cut).toHaveLength(before.length + 2);
  const { uid } = at(before, second);
  expect(at(cut, second)).toMatchObject({ uid, sequence: 1, to: "2099-01-14T00:00:00.000Z" });
  expect(at(cut, second).stamp).toBe("2099-01-07T13:00:00Z");
  expect(at(cut, "2099-01-14T00:00:00.000Z")).toMatchObject({
    sequence: 0,
    summary: expect.stringContaining(ada),
  });
  expect(at(cut, third)).toEqual(at(before, third));

  // Without it the shift is whole again, and its parts are cancelled.
  await config("DELETE", `on_call_overrides/${override.body.id}`);
  const whole = await eventsOf(url);
  expect(at(whole, second)).toMatchObject({ uid, sequence: 2, to: third });
  const gone = whole.filter(({ status }) => status === "CANCELLED");
  expect(gone.map(({ from, sequence }) => [from, sequence])).toEqual([
    ["2099-01-14T00:00:00.000Z", 1],
    ["2099-01-15T00:00:00.000Z", 1],
  ]);

  // Another person is the same shift; another time of day too.
  const cy = { ...rotation, turns: [{ people: [ada] }, { people: [ada, ben] }] };
  const later = { ...cy, handover: { ...rotation.handover, at: "10:00" } };
  for (const [rotations, sequence] of [
    [cy, 3],
    [later, 4],
  ] as const) {
    expect((await config("PUT", `on_call_rotas/${rota}`, { body: { rotations: [rotations] } })).status).toBe(
      200,
    );
    const same = (await eventsOf(url)).find((one) => one.uid === uid);
    expect(same).toMatchObject({
      sequence,
      status: "CONFIRMED",
      summary: expect.stringContaining(`${ada}, ${ben}`),
    });
  }

  // For a month.
  timeIs(wednesday + 32 * day);
  expect((await eventsOf(url)).filter(({ status }) => status === "CANCELLED")).toEqual([]);
});

it("leaves what is over as it was", async () => {
  timeIs(wednesday + 14 * day);
  const { feed, config, rota } = await scene();
  const { url } = (await feed()).body;
  const before = await eventsOf(url);
  const turns = [{ people: [ben] }];
  await config("PUT", `on_call_rotas/${rota}`, { body: { rotations: [{ ...rotation, turns }] } });
  const after = await eventsOf(url);
  for (const from of [first, second]) expect(at(after, from)).toEqual(at(before, from));
  expect(at(after, third)).toMatchObject({
    uid: at(before, third).uid,
    summary: expect.stringContaining(ben),
  });
});

it("is answered 304 where nothing has changed, privately, and to nobody without the secret", async () => {
  const { feed, api, rota, organization } = await scene();
  const { url } = (await feed()).body;
  const { headers } = await read(url);
  expect(headers).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "private, no-cache",
  });
  const again = await read(url, { "if-none-match": String(headers.etag) });
  expect([again.status, again.text]).toEqual([304, ""]);
  expect((await test.send("HEAD", new URL(url).pathname)).status).toBe(200);
  expect((await test.send("POST", new URL(url).pathname)).status).toBe(405);
  const wrong = await read(url.replace(/.{4}\.ics$/, "AAAA.ics"));
  expect([wrong.status, wrong.body.error]).toEqual([404, "not_found"]);

  const next = (await feed()).body.url as string;
  expect(next).not.toBe(url);
  expect((await read(url)).status).toBe(404);
  expect((await read(next)).status).toBe(200);
  const ended = await api("DELETE", `on_call_rotas/${rota}/feed`);
  expect([ended.status, ended.body]).toEqual([200, { ended: true }]);
  expect((await read(next)).status).toBe(404);
  expect((await api("DELETE", `on_call_rotas/${rota}/feed`)).body).toEqual({ ended: false });

  const secrets = [url, next].map((one) => one.slice(-47, -4));
  const log = await api("GET", "audit?action=make_on_call_feed");
  expect(log.body.data).toHaveLength(2);
  const stored = await test.database.queryText<{ all: string }>(
    {
      name: "test-feeds",
      text: "SELECT coalesce(string_agg(f::text, ''), '') AS all FROM rota_feeds AS f WHERE organization_id = $1",
    },
    [organization.id],
  );
  for (const secret of secrets)
    expect([log.text, test.logs.join(), stored[0]?.all].join()).not.toContain(secret);
});

it("is shown to no reader from outside of an organization's addresses", async () => {
  const { feed, config } = await scene();
  const { url } = (await feed()).body;
  const from = async (address: string) => (await read(url, {}, address)).status;
  expect(await from("198.51.100.7")).toBe(200);
  const body = { ip_allowlist: ["127.0.0.1/32", "192.0.2.0/24"] };
  expect((await config("PUT", "organization_settings", { body })).status).toBe(201);
  const refused = await read(url, {}, "198.51.100.7");
  expect([refused.status, refused.body.error]).toEqual([404, "not_found"]);
  expect(refused.text).not.toContain("Payments");
  expect([await from("192.0.2.9"), await from("127.0.0.1")]).toEqual([200, 200]);
});

it("goes with the rota, and is another organization's business to nobody", async () => {
  const { feed, config, rota } = await scene();
  const { url } = (await feed()).body;
  const other = await test.makeTenant({ plan: "business" });
  expect((await other.api("POST", `on_call_rotas/${rota}/feed`, { body: {} })).status).toBe(404);
  expect((await other.api("DELETE", `on_call_rotas/${rota}/feed`)).status).toBe(404);
  expect((await config("DELETE", `on_call_rotas/${rota}`)).status).toBe(200);
  expect((await read(url)).status).toBe(404);
});

it("is a member's own, and ends with the membership", async () => {
  const { organization, rota, feed, admin } = { ...(await scene()), admin: siteOf(test) };
  const { url: ofKey } = (await feed()).body;
  const dee = await admin.makeMember(organization.id, "viewer", "dee@example.com");
  const make = () =>
    dee.send("POST", `organizations/${organization.id}/actions/make_on_call_feed`, { body: { id: rota } });
  const made = await make();
  expect(made.status, made.text).toBe(201);
  expect((await read(made.body.url)).status).toBe(200);
  expect((await read(ofKey)).status).toBe(200);
  await leave(organization.id, dee);
  expect((await read(made.body.url)).status).toBe(404);
  expect((await read(ofKey)).status).toBe(200);
});

async function leave(organizationId: string, { id }: Pick<Person, "id">): Promise<void> {
  const gone = await siteOf(test).operator(
    "DELETE",
    `operator/organizations/${organizationId}/members/${id}`,
  );
  expect(gone.status, gone.text).toBe(200);
}

it("has a person's shifts of all their organizations, and nothing of one that they left", async () => {
  timeIs(wednesday);
  const site = siteOf(test);
  const [one, two] = [await scene(), await scene()];
  const person = await site.makeMember(one.organization.id, "member", "eve@example.com");
  await makePerson(test.database, two.organization.id, "eve@example.com");
  const mine = [{ people: ["eve@example.com"] }, { people: [ada, "eve@example.com"] }];
  for (const [scene, name] of [
    [one, "One"],
    [two, "Two"],
  ] as const) {
    const body = { name, rotations: [{ ...rotation, turns: mine }] };
    expect((await scene.config("PUT", `on_call_rotas/${scene.rota}`, { body })).status).toBe(200);
  }
  const session = await site.signIn("eve@example.com");
  const cookie = String(session.headers["set-cookie"]).split(";")[0] ?? "";
  const made = await site.browser(cookie)("POST", "account/feed", { body: {} });
  expect(made.status, made.text).toBe(201);
  const all = await eventsOf(made.body.url);
  expect(
    all
      .slice(0, 2)
      .map(({ summary }) => summary)
      .sort(),
  ).toEqual(["On call: One (primary)", "On call: Two (primary)"]);
  expect(all).toHaveLength(106);
  // An organization that lets nobody in from elsewhere shows nothing there, and the other one all.
  await two.config("PUT", "organization_settings", {
    body: { ip_allowlist: ["127.0.0.1/32", "192.0.2.0/24"] },
  });
  const outside = await read(made.body.url, {}, "198.51.100.7");
  expect(outside.status).toBe(200);
  expect([...new Set(outside.text.match(/^SUMMARY:.*(?=\r$)/gm))]).toEqual([
    "SUMMARY:On call: One (primary)",
  ]);
  await leave(one.organization.id, person);
  const left = await eventsOf(made.body.url);
  expect(new Set(left.map(({ summary }) => summary))).toEqual(new Set(["On call: Two (primary)"]));
  expect(left.every(({ sequence, status }) => sequence === 0 && status === "CONFIRMED")).toBe(true);
  expect((await site.deleteOrganization(two.organization.id)).status).toBe(200);
  expect(await eventsOf(made.body.url)).toEqual([]);
  const ended = await site.browser(cookie)("DELETE", "account/feed");
  expect([ended.status, ended.body]).toEqual([200, { ended: true }]);
  expect((await read(made.body.url)).status).toBe(404);
});
