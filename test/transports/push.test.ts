/** Pushes, as a device decrypts them, and what the push service may answer. */
import { createECDH } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, decrypted, type PushService, startPushService } from "../support/push-service.ts";
import { type Address, code, failure, hostile, page, reachOf, vapidKeys } from "./messages.ts";

const vapid = vapidKeys();
let service: PushService;
const reach = reachOf();

beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => Promise.all([service.close(), reach.close()]));

const addressOf = ({ subscription }: Device, pair = vapid): Address<"push"> => ({
  kind: "push",
  ...subscription,
  vapid: pair,
});

describe("the device of the tests", () => {
  it("decrypts the example of RFC 8291 (§5 and Appendix A)", () => {
    const ecdh = createECDH("prime256v1");
    ecdh.setPrivateKey("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "base64url");
    const body =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    const text = decrypted(
      Buffer.from(body, "base64url"),
      ecdh,
      Buffer.from("BTBZMqHH6r4Tts7J_aSIgg", "base64url"),
    );
    expect(text).toBe("When I grow up, I want to be a watermelon");
  });
});

describe("a page", () => {
  it("is text that only the device reads, with what the push service has to know", async () => {
    const device = service.subscribe(vapid.publicKey);
    expect(await reach.send(addressOf(device), page)).toBe(201);
    expect(device.messages).toEqual([
      {
        text: expect.any(String),
        json: {
          title: page.title,
          body: page.body,
          url: page.url,
          alert_id: page.alertId,
          acknowledge: page.acknowledge,
          code: null,
        },
        ...{ ttl: 21_600, urgency: "high", topic: expect.stringMatching(/^[\w-]{32}$/) },
        bytes: expect.any(Number),
        claims: { aud: service.url, sub: "https://orgconfig.example", exp: expect.any(Number) },
      },
    ]);
    expect(service.requests.at(-1)?.body.includes("Payments")).toBe(false);
    expect(service.faults).toEqual([]);
  });

  it("has the topic of its alert, and no other has it", async () => {
    const device = service.subscribe(vapid.publicKey);
    for (const alertId of ["alt_1", "alt_1", "alt_2", null])
      await reach.send(addressOf(device), { ...page, alertId, title: String(Math.random()) });
    const [first, again, other, none] = device.messages.map(({ topic }) => topic);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(none).toBeUndefined();
  });

  it("that wakes nobody, and a code, do not hurry, and end sooner or later", async () => {
    const device = service.subscribe(vapid.publicKey);
    await reach.send(addressOf(device), { ...page, urgent: false });
    await reach.send(addressOf(device), code);
    expect(device.messages.map(({ ttl, urgency, json }) => [ttl, urgency, json.code])).toEqual([
      [86_400, "normal", null],
      [900, "normal", "042137"],
    ]);
  });
});

describe("whatever labels hold", () => {
  it.each(hostile)("%s: a push has at most 4,096 bytes, and the token whole", async (_what, text) => {
    const device = service.subscribe(vapid.publicKey);
    await reach.send(addressOf(device), { ...page, title: text, body: text });
    const { bytes, json } = device.messages[0] as (typeof device.messages)[number];
    expect(bytes).toBeLessThanOrEqual(4_096);
    expect(bytes).toBeGreaterThan(4_000);
    expect(json).toMatchObject({ acknowledge: page.acknowledge, alert_id: page.alertId, url: page.url });
    for (const part of [json.title, json.body]) expect(part.isWellFormed()).toBe(true);
  });

  it("every length of a body fits, the last one to the byte", async () => {
    const device = service.subscribe(vapid.publicKey);
    const empty = { ...page, title: "", body: "" };
    await reach.send(addressOf(device), empty);
    const room = 4_096 - (device.messages[0]?.bytes ?? 0);
    await reach.send(addressOf(device), { ...empty, body: "y".repeat(room) });
    await reach.send(addressOf(device), { ...empty, body: "y".repeat(room + 1) });
    await reach.send(addressOf(device), { ...empty, body: `y${"😀".repeat(room)}` });
    const [, full, cut, emoji] = device.messages;
    expect(full).toMatchObject({ bytes: 4_096, json: { body: "y".repeat(room) } });
    expect(cut?.json.body).toBe(`${"y".repeat(room - 3)}…`);
    expect(emoji?.json.body).toMatch(/^y(😀)+…$/u);
  });

  it("an address of a page that is too long is left out, and a token that is too long is refused", async () => {
    const device = service.subscribe(vapid.publicKey);
    await reach.send(addressOf(device), { ...page, url: `https://x.example/${"a".repeat(5_000)}` });
    expect(device.messages[0]?.json).toMatchObject({ url: null, title: page.title, body: page.body });
    const long = { url: "https://orgconfig.example", token: "t".repeat(5_000) };
    expect(await failure(reach.send(addressOf(device), { ...page, acknowledge: long }))).toMatchObject({
      kind: "refused",
    });
  });
});

describe("what the push service answers", () => {
  const sent = (status: number, headers?: Record<string, string>) => {
    service.script.push({ status, ...(headers && { headers }) });
    return reach.send(addressOf(service.subscribe(vapid.publicKey)), page);
  };

  it.each([200, 201, 202])("%i takes it", async (status) => expect(await sent(status)).toBe(status));

  it("404 and 410: the device is gone", async () => {
    const device = service.subscribe(vapid.publicKey);
    device.unsubscribe();
    expect(await failure(reach.send(addressOf(device), page))).toMatchObject({ kind: "gone", status: 410 });
    expect(await failure(sent(404))).toMatchObject({ kind: "gone", status: 404 });
  });

  it("413: it is sent shorter, once", async () => {
    const device = service.subscribe(vapid.publicKey);
    const before = service.requests.length;
    service.script.push({ status: 413 });
    await reach.send(addressOf(device), { ...page, body: "z".repeat(9_000) });
    expect(service.requests.slice(before).map(({ body }) => body.length)).toEqual([4_096, 2_103]);
    expect(device.messages[0]?.json.acknowledge).toEqual(page.acknowledge);
    service.script.push({ status: 413 });
    expect(await failure(sent(413))).toMatchObject({ kind: "refused", status: 413 });
  });

  it("429 and 5xx: another try may pass, after as long as it asks for", async () => {
    expect(await failure(sent(429, { "retry-after": "120" }))).toMatchObject({
      ...{ kind: "temporary", afterMs: 120_000, status: 429 },
    });
    const date = new Date(Date.now() + 1_000_000).toUTCString();
    const { afterMs } = await failure(sent(503, { "retry-after": date }));
    expect(Math.abs(afterMs - 1_000_000)).toBeLessThan(120_000);
    expect(await failure(sent(502))).toMatchObject({ kind: "temporary", afterMs: 0 });
    expect(await failure(sent(429, { "retry-after": "99999999" }))).toMatchObject({ afterMs: 3_600_000 });
    expect(await failure(sent(429, { "retry-after": "soon" }))).toMatchObject({ afterMs: 0 });
  });

  it.each([400, 401, 403, 301, 307])("%i refuses it, in words without the endpoint", async (status) => {
    const device = service.subscribe(vapid.publicKey);
    service.script.push({ status, headers: { location: "http://127.0.0.1:1/" }, body: device.subscription });
    const { kind, message } = await failure(reach.send(addressOf(device), page));
    expect(kind).toBe("refused");
    for (const secret of [device.subscription.endpoint, "/push/", device.subscription.keys.auth, "127.0.0.1"])
      expect(message).not.toContain(secret);
    expect(message).toContain(`HTTP ${status}`);
  });

  it("a subscription made with another key does not take it", async () => {
    const device = service.subscribe(vapidKeys().publicKey);
    expect(await failure(reach.send(addressOf(device), page))).toMatchObject({
      kind: "refused",
      status: 403,
    });
    expect(device.messages).toEqual([]);
  });

  it("two keys are in use at once, each for its own devices", async () => {
    const later = vapidKeys();
    const [old, recent] = [service.subscribe(vapid.publicKey), service.subscribe(later.publicKey)];
    await Promise.all([reach.send(addressOf(old), page), reach.send(addressOf(recent, later), page)]);
    expect([old.messages.length, recent.messages.length]).toEqual([1, 1]);
  });
});

it("keys that are no browser's are refused before anything is sent, and are not quoted", async () => {
  const before = service.requests.length;
  const { subscription } = service.subscribe(vapid.publicKey);
  const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString("base64url");
  for (const keys of [
    { ...subscription.keys, p256dh: offCurve },
    { ...subscription.keys, p256dh: "c2hvcnQ" },
    { ...subscription.keys, auth: "c2hvcnQ" },
  ]) {
    const failed = await failure(reach.send({ kind: "push", ...subscription, keys, vapid }, page));
    expect(failed).toMatchObject({ kind: "refused" });
    for (const key of Object.values(keys)) expect(failed.message).not.toContain(key);
  }
  expect(service.requests.length).toBe(before);
});

it("a private address takes nothing that the operator has not allowed", async () => {
  const { createHttpTransport } = await import("../../src/transports/http.ts");
  const http = createHttpTransport({ allow: [] });
  const closed = reachOf({ http });
  const before = service.requests.length;
  const failed = await failure(closed.send(addressOf(service.subscribe(vapid.publicKey)), page));
  expect(failed).toMatchObject({ kind: "refused", message: expect.stringContaining("private network") });
  expect(service.requests.length).toBe(before);
  await Promise.all([closed.close(), http.close()]);
});
