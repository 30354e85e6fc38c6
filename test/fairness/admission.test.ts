/** Few calls that read much run at once for one organization; others wait, are refused, or end with their client. */
import { expect, it } from "vitest";
import type { Call, Client } from "../../src/engine/context.ts";
import { enterScan } from "../../src/engine/scans.ts";
import { Refusal } from "../../src/kernel/problem.ts";

/** A client that a test ends, or takes away. */
function newClient() {
  const away = new AbortController();
  const ends: (() => void)[] = [];
  const client: Client = { gone: away.signal, onEnd: (work) => void ends.push(work) };
  const end = () => {
    for (const work of ends.splice(0)) work();
  };
  const leave = () => {
    away.abort(new Refusal("bad_request", "gone"));
    end();
  };
  return { client, end, leave };
}

let organizations = 0;
const newCaller = () => ({ organization: { id: `org_${++organizations}` } }) as Call["caller"];

/** Whether the promise is settled once everything that is due has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = () => {
    settled = true;
  };
  promise.then(note, note);
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

it("two run, eight wait in the order in which they came, and the next is refused with when to come again", async () => {
  const caller = newCaller();
  const running = [newClient(), newClient()];
  for (const { client } of running) await enterScan({ caller, client }, "long");
  const waiting = Array.from({ length: 8 }, newClient);
  const entered = waiting.map(({ client }) => enterScan({ caller, client }, "long"));
  expect(await Promise.all(entered.map(isSettled))).toEqual(waiting.map(() => false));
  const refused = enterScan({ caller, client: newClient().client }, "long");
  await expect(refused).rejects.toMatchObject({
    code: "unavailable",
    detail: { reason: "busy", retryAfterSeconds: 1 },
  });
  for (const [index, one] of [...running, ...waiting].entries()) {
    one.end();
    const next = entered.slice(0, index + 1);
    expect(await Promise.all(next.map(isSettled))).toEqual(next.map(() => true));
    if (index + 1 < entered.length)
      expect(await isSettled(entered[index + 1] as Promise<unknown>)).toBe(false);
  }
});

it("who waited is looked at once more, and whoever may not go on gives the place to the next", async () => {
  const caller = newCaller();
  const [first, second] = [newClient(), newClient()];
  const looked: string[] = [];
  const again = (name: string) => async () => {
    looked.push(name);
    if (name === "revoked") throw new Refusal("unauthorized", "revoked");
    return caller;
  };
  for (const { client } of [first, second])
    await enterScan({ caller, client, again: again("did not wait") }, "long");
  const refused = enterScan({ caller, client: newClient().client, again: again("revoked") }, "long");
  const next = enterScan({ caller, client: newClient().client, again: again("known") }, "long");
  first.end();
  await expect(refused).rejects.toMatchObject({ code: "unauthorized" });
  await next;
  expect(looked).toEqual(["revoked", "known"]);
});

it("an organization's calls keep no place from another's, nor long ones from what a page shows", async () => {
  const caller = newCaller();
  const busy = Array.from({ length: 3 }, newClient);
  const entered = busy.map(({ client }) => enterScan({ caller, client }, "long"));
  expect(await Promise.all(entered.map(isSettled))).toEqual([true, true, false]);
  expect(await isSettled(enterScan({ caller: newCaller() }, "long"))).toBe(true);
  expect(await isSettled(enterScan({ caller }, "short"))).toBe(true);
  for (const { end } of busy) end();
});

it("a call that waits leaves with its client, and nobody waits for it", async () => {
  const caller = newCaller();
  const [first, second, third, fourth] = [newClient(), newClient(), newClient(), newClient()];
  for (const { client } of [first, second]) await enterScan({ caller, client }, "long");
  const gone = enterScan({ caller, client: third.client }, "long");
  const next = enterScan({ caller, client: fourth.client }, "long");
  third.leave();
  await expect(gone).rejects.toMatchObject({ message: "gone" });
  first.end();
  expect(await isSettled(next)).toBe(true);
  for (const { end } of [second, fourth]) end();
});

it("a call that is through enters again without another place", async () => {
  const caller = newCaller();
  const [first, second] = [newClient(), newClient()];
  for (const { client } of [first, second, first, second]) await enterScan({ caller, client }, "short");
  const third = newClient();
  const entered = enterScan({ caller, client: third.client }, "short");
  expect(await isSettled(entered)).toBe(false);
  first.end();
  expect(await isSettled(entered)).toBe(true);
  for (const { end } of [second, third]) end();
});

it("without a client the place is free when the work is done", async () => {
  const caller = newCaller();
  const leaving = [await enterScan({ caller }, "long"), await enterScan({ caller }, "long")];
  const third = enterScan({ caller }, "long");
  expect(await isSettled(third)).toBe(false);
  for (const leave of leaving) leave();
  (await third)();
});
