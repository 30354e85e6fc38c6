/** Steps: by which ways a person is reached, one after the other, as they set them and as they are where they set none. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { executorOf } from "../../src/database/executor.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Person, type Site, siteOf } from "../support/sign-in.ts";
import { add, addVerified, newNumber, recordingReach, subscription } from "./ways-scene.ts";

const reach = recordingReach();
let test: TestService;
let site: Site;
let organization: { readonly id: string };
let ada: Person;
beforeAll(async () => {
  test = await startService({}, [], undefined, { reach });
  site = siteOf(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  organization = await site.makeOrganization();
  ada = await site.makeMember(organization.id, "member");
});

const database = () => ({ executor: executorOf(test.database) });
const push = () => ({ kind: "push", subscription: subscription() });
const sms = () => ({ kind: "sms", number: newNumber() });
const steps = async ({ send }: Person) => (await send("GET", "account/steps")).body;
const setSteps = ({ send }: Person, body: object) => send("PUT", "account/steps", { body });

async function stepsOf(email: string, urgency: "page" | "other" = "page") {
  const all = await test.service.ways.stepsOf(database(), [email], urgency);
  return all.get(email)?.map(({ way, afterSeconds }) => [way.id, afterSeconds]);
}

it("are all verified ways at once for a page, and the account's mail for anything else, where none were set", async () => {
  const [phone, device] = [await addVerified(ada, reach, sms()), await addVerified(ada, reach, push())];
  await add(ada, sms());
  const all = ["way_mail", phone, device];
  expect(await steps(ada)).toEqual({
    page: all.map((way_id) => ({ way_id, after_seconds: 0 })),
    other: [{ way_id: "way_mail", after_seconds: 0 }],
    defaults: ["page", "other"],
  });
  expect(await stepsOf(ada.email)).toEqual(all.map((id) => [id, 0]));
  expect(await stepsOf(ada.email, "other")).toEqual([["way_mail", 0]]);
});

it("are in order of time, and those of an urgency that were taken back are the default again", async () => {
  const [phone, device] = [await addVerified(ada, reach, sms()), await addVerified(ada, reach, push())];
  const page = [
    { way_id: phone, after_seconds: 180 },
    { way_id: device, after_seconds: 0 },
    { way_id: "way_mail", after_seconds: 60 },
    { way_id: phone, after_seconds: 3_600 },
  ];
  const { status, body } = await setSteps(ada, { page, other: [{ way_id: device, after_seconds: 0 }] });
  const sorted = page.toSorted((a, b) => a.after_seconds - b.after_seconds);
  expect([status, body]).toEqual([
    200,
    { page: sorted, other: [{ way_id: device, after_seconds: 0 }], defaults: [] },
  ]);
  expect(await steps(ada)).toEqual(body);
  expect(await stepsOf(ada.email)).toEqual(sorted.map((step) => [step.way_id, step.after_seconds]));
  expect((await setSteps(ada, { page: page.slice(0, 2) })).body).toMatchObject({ defaults: ["other"] });
  expect(await stepsOf(ada.email)).toEqual([
    [device, 0],
    [phone, 180],
  ]);
  await setSteps(ada, {});
  expect((await steps(ada)).defaults).toEqual(["page", "other"]);
});

it("take no way that is not verified, is somebody else's or unknown, and no time beyond an hour", async () => {
  const ben = await site.makeMember(organization.id, "member");
  const bens = await addVerified(ben, reach, sms());
  const waiting = (await add(ada, sms())).body.id;
  for (const way_id of [bens, waiting, "way_none"]) {
    const refused = await setSteps(ada, { page: [{ way_id, after_seconds: 0 }] });
    expect([refused.status, refused.body.field]).toEqual([422, "page[0].way_id"]);
  }
  for (const after_seconds of [-1, 3_601, 0.5])
    expect((await setSteps(ada, { other: [{ way_id: "way_mail", after_seconds }] })).status).toBe(422);
  const many = Array.from({ length: 21 }, () => ({ way_id: "way_mail", after_seconds: 0 }));
  expect((await setSteps(ada, { page: many })).status).toBe(422);
  expect((await steps(ada)).defaults).toEqual(["page", "other"]);
});

it("go with their way, and without any a page goes by what is left", async () => {
  const [phone, device] = [await addVerified(ada, reach, sms()), await addVerified(ada, reach, push())];
  await setSteps(ada, { page: [phone, device].map((way_id) => ({ way_id, after_seconds: 0 })) });
  expect((await ada.send("DELETE", `account/ways/${phone}`)).status).toBe(200);
  expect(await stepsOf(ada.email)).toEqual([[device, 0]]);
  await test.service.ways.note(device, { kind: "gone", error: "410" });
  expect(await stepsOf(ada.email)).toEqual([["way_mail", 0]]);
  expect((await steps(ada)).defaults).toEqual(["page", "other"]);
});

it("are found by an address in any case, and a stranger's are their mail", async () => {
  const device = await addVerified(ada, reach, push());
  const [written, stranger] = [ada.email.toUpperCase(), "nobody@example.org"];
  const all = await test.service.ways.stepsOf(database(), [written, stranger], "page");
  expect([...all]).toEqual([
    [
      written,
      [
        { way: { id: "way_mail", kind: "mail", name: written }, afterSeconds: 0 },
        { way: { id: device, kind: "push", name: "Phone" }, afterSeconds: 0 },
      ],
    ],
    [stranger, [{ way: { id: "way_mail", kind: "mail", name: stranger }, afterSeconds: 0 }]],
  ]);
  expect([...(await test.service.ways.kindsOf(database(), [written, stranger]))]).toEqual([
    [written, ["mail", "push"]],
    [stranger, ["mail"]],
  ]);
});
