/** kill -9 at any moment of an apply, on each engine: the whole plan is there, or nothing of it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { killWhileApplying } from "../plans/kills.ts";
import { install, killed, verified } from "./installation.ts";
import { makePostgres, type Postgres } from "./postgres.ts";
import { record } from "./record.ts";
import { spread, timed } from "./table.ts";

const kills = Number(process.env.FAULT_KILLS ?? 100);

let postgres: Postgres;
beforeAll(async () => {
  postgres = await makePostgres();
  await postgres.start();
});
afterAll(() => postgres.remove());

describe.each(["embedded", "server"] as const)("on the %s engine", (engine) => {
  it(`has all or nothing of a plan through ${kills} kills`, { timeout: 1_800_000 }, async () => {
    const installation = await install(engine === "server" ? postgres.url : undefined);
    const startsMs: number[] = [];
    const { whole, none, unanswered } = await killWhileApplying(
      () => timed(startsMs, () => installation.start()),
      killed,
      () => installation.key,
      kills,
    );
    record({
      fault: `kill -9 while a plan is applied, ${engine === "server" ? "server" : "embedded database"}`,
      done: `${kills} kills`,
      lost: "nothing: no plan was there in part",
      back: spread(startsMs),
      figures: `${whole} plans were there whole, ${unanswered} of them without an answer; of ${none} nothing was there`,
    });
    // Kills that all came too early or too late would have tried nothing.
    expect(whole).toBeGreaterThan(kills / 20);
    expect(none).toBeGreaterThan(kills / 20);
    expect(verified(installation)).toEqual({ status: 0, stderr: "" });
  });
});
