/** What is sealed of ways: keys of pushes that are rotated, and the vault's keys that are. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkSealed, reseal } from "../../src/database/reseal.ts";
import { createRowStore } from "../../src/database/store.ts";
import { createVault, newSecretKey, secretKey } from "../../src/database/vault.ts";
import { createAudit } from "../../src/features/identity/audit/index.ts";
import { rotatePushKeys } from "../../src/features/identity/ways/index.ts";
import { sealedOfAll } from "../../src/stored-secrets.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Person, siteOf } from "../support/sign-in.ts";
import { addVerified, newNumber, recordingReach, subscription } from "./ways-scene.ts";

const reach = recordingReach();
let test: TestService;
let ada: Person;
beforeAll(async () => {
  test = await startService({}, [], undefined, { reach });
  const site = siteOf(test);
  ada = await site.makeMember((await site.makeOrganization()).id, "member");
});
afterAll(() => test.close());

const present = async (): Promise<string> =>
  (await ada.send("GET", "account/ways")).body.application_server_key;
const push = (more: object = {}) => ({ kind: "push", subscription: subscription(), ...more });
const keyOf = async (id: string) => {
  const address = await test.service.ways.addressOf(id);
  return address?.kind === "push" ? address.vapid : undefined;
};

it("a device is reached by the pair that it was added with, also after another one was made", async () => {
  const { database, settings, logs } = test;
  const vault = createVault(settings.secretKeys);
  const { signRecord } = createAudit({
    database,
    vault,
    log: { error: (line: unknown) => logs.push(String(line)) } as never,
  });
  const before = await present();
  const old = await addVerified(ada, reach, push());
  const first = await keyOf(old);
  const made = await rotatePushKeys({
    database,
    vault,
    signRecord,
    store: createRowStore(database, signRecord),
  });
  expect(await present()).toBe(made.publicKey);
  expect(made.publicKey).not.toBe(before);
  const [next, late] = [
    await addVerified(ada, reach, push()),
    // A browser that had subscribed before.
    await addVerified(ada, reach, push({ application_server_key: before })),
  ];
  expect([(await keyOf(next))?.publicKey, await keyOf(late), await keyOf(old)]).toEqual([
    made.publicKey,
    first,
    first,
  ]);
  expect(first?.publicKey).toBe(before);
  expect((await ada.send("POST", `account/ways/${old}/test`)).body.not_sent).toBeNull();
  expect(reach.sent.at(-1)?.to).toMatchObject({ vapid: first });
});

it("addresses and keys are sealed again with the vault's new key, and open with it alone", async () => {
  const number = newNumber();
  const id = await addVerified(ada, reach, { kind: "sms", number });
  const key = secretKey(newSecretKey());
  if (key === undefined) throw new Error("no key");
  const { ways, pushKeys } = sealedOfAll(test.database);
  const ring = createVault([key, ...test.settings.secretKeys]);
  const unopened: string[] = [];
  for (const stored of [ways, pushKeys])
    expect(await reseal(stored, ring, ({ where }) => unopened.push(where))).toBeGreaterThan(0);
  const alone = createVault([key]);
  const again = sealedOfAll(test.database);
  for (const stored of [again.ways, again.pushKeys])
    expect(await checkSealed(stored, alone, ({ where }) => unopened.push(where))).toBeGreaterThan(0);
  expect(unopened).toEqual([]);
  // The service's own ring lacks the new key: its owner still sees the way, and may remove it.
  const listed = (await ada.send("GET", "account/ways")).body.data.find(
    (one: { id: string }) => one.id === id,
  );
  expect(listed).toMatchObject({ leads_to: null, verified: true });
  expect((await ada.send("DELETE", `account/ways/${id}`)).status).toBe(200);
});
