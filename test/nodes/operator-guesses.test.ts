/** Wrong operator tokens at one node close the address at the others too. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newSecretKey } from "../../src/database/vault.ts";
import { operatorGuessBounds } from "../../src/features/identity/accounts/limiter.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const path = "/api/v1/operator/organizations";
const token = "the-operators-own-token";

let first: TestService;
let second: TestService;
beforeAll(async () => {
  // Nodes show each other when the test lets them, and nothing drains at them meanwhile.
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  const env = {
    DATABASE_URL: "postgres://elsewhere",
    ORGCONFIG_SECRET_KEYS: newSecretKey(),
    ORGCONFIG_OPERATOR_TOKEN: token,
  };
  first = await startService(env);
  second = await startService(env, [], first.database);
});
afterAll(async () => {
  await second.close();
  await first.close();
  vi.useRealTimers();
});

async function ask(node: TestService, value: string, address = "192.0.2.1"): Promise<number> {
  const { status } = await node.send("GET", path, { address, headers: { authorization: `Bearer ${value}` } });
  return status;
}

it("is one limit on both nodes", async () => {
  const { burst } = operatorGuessBounds;
  for (let number = 0; number < burst; number += 1) expect(await ask(first, "guess")).toBe(401);
  expect(await ask(first, token)).toBe(429);
  vi.advanceTimersByTime(250);
  // The first shares its guesses while the second goes on: they have to be there before the second shares its own.
  const shares = { name: "", text: "SELECT FROM rate_use" };
  await until(async () => (await first.database.queryText(shares, [])).length > 0);
  // The second has received nothing yet, and receives when it reports its own.
  for (let number = 0; number < burst / 2; number += 1) expect(await ask(second, "guess")).toBe(401);
  await until(async () => {
    vi.advanceTimersByTime(250);
    return (await ask(second, token)) === 429;
  });
  expect(await ask(second, token, "192.0.2.2")).toBe(200);
});
