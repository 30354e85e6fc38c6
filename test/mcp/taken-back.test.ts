/** A long call that its client takes back ends wherever it runs: also where the notification reaches another process. */
import { EventEmitter, once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import type { Call } from "../../src/engine/context.ts";
import { isConfiguration } from "../../src/engine/operation.ts";
import { sql } from "../../src/features/changes/taken-back/queries.generated.ts";
import { openTestDatabase } from "../support/database.ts";
import { startService, type TestService } from "../support/service.ts";
import { legacy, path, streamed } from "./support.ts";

let database: Database;
/** Says when a process has looked at what is on record. */
const looks = new EventEmitter();
/** Two processes on one database. */
let here: TestService;
let elsewhere: TestService;
let keys: readonly string[];
beforeAll(async () => {
  database = await openTestDatabase();
  const { query } = database;
  database.query = (async (statement: unknown, ...rest: unknown[]) => {
    const found = await (query as (...all: unknown[]) => Promise<unknown>)(statement, ...rest);
    if (statement === sql.listTakenBackCalls) looks.emit("look");
    return found;
  }) as typeof query;
  const env = { ORGCONFIG_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64") };
  here = await startService(env, [], database);
  elsewhere = await startService(env, [], database);
  const { organization } = await here.makeTenant();
  const made = await Promise.all([1, 2].map(() => here.makeKey(organization.id, ["mcp:admin"])));
  keys = made.map(({ value }) => value);
});
afterAll(async () => {
  await here.close();
  await elsewhere.close();
  await database.close();
});

/** The call that a process runs, which ends only where it is taken back, or let go. */
function holding(process: TestService) {
  const operation = process.service.operations.get("apply_plan");
  if (operation === undefined || !isConfiguration(operation)) throw new Error("there is no apply_plan");
  const { run } = operation;
  let began = () => {};
  const running = new Promise<void>((resolve) => {
    began = resolve;
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = async ({ cancelled }: Call) => {
    began();
    const taken = new Promise<never>((_, reject) => {
      cancelled?.addEventListener("abort", () => reject(cancelled.reason));
    });
    await Promise.race([taken, released]);
    return { status: 200, body: { done: true } };
  };
  Object.assign(operation, { run: held, question: undefined });
  return { running, release, restore: () => Object.assign(operation, { run }) };
}

const send = (process: TestService, message: object, session: string | undefined, key: string) =>
  process.send("POST", path, {
    headers: {
      authorization: `Bearer ${key}`,
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": legacy,
      ...(session !== undefined && { "mcp-session-id": session }),
    },
    body: { jsonrpc: "2.0", ...message },
  });

const onRecord = () =>
  database.queryText({ name: "test-taken-back", text: "SELECT call FROM taken_back_calls" }, []);

interface Turn {
  readonly session: string | undefined;
  readonly key?: number;
}

/** Applies a plan at one process, and takes the request 7 back at the other one. */
async function taken(call: Turn, back: Turn, ends: boolean) {
  const held = holding(here);
  const params = { name: "apply_plan", arguments: { id: "plan_1", confirm: "plan_1" } };
  const message = { id: 7, method: "tools/call", params };
  const calling = send(here, message, call.session, keys[call.key ?? 0] as string);
  await held.running;
  const notification = { method: "notifications/cancelled", params: { requestId: 7, reason: "no more" } };
  const { status } = await send(elsewhere, notification, back.session, keys[back.key ?? 0] as string);
  expect(status).toBe(202);
  if (!ends) {
    if (call.session !== undefined) await once(looks, "look");
    held.release();
  }
  const answer = await calling;
  held.restore();
  return answer;
}

it("ends in the process that runs it, and is not answered", async () => {
  const answer = await taken({ session: "one:1" }, { session: "one:1" }, true);
  expect([answer.status, answer.text]).toEqual([200, ""]);
});

it.each<[string, Turn, Turn]>([
  ["of another session", { session: "one:2" }, { session: "one:3" }],
  ["of another credential", { session: "one:4" }, { session: "one:4", key: 1 }],
  ["of a client without a session, whose ids are no names", { session: undefined }, { session: undefined }],
])("goes on where the notification is %s", async (_, call, back) => {
  const before = (await onRecord()).length;
  const answer = await taken(call, back, false);
  expect(streamed(answer).result.structuredContent).toEqual({ done: true });
  expect((await onRecord()).length - before).toBe(back.session === undefined ? 0 : 1);
});

it("is forgotten a minute later, with the next one that is taken back", async () => {
  await database.execute("UPDATE taken_back_calls SET at = at - interval '2 minutes'");
  const notification = { method: "notifications/cancelled", params: { requestId: 8 } };
  await send(elsewhere, notification, "one:9", keys[0] as string);
  expect(await onRecord()).toHaveLength(1);
});

it.each(["test_connector", "test_outbound_config", "start_drill", "plan_changes", "apply_plan"])(
  "%s says how far it is where its client asks for that",
  async (name) => {
    const params = { name, arguments: { id: "none" }, _meta: { progressToken: "p" } };
    const { text } = await send(here, { id: 9, method: "tools/call", params }, "one:10", keys[0] as string);
    const messages = text.split("\n").filter((line) => line.startsWith("data: "));
    expect(JSON.parse((messages[0] as string).slice(6))).toMatchObject({
      method: "notifications/progress",
      params: { progressToken: "p", progress: 0, message: "The call has begun." },
    });
    expect(JSON.parse((messages.at(-1) as string).slice(6)).result.isError).toBe(true);
  },
);
