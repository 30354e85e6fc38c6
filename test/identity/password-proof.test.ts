/** Guessing: how many hashes an attempt costs, and when attempts stop. Hashes are counted, not timed. */
import { scryptSync } from "node:crypto";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { describe, expect, it } from "vitest";
import { createGuessGuard } from "../../src/features/identity/accounts/guess-guard.ts";
import { createPasswords, type Derive } from "../../src/features/identity/accounts/password.ts";
import { passwordCost } from "../../src/features/identity/accounts/password-cost.ts";
import { createPasswordProof } from "../../src/features/identity/accounts/password-proof.ts";
import type { Account } from "../../src/features/identity/accounts/store.ts";
import { createThrottle, failureLimits, maxDelayMs } from "../../src/features/identity/accounts/throttle.ts";
import { goodPassword } from "../support/sign-in.ts";

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
  return { asked, passwords: createPasswords(derive, passwordCost) };
}

/** A proof, and an attempt at it; whatever it leaves on record is another test's. */
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
  const proof = createPasswordProof({
    users: { byEmail: async (email: string) => accounts[email.toLowerCase()] },
    passwords,
    guard: createGuessGuard(createThrottle((options) => new RateLimiterMemory(options))),
    devices: { find: () => undefined },
    traces: { proved: () => {}, refused: async () => {} },
  });
  const prove = ({ email, password, address }: Tried) =>
    proof({
      email,
      password,
      request: { address, requestId: "req_1", now: new Date(), deviceMarks: undefined },
      action: "sign_in",
      resource: "sessions",
      door: "console",
    });
  return { asked, prove };
}

interface Tried {
  readonly email: string;
  readonly password: string;
  readonly address: string | undefined;
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

  it("stop attempts on an account from an address, with the right password too", async () => {
    const { asked, prove } = await makeProof();
    for (let count = 0; count < failureLimits.pair; count += 1) expect(await prove(wrong(1))).toBeUndefined();
    const blocked = prove({ ...wrong(1, "ADA@example.com"), password: goodPassword });
    await expect(blocked).rejects.toMatchObject({
      code: "rate_limited",
      detail: { retryAfterSeconds: expect.any(Number) },
    });
    expect(asked).toHaveLength(failureLimits.pair);
  });

  it("stop a crowd that comes at once", async () => {
    const { asked, prove } = await makeProof();
    await Promise.allSettled(Array.from({ length: 60 }, () => prove(wrong(1))));
    expect(asked.length).toBeLessThanOrEqual(failureLimits.pair + 1);
  });

  it("are counted the same for an account that is not there", async () => {
    const { prove } = await makeProof();
    for (let count = 0; count < failureLimits.pair; count += 1) await prove(wrong(1, "nobody@example.com"));
    await expect(prove(wrong(1, "nobody@example.com"))).rejects.toMatchObject({ code: "rate_limited" });
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

describe("the throttle of an account", () => {
  const counters = () => createThrottle((options) => new RateLimiterMemory(options));
  const guess = (address: string, device?: string) => ({ email: "ada@example.com", address, device });

  it("delays more with each failure from anywhere, to a bound, and never closes it to a clean address", async () => {
    const throttle = counters();
    const delays: number[] = [];
    for (let number = 0; number < 60; number += 1) {
      const admitted = await throttle.check(guess(`198.51.100.${number}`));
      delays.push(admitted.delayMs);
      await throttle.countFailure(guess(`198.51.100.${number}`), admitted);
    }
    expect(delays.slice(0, failureLimits.account)).toEqual(Array(failureLimits.account).fill(0));
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    expect(new Set(delays).size).toBeGreaterThan(20);
    expect(delays.at(-1)).toBe(maxDelayMs);
    // Another account is as it was.
    const other = { ...guess("198.51.100.1"), email: "grace@example.com" };
    expect(await throttle.check(other)).toEqual({ delayMs: 0, byDevice: false });
  });

  it("lets addresses that failed before wait no more than a minute", async () => {
    const throttle = counters();
    for (let number = 0; number < failureLimits.minute; number += 1) {
      const one = guess(`198.51.100.${number}`);
      await throttle.countFailure(one, await throttle.check(one));
    }
    const again = await throttle.check(guess("198.51.100.1")).catch((error) => error);
    expect(again.code).toBe("rate_limited");
    expect(again.detail.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  it("counts a known device by itself, and takes one that failed too often for an unknown one", async () => {
    const throttle = counters();
    for (let count = 0; count < failureLimits.pair; count += 1) {
      const one = guess("192.0.2.1");
      await throttle.countFailure(one, await throttle.check(one));
    }
    const known = guess("192.0.2.1", "device-1");
    for (let count = 0; count < failureLimits.device; count += 1) {
      const admitted = await throttle.check(known);
      expect(admitted).toEqual({ delayMs: 0, byDevice: true });
      await throttle.countFailure(known, admitted);
    }
    await expect(throttle.check(known)).rejects.toMatchObject({ code: "rate_limited" });
    expect((await throttle.check(guess("203.0.113.9", "device-1"))).byDevice).toBe(false);
    expect((await throttle.check(guess("192.0.2.1", "device-2"))).byDevice).toBe(true);
  });
});

describe("a hash", () => {
  it("says how it was made, and is never the same twice", async () => {
    const passwords = createPasswords(undefined, passwordCost);
    const [one, two] = [await passwords.hash(goodPassword), await passwords.hash(goodPassword)];
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=1\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
    expect(two).not.toBe(one);
    expect(await passwords.verify(goodPassword, one)).toBe(true);
    expect(await passwords.verify(`${goodPassword} `, one)).toBe(false);
    expect(await passwords.verify(goodPassword, undefined)).toBe(false);
  });

  it("that asks for too much memory, or is malformed, is a bug and no yes", async () => {
    const passwords = createPasswords(undefined, passwordCost);
    const greedy = (await passwords.hash(goodPassword)).replace("ln=15", "ln=20");
    await expect(passwords.verify(goodPassword, greedy)).rejects.toThrow();
    await expect(passwords.verify(goodPassword, "plain")).rejects.toThrow("$scrypt$");
  });
});
