/** Ways of a person: added, verified, tested, put in steps, removed; and what others are shown of them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SendFailure } from "../../src/transports/port.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Person, recordsOf, type Site, siteOf } from "../support/sign-in.ts";
import { add, addVerified, newNumber, recordingReach, subscription } from "./ways-scene.ts";

const reach = recordingReach();
let test: TestService;
let site: Site;
let organization: { readonly id: string };
let ada: Person;
beforeAll(async () => {
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "10.1.0.0/16,ntfy.internal" }, [], undefined, {
    reach,
  });
  site = siteOf(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  reach.sent.length = 0;
  reach.failing = undefined;
  organization = await site.makeOrganization();
  ada = await site.makeMember(organization.id, "member");
});
afterEach(() => {
  vi.useRealTimers();
});

const list = async ({ send }: Person) => (await send("GET", "account/ways")).body;
const verify = ({ send }: Person, id: string, code?: string) =>
  send("POST", `account/ways/${id}/verify`, { body: code === undefined ? {} : { code } });
const other = (code: string) => (code === "000000" ? "000001" : "000000");
describe("a way", () => {
  it("is verified by the code that was sent there, and not before", async () => {
    const number = newNumber();
    const made = await add(ada, { kind: "sms", number });
    expect([made.status, made.body]).toEqual([
      201,
      { id: made.body.id, kind: "sms", name: "Phone", verified: false, not_sent: null },
    ]);
    const [sent] = reach.sent;
    expect(sent?.to).toEqual({ kind: "sms", number });
    expect(sent?.message).toMatchObject({ code: expect.stringMatching(/^\d{6}$/), acknowledge: null });
    expect(await test.service.ways.addressOf(made.body.id)).toBeUndefined();
    const wrong = await verify(ada, made.body.id, other(reach.code()));
    expect([wrong.status, wrong.body.reason]).toEqual([422, "wrong_code"]);
    expect((await list(ada)).data[1]).toMatchObject({ verified: false });
    expect((await verify(ada, made.body.id, reach.code())).body).toMatchObject({ verified: true });
    expect((await list(ada)).data[1]).toMatchObject({ verified: true, leads_to: `…${number.slice(-3)}` });
    expect(await test.service.ways.addressOf(made.body.id)).toEqual({ kind: "sms", number });
  });

  it("of a browser has the keys that its subscription was made with", async () => {
    const { application_server_key: publicKey } = await list(ada);
    expect(Buffer.from(publicKey, "base64url")).toHaveLength(65);
    const browser = subscription();
    const id = await addVerified(ada, reach, {
      kind: "push",
      subscription: { ...browser, expirationTime: null },
    });
    const address = await test.service.ways.addressOf(id);
    expect(address).toEqual({
      kind: "push",
      ...browser,
      vapid: { publicKey, privateKey: expect.any(String) },
    });
  });

  it("is on record without what it leads to", async () => {
    const number = newNumber();
    await addVerified(ada, reach, { kind: "call", name: `Ada ${number}`, number });
    const records = await recordsOf(test, organization.id);
    expect(records.slice(-2)).toMatchObject(
      ["add_way", "verify_way"].map((action) => ({
        ...{ action, resource: "ways", actor_name: ada.email },
        changes: [{ field: "kind", before: null, after: "call" }],
      })),
    );
    expect(JSON.stringify(records)).not.toContain(number);
    const [row] = await test.database.queryText<{ text: string }>(
      {
        name: "test-ways",
        text: "SELECT way::text AS text FROM (SELECT * FROM ways WHERE user_id = $1) AS way",
      },
      [ada.id],
    );
    expect(row?.text.replaceAll(`Ada ${number}`, "")).not.toContain(number.slice(1));
  });

  it("whose code could not be sent stays, unverified, and says why; another code is sent there later", async () => {
    reach.failing = new SendFailure("refused", "its push service answered 403");
    const { status, body } = await add(ada, { kind: "ntfy", url: "https://ntfy.example.com/ada-pages" });
    expect([status, body]).toMatchObject([
      201,
      { verified: false, not_sent: "its push service answered 403" },
    ]);
    expect((await list(ada)).data[1]).toMatchObject({
      failure: "its push service answered 403",
      concern: null,
    });
    reach.failing = undefined;
    expect((await verify(ada, body.id)).body).toMatchObject({ verified: false, not_sent: null });
    expect((await verify(ada, body.id, reach.code())).status).toBe(200);
    expect((await list(ada)).data[1]).toMatchObject({ verified: true, failure: null });
  });

  it("that this installation cannot send by says what is missing", async () => {
    const poor = await startService({}, [], undefined, { reach: recordingReach(["push"]) });
    const own = siteOf(poor);
    const ben = await own.makeMember((await own.makeOrganization()).id, "member");
    const { body } = await add(ben, { kind: "sms", number: newNumber() });
    expect(body.not_sent).toBe(
      "This installation has no gateway for text messages; ask its operator for one.",
    );
    expect((await list(ben)).kinds).toEqual(["push"]);
    await poor.close();
  });

  it.each([
    ["a number without its country", { kind: "sms", number: "0151 23456789" }, "number"],
    ["a number that is too short", { kind: "call", number: "+49 1" }, "number"],
    ["a number that costs its callers", { kind: "sms", number: "+49 900 1234567" }, "number"],
    ["no number", { kind: "sms" }, "number"],
    ["another kind's address", { kind: "sms", number: "+4915123456789", email: "a@example.com" }, "email"],
    ["no address of mail", { kind: "mail", email: "ada" }, "email"],
    ["a topic over http", { kind: "ntfy", url: "http://ntfy.example.com/ada" }, "url"],
    ["a topic over http at a private address", { kind: "ntfy", url: "http://192.168.1.1/ada" }, "url"],
    ["a server without a topic", { kind: "ntfy", url: "https://ntfy.example.com/" }, "url"],
    ["a password in an address", { kind: "ntfy", url: "https://u:p@ntfy.example.com/ada" }, "url"],
    ["a topic with parameters", { kind: "ntfy", url: "https://ntfy.example.com/ada?auth=x" }, "url"],
    [
      "an endpoint over http",
      { kind: "push", subscription: subscription("http://push.example.com/1") },
      "subscription.endpoint",
    ],
    ["a file", { kind: "push", subscription: subscription("file:///etc/passwd") }, "subscription.endpoint"],
    [
      "a key that is no point on the curve",
      {
        kind: "push",
        subscription: {
          ...subscription(),
          keys: { p256dh: Buffer.alloc(65, 4).toString("base64url"), auth: "AAAAAAAAAAAAAAAAAAAAAA" },
        },
      },
      "subscription.keys.p256dh",
    ],
    [
      "a short secret",
      { kind: "push", subscription: { ...subscription(), keys: { ...subscription().keys, auth: "AAAA" } } },
      "subscription.keys.auth",
    ],
    [
      "somebody else's key",
      { kind: "push", subscription: subscription(), application_server_key: "BAAA" },
      "application_server_key",
    ],
  ])("is not made of %s", async (_what, body, field) => {
    const { status, body: answer } = await add(ada, body);
    expect([status, answer.fields?.[0].field ?? answer.field]).toEqual([422, field]);
    expect([reach.sent, (await list(ada)).data.length]).toEqual([[], 1]);
  });

  it.each([
    ["a host", "http://ntfy.internal/ada"],
    ["a host with a port", "http://ntfy.internal:8080/ada"],
    ["an address in a range", "http://10.1.2.3:8080/ada"],
  ])("leads to http where the operator named %s", async (_what, url) => {
    expect((await add(ada, { kind: "ntfy", url })).status).toBe(201);
    expect(reach.sent[0]?.to).toEqual({ kind: "ntfy", url, token: null });
  });

  it("is added once", async () => {
    const number = newNumber();
    const { id } = (await add(ada, { kind: "sms", number })).body;
    const again = await add(ada, {
      kind: "sms",
      number: number.replace("+49151", "+49 (0) 151 ").replace("(0) ", ""),
    });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining(id)]);
    expect((await add(ada, { kind: "call", number })).status).toBe(201);
  });
});
