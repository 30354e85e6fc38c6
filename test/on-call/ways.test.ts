/** Whom a page reaches: kinds of ways in who is on call, a concern for those whom only mail reaches, and how they are asked. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type MailServer, startMailServer, textOf } from "../events/support.ts";
import { addVerified, newNumber, type RecordingReach, recordingReach } from "../identity/ways-scene.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";

const reach: RecordingReach = recordingReach();
let mail: MailServer;
let test: TestService;
let site: Site;
let tenant: Tenant;
let ada: Person;
let ben: Person;
let rota: string;
beforeAll(async () => {
  mail = await startMailServer();
  test = await startService({ SMTP_URL: mail.url }, [], undefined, { reach });
  site = siteOf(test);
});
afterAll(async () => {
  await test.close();
  await mail.close();
});
beforeEach(async () => {
  mail.mails.length = 0;
  tenant = await test.makeTenant({ plan: "business" });
  const { id } = tenant.organization;
  [ada, ben] = [await site.makeMember(id, "member"), await site.makeMember(id, "member")];
  const turns = [ada.email, ben.email, "gone@example.com"].map((email) => ({ people: [email] }));
  const rotations = [{ name: "Days", starts_on: "2026-01-05", handover: { every: 1, unit: "days" }, turns }];
  const body = { name: "Payments", timezone: "UTC", rotations };
  const made = await tenant.config("POST", "on_call_rotas", { body });
  expect(made.status, made.text).toBe(201);
  rota = made.body.id;
});

const unreachableIn = ({ concerns }: { concerns: { kind: string; email: string }[] }) =>
  concerns.filter(({ kind }) => kind === "unreachable").map(({ email }) => email);
const unreachable = async () =>
  unreachableIn((await tenant.api("GET", `on_call_rotas/${rota}/coverage`)).body).sort();
const ask = () => tenant.api("POST", `on_call_rotas/${rota}/ask`, { body: {} });

it("says by which kinds of ways who is on call is reached, and nothing more of them", async () => {
  const number = newNumber();
  await addVerified(ada, reach, { kind: "sms", number, name: "Red phone" });
  await addVerified(ada, reach, { kind: "sms", number: newNumber() });
  await ben.send("POST", "account/ways", { body: { kind: "call", name: "Not verified", number } });
  const seen = new Map<string, string[]>();
  for (const at of ["2026-01-05T10:00:00Z", "2026-01-06T10:00:00Z"]) {
    const { body, text } = await tenant.api("GET", `on_call?at=${at}`);
    for (const { email, ways } of body.rotas[0].roles[0].people) seen.set(email, ways);
    for (const secret of [number, number.slice(-3), "Red phone"]) expect(text).not.toContain(secret);
  }
  expect([...seen]).toEqual([
    [ada.email, ["mail", "sms"]],
    [ben.email, ["mail"]],
  ]);
});

it("whom only mail reaches is a concern, once a person, and who is no member is not among them", async () => {
  expect(await unreachable()).toEqual([ada.email, ben.email].sort());
  const { id } = (
    await ada.send("POST", "account/ways", { body: { kind: "sms", name: "x", number: newNumber() } })
  ).body;
  expect(await unreachable()).toContain(ada.email);
  await ada.send("POST", `account/ways/${id}/verify`, { body: { code: reach.code() } });
  expect(await unreachable()).toEqual([ben.email]);
  await addVerified(ben, reach, { kind: "mail", email: "ben@home.example" });
  expect(await unreachable()).toEqual([ben.email]);
  await ada.send("DELETE", "account/ways");
  expect(await unreachable()).toEqual([ada.email, ben.email].sort());
  const { body } = await tenant.config("GET", `on_call_rotas/${rota}`);
  const { name, timezone, rotations } = body;
  const previewed = await tenant.api("POST", "on_call_rotas/preview", {
    body: { name, timezone, rotations },
  });
  expect(unreachableIn(previewed.body.coverage).sort()).toEqual([ada.email, ben.email].sort());
});

it("an administrator asks them by mail, once a day, on record; a member does not", async () => {
  await addVerified(ada, reach, { kind: "sms", number: newNumber() });
  expect((await ask()).body).toEqual({ asked: [ben.email], asked_before: [] });
  expect((await ask()).body).toEqual({ asked: [], asked_before: [ben.email] });
  const wanted = () =>
    mail.mails.filter(({ headers }) => headers.subject === "You are on call, and only mail reaches you");
  await until(() => wanted().length > 0);
  expect(wanted().map(({ to }) => to)).toEqual([[ben.email]]);
  expect(
    wanted()
      .map((one) => textOf(one))
      .join(),
  ).toContain("/account/ways");
  const records = await recordsOf(test, tenant.organization.id);
  expect(records.filter(({ action }) => action === "ask_to_be_reached")).toMatchObject([
    { resource: "on_call_rotas", row_id: rota, changes: [{ field: "people", after: [ben.email] }] },
  ]);
  const refused = await ada.send(
    "POST",
    `organizations/${tenant.organization.id}/actions/ask_to_be_reached`,
    {
      body: { id: rota },
    },
  );
  expect(refused.status).toBe(403);
});
