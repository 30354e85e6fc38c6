/**
 * kill -9 of the program under load, many times over, on each engine: no acknowledged write is lost, none is
 * applied twice, the audit chain holds, and the next start serves.
 */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { install, killed, verified } from "./installation.ts";
import { createLoad } from "./load.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { record } from "./record.ts";
import { lostOf, seenOf, spread, timed } from "./table.ts";

const kills = Number(process.env.FAULT_KILLS ?? 50);
const clients = 16;
const callsBetween = 150;

let postgres: Postgres;
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
});
afterAll(() => postgres.remove());

describe.each(["embedded", "server"] as const)("on the %s engine", (engine) => {
  it(`keeps every acknowledged write through ${kills} kills`, { timeout: 1_800_000 }, async () => {
    const installation = await install(engine === "server" ? postgres.url : undefined);
    const env = { ORGCONFIG_LIST_CAP: "100000" };
    let node = await installation.start(env);
    const load = await createLoad(node.url, installation.key, 32);
    const startsMs: number[] = [];
    for (let round = 0; round < kills; round += 1) {
      let dead = false;
      const goal = load.calls() + callsBetween;
      const running = load.run([node.url], clients, () => dead);
      while (load.calls() < goal) await pause(5);
      // Not at the same place of a call each time.
      await pause((round * 7) % 40);
      await killed(node);
      dead = true;
      await running;
      node = await timed(startsMs, () => installation.start(env));
    }
    const proved = await load.prove(node.url);
    record({
      fault: `kill -9 of a node, ${engine === "server" ? "server" : "embedded database"}`,
      done: `${kills} kills, ${clients} clients`,
      lost: lostOf(proved),
      back: spread(startsMs),
      figures: seenOf(proved),
    });
    expect(proved.problems).toEqual([]);
    expect(proved.done).toBeGreaterThan(kills * 10);
    // Kills that cut no call off would have tried nothing.
    expect(proved.unknown).toBeGreaterThan(kills);
    await load.close();
    expect(await node.stop()).toBe(0);
    expect(verified(installation)).toEqual({ status: 0, stderr: "" });
  });
});
