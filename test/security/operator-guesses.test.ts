/** Guessing the operator's token: slowed by address before it is looked at, and logged each time. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { newCredential } from "../../src/features/identity/accounts/credential.ts";
import { operatorGuessBounds } from "../../src/features/identity/accounts/limiter.ts";
import { startService, type TestService } from "../support/service.ts";

const { burst } = operatorGuessBounds;
const path = "/api/v1/operator/organizations";

let test: TestService;
beforeAll(async () => {
  // Its clock stands, so that nothing drains meanwhile; nodes of one database are reported by a timer.
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  test = await startService({ ORGCONFIG_TRUST_PROXY: "127.0.0.1/32" });
});
// Everything drains between tests.
beforeEach(() => void vi.advanceTimersByTime(120_000));
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});

function from(address: string, authorization: string | undefined, extra: Record<string, string> = {}) {
  const headers = { "x-forwarded-for": address, ...extra, ...(authorization && { authorization }) };
  return test.send("GET", path, { headers });
}

const right = () => `Bearer ${test.settings.operatorToken}`;

it("is refused by address after ten, whatever else is sent, the right token included", async () => {
  const statuses: number[] = [];
  for (let number = 0; number < burst + 5; number += 1) {
    // Another spelling, another cookie, another form: still the same address.
    const value = number % 2 === 0 ? `Bearer guess-${number}` : `bEaRer  ${newCredential("key").value}`;
    const cookie = `orgconfig_session=${"a".repeat(40)}${String(number).padStart(3, "0")}`;
    statuses.push((await from("192.0.2.1", value, { cookie })).status);
  }
  expect(statuses).toEqual([...Array(burst).fill(401), ...Array(5).fill(429)]);
  const refused = await from("192.0.2.1", right());
  expect([refused.status, refused.body.error, refused.headers["retry-after"]]).toEqual([
    429,
    "rate_limited",
    "6",
  ]);
  expect((await from("192.0.2.2", right())).status).toBe(200);
  // It waits for one guess to drain, and no longer.
  vi.advanceTimersByTime(6_100);
  expect((await from("192.0.2.1", right())).status).toBe(200);
});

it("counts all of an IPv6 /64, and an IPv4 address in its IPv6 form, as one", async () => {
  for (let number = 0; number < burst; number += 1) {
    expect((await from(`2001:db8:1:2::${number + 1}`, "Bearer guess")).status).toBe(401);
    expect((await from(`${number % 2 === 0 ? "::ffff:" : ""}192.0.2.9`, "Bearer guess")).status).toBe(401);
  }
  expect((await from("2001:db8:1:2:ffff::1", right())).status).toBe(429);
  expect((await from("2001:db8:1:3::1", right())).status).toBe(200);
  expect((await from("192.0.2.9", right())).status).toBe(429);
});

it("is what came in a crowd, too", async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => from("192.0.2.1", `Bearer ${newCredential("key").value}`)),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(burst);
});

it("is not what comes without a token, or with a credential that is good elsewhere", async () => {
  const { key } = await test.makeTenant();
  for (let number = 0; number < burst + 2; number += 1) {
    expect((await from("192.0.2.1", undefined)).status).toBe(401);
    expect((await from("192.0.2.1", `Bearer ${key.value}`)).status).toBe(403);
  }
  expect((await from("192.0.2.1", right())).status).toBe(200);
});

it("is logged each time with its address, and counted, and never what was sent", async () => {
  const { key } = await test.makeTenant();
  const before = test.logs.length;
  const counted = await refusals();
  await from("192.0.2.1", undefined);
  await from("192.0.2.1", `Bearer ${key.value}`);
  for (let number = 0; number < burst + 3; number += 1) await from("192.0.2.1", "Bearer my-secret-guess");
  await from("192.0.2.1", right());
  const lines = test.logs
    .slice(before)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === "operator call refused");
  expect(lines.map(({ error }) => error)).toEqual([
    "unauthorized",
    "forbidden",
    ...Array(burst).fill("unauthorized"),
    ...Array(4).fill("rate_limited"),
  ]);
  for (const line of lines) {
    expect(line).toMatchObject({ level: 40, address: "192.0.2.1", method: "GET", path });
    expect(line.request_id).toMatch(/^req_/);
  }
  for (const secret of ["my-secret-guess", key.value, test.settings.operatorToken])
    expect(test.logs.join("")).not.toContain(secret);
  const now = await refusals();
  for (const [error, count] of Object.entries({ unauthorized: burst + 1, forbidden: 1, rate_limited: 4 }))
    expect([error, (now[error] ?? 0) - (counted[error] ?? 0)]).toEqual([error, count]);
});

/** The service's own count of refusals, by error code. */
async function refusals(): Promise<Record<string, number>> {
  const { text } = await test.send("GET", "/metrics");
  const lines = text.matchAll(/^orgconfig_operator_refusals_total\{error="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, error, count]) => [error, Number(count)]));
}
