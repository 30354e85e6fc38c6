/** Guessing passwords over HTTP: who has to wait, who is let in all the same, and what is left on record. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newSecretKey } from "../../src/database/vault.ts";
import { failureLimits } from "../../src/features/identity/accounts/throttle.ts";
import { type Answer, startService, type TestService } from "../support/service.ts";
import {
  cookieOf,
  deviceOf,
  goodPassword,
  type Person,
  recordsOf,
  type Site,
  siteOf,
} from "../support/sign-in.ts";
import { until } from "../support/until.ts";

const clean = "203.0.113.7";

let test: TestService;
let site: Site;
beforeAll(async () => {
  // Clocks stand: however slow the machine, all of it happens within one minute.
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  test = await startService({ ORGCONFIG_TRUST_PROXY: "127.0.0.1/32" });
  site = siteOf(test);
});
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});

async function makePerson(): Promise<Person & { organizationId: string }> {
  const { id } = await site.makeOrganization();
  return { ...(await site.makeMember(id, "org_admin")), organizationId: id };
}

/** A sign-in as the proxy hands it on. */
function from(address: string, email: string, password = goodPassword, cookie?: string): Promise<Answer> {
  const headers = { "x-forwarded-for": address, ...(cookie === undefined ? {} : { cookie }) };
  return site.signIn(email, password, { headers });
}

/** As many wrong passwords as close the pair of account and address. */
async function closePair(email: string, address: string): Promise<void> {
  for (let count = 0; count < failureLimits.pair; count += 1)
    expect((await from(address, email, "wrong password")).status).toBe(401);
  expect((await from(address, email, "wrong password")).status).toBe(429);
}

describe("an owner", () => {
  it("gets in from a clean address after failures at ten others", async () => {
    const person = await makePerson();
    for (let number = 0; number < 12; number += 1)
      expect((await from(`198.51.100.${number}`, person.email, "wrong password")).status).toBe(401);
    expect((await from(clean, person.email)).status).toBe(200);
    // Those that failed wait, a minute at most.
    const slowed = await from("198.51.100.1", person.email);
    expect([slowed.status, slowed.body.error]).toEqual([429, "rate_limited"]);
    expect(Number(slowed.headers["retry-after"])).toBeLessThanOrEqual(60);
  });

  it("waits where they failed ten times, and nowhere else", async () => {
    const person = await makePerson();
    await closePair(person.email, "192.0.2.1");
    const blocked = await from("192.0.2.1", person.email);
    expect([blocked.status, blocked.body.error]).toEqual([429, "rate_limited"]);
    expect(Number(blocked.headers["retry-after"])).toBeGreaterThan(60);
    expect((await from(clean, person.email)).status).toBe(200);
    const other = await makePerson();
    expect((await from("192.0.2.1", other.email)).status).toBe(200);
  });

  it("is the same person under an IPv4 address and its IPv6 form, and in all of a /64", async () => {
    const person = await makePerson();
    await closePair(person.email, "192.0.2.44");
    expect((await from("::ffff:192.0.2.44", person.email)).status).toBe(429);
    const another = await makePerson();
    await closePair(another.email, "2001:db8:5:6::1");
    expect((await from("2001:db8:5:6:ffff::2", another.email)).status).toBe(429);
    expect((await from("2001:db8:5:7::1", another.email)).status).toBe(200);
  });

  it("is let in at once by a device that they signed in with before", async () => {
    const person = await makePerson();
    const device = deviceOf(await from("192.0.2.9", person.email));
    await closePair(person.email, "192.0.2.9");
    expect((await from("192.0.2.9", person.email)).status).toBe(429);
    const known = await from("192.0.2.9", person.email, goodPassword, device);
    expect(known.status).toBe(200);
    // Signing out does not make the device a stranger.
    const cookie = `${cookieOf(known)}; ${deviceOf(known)}`;
    expect((await site.browser(cookie)("DELETE", "session")).status).toBe(200);
    expect((await from("192.0.2.9", person.email, goodPassword, deviceOf(known))).status).toBe(200);
  });

  it("is not known by another's device, a forged one, or one from before the password changed", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const device = deviceOf(await from(clean, person.email));
    const others = deviceOf(await from(clean, other.email));
    const forged = device.replace(/\.([^.]+)\./, ".zzzzzz.");
    expect(forged).not.toBe(device);
    await closePair(person.email, "192.0.2.10");
    for (const cookie of [others, forged, `${device}x`, "orgconfig_device=~~~"])
      expect((await from("192.0.2.10", person.email, goodPassword, cookie)).status).toBe(429);
    expect((await from("192.0.2.10", person.email, goodPassword, device)).status).toBe(200);

    const next = "another horse battery staple";
    const headers = { cookie: `${person.cookie}; ${device}` };
    const changed = await person.send("POST", "account/password", {
      headers,
      body: { current_password: goodPassword, new_password: next },
    });
    expect(changed.status).toBe(200);
    const fresh = String(changed.headers["set-cookie"]).split(";")[0] ?? "";
    expect((await from("192.0.2.10", person.email, next, device)).status).toBe(429);
    expect((await from("192.0.2.10", person.email, next, fresh)).status).toBe(200);
  });

  it("shares a browser with others, each known in it", async () => {
    const [one, two] = [await makePerson(), await makePerson()];
    const first = deviceOf(await from(clean, one.email));
    const both = deviceOf(await from(clean, two.email, goodPassword, first));
    for (const { email } of [one, two]) {
      await closePair(email, "192.0.2.11");
      expect((await from("192.0.2.11", email, goodPassword, both)).status).toBe(200);
    }
  });

  it("changes the password signed in, while others guess it at the same address", async () => {
    const person = await makePerson();
    await closePair(person.email, "192.0.2.12");
    const change = (current: string) =>
      person.send("POST", "account/password", {
        headers: { "x-forwarded-for": "192.0.2.12" },
        body: { current_password: current, new_password: "another horse battery staple" },
      });
    expect((await change(goodPassword)).status).toBe(200);
    // Whoever found an open browser has no more guesses than any other.
    for (let count = 0; count < failureLimits.device; count += 1)
      expect((await change("wrong password")).status).toBe(422);
    expect((await change("wrong password")).status).toBe(429);
    expect((await person.send("GET", "session")).status).toBe(200);
  });

  it("has as many tries at one address in a session as at the sign-in", async () => {
    const person = await makePerson();
    const change = () =>
      person.send("POST", "account/password", {
        headers: { "x-forwarded-for": "192.0.2.13" },
        body: { current_password: "wrong password", new_password: "another horse battery staple" },
      });
    for (let count = 0; count < failureLimits.pair; count += 1) expect((await change()).status).toBe(422);
    expect((await change()).status).toBe(429);
    expect((await from("192.0.2.13", person.email)).status).toBe(429);
  });
});

it("answers the same for an account that is not there", async () => {
  const person = await makePerson();
  const bare = ({ status, body: { request_id: _, message, ...rest } }: Answer) => ({
    ...rest,
    status,
    message: message.replace(/\d+ s/, "… s"),
  });
  for (let count = 0; count < failureLimits.pair + 2; count += 1) {
    const known = await from("192.0.2.20", person.email, "wrong password");
    const unknown = await from("192.0.2.21", "nobody@example.com", "wrong password");
    expect(bare(unknown)).toEqual(bare(known));
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
  }
});

it("knows a device on another node, and after the key that signed its mark is no longer the first", async () => {
  const [old, next] = [newSecretKey(), newSecretKey()];
  const start = (keys: string) => startService({ ORGCONFIG_SECRET_KEYS: keys });
  const before = await start(old);
  const people = siteOf(before);
  const { email } = await people.makeMember((await people.makeOrganization()).id, "viewer");
  const device = deviceOf(await people.signIn(email));
  const wrong = () => people.signIn(email, "wrong password");
  for (let count = 0; count < failureLimits.pair; count += 1) await wrong();
  expect((await wrong()).status).toBe(429);
  for (const [keys, status] of [
    [old, 200],
    [`${next},${old}`, 200],
    [next, 429],
  ] as const) {
    const node = await startService({ ORGCONFIG_SECRET_KEYS: keys }, [], before.database);
    expect((await siteOf(node).signIn(email, goodPassword, { headers: { cookie: device } })).status).toBe(
      status,
    );
    await node.close();
  }
  await before.close();
});

describe("a refused password", () => {
  const refusals = async (organizationId: string) =>
    (await recordsOf(test, organizationId)).filter(({ outcome }) => outcome === "refused");

  it("is on record with its address, wrong or too often, once a minute for an account and address", async () => {
    const person = await makePerson();
    await closePair(person.email, "192.0.2.30");
    await from("192.0.2.31", person.email, "wrong password");
    await until(async () => (await refusals(person.organizationId)).length === 2);
    const shared = {
      action: "sign_in",
      resource: "sessions",
      outcome: "refused",
      actor_kind: "user",
      actor_name: person.email,
      door: "console",
      changes: [],
    };
    expect(await refusals(person.organizationId)).toEqual([
      { ...shared, row_id: "192.0.2.30" },
      { ...shared, row_id: "192.0.2.31" },
    ]);
    const answer = await person.send(
      "POST",
      `organizations/${person.organizationId}/actions/list_audit_log`,
      {
        body: { action: "sign_in" },
      },
    );
    expect(
      answer.body.data.map(({ outcome, address }: Record<string, string>) => [outcome, address]),
    ).toEqual([
      ["refused", "192.0.2.31"],
      ["refused", "192.0.2.30"],
      ["success", "127.0.0.1"],
    ]);
  });

  it("fills no audit log, whoever comes from however many addresses", async () => {
    const person = await makePerson();
    const node = await startService({ ORGCONFIG_TRUST_PROXY: "127.0.0.1/32" }, [], test.database);
    for (let number = 0; number < 13; number += 1) {
      const headers = { "x-forwarded-for": `198.51.100.${number}` };
      expect((await siteOf(node).signIn(person.email, "wrong password", { headers })).status).toBe(401);
    }
    await node.close(); // with what it had to record
    expect(await refusals(person.organizationId)).toHaveLength(10);
  });

  it("is logged each time, known or not, without the password and in one clean line", async () => {
    const own = await startService();
    const there = siteOf(own);
    const { email } = await there.makeMember((await there.makeOrganization()).id, "viewer");
    const secret = "typed-as-a-password";
    for (let count = 0; count < failureLimits.pair + 2; count += 1) await there.signIn(email, secret);
    await there.signIn(`no\u001b[31mbody\u2028${"x".repeat(300)}@example.com`.slice(0, 254), secret);
    const lines = own.logs.map((line) => JSON.parse(line));
    const refused = lines.filter(({ msg }) => msg === "password refused");
    expect(refused.map(({ why }) => why)).toEqual([
      ...Array(failureLimits.pair).fill("wrong_password"),
      ...Array(2).fill("throttled"),
      "wrong_password",
    ]);
    expect(refused[0]).toMatchObject({ level: 40, action: "sign_in", email, address: "127.0.0.1" });
    expect(refused[0].request_id).toMatch(/^req_/);
    expect(refused.at(-1).email).toMatch(/^no \[31mbody x+$/);
    expect(lines.find(({ msg }) => msg === "password accepted")).toMatchObject({ level: 30, email });
    expect(own.logs.join("")).not.toContain(secret);
    const { text } = await own.send("GET", "/metrics");
    expect(text).toContain(
      `orgconfig_password_refusals_total{reason="wrong_password"} ${failureLimits.pair + 1}`,
    );
    expect(text).toContain('orgconfig_password_refusals_total{reason="throttled"} 2');
    await own.close();
  });
});
