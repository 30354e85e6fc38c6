/** What is tried against ways: others' ways, codes that are guessed, used twice or raced, phones that are flooded, nodes at once. */
import { type AddressInfo, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createFailureCounters } from "../../src/features/identity/accounts/index.ts";
import { createWayThrottle, sendLimits } from "../../src/features/identity/ways/throttle.ts";
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
  test = await startService({}, [], undefined, { reach });
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

const verify = ({ send }: Person, id: string, code?: string) =>
  send("POST", `account/ways/${id}/verify`, { body: code === undefined ? {} : { code } });
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const push = () => ({ kind: "push", subscription: subscription() });
const sms = (number = newNumber()) => ({ kind: "sms", number });
const list = async ({ send }: Person) => (await send("GET", "account/ways")).body.data;
function later(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

describe("a code", () => {
  it("is tried five times, and the right one is of no use then", async () => {
    const { id } = (await add(ada, sms())).body;
    const code = reach.code();
    for (let tries = 0; tries < 5; tries += 1) expect((await verify(ada, id, other(code))).status).toBe(422);
    expect((await verify(ada, id, code)).status).toBe(409);
    expect((await verify(ada, id)).body).toMatchObject({ not_sent: null });
    expect((await verify(ada, id, reach.code())).body).toMatchObject({ verified: true });
  });

  it("has no more tries when they come all at once", async () => {
    const { id } = (await add(ada, sms())).body;
    const code = reach.code();
    const crowd = await Promise.all(Array.from({ length: 30 }, () => verify(ada, id, other(code))));
    expect(crowd.filter(({ status }) => status === 422)).toHaveLength(5);
    expect((await verify(ada, id, code)).status).toBe(409);
  });

  it("is good for ten minutes", async () => {
    const { id } = (await add(ada, sms())).body;
    later(10 * 60_000 + 1_000);
    expect((await verify(ada, id, reach.code())).status).toBe(409);
    expect((await list(ada))[1]).toMatchObject({ verified: false });
  });

  it("is used once, by whoever is first of two at once", async () => {
    const { id } = (await add(ada, sms())).body;
    const both = await Promise.all([1, 2].map(() => verify(ada, id, reach.code())));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await verify(ada, id, reach.code())).status).toBe(409);
    const records = await recordsOf(test, organization.id);
    expect(records.filter(({ action }) => action === "verify_way")).toHaveLength(1);
  });

  it("ends where another one is sent, and is of no use for another way", async () => {
    const [first, second] = [(await add(ada, sms())).body.id, (await add(ada, sms())).body.id];
    const [old, others] = reach.sent.map(({ message }) => message.code ?? "");
    await verify(ada, first);
    const present = reach.code();
    if (old !== present) expect((await verify(ada, first, old)).status).toBe(422);
    if (others !== present) expect((await verify(ada, first, others)).status).toBe(422);
    expect((await verify(ada, first, present)).status).toBe(200);
    expect((await verify(ada, second, others)).status).toBe(200);
  });

  it("of a test, sent back, says that the device answered, and verifies nothing anew", async () => {
    const id = await addVerified(ada, reach, push());
    later(31 * 86_400_000);
    const again = await site.signIn(ada.email);
    ada = { ...ada, send: site.browser(String([again.headers["set-cookie"]].flat()[0]).split(";")[0]) };
    expect((await list(ada))[1]).toMatchObject({ concern: "silent" });
    expect((await ada.send("POST", `account/ways/${id}/test`)).body).toEqual({ id, not_sent: null });
    expect((await verify(ada, id, reach.code())).status).toBe(200);
    expect((await list(ada))[1]).toMatchObject({ concern: null, verified: true });
    const records = await recordsOf(test, organization.id);
    expect(records.filter(({ action }) => action === "verify_way")).toHaveLength(1);
  });
});

describe("another person's way", () => {
  it("is not there: neither read, verified, tested, removed nor counted as the same", async () => {
    const ben = await site.makeMember(organization.id, "org_admin");
    const { kind, number } = sms();
    const { id } = (await add(ben, { kind, number })).body;
    const code = reach.code();
    for (const [method, path, body] of [
      ["POST", `account/ways/${id}/verify`, { code }],
      ["POST", `account/ways/${id}/verify`, {}],
      ["POST", `account/ways/${id}/test`, undefined],
      ["DELETE", `account/ways/${id}`, undefined],
    ] as const)
      expect((await ada.send(method, path, body === undefined ? {} : { body })).status).toBe(404);
    expect((await add(ada, { kind, number })).status).toBe(201);
    await ada.send("DELETE", "account/ways");
    expect((await list(ben)).map((way: { id: string }) => way.id)).toEqual(["way_mail", id]);
    expect((await verify(ben, id, code)).status).toBe(200);
  });

  it("with a number is found by that number only once it is verified, whoever else has added it", async () => {
    const ben = await site.makeMember(organization.id, "member");
    const number = newNumber();
    const own = await addVerified(ada, reach, sms(number));
    await add(ben, sms(number));
    expect(await test.service.ways.ofNumber("sms", number)).toEqual([{ wayId: own, email: ada.email }]);
    expect(await test.service.ways.ofNumber("call", number)).toEqual([]);
    expect(await test.service.ways.ofNumber("sms", newNumber())).toEqual([]);
  });
});

describe("messages", () => {
  it("to one number are bounded by the hour, whoever asks for them, and the refusal says nothing of anybody", async () => {
    const number = newNumber();
    const people = await Promise.all([1, 2].map(() => site.makeMember(organization.id, "member")));
    const [perHour] = sendLimits.address;
    for (let count = 0; count < perHour; count += 1) {
      const person = people[count % 2] as Person;
      expect((await add(person, sms(number))).status).toBe(201);
      await person.send("DELETE", "account/ways");
    }
    const refused = await add(ada, sms(number));
    expect([refused.status, refused.body.message]).toEqual([
      429,
      expect.stringMatching(/^Too many codes and tests were asked for; wait \d+ s\.$/),
    ]);
    expect(reach.sent).toHaveLength(perHour);
    expect((await add(ada, sms())).status).toBe(201);
    later(3_601_000);
    expect((await add(ada, sms(number))).status).toBe(201);
  });

  it("of one person are bounded, and what was refused is not counted", async () => {
    const throttle = createWayThrottle(createFailureCounters(test.database));
    const [perHour, perDay] = sendLimits.person;
    const take = (address: string) =>
      throttle.take("user_a", "mail", address).then(
        () => "sent",
        (error) => error.code,
      );
    for (let count = 0; count < perHour; count += 1) expect(await take(`a ${count}`)).toBe("sent");
    for (let count = 0; count < 5; count += 1) expect(await take("b")).toBe("rate_limited");
    const start = Date.now();
    for (let hour = 1; hour * perHour < perDay; hour += 1) {
      vi.useFakeTimers({ toFake: ["Date"], now: start + hour * 3_601_000 });
      const left = Math.min(perHour, perDay - hour * perHour);
      for (let count = 0; count < left; count += 1) expect(await take(`${hour} ${count}`)).toBe("sent");
      expect(await take("c")).toBe("rate_limited");
    }
  });

  it("to phones are bounded for the whole installation, and those by push and mail are not held up by them", async () => {
    const made: string[] = [];
    const throttle = createWayThrottle((options) => {
      made.push(options.keyPrefix ?? "");
      const few = { points: Math.min(options.points ?? 0, 3), keyPrefix: `own-${options.keyPrefix}` };
      return createFailureCounters(test.database)({ ...options, ...few });
    });
    const take = (kind: "sms" | "call" | "mail", who: string) =>
      throttle.take(who, kind, who).then(
        () => "sent",
        (error) => error.code,
      );
    for (const who of ["p1", "p2"]) expect(await take("sms", who)).toBe("sent");
    expect(await take("call", "p3")).toBe("sent");
    expect(await take("sms", "p4")).toBe("rate_limited");
    expect(await take("mail", "p4")).toBe("sent");
    expect(made).toContain("ways-phones-day");
  });
});

it("twenty ways are the most, also when they are added at once", async () => {
  const bodies = Array.from({ length: 14 }, push);
  await Promise.all(bodies.map((body) => add(ada, body)));
  later(3_601_000);
  const more = await Promise.all(Array.from({ length: 14 }, push).map((body) => add(ada, body)));
  expect(more.filter(({ status }) => status === 201)).toHaveLength(6);
  expect((await list(ada)).length).toBe(21);
});

it("a lost phone: all ways go in one act, with their steps, on record, and the mail of the account stays", async () => {
  await addVerified(ada, reach, push());
  await addVerified(ada, reach, sms());
  expect((await ada.send("DELETE", "account/ways")).body).toEqual({ deleted: 2 });
  expect((await list(ada)).map((way: { id: string }) => way.id)).toEqual(["way_mail"]);
  expect((await ada.send("DELETE", "account/ways/way_mail")).status).toBe(409);
  expect((await recordsOf(test, organization.id)).at(-1)).toMatchObject({
    ...{ action: "remove_way", resource: "ways", row_id: ada.id },
    changes: [{ field: "kind", before: "push, sms", after: null }],
  });
  expect((await ada.send("DELETE", "account/ways")).body).toEqual({ deleted: 0 });
});

it("a device that is gone is removed, and what failed and what was taken is shown to its owner alone", async () => {
  const [device, phone] = [await addVerified(ada, reach, push()), await addVerified(ada, reach, sms())];
  const { ways } = test.service;
  await ways.note(phone, { kind: "failed", error: "its gateway answered 500" });
  expect((await list(ada))[2]).toMatchObject({ failure: "its gateway answered 500", concern: "failing" });
  await ways.note(phone, { kind: "taken" });
  expect((await list(ada))[2]).toMatchObject({ failure: null, concern: null });
  await ways.note(device, { kind: "gone", error: "410" });
  await ways.note(device, { kind: "gone", error: "410" });
  await ways.note("way_mail", { kind: "gone", error: "410" });
  expect((await list(ada)).map((way: { id: string }) => way.id)).toEqual(["way_mail", phone]);
  const records = await recordsOf(test, organization.id);
  expect(records.filter(({ row_id }) => row_id === device).at(-1)).toMatchObject({
    ...{ action: "remove_way", actor_kind: "service", actor_name: "this installation" },
  });
});

it("a test goes to one way, is not for one that waits for its code, and says why it failed", async () => {
  const id = await addVerified(ada, reach, sms());
  const waiting = (await add(ada, sms())).body.id;
  reach.sent.length = 0;
  expect((await ada.send("POST", `account/ways/${waiting}/test`)).status).toBe(409);
  expect((await ada.send("POST", `account/ways/${id}/test`)).body).toEqual({ id, not_sent: null });
  expect((await ada.send("POST", "account/ways/way_mail/test")).body.not_sent).toBeNull();
  expect(reach.sent.map(({ to, message }) => [to.kind, message.code, message.urgent])).toEqual([
    ["sms", null, true],
    ["mail", null, true],
  ]);
  reach.failing = new SendFailure("temporary", "its gateway answered 503");
  expect((await ada.send("POST", `account/ways/${id}/test`)).body.not_sent).toBe("its gateway answered 503");
});

it("nodes that start together make one pair of keys", async () => {
  await test.database.queryText({ name: "test-no-keys", text: "DELETE FROM ways" }, []);
  await test.database.queryText({ name: "test-no-push-keys", text: "DELETE FROM push_keys" }, []);
  const second = await startService({}, [], test.database, { reach });
  const people = [ada, await siteOf(second).makeMember(organization.id, "member")];
  const keys = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (people[n % 2] as Person).send("GET", "account/ways")),
  );
  expect(new Set(keys.map(({ body }) => body.application_server_key)).size).toBe(1);
  const stored = await test.database.queryText<{ sealed_private_key: string }>(
    { name: "test-keys", text: "SELECT sealed_private_key FROM push_keys" },
    [],
  );
  expect(stored).toHaveLength(1);
  await second.service.close();
});

it("a push or a topic at a private address, by number or by name, connects to nothing, and says the same of each", async () => {
  let connections = 0;
  const inside = createServer(() => (connections += 1));
  await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
  const { port } = inside.address() as AddressInfo;
  const real = await startService();
  const own = siteOf(real);
  const ben = await own.makeMember((await own.makeOrganization()).id, "member");
  const said = new Set<string>();
  // One of them has somebody who listens.
  for (const host of [
    "127.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "169.254.169.254",
    "10.0.0.1",
    "2130706433",
    "localhost",
  ])
    for (const at of [port, 1]) {
      const endpoint = `https://${host}:${at}/ada`;
      const kind =
        at === port
          ? { kind: "push", subscription: subscription(endpoint) }
          : { kind: "ntfy", url: endpoint };
      const { status, body } = await add(ben, kind);
      if (status === 201) said.add(body.not_sent.replace(/^the (push service|ntfy server): /, ""));
      else expect(status).toBe(422);
      await ben.send("DELETE", "account/ways");
    }
  expect(connections).toBe(0);
  expect(
    [...said].every((why) => why.includes("address")),
    [...said].join(),
  ).toBe(true);
  await real.close();
  inside.close();
});
