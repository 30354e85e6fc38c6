/** Ways of a person over what really sends: the code arrives at the device, and proves it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type MailServer, startMailServer } from "../events/support.ts";
import { type Ntfy, startNtfy } from "../support/ntfy.ts";
import { type PhoneGatewayStandIn, startPhoneGateway } from "../support/phone-gateway.ts";
import { type PushService, startPushService } from "../support/push-service.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Person, siteOf } from "../support/sign-in.ts";
import { newNumber } from "./ways-scene.ts";

const token = "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2";
let [push, ntfy, phone, mail]: [PushService, Ntfy, PhoneGatewayStandIn, MailServer] = [] as never;
let test: TestService;
let ada: Person;
beforeAll(async () => {
  [push, ntfy, phone, mail] = await Promise.all([
    startPushService(),
    startNtfy(token),
    startPhoneGateway(),
    startMailServer(),
  ]);
  const { environment } = phone;
  test = await startService({
    ...{ ...environment, ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1", SMTP_URL: mail.url },
    ...{ MAIL_FROM: "Acme <ops@acme.example>" },
  });
  const site = siteOf(test);
  ada = await site.makeMember((await site.makeOrganization()).id, "member");
});
afterAll(async () => {
  await test.close();
  await Promise.all([push, ntfy, phone, mail].map((one) => one.close()));
});

const list = async () => (await ada.send("GET", "account/ways")).body;
const post = (path: string, body: object) => ada.send("POST", `account/ways${path}`, { body });

/** Adds a way, reads its code where it arrives, and sends it back. @returns its id */
async function verified(body: object, codeOf: () => string | undefined): Promise<string> {
  const { id, not_sent } = (await post("", { name: "Mine", ...body })).body;
  expect(not_sent).toBeNull();
  expect((await post(`/${id}/verify`, { code: codeOf() })).body).toMatchObject({ verified: true });
  expect((await post(`/${id}/test`, {})).status).toBe(200);
  return id;
}

const digits = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? "")?.[0];

it("this installation has them all", async () => {
  expect((await list()).kinds).toEqual(expect.arrayContaining(["mail", "push", "ntfy", "sms", "call"]));
});

it("a browser decrypts its code and its test, and what its push service says of it is shown", async () => {
  const device = push.subscribe((await list()).application_server_key);
  const { subscription } = device;
  const id = await verified({ kind: "push", subscription }, () => device.messages[0]?.json.code);
  const claims = { sub: "mailto:ops@acme.example" };
  expect(device.messages).toMatchObject([
    { urgency: "normal", json: { title: "Your code for orgconfig" }, claims },
    { urgency: "high", json: { title: "Test of your page" }, claims },
  ]);
  expect(push.faults).toEqual([]);
  device.unsubscribe();
  expect((await post(`/${id}/test`, {})).body.not_sent).toContain("subscribed no more");
});

it("a topic gets its code and its test, with the token of its server", async () => {
  const url = `${ntfy.url}/ada-pages`;
  await verified({ kind: "ntfy", url, token }, () => digits(ntfy.messages[0]?.message));
  expect(ntfy.messages).toHaveLength(2);
  expect(ntfy.faults).toEqual([]);
});

it("a phone reads its code and its test, by text and by call", async () => {
  const [text, call] = [newNumber(), newNumber()];
  await verified({ kind: "sms", number: text }, () => digits(phone.texts[0]?.body));
  await verified({ kind: "call", number: call }, () => phone.calls[0]?.said[0]?.replace(/\D/g, ""));
  expect(phone.texts.map(({ to }) => to)).toEqual([text, text]);
  expect(phone.calls.map(({ to }) => to)).toEqual([call, call]);
  expect(phone.faults).toEqual([]);
});

it("the account's mail gets a test", async () => {
  expect((await post("/way_mail/test", {})).body.not_sent).toBeNull();
  const tests = mail.mails.filter(({ headers }) => headers.subject === "Test of your page");
  expect(tests.map(({ to }) => to)).toEqual([[ada.email]]);
});
