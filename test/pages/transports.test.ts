/** A page over what really sends: it arrives at the device, and is acknowledged from there. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { type MailServer, startMailServer, textOf } from "../events/support.ts";
import { newNumber } from "../identity/ways-scene.ts";
import { type Ntfy, startNtfy } from "../support/ntfy.ts";
import { type PhoneGatewayStandIn, startPhoneGateway } from "../support/phone-gateway.ts";
import { type Device, type PushService, startPushService } from "../support/push-service.ts";
import { startService, type TestService } from "../support/service.ts";
import { type PagingScene, pagingScene, stopTimed } from "./scene.ts";

let [push, ntfy, phone, mail]: [PushService, Ntfy, PhoneGatewayStandIn, MailServer] = [] as never;
let app: TestService;
let url: string;
let made: PagingScene;
beforeAll(async () => {
  [push, ntfy, phone, mail] = await Promise.all([
    startPushService(),
    startNtfy(),
    startPhoneGateway(),
    startMailServer(),
  ]);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  app = await startService({
    ...phone.environment,
    ...{ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1", HOST: "127.0.0.1", PORT: String(port), SMTP_URL: mail.url },
  });
  await stopTimed(app);
  // What acknowledges comes over the network, as from a phone.
  await app.service.server.listen({ port, host: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await Promise.all([push, ntfy, phone, mail].map((one) => one.close()));
});
beforeEach(async () => {
  made = await pagingScene(app);
  for (const all of [ntfy.messages, phone.texts, phone.calls, mail.mails]) all.length = 0;
});

const ada = () => made.people[0] as PagingScene["people"][number];
const flush = async () => {
  await app.service.pages.flush();
  await app.service.delivery.flush();
};
const ways = async () => (await ada().send("GET", "account/ways")).body;
const digits = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? "")?.[0];

/** Adds a way, reads its code where it arrives, and sends it back. @returns its id */
async function verified(body: object, codeOf: () => string | undefined): Promise<string> {
  const { id, not_sent } = (await ada().send("POST", "account/ways", { body: { name: "Mine", ...body } }))
    .body;
  expect(not_sent).toBeNull();
  const { status } = await ada().send("POST", `account/ways/${id}/verify`, { body: { code: codeOf() } });
  expect(status).toBe(200);
  return id;
}

async function withDevice(): Promise<{ readonly id: string; readonly device: Device }> {
  const device = push.subscribe((await ways()).application_server_key);
  const { subscription } = device;
  const id = await verified({ kind: "push", subscription }, () => device.messages.at(-1)?.json.code);
  device.messages.length = 0;
  return { id, device };
}

async function withPhone(kind: "sms" | "call") {
  const number = newNumber();
  const codeOf = {
    sms: () => digits(phone.texts.at(-1)?.body),
    call: () => phone.calls.at(-1)?.said[0]?.replace(/\D/g, ""),
  };
  const id = await verified({ kind, number }, codeOf[kind]);
  for (const all of [phone.texts, phone.calls]) all.length = 0;
  return { id, number };
}

const isAcknowledged = async (id: string, by: string) => {
  const { status, acknowledged_by, pages } = await made.alert(id);
  expect([status, acknowledged_by, pages[0].closed_by]).toEqual([
    "acknowledged",
    ada().email,
    `${ada().email} by ${by}`,
  ]);
};

describe("a page", () => {
  it("is decrypted by the browser, and the token in it acknowledges once, without a session", async () => {
    const { device } = await withDevice();
    const id = await made.fire("Disk full");
    await flush();
    const [message] = device.messages;
    expect(message).toMatchObject({ urgency: "high", topic: expect.stringMatching(/^[\w-]{1,32}$/) });
    expect(message?.json).toEqual({
      title: "CRITICAL · shop: Disk full",
      body: expect.stringContaining("Disk full"),
      url: expect.stringMatching(new RegExp(`^${url}/o/.*/alerts/${id}$`)),
      alert_id: id,
      acknowledge: { url: `${url}/api/v1/acknowledge`, token: expect.stringMatching(/^\S{40,}$/) },
      code: null,
    });
    const { acknowledge } = message?.json ?? {};
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ token: acknowledge.token });
    const looked = await fetch(`${acknowledge.url}?token=${acknowledge.token}`);
    expect([looked.status, (await made.alert(id)).status]).toEqual([405, "open"]);
    expect((await fetch(acknowledge.url, { method: "POST", headers, body })).status).toBe(200);
    await isAcknowledged(id, "push");
    expect((await fetch(acknowledge.url, { method: "POST", headers, body })).status).toBe(409);
    await flush();
    // The same topic: it takes the place of the one that rang.
    expect(device.messages.at(-1)).toMatchObject({
      topic: message?.topic,
      json: { title: `Acknowledged by ${ada().email}: Disk full`, acknowledge: null, alert_id: id },
    });
    expect(push.faults).toEqual([]);
  });

  it("has a button in ntfy that acknowledges in the background", async () => {
    await verified({ kind: "ntfy", url: `${ntfy.url}/ada`, token: null }, () =>
      digits(ntfy.messages.at(-1)?.message),
    );
    const id = await made.fire("Slow");
    await flush();
    const message = ntfy.messages.at(-1);
    if (message === undefined) throw new Error("no message came");
    expect(message).toMatchObject({ priority: 5, title: "CRITICAL · shop: Slow" });
    expect(await ntfy.tap(message, "Acknowledge")).toBe(200);
    await isAcknowledged(id, "ntfy");
    expect(await ntfy.tap(message, "Acknowledge")).toBe(409);
    expect(ntfy.faults).toEqual([]);
  });

  it("is acknowledged by the answer to a text message", async () => {
    const { number } = await withPhone("sms");
    const id = await made.fire("Slow");
    await flush();
    expect(phone.texts).toMatchObject([
      { to: number, body: expect.stringContaining("Reply 1 to acknowledge") },
    ]);
    const answer = await phone.reply(`${url}/phone/text`, number, "1");
    expect([answer.status, answer.twiml]).toEqual([200, expect.stringContaining("it is yours")]);
    await isAcknowledged(id, "sms");
    expect(phone.faults).toEqual([]);
  });

  it("is acknowledged by a key in a call, which says what it is about", async () => {
    const { number } = await withPhone("call");
    const id = await made.fire("Slow");
    await flush();
    const [call] = phone.calls;
    if (call === undefined) throw new Error("no call came");
    expect(call.to).toBe(number);
    expect(call.said.join(" ")).toMatch(/Slow.*press 1/is);
    const answer = await phone.press(call, "1");
    expect([answer.status, answer.twiml]).toEqual([200, expect.stringContaining("Acknowledged")]);
    await isAcknowledged(id, "call");
    expect(phone.faults).toEqual([]);
  });

  it("leads from a mail to a page with a button", async () => {
    const id = await made.fire("Slow");
    await flush();
    const [sent] = mail.mails;
    if (sent === undefined) throw new Error("no mail came");
    expect(sent.to).toEqual([ada().email]);
    const link = new RegExp(`${url}/acknowledge/\\S+`).exec(textOf(sent))?.[0] ?? "";
    expect(await (await fetch(link)).text()).toContain("<button");
    expect((await made.alert(id)).status).toBe("open");
    const pressed = await fetch(link, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "answer=acknowledge",
    });
    expect(pressed.status).toBe(200);
    await isAcknowledged(id, "mail");
  });
});

describe("a way that fails", () => {
  it.each([404, 410])(
    "with %i is removed, its owner is mailed, and the next way is taken at once",
    async (status) => {
      const [{ id: way, device }, { id: text, number }] = [await withDevice(), await withPhone("sms")];
      const page = [
        { way_id: way, after_seconds: 0 },
        { way_id: text, after_seconds: 3_000 },
      ];
      expect((await ada().send("PUT", "account/steps", { body: { page, other: [] } })).status).toBe(200);
      push.script.push({ status });
      const id = await made.fire("Down");
      await flush();
      await flush();
      expect(device.messages).toEqual([]);
      expect(phone.texts.map(({ to }) => to)).toEqual([number]);
      expect((await ways()).data.map(({ kind }: { kind: string }) => kind)).toEqual(["mail", "sms"]);
      const mails = mail.mails.filter(({ headers }) => headers.subject?.includes("is not reached any more"));
      expect(mails.map(({ to }) => to)).toEqual([[ada().email]]);
      const { deliveries } = await made.alert(id);
      expect(deliveries.map(({ kind, error }: Record<string, string>) => [kind, error])).toEqual([
        ["push", expect.stringContaining(`HTTP ${status}`)],
        ["sms", null],
      ]);
    },
  );

  it("for a while takes the next way at once, and the message arrives by it as well once it is back", async () => {
    const [{ id: way, device }, { id: text }] = [await withDevice(), await withPhone("sms")];
    const page = [
      { way_id: way, after_seconds: 0 },
      { way_id: text, after_seconds: 3_000 },
    ];
    expect((await ada().send("PUT", "account/steps", { body: { page, other: [] } })).status).toBe(200);
    push.script.push({ status: 503, headers: { "retry-after": "7" } });
    await made.fire("Down");
    await flush();
    await flush();
    expect([device.messages.length, phone.texts.length]).toEqual([0, 1]);
    expect((await ways()).data[1]).toMatchObject({
      concern: "failing",
      failure: expect.stringContaining("503"),
    });
    await app.database.execute(
      `UPDATE deliveries SET next_attempt_at = now() WHERE organization_id = '${made.organizationId}' AND status = 'queued'`,
    );
    await flush();
    expect(device.messages.map(({ json }) => json.title)).toEqual(["CRITICAL · shop: Down"]);
    expect(phone.texts).toHaveLength(1);
  });

  it("by a redirect is not followed, wherever it leads", async () => {
    const { id, device } = await withDevice();
    const inside = phone.requests.length;
    for (const status of [301, 307, 308]) {
      push.script.push({ status, headers: { location: `${phone.url}/inside` } });
      const { not_sent } = (await ada().send("POST", `account/ways/${id}/test`)).body;
      expect(not_sent).toContain("redirect");
    }
    expect([phone.requests.length, device.messages]).toEqual([inside, []]);
  });
});
