/** Text messages and calls by a gateway, and the answers that it posts. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSigned, parseReply, phonePaths, signatureOf, wishOf } from "../../src/kernel/phone-replies.ts";
import { mostPerDay, reservePerDay, sizeOf, smsBudget } from "../../src/kernel/text-message.ts";
import { callAnswer, textAnswer } from "../../src/kernel/twiml.ts";
import { startStandIn } from "../support/http-stand-in.ts";
import { badNumbers, type PhoneGatewayStandIn, startPhoneGateway } from "../support/phone-gateway.ts";
import { type Address, code, failure, hostile, page, reachOf } from "./messages.ts";

let gateway: PhoneGatewayStandIn;
let reach: ReturnType<typeof reachOf>;

beforeAll(async () => {
  gateway = await startPhoneGateway();
  reach = reachOf({ phone: { url: gateway.url, ...gateway.settings } });
});
afterAll(() => Promise.all([gateway.close(), reach.close()]));

const number = "+4915112345678";
const sms: Address<"sms" | "call"> = { kind: "sms", number };
const call: Address<"sms" | "call"> = { kind: "call", number };

describe("a text", () => {
  it("says what, where and how to answer, in one to two segments", async () => {
    expect(await reach.send(sms, page)).toBe(201);
    const { to, body } = gateway.texts.at(-1) ?? {};
    expect(to).toBe(number);
    expect(body).toBe([page.title, page.body, page.url, "Reply 1 to acknowledge, 2 to pass on."].join("\n"));
    expect(sizeOf(body ?? "")).toEqual({ encoding: "gsm", segments: 1 });
  });

  it("has a code and nothing else", async () => {
    await reach.send(sms, code);
    expect(gateway.texts.at(-1)?.body).toBe("Your orgconfig code is 042137.");
  });

  it("asks for no answer where nothing is to be acknowledged", async () => {
    await reach.send(sms, { ...page, acknowledge: null, url: null });
    expect(gateway.texts.at(-1)?.body).toBe(`${page.title}\n${page.body}`);
  });

  it.each(hostile)("%s: has at most 320 characters and its last line whole", async (_what, text) => {
    await reach.send(sms, { ...page, title: text, body: text });
    const body = gateway.texts.at(-1)?.body ?? "";
    expect(body.length).toBeLessThanOrEqual(320);
    expect(sizeOf(body).segments).toBeLessThanOrEqual(sizeOf(body).encoding === "gsm" ? 2 : 4);
    expect(body.endsWith(`\n${page.url}\nReply 1 to acknowledge, 2 to pass on.`)).toBe(true);
    expect(body.isWellFormed()).toBe(true);
  });

  it("keeps to the telephone's alphabet where typography is all that is in its way", async () => {
    await reach.send(sms, { ...page, title: "“Payments” – it’s slow…", body: "" });
    expect(gateway.texts.at(-1)?.body).toMatch(/^"Payments" - it's slow\.\.\.\n/);
  });
});

describe("segments", () => {
  it.each([
    ["a".repeat(160), "gsm", 1],
    ["a".repeat(161), "gsm", 2],
    ["a".repeat(306), "gsm", 2],
    ["a".repeat(307), "gsm", 3],
    ["€".repeat(80), "gsm", 1],
    ["€".repeat(81), "gsm", 2],
    // 76 of two places fill 152 of 153: the next one begins the second segment.
    ["€".repeat(152), "gsm", 2],
    [`${"€".repeat(152)}a`, "gsm", 2],
    [`${"€".repeat(153)}`, "gsm", 3],
    ["ж".repeat(70), "ucs2", 1],
    ["ж".repeat(71), "ucs2", 2],
    ["ж".repeat(134), "ucs2", 2],
    ["😀".repeat(35), "ucs2", 1],
    // 33 pairs fill 66 of 67.
    ["😀".repeat(66), "ucs2", 2],
    ["😀".repeat(67), "ucs2", 3],
    ["äöüÄÖÜßñ@£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæÉ§¿¡", "gsm", 1],
    ["ç", "ucs2", 1],
    ["`", "ucs2", 1],
    ["", "gsm", 1],
  ] as const)("%j", (text, encoding, segments) => expect(sizeOf(text)).toEqual({ encoding, segments }));
});

describe("a call", () => {
  it("reads title and service, and waits for a key, twice", async () => {
    expect(await reach.send(call, page)).toBe(201);
    const { said, action, to } = gateway.calls.at(-1) ?? {};
    const asked = [
      "Payments: error rate is high. 12 % of requests fail since 02:14",
      "Press 1 to acknowledge, 2 to pass on.",
    ];
    expect(to).toBe(number);
    expect(said).toEqual([...asked, ...asked, "No key was pressed. The page stays open. Goodbye."]);
    expect(action).toBe(`https://orgconfig.example${phonePaths.call}?alert_id=alt_01jz`);
  });

  it("reads a code by its digits, and waits for no key", async () => {
    await reach.send(call, code);
    const said = "Your orgconfig code is: 0, 4, 2, 1, 3, 7.";
    expect(gateway.calls.at(-1)).toMatchObject({ said: [said, said, said], action: undefined });
  });

  it("reads a test, and waits for no key", async () => {
    await reach.send(call, { ...page, alertId: null, acknowledge: null });
    expect(gateway.calls.at(-1)).toMatchObject({ action: undefined });
    expect(gateway.calls.at(-1)?.said).toHaveLength(2);
  });

  it.each(hostile)("%s: what others wrote is said, and does nothing", async (_what, text) => {
    expect(await reach.send(call, { ...page, title: text, body: text })).toBe(201);
    const { twiml, said } = gateway.calls.at(-1) ?? { twiml: "", said: [] };
    expect(twiml.length).toBeLessThanOrEqual(4_000);
    expect(twiml).not.toContain("<Dial>");
    expect(said).toHaveLength(5);
    expect(twiml.match(/<\w+/g)?.filter((name) => !/^<(Response|Gather|Say)$/.test(name))).toEqual([]);
  });
});

describe("what the gateway answers", () => {
  const sent = (status: number, answer: Record<string, unknown> = {}, headers?: Record<string, string>) => {
    gateway.script.push({ status, body: answer, ...(headers && { headers }) });
    return failure(reach.send(sms, page));
  };

  it("says of a number what it is, without the number", async () => {
    const invalid = await failure(reach.send({ kind: "call", number: badNumbers.invalid }, page));
    expect(invalid).toMatchObject({ kind: "refused", status: 400 });
    expect(invalid.message).toBe("the phone gateway: there is no such number, error 21211 (HTTP 400)");
    const stopped = await failure(reach.send({ kind: "sms", number: badNumbers.stopped }, page));
    expect(stopped.message).toContain("START");
    expect(stopped.message).not.toContain(badNumbers.stopped);
    expect((await sent(400, { code: 29999, message: number })).message).toBe(
      "the phone gateway: it refused it, error 29999 (HTTP 400)",
    );
  });

  it("blames the operator's settings and not the number", async () => {
    const wrong = reachOf({ phone: { url: gateway.url, ...gateway.settings, token: "another token" } });
    const failed = await failure(wrong.send(sms, page));
    expect(failed).toMatchObject({ kind: "unreachable", status: 401 });
    expect(failed.message).toContain("ORGCONFIG_PHONE_TOKEN");
    expect(failed.message).not.toContain("another token");
    await wrong.close();
  });

  it("429 and 5xx: another try may pass", async () => {
    expect(await sent(429, { code: 20429 }, { "retry-after": "7" })).toMatchObject({
      ...{ kind: "temporary", afterMs: 7_000 },
    });
    expect(await sent(503)).toMatchObject({ kind: "temporary", status: 503 });
    gateway.script.push({ status: 502, body: "<html>" });
    expect(await failure(reach.send(sms, page))).toMatchObject({ kind: "temporary" });
  });
});

describe("signatures", () => {
  // The example of https://www.twilio.com/docs/usage/security.
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  const form = {
    ...{ Digits: "1234", To: "+18005551212", From: "+14158675309" },
    ...{ Caller: "+14158675309", CallSid: "CA1234567890ABCDE" },
  };
  const signature = "RSOYDt4T1cUTdK1PDd93/VVr8B8=";

  it("are those of Twilio's published example", () => {
    expect(signatureOf("12345", url, form)).toBe(signature);
    expect(isSigned("12345", url, form, signature)).toBe(true);
    const several = { Sid: "CA123", SidAccount: "AC123", Digits: ["5678", "1234", "1234"] };
    expect(signatureOf("12345", url, several)).toBe("IK+Dwps556ElfBT0I3Rgjkr1wJU=");
  });

  it("are taken with the usual port and without", () => {
    for (const other of ["https://mycompany.com:443/myapp.php?foo=1&bar=2", url])
      expect(isSigned("12345", other, form, signature)).toBe(true);
    const named = "https://mycompany.com:8443/myapp.php";
    expect(isSigned("12345", named, form, signatureOf("12345", named, form))).toBe(true);
    expect(
      isSigned("12345", named, form, signatureOf("12345", "https://mycompany.com/myapp.php", form)),
    ).toBe(false);
  });

  it.each([
    ["another token", "54321", url, form, signature],
    ["another address", "12345", `${url}&x=1`, form, signature],
    ["another host", "12345", url.replace("mycompany", "mycompany.evil"), form, signature],
    ["http", "12345", url.replace("https", "http"), form, signature],
    ["another key", "12345", url, { ...form, Digits: "1" }, signature],
    ["one field more", "12345", url, { ...form, X: "1" }, signature],
    ["one field less", "12345", url, { Digits: "1234" }, signature],
    ["nothing", "12345", url, form, ""],
    ["a longer one", "12345", url, form, `${signature}=`],
  ])("%s is refused", (_what, token, at, fields, given) =>
    expect(isSigned(token, at, fields, given)).toBe(false),
  );
});

describe("an answer", () => {
  it("comes signed, by key and by text, and says who wants what", async () => {
    const seen: unknown[] = [];
    const site = await startStandIn(({ url, headers, body }) => {
      const form = Object.fromEntries(new URLSearchParams(body.toString()));
      const given = String(headers["x-twilio-signature"]);
      const reply = parseReply(form);
      seen.push([
        url.pathname,
        isSigned(gateway.settings.token, url.href, form, given),
        reply,
        wishOf(reply),
      ]);
      return { status: 200, body: callAnswer("acknowledged") };
    });
    const own = reachOf({ phone: { url: gateway.url, ...gateway.settings }, siteUrl: site.url });
    await own.send(call, page);
    const made = gateway.calls.at(-1);
    if (made === undefined) throw new Error("nobody was called");
    const answer = await gateway.press(made, "2");
    expect(answer.twiml).toContain("<Say>Acknowledged. Thank you. Goodbye.</Say><Hangup/>");
    await gateway.reply(`${site.url}${phonePaths.text}`, number, " 1 ");
    const from = gateway.settings.from;
    expect(seen).toEqual([
      [
        phonePaths.call,
        true,
        { from, to: number, text: null, digits: "2", callSid: made.sid, messageSid: null },
        "pass_on",
      ],
      [
        phonePaths.text,
        true,
        {
          ...{ from: number, to: from, text: "1", digits: null, callSid: null },
          messageSid: expect.stringMatching(/^SM/),
        },
        "acknowledge",
      ],
    ]);
    await Promise.all([own.close(), site.close()]);
  });

  it.each([
    ["1", "acknowledge"],
    ["ACK", "acknowledge"],
    ["Ok.", "acknowledge"],
    ["2", "pass_on"],
    ["pass  on!", "pass_on"],
    ["12", undefined],
    ["11", undefined],
    ["not 1", undefined],
    ["", undefined],
  ])("of %j means %s", (text, wish) => expect(wishOf({ digits: null, text })).toBe(wish));

  it("is answered in TwiML, escaped", () => {
    expect(textAnswer(undefined)).toBe('<?xml version="1.0" encoding="UTF-8"?><Response></Response>');
    expect(textAnswer("<&>")).toContain("<Message>&lt;&amp;&gt;</Message>");
    expect(callAnswer("not_understood", "https://x.example/?a=1&b=2")).toContain(
      'action="https://x.example/?a=1&amp;b=2"',
    );
    expect(callAnswer("passed_on")).toContain("Passed on");
    expect(callAnswer("nothing_open")).toContain("Nothing is open any more");
  });
});

describe("how many a number gets", () => {
  it("is one a minute about a group, and so many in a day about all", () => {
    const none = { ofGroupInMinute: 0, inHalfHour: 0, inDay: 0 };
    const left = (more: object, isPage = false) => smsBudget({ ...none, ...more }, isPage);
    expect(left({})).toEqual({ kind: "send", left: mostPerDay - 1 });
    expect(left({ inDay: mostPerDay - 1 })).toEqual({ kind: "send", left: 0 });
    expect(left({ inDay: mostPerDay })).toMatchObject({ kind: "hold" });
    expect(left({ ofGroupInMinute: 1, inDay: 1 })).toMatchObject({ kind: "hold" });
    expect(smsBudget({ ...none, inDay: 3 }, false, 3)).toEqual({
      kind: "hold",
      reason: expect.stringContaining("3 text messages and calls"),
    });
    // A storm uses up no more than that: what wakes somebody has a reserve.
    expect(left({ inDay: mostPerDay }, true)).toEqual({ kind: "send", left: reservePerDay - 1 });
    expect(left({ inDay: mostPerDay, inHalfHour: 1 }, true)).toMatchObject({ kind: "hold" });
    expect(left({ inDay: mostPerDay + reservePerDay }, true)).toMatchObject({ kind: "hold" });
  });
});
