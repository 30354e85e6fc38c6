/** What waits its turn in the queue of long work holds no connection meanwhile: others would wait for it as well. */
import { expect, it, vi } from "vitest";
import { contractFor } from "../support/contract.ts";
import { inTransaction } from "../support/transactions.ts";

const contract = contractFor(import.meta.url);

/** Of each work that came to the queue, whether a transaction was open around it. */
const queued: boolean[] = [];

vi.mock("../../src/kernel/time-slices.ts", async (original) => {
  const real = await original<typeof import("../../src/kernel/time-slices.ts")>();
  const inPieces: typeof real.inPieces = (work, turn) => {
    queued.push(inTransaction());
    return real.inPieces(work, turn);
  };
  return { ...real, inPieces };
});

it("scans a prompt once, before the transaction of a write that takes the default's place", async () => {
  const { config } = await contract().tenant();
  const body = { name: "a", content: "Be brief.", prompt_type: "chat_system", is_default: true };
  queued.length = 0;
  const first = await config("POST", "prompt_templates", { body });
  expect([first.status, queued]).toEqual([201, [false]]);
  const second = await config("POST", "prompt_templates", { body: { ...body, name: "b" } });
  expect([second.status, queued]).toEqual([201, [false, false]]);

  queued.length = 0;
  const edited = { content: "Be very brief.", is_default: true };
  const taken = await config("PUT", `prompt_templates/${first.body.id}`, { body: edited });
  expect([taken.status, taken.body.is_default, queued]).toEqual([200, true, [false]]);
});

it("scans nothing for a write that names another version", async () => {
  const { config } = await contract().tenant();
  const body = { name: "a", content: "Be brief.", prompt_type: "chat_system" };
  const { id } = (await config("POST", "prompt_templates", { body })).body;
  queued.length = 0;
  const stale = await config("PUT", `prompt_templates/${id}`, {
    body: { is_default: true },
    headers: { "if-match": '"0"' },
  });
  expect([stale.status, queued]).toEqual([412, []]);
});

it("an incident's transaction does not come to the queue", async () => {
  const { config } = await contract().tenant();
  const body = { title: "Checkout is down", body: "We look into it.", impact: "major", notify: true };
  queued.length = 0;
  const opened = await config("POST", "status_page_incidents", { body });
  expect(opened.status, opened.text).toBe(201);
  expect(queued).toEqual([]);
});

it("an alert is compared with the mutes and the inhibitions in the queue, and in no transaction", async () => {
  const { api, config } = await contract().tenant();
  const mute = { pattern: "*crm*", reason: "It moves.", duration_minutes: 60 };
  expect((await config("POST", "alert_mutes", { body: mute })).status).toBe(201);
  queued.length = 0;
  const event = await api("POST", "events", { body: { event: "alert_created", title: "a" } });
  expect([event.status, queued]).toEqual([201, [false, false]]);
});
