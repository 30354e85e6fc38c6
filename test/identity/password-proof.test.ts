/** Guessing: how many hashes an attempt costs, and when attempts stop. Hashes are counted, not timed. */
import { scryptSync } from "node:crypto";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPasswords, type Derive } from "../../src/capabilities/identity/password.ts";
import { createPasswordProof } from "../../src/capabilities/identity/password-proof.ts";
import { createThrottle, failureLimits } from "../../src/capabilities/identity/throttle.ts";
import type { Account } from "../../src/engine/ports/identity.ts";
import { startService, type TestService } from "../support/service.ts";
import { goodPassword, type Site, siteOf } from "../support/sign-in.ts";

/** Scrypt at a thousandth of its cost, and on record with what it was asked. */
function countingPasswords() {
  const asked: { length: number; cost: string; running: number }[] = [];
  let running = 0;
  const derive: Derive = async (password, salt, length, { N, r, p }) => {
    running += 1;
    asked.push({ length, cost: `${N},${r},${p}`, running });
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    return scryptSync(password, salt, length, { N: 16 });
  };
  return { asked, passwords: createPasswords(derive) };
}

async function makeProof() {
  const { asked, passwords } = countingPasswords();
  const made = { name: "", passwordState: "own", provedAt: null, createdAt: new Date() } as const;
  const accounts: Record<string, Account> = {
    "ada@example.com": {
      ...made,
      id: "1",
      email: "ada@example.com",
      passwordHash: await passwords.hash(goodPassword),
    },
    "invited@example.com": { ...made, id: "2", email: "invited@example.com", passwordHash: null },
  };
  asked.length = 0;
  const users = { byEmail: async (email: string) => accounts[email.toLowerCase()] };
  return {
    asked,
    prove: createPasswordProof(
      users,
      passwords,
      createThrottle((options) => new RateLimiterMemory(options)),
    ),
  };
}

describe("an attempt", () => {
  it.each([
    ["ada@example.com", goodPassword, true],
    ["ada@example.com", "wrong password", false],
    ["nobody@example.com", goodPassword, false],
    ["invited@example.com", goodPassword, false],
  ])("of %s by %s costs one hash of full cost", async (email, password, right) => {
    const { asked, prove } = await makeProof();
    expect((await prove({ email, password, address: "192.0.2.1" })) !== undefined).toBe(right);
    expect(asked).toEqual([{ length: 32, cost: "32768,8,1", running: 1 }]);
  });

  it("takes its turn, two at a time", async () => {
    const { asked, prove } = await makeProof();
    const attempt = { email: "ada@example.com", password: goodPassword, address: undefined };
    await Promise.all(Array.from({ length: 20 }, () => prove(attempt)));
    expect(Math.max(...asked.map(({ running }) => running))).toBe(2);
    expect(asked).toHaveLength(20);
  });
});

describe("failures", () => {
  const wrong = (number: number, email = "ada@example.com") => ({
    email,
    password: "wrong",
    address: `192.0.2.${number}`,
  });

  it("stop attempts on an account, from wherever, with the right password too", async () => {
    const { asked, prove } = await makeProof();
    for (let number = 0; number < failureLimits.account; number += 1)
      expect(await prove(wrong(number))).toBeUndefined();
    const blocked = prove({ email: "ADA@example.com", password: goodPassword, address: "198.51.100.1" });
    await expect(blocked).rejects.toMatchObject({
      code: "rate_limited",
      detail: { retryAfterSeconds: expect.any(Number) },
    });
    expect(asked).toHaveLength(failureLimits.account);
  });

  it("stop a crowd that comes at once", async () => {
    const { asked, prove } = await makeProof();
    await Promise.allSettled(Array.from({ length: 60 }, (_, number) => prove(wrong(number))));
    expect(asked.length).toBeLessThanOrEqual(failureLimits.account + 1);
  });

  it("are counted the same for an account that is not there", async () => {
    const { prove } = await makeProof();
    for (let number = 0; number < failureLimits.account; number += 1)
      await prove(wrong(number, "nobody@example.com"));
    await expect(prove(wrong(99, "nobody@example.com"))).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("stop attempts from an address, and from all of an IPv6 customer's", async () => {
    for (const [one, other] of [
      ["192.0.2.1", "192.0.2.2"],
      ["2001:db8:1:2::1", "2001:db8:1:3::1"],
    ] as const) {
      const { prove } = await makeProof();
      for (let number = 0; number < failureLimits.address; number += 1) {
        await prove({
          email: `person-${number}@example.com`,
          password: "wrong",
          address: one.includes(":") ? `2001:db8:1:2::${number + 1}` : one,
        });
      }
      const attempt = { email: "ada@example.com", password: goodPassword };
      await expect(prove({ ...attempt, address: one })).rejects.toMatchObject({ code: "rate_limited" });
      expect(await prove({ ...attempt, address: other })).toBeDefined();
    }
  });

  it("alone are counted", async () => {
    const { prove } = await makeProof();
    for (let number = 0; number < failureLimits.address * 2; number += 1) {
      expect(
        await prove({ email: "ada@example.com", password: goodPassword, address: "192.0.2.1" }),
      ).toBeDefined();
    }
  });
});

describe("a hash", () => {
  it("says how it was made, and is never the same twice", async () => {
    const passwords = createPasswords();
    const [one, two] = [await passwords.hash(goodPassword), await passwords.hash(goodPassword)];
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=1\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
    expect(two).not.toBe(one);
    expect(await passwords.verify(goodPassword, one)).toBe(true);
    expect(await passwords.verify(`${goodPassword} `, one)).toBe(false);
    expect(await passwords.verify(goodPassword, undefined)).toBe(false);
  });

  it("that asks for too much memory, or is none, is a bug and no yes", async () => {
    const passwords = createPasswords();
    const greedy = (await passwords.hash(goodPassword)).replace("ln=15", "ln=20");
    await expect(passwords.verify(goodPassword, greedy)).rejects.toThrow();
    await expect(passwords.verify(goodPassword, "plain")).rejects.toThrow("$scrypt$");
  });
});

describe("over HTTP", () => {
  let test: TestService;
  let site: Site;
  beforeAll(async () => {
    test = await startService({ ORGCONFIG_TRUST_PROXY: "127.0.0.1/32" });
    site = siteOf(test);
  });
  afterAll(() => test.close());

  it("the eleventh guess is 429 and says how long to wait, whichever call it is made by", async () => {
    const { id } = await site.makeOrganization();
    const person = await site.makeMember(id, "viewer");
    for (let number = 0; number < failureLimits.account - 1; number += 1) {
      const forwarded = { headers: { "x-forwarded-for": `203.0.113.${number}` } };
      expect((await site.signIn(person.email, "wrong password", forwarded)).status).toBe(401);
    }
    const change = { current_password: "wrong password", new_password: goodPassword };
    expect((await person.send("POST", "account/password", { body: change })).status).toBe(422);
    const blocked = await site.signIn(person.email);
    expect([blocked.status, blocked.body.error]).toEqual([429, "rate_limited"]);
    expect(Number(blocked.headers["retry-after"])).toBeGreaterThan(800);
    expect((await person.send("POST", "account/password", { body: change })).status).toBe(429);
    expect((await person.send("GET", "session")).status).toBe(200);
  });
});
