/** kill -9 of a program while it applies plans: each plan is there whole, or nothing of it is. */
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Program } from "../support/program.ts";

const width = 20;

export interface Outcomes {
  /** Plans of which the next start found everything. */
  whole: number;
  /** Plans of which it found nothing. */
  none: number;
  /** Of the whole ones, those whose caller had no answer any more. */
  unanswered: number;
}

/** Kills the program at another moment of each apply, and looks at what its next start finds. */
export async function killWhileApplying(
  start: () => Promise<Program>,
  kill: (program: Program) => Promise<void>,
  keyOf: (program: Program) => string,
  kills: number,
): Promise<Outcomes> {
  const outcomes: Outcomes = { whole: 0, none: 0, unanswered: 0 };
  let program = await start();
  const key = keyOf(program);
  let version = 0;
  // The first ones say how long an apply takes here.
  let usualMs = 0;
  for (const _ of [1, 2]) {
    const plan = await planned(program, key, version + 1);
    const begun = performance.now();
    expect(await applied(program, key, plan.id)).toBe(true);
    usualMs = performance.now() - begun;
    version += 1;
  }
  for (let round = 0; round < kills; round += 1) {
    const plan = await planned(program, key, version + 1);
    const answered = applied(program, key, plan.id).catch(() => false);
    // All over the time that an apply takes, and a little after it.
    await pause((((round * 37) % 100) / 100) * 1.3 * usualMs);
    await kill(program);
    const known = await answered;
    program = await start();
    const whole = await foundWhole(program, key, plan, version);
    if (known) expect(whole, `round ${round}: a plan that was answered is gone`).toBe(true);
    outcomes[whole ? "whole" : "none"] += 1;
    if (whole && !known) outcomes.unanswered += 1;
    if (whole) version += 1;
  }
  await kill(program);
  return outcomes;
}

interface Planned {
  readonly id: string;
  readonly changes: readonly unknown[];
}

/** Moves every connector, makes new teams with a route to them, and deletes those of the version before. */
async function planned(program: Program, key: string, version: number): Promise<Planned> {
  const bundle = {
    connectors: Array.from({ length: width }, (_, at) => ({
      name: `Connector ${at}`,
      type: "cloud",
      connector_type: "aws",
      metadata: { version: String(version) },
    })),
    teams: Array.from({ length: width }, (_, at) => ({ name: `${at} of ${version}` })),
    alert_routes: [
      {
        name: "All",
        matchers: [`severity="critical"`],
        destinations: [{ team_id: { name: `0 of ${version}` } }],
      },
    ],
  };
  const { status, body } = await call(program, key, "POST", "plans", { bundle, set: "all", prune: "delete" });
  expect([status, body.status], JSON.stringify(body)).toEqual([201, "open"]);
  return body as unknown as Planned;
}

async function applied(program: Program, key: string, id: string): Promise<boolean> {
  const { status, body } = await call(program, key, "POST", `plans/${id}/apply`, { allow_deletes: 1_000 });
  expect(status, JSON.stringify(body)).toBe(200);
  return true;
}

/** Whether the plan is there; fails where a part of it is. */
async function foundWhole(program: Program, key: string, plan: Planned, before: number): Promise<boolean> {
  const [connectors, teams, routes] = await Promise.all(
    ["connectors", "teams", "alert_routes"].map((kind) => listed(program, key, kind)),
  );
  const { body: now } = await call(program, key, "GET", `plans/${plan.id}`);
  const { body: log } = await call(program, key, "GET", `audit?plan_id=${plan.id}&limit=500`);
  const whole = now.status === "applied";
  const version = String(whole ? before + 1 : before);
  expect(connectors?.map(({ metadata }) => (metadata as JsonObject).version)).toEqual(
    Array.from({ length: width }, () => version),
  );
  expect(teams?.map(({ name }) => String(name).split(" of ")[1])).toEqual(
    Array.from({ length: width }, () => version),
  );
  const [first] = (routes?.[0]?.destinations ?? []) as readonly JsonObject[];
  expect(teams?.find(({ id }) => id === first?.team_id)?.name).toBe(`0 of ${version}`);
  expect((log.data as unknown[]).length).toBe(whole ? plan.changes.length : 0);
  return whole;
}

async function listed(program: Program, key: string, kind: string): Promise<readonly JsonObject[]> {
  return (await call(program, key, "GET", `config/${kind}`)).body.data as readonly JsonObject[];
}

async function call(program: Program, key: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${program.url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as JsonObject };
}
