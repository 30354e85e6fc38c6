/** What people are notified of about their shifts: once, with what is open, and nobody who is no member. */

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { readable } from "../../src/kernel/readable.ts";
import { type MailServer, startMailServer } from "../events/support.ts";
import { makePerson } from "../support/people.ts";
import { credentials, startReceivers } from "../support/receivers.ts";
import { startService, type TestService } from "../support/service.ts";

let test: TestService;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  test = await startService({ SMTP_URL: mail.url, ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  await stopLooking(test);
});
afterAll(async () => {
  await test.close();
  await mail.close();
});
beforeEach(() => void mail.mails.splice(0));

/** It looks when the test says so, and at the moments that the test names: a look of its own would be at another one. */
async function stopLooking({ service }: TestService): Promise<void> {
  await Promise.all((service.handOvers.background ?? []).map((one) => one.stop()));
}

const dayMs = 86_400_000;
const address = (name: string) => `${name}@example.com`;

function inThreeDays(): string {
  const day = new Date(Date.now() + 3 * dayMs).getUTCDay();
  return ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][day] as string;
}

/** An organization with three members, and a rota in which Ada and Ben change each week at nine in Berlin, three days from now. */
async function scene(more: object = {}) {
  const tenant = await test.makeTenant({ plan: "business" });
  const { id } = tenant.organization;
  const people = await Promise.all(
    ["ada", "ben", "cy"].map((name) => makePerson(test.database, id, `${name}.${id}@example.com`)),
  );
  const [ada, ben, cy] = ["ada", "ben", "cy"].map((name) => address(`${name}.${id}`)) as [
    string,
    string,
    string,
  ];
  const rotation = {
    name: "Weeks",
    role: "primary",
    turns: [{ people: [ada] }, { people: [ben] }],
    starts_on: "2026-01-05",
    handover: { every: 1, unit: "weeks", at: "09:00", weekday: inThreeDays() },
  };
  const body = { name: "Payments", timezone: "Europe/Berlin", rotations: [rotation], ...more };
  const made = await tenant.config("POST", "on_call_rotas", { body });
  expect(made.status, made.text).toBe(201);
  const look = async (at: Date) => {
    await test.service.handOvers.look(at);
    await test.service.delivery.flush();
    return mail.mails
      .splice(0)
      .filter(({ raw }) => raw.includes(id) || raw.includes(tenant.organization.name));
  };
  const said = (mails: Awaited<ReturnType<typeof look>>) =>
    mails.map(({ to, headers }) => [to[0], headers.subject]);
  return { ...tenant, ...{ ada, ben, cy, people, rotation, look, said }, rota: made.body.id as string };
}

it("notifies each of them of their shifts once, and nothing more while nothing moves", async () => {
  const { look, said, ada, ben, organization } = await scene();
  const now = new Date();
  const first = await look(now);
  const subject = `[${organization.name}] Your shifts in Payments have changed`;
  expect(said(first).sort()).toEqual([
    [ada, subject],
    [ben, subject],
  ]);
  expect(first[0]?.raw).toContain("and were not before:");
  expect(said(await look(new Date(now.getTime() + 60_000)))).toEqual([]);
});

/** The first hand-over from now on: when, and who comes. */
async function nextHandOver(api: Awaited<ReturnType<typeof scene>>["api"]) {
  const { body } = await api("GET", "on_call");
  const { next } = body.rotas[0].roles[0];
  return { at: Date.parse(next.at), comes: next.people[0] as string };
}

it("notifies who comes a day before and at the beginning, and who goes at the end", async () => {
  const { api, look, said, ada, ben, organization } = await scene();
  await look(new Date());
  const { at, comes } = await nextHandOver(api);
  const goes = comes === ada ? ben : ada;
  const inOrg = `[${organization.name}]`;
  expect(said(await look(new Date(at - dayMs - 60_000)))).toEqual([]);
  const [soon, ...none] = await look(new Date(at - dayMs + 30_000));
  expect([soon?.to[0], none.length]).toEqual([comes, 0]);
  expect(soon?.headers.subject).toMatch(/You will be on call for Payments \(primary\) from .*, 09:00 CE/);
  expect(said(await look(new Date(at - 30_000)))).toEqual([]);
  const mails = await look(new Date(at + 30_000));
  expect(said(mails).sort()).toEqual(
    [
      [comes, expect.stringMatching(/You are on call for Payments \(primary\) until .*, 09:00 CE/)],
      [goes, `${inOrg} Your shift in Payments (primary) has ended`],
    ].sort(),
  );
  const ended = mails.find(({ to }) => to[0] === goes)?.raw ?? "";
  expect(ended.replaceAll("=\r\n", "")).toContain(`${comes} is on call now`);
  expect(said(await look(new Date(at + 90_000)))).toEqual([]);
});

it("notifies them also where it was away at the hand-over, and not half a day later", async () => {
  const late = await scene();
  await late.look(new Date());
  const { at, comes } = await nextHandOver(late.api);
  expect((await late.look(new Date(at + 11 * 3_600_000))).map(({ to }) => to[0])).toContain(comes);
  const over = await scene();
  await over.look(new Date());
  expect(over.said(await over.look(new Date(at + 13 * 3_600_000)))).toEqual([]);
});

it("looks no more at an organization without rotas, and begins anew with its next one", async () => {
  const { config, rota, rotation, look, said, ada, ben, organization } = await scene();
  const now = Date.now();
  await look(new Date(now));
  expect((await config("DELETE", `on_call_rotas/${rota}`)).status).toBe(200);
  const changed = (name: string) =>
    [ada, ben].map((to) => [to, `[${organization.name}] Your shifts in ${name} have changed`]);
  expect(said(await look(new Date(now + 60_000))).sort()).toEqual(changed("Payments"));
  const lookedUntil = async () => {
    const text = "SELECT looked_until FROM announced_shifts WHERE organization_id = $1";
    return (await test.database.queryText({ name: "test-looked", text }, [organization.id]))[0];
  };
  const last = await lookedUntil();
  expect(said(await look(new Date(now + 3 * dayMs)))).toEqual([]);
  expect(await lookedUntil()).toEqual(last);
  // Half an hour after its hand-over: nobody had a shift of it that ended then.
  const at = new Date(now + 3 * dayMs - 30 * 60_000).toISOString().slice(11, 16);
  const handover = { every: 1, unit: "days", at };
  const body = { name: "Shop", timezone: "UTC", rotations: [{ ...rotation, handover }] };
  expect((await config("POST", "on_call_rotas", { body })).status).toBe(201);
  expect(said(await look(new Date(now + 3 * dayMs))).sort()).toEqual(changed("Shop"));
});

it("notifies nobody of the end of a shift that a new rota would have had", async () => {
  const { config, rotation, look, said, ada, ben, organization } = await scene();
  const now = Date.now();
  await look(new Date(now));
  const at = new Date(now + 9 * 3_600_000).toISOString().slice(11, 16);
  const handover = { every: 1, unit: "days", at };
  const body = { name: "Shop", timezone: "UTC", rotations: [{ ...rotation, handover }] };
  expect((await config("POST", "on_call_rotas", { body })).status).toBe(201);
  const subject = `[${organization.name}] Your shifts in Shop have changed`;
  expect(said(await look(new Date(now + 10 * 3_600_000))).sort()).toEqual([
    [ada, subject],
    [ben, subject],
  ]);
});

it("notifies both people of an override, whoever wrote it, and nobody who is not concerned", async () => {
  const { api, config, rota, look, ada, ben, cy } = await scene();
  await look(new Date());
  const { at, comes } = await nextHandOver(api);
  const body = {
    ...{ rota_id: rota, role: "primary", email: cy },
    starts_at: new Date(at + dayMs).toISOString(),
    ends_at: new Date(at + 2 * dayMs).toISOString(),
  };
  const made = await config("POST", "on_call_overrides", { body });
  expect(made.status, made.text).toBe(201);
  const mails = await look(new Date());
  expect(mails.map(({ to }) => to[0]).sort()).toEqual([comes, cy].sort());
  expect([ada, ben]).toContain(comes);
  const text = (to: string) => (mails.find((one) => one.to[0] === to)?.raw ?? "").replaceAll("=\r\n", "");
  expect(text(cy)).toContain("and were not before:");
  expect(text(comes)).toContain("not on call in Payments any more:");
  expect((await config("DELETE", `on_call_overrides/${made.body.id}`)).status).toBe(200);
  expect((await look(new Date(Date.now() + 60_000))).map(({ to }) => to[0]).sort()).toEqual(
    [comes, cy].sort(),
  );
});

it("notifies who is away that it is on record", async () => {
  const { config, look, said, cy, organization } = await scene();
  await look(new Date());
  const [starts_at, ends_at] = [3, 5].map((days) => new Date(Date.now() + days * dayMs).toISOString());
  expect((await config("POST", "absences", { body: { email: cy, starts_at, ends_at } })).status).toBe(201);
  expect(said(await look(new Date()))).toEqual([
    [cy, `[${organization.name}] An absence of yours is on record`],
  ]);
  expect(said(await look(new Date(Date.now() + 60_000)))).toEqual([]);
});

it("mails nobody who has left", async () => {
  const { api, look, ada, people, organization } = await scene();
  await look(new Date());
  await test.database.queryText(
    { name: "test-leave", text: "DELETE FROM members WHERE organization_id = $1 AND user_id = $2" },
    [organization.id, people[0]],
  );
  expect((await look(new Date(Date.now() + 60_000))).map(({ to }) => to[0])).not.toContain(ada);
  const { body } = await api("GET", "on_call");
  expect(JSON.stringify(body.rotas[0].roles)).not.toContain(ada);
});

it("notifies everybody once where two nodes look at the same moment", async () => {
  const { api, look, organization } = await scene();
  await look(new Date());
  const other = await startService({ SMTP_URL: mail.url }, [], test.database);
  await stopLooking(other);
  const { at } = await nextHandOver(api);
  const moment = new Date(at + 30_000);
  await Promise.all([test, other, test, other].map(({ service }) => service.handOvers.look(moment)));
  // Either may have taken some of the mails in hand: closing sends what it has, and the first sends the rest.
  await other.close();
  await test.service.delivery.flush();
  const own = mail.mails.filter(({ raw }) => raw.includes(organization.id));
  expect(own.map(({ to }) => to[0]).sort()).toEqual([...new Set(own.map(({ to }) => to[0]))].sort());
  expect(own).toHaveLength(2);
});

it("notifies after all where it ended between what it wrote down and its messages", async () => {
  const { look, said, organization } = await scene();
  const execute = (text: string) => test.database.execute(text);
  await execute(`CREATE FUNCTION fail_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.organization_id = '${organization.id}' THEN RAISE EXCEPTION 'ended here'; END IF; RETURN NEW; END $$`);
  await execute(
    "CREATE TRIGGER fail_for_test BEFORE INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION fail_for_test()",
  );
  const now = new Date();
  await expect(test.service.handOvers.look(now)).rejects.toThrow("ended here");
  await execute("DROP TRIGGER fail_for_test ON deliveries; DROP FUNCTION fail_for_test");
  expect(said(await look(new Date(now.getTime() + 1_000)))).toHaveLength(2);
  expect(said(await look(new Date(now.getTime() + 60_000)))).toEqual([]);
});

it("notifies a rota's channel with what is open, and takes no pager for one", async () => {
  const receivers = await startReceivers();
  const { api, config, rota, look } = await scene();
  const target = async (body: object) =>
    (await config("POST", "outbound_configs", { body })).body.id as string;
  const pager = await target({ name: "Pager", kind: "pagerduty", secret: "k".repeat(32) });
  const refused = await config("PUT", `on_call_rotas/${rota}`, { body: { handover_target_id: pager } });
  expect([refused.status, refused.body.field]).toEqual([422, "handover_target_id"]);
  const chat = await target({
    name: "Hook",
    kind: "webhook",
    url: `${receivers.url}/hook`,
    secret: credentials.webhook,
  });
  const put = await config("PUT", `on_call_rotas/${rota}`, { body: { handover_target_id: chat } });
  expect(put.status, put.text).toBe(200);
  await look(new Date());
  const { at, comes } = await nextHandOver(api);
  await look(new Date(at + 30_000));
  await receivers.close();
  expect(receivers.faults).toEqual([]);
  expect(receivers.received.map(({ body }) => body)).toEqual([
    expect.objectContaining({
      type: "on_call.handover",
      data: expect.objectContaining({
        title: expect.stringContaining(`${comes} is on call for Payments (primary) after `),
      }),
    }),
  ]);
});

it("names the end of a shift that is longer than people are notified of changes ahead", async () => {
  const begins = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10);
  const handover = { every: 8, unit: "weeks", at: "09:00", weekday: inThreeDays() };
  const { rota, look, config, rotation, ben } = await scene({ timezone: "UTC" });
  const change = (turns: object) =>
    config("PUT", `on_call_rotas/${rota}`, {
      body: { rotations: [{ ...rotation, ...turns, handover, starts_on: begins }] },
      headers: { "if-match": "*" },
    });
  expect((await change({})).status).toBe(200);
  const from = Date.parse(`${begins}T09:00:00Z`);
  await look(new Date());
  const long = await look(new Date(from + 60_000));
  const end = readable(new Date(from + 56 * dayMs));
  expect(long.map(({ raw }) => raw.replaceAll("=\r\n", "")).join()).toContain(`until ${end}`);
  expect((await change({ turns: [{ people: [ben] }] })).status).toBe(200);
  const alone = await scene({ timezone: "UTC" });
  expect(
    (
      await alone.config("PUT", `on_call_rotas/${alone.rota}`, {
        body: {
          rotations: [{ ...alone.rotation, turns: [{ people: [alone.ada] }], handover, starts_on: begins }],
        },
        headers: { "if-match": "*" },
      })
    ).status,
  ).toBe(200);
  await alone.look(new Date());
  const [mailed] = await alone.look(new Date(from + 60_000));
  expect(mailed?.headers.subject).toContain("until further notice");
});
