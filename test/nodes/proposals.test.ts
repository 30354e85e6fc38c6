/** Two services on one database: a proposal is applied once, and taken back once, whichever of them looks. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { proposerOf, sender } from "../proposals/support.ts";
import { openTestDatabase } from "../support/database.ts";
import { startService, type TestService } from "../support/service.ts";

let database: Database;
let one: TestService;
let other: TestService;
beforeAll(async () => {
  database = await openTestDatabase();
  const env = { ORGCONFIG_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64") };
  one = await startService(env, [], database);
  other = await startService(env, [], database);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await one.close();
  await other.close();
  await database.close();
});

const both = () => Promise.all([one, other].map((node) => node.service.proposals.flush()));

it("is done once by two nodes that look at the same moment", async () => {
  const { api, config, organization } = await one.makeTenant();
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
  const acts = async () =>
    Promise.all(made.map(async ({ id }) => (await own.get(id)).acts.map(({ act }: { act: string }) => act)));
  const teams = async () => (await config("GET", "teams")).body.data.length;
  // What one node shows is what an approval at the other one is for.
  const [{ id, digest }] = made as [{ id: string; digest: string }];
  const { value } = await one.makeKey(organization.id, ["api:admin"]);
  expect((await proposerOf(sender(other, value)).get(id)).digest).toBe(digest);
  vi.setSystemTime(at(11));
  await both();
  expect(await acts()).toEqual(made.map(() => ["propose", "apply"]));
  expect(await teams()).toBe(3);
  vi.setSystemTime(at(17));
  await both();
  expect(await acts()).toEqual(made.map(() => ["propose", "apply", "revert"]));
  expect(await teams()).toBe(0);
});

it("does each step once by two nodes that look at the same moment, and takes all of them back once", async () => {
  const { api, config } = await one.makeTenant();
  const own = proposerOf(api);
  const from = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  const at = (minutes: number) => vi.setSystemTime(from + minutes * 60_000);
  const beat = (name: string) => ({ name, every_minutes: 5, service: name });
  const { id } = await own.propose({
    bundle: { alert_heartbeats: [beat("canary"), beat("shop"), beat("rest")] },
    steps: [
      { services: ["canary"], watch_minutes: 5 },
      { services: ["shop"], watch_minutes: 5 },
    ],
    watch_minutes: 5,
  });
  const names = async () =>
    (await config("GET", "alert_heartbeats")).body.data.map(({ name }: { name: string }) => name).sort();
  const acts = async () => (await own.get(id)).acts.map(({ act }: { act: string }) => act);
  await own.done(id, "apply");
  expect(await names()).toEqual(["canary"]);
  at(5.1);
  await both();
  expect(await names()).toEqual(["canary", "shop"]);
  expect(await acts()).toEqual(["propose", "apply", "apply"]);
  at(10.3);
  await both();
  expect(await names()).toEqual(["canary", "rest", "shop"]);
  // Somebody takes it back twice at once.
  at(15.5);
  await Promise.all([own.act(id, "revert"), own.act(id, "revert")]);
  expect((await own.get(id)).status).toBe("reverted");
  expect(await names()).toEqual([]);
  expect((await acts()).filter((act: string) => act === "revert")).toHaveLength(1);
});
