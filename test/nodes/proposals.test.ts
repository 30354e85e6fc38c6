/** Two services on one database: a proposal is applied once, and taken back once, whichever of them looks. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { proposerOf } from "../proposals/support.ts";
import { openTestDatabase } from "../support/database.ts";
import { startService } from "../support/service.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => database.close());

it("is done once by two nodes that look at the same moment", async () => {
  const env = { ORGCONFIG_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64") };
  const one = await startService(env, [], database);
  const other = await startService(env, [], database);
  try {
    const { api, config } = await one.makeTenant();
    const own = proposerOf(api);
    const from = Date.now();
    vi.useFakeTimers({ toFake: ["Date"] });
    const at = (minutes: number) => new Date(from + minutes * 60_000);
    const make = (name: string) =>
      own.propose({
        ...{ bundle: { teams: [{ name }] }, apply: { at: at(10).toISOString() } },
        confirm_within_minutes: 5,
      });
    const made = [await make("a"), await make("b"), await make("c")];
    const both = () => Promise.all([one, other].map((node) => node.service.proposals.flush()));
    const acts = async () =>
      Promise.all(
        made.map(async ({ id }) => (await own.get(id)).acts.map(({ act }: { act: string }) => act)),
      );
    const teams = async () => (await config("GET", "teams")).body.data.length;
    vi.setSystemTime(at(11));
    await both();
    expect(await acts()).toEqual(made.map(() => ["propose", "apply"]));
    expect(await teams()).toBe(3);
    vi.setSystemTime(at(17));
    await both();
    expect(await acts()).toEqual(made.map(() => ["propose", "apply", "revert"]));
    expect(await teams()).toBe(0);
  } finally {
    await one.close();
    await other.close();
  }
});
