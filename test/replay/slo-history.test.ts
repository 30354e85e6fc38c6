/** The events of SLOs: kept in steps of five minutes, bounded, gone with their SLO, and what plans are replayed on. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSloHistoryStore } from "../../src/features/reliability/figures/index.ts";
import type { Answer } from "../support/service.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let app: TestService;
let tenant: Tenant;
beforeAll(async () => {
  app = await startService();
  tenant = await app.makeTenant();
});
afterAll(() => app.close());

const stepMs = 300_000;
const dayMs = 86_400_000;
const history = () => createSloHistoryStore(app.database);
const usual = { days: 100_000, bytes: 100_000_000 };

async function create(kind: string, body: object): Promise<string> {
  const answer = await tenant.config("POST", kind, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

let sli: string;
let made = 0;
async function makeSlo(fields: object = {}): Promise<string> {
  sli ??= await create("slis", {
    ...{ name: "availability", service: "shop", kind: "ratio", good_query: "a", total_query: "b" },
    data_source_id: await create("data_sources", {
      ...{ name: "p", type: "prometheus", url: "https://p.example.com" },
    }),
  });
  made += 1;
  const slo = { name: `SLO ${made}`, service: "shop", sli_id: sli, target_percent: 99, ...fields };
  return create("slos", slo);
}

const query = <R>(text: string, values: unknown[] = []) =>
  app.database.queryText<R>({ name: `test-${text.length}-${values.length}`, text }, values);

/** As reports bring them: so many steps from a moment on. */
async function reported(id: string, from: number, rates: readonly (readonly [total: number, bad: number])[]) {
  for (const [step, [total, bad]] of rates.entries())
    await query(
      `INSERT INTO figures (organization_id, kind, id, span, at, weight, figures)
      VALUES ($1, 'slos', $2, 300, $3, 1, jsonb_build_object('total_rate', jsonb_build_array($4::float8), 'bad_rate', jsonb_build_array($5::float8)))`,
      [tenant.organization.id, id, new Date(from + step * stepMs), total, bad],
    );
}

/** Days until the one before yesterday of a hundred events a second, of which some are bad, in one statement. */
async function month(id: string, bad: string, days = 35): Promise<void> {
  await query(
    `INSERT INTO slo_history (organization_id, kind, id, day, steps, total, bad)
    SELECT $1, 'slos', $2, (now() AT TIME ZONE 'UTC')::date - n, 288,
      (SELECT string_agg(float4send(100), '' ORDER BY step) FROM generate_series(0, 287) AS step),
      (SELECT string_agg(float4send(${bad}), '' ORDER BY step) FROM generate_series(0, 287) AS step)
    FROM generate_series(2, ${days + 1}) AS n`,
    [tenant.organization.id, id],
  );
}

async function daysOf(id: string): Promise<Record<string, readonly (readonly [number, number])[]>> {
  const found: Record<string, readonly (readonly [number, number])[]> = {};
  for await (const days of history().days(tenant.organization.id, [id], new Date(0)))
    for (const { day, total, bad } of days) {
      const [totals, bads] = [Buffer.from(total, "base64"), Buffer.from(bad, "base64")];
      found[day] = Array.from({ length: totals.length / 4 }, (_, at) => [
        totals.readFloatBE(4 * at),
        bads.readFloatBE(4 * at),
      ]);
    }
  return found;
}

async function replayed(edits: readonly object[], more: object = {}): Promise<Answer["body"]> {
  const { status, body, text } = await tenant.api("POST", "plans", { body: { edits, ...more } });
  expect([status, body.problems], text).toEqual([201, []]);
  return body.effects.replay;
}

const save = (id: string, fields: object) => ({ op: "save", resource: "slos", id, fields });
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const none = [Number.NaN, Number.NaN];

describe("the history of SLOs", () => {
  const midnight = Date.parse("2026-06-15T00:00:00Z");
  const at = (steps: number) => new Date(midnight + steps * stepMs);

  it("has what was reported, by its five minutes, and goes on where it ended", async () => {
    const id = await makeSlo();
    await reported(id, midnight - 2 * stepMs, [
      [10, 1],
      [11, 0],
      [12, 2],
    ]);
    await history().upkeep(at(2), usual);
    expect(await daysOf(id)).toEqual({
      "2026-06-14": [...Array(286).fill(none), [10, 1], [11, 0]],
      "2026-06-15": [[12, 2]],
    });
    await reported(id, midnight + 2 * stepMs, [
      [13, 0.5],
      [14, 0],
    ]);
    const unpacked = [];
    for await (const some of history().unpacked(tenant.organization.id, [id], at(4))) unpacked.push(...some);
    expect(unpacked.map(({ total }) => total).sort()).toEqual([13, 14]);
    // The step that goes on comes later; two nodes at once put it there once.
    await Promise.all([history().upkeep(at(3), usual), history().upkeep(at(3), usual)]);
    await history().upkeep(at(9), usual);
    await history().upkeep(at(9), usual);
    expect((await daysOf(id))["2026-06-15"]).toEqual([[12, 2], none, [13, 0.5], [14, 0]]);
  });

  it("takes what reports say, and nothing of one that says one of both", async () => {
    const [id, other] = [await makeSlo(), await makeSlo()];
    await tenant.api("PUT", `state/slos/${id}`, { body: { total_rate: 9_000, bad_rate: 3 } });
    await tenant.api("PUT", `state/slos/${other}`, { body: { total_rate: 5 } });
    await history().upkeep(new Date(Date.now() + stepMs), usual);
    const [day] = Object.values(await daysOf(id));
    expect(day?.at(-1)).toEqual([9_000, 3]);
    expect(await daysOf(other)).toEqual({});
  });

  it("is kept for 90 days, the newest within its bounds, and goes with its SLO", async () => {
    const [old, one, two] = [await makeSlo(), await makeSlo(), await makeSlo()];
    const now = new Date();
    await month(one, "0");
    await month(two, "0", 3);
    await query(
      `INSERT INTO slo_history VALUES ($1, 'slos', $2, (now() AT TIME ZONE 'UTC')::date - 91, 1, '\\x00000000', '\\x00000000')`,
      [tenant.organization.id, old],
    );
    const count = async (id: string) => Object.keys(await daysOf(id)).length;
    await history().upkeep(now, usual);
    expect([await count(old), await count(one), await count(two)]).toEqual([0, 35, 3]);
    // What is new is looked at alone.
    await reported(two, Math.floor(now.getTime() / stepMs) * stepMs - stepMs, [[1, 0]]);
    await query(`DELETE FROM slo_history WHERE id <> ALL ($1)`, [[one, two]]);
    await history().upkeep(now, { days: 8, bytes: 1_000_000 });
    expect((await count(one)) + (await count(two))).toBe(8);
    await reported(two, Math.floor(now.getTime() / stepMs) * stepMs, [[1, 0]]);
    await history().upkeep(new Date(now.getTime() + stepMs), { days: 100, bytes: 8 * 288 * 4 });
    expect((await count(one)) + (await count(two))).toBeLessThan(6);
    await tenant.config("DELETE", `slos/${two}`);
    expect(await query("SELECT FROM slo_history WHERE id = $1", [two])).toEqual([]);
  });
});

describe("a plan", () => {
  it("says of a changed target, window or burn alert what it would have meant, as others read it too", async () => {
    const id = await makeSlo({ target_percent: 99, window_days: 7 });
    // Of half of an hour, five days ago, half was bad.
    await month(id, "CASE WHEN n = 5 AND step BETWEEN 120 AND 125 THEN 50 ELSE 0 END");
    await reported(id, Math.floor(Date.now() / stepMs) * stepMs - stepMs, [[100, 0]]);
    const edits = [save(id, { target_percent: 99.9, name: "strict" })];
    const answer = await tenant.api("POST", "plans", { body: { edits } });
    const { slos, cannot } = answer.body.effects.replay;
    expect(cannot).toEqual([]);
    const day = dayBefore(5);
    expect(slos).toMatchObject([{ id, name: "shop/strict", fired_before: 1, fired_after: 2, false: 0 }]);
    const [{ budget_before, budget_after, spent_on, fired }] = slos;
    // Of the window of 7 days, 5 to 6 have events: today and yesterday have none.
    expect(budget_before).toBeGreaterThan(79);
    expect(budget_after).toBeLessThan(-40);
    expect(spent_on.slice(0, 5)).toEqual(Array.from({ length: 5 }, (_, at) => dayBefore(5 - at)));
    expect(fired.find(({ severity }: { severity: string }) => severity === "critical")).toMatchObject({
      ...{ at: `${day}T10:05:00.000Z`, after_minutes: 5 },
    });
    expect((await tenant.api("GET", `plans/${answer.body.id}`)).body.effects.replay.slos).toEqual(slos);

    expect((await replayed([save(id, { window_days: 2 })])).slos).toMatchObject([{ budget_after: 100 }]);
    expect((await replayed([save(id, { enabled: false })])).slos).toMatchObject([
      { budget_after: null, fired: [] },
    ]);
    expect((await replayed([save(id, { burn_alerts: [] })])).slos).toMatchObject([
      { fired_before: 1, fired_after: 0 },
    ]);
    expect(await replayed([save(id, { name: "other", at_risk_percent: 5 })])).toMatchObject({
      slos: [],
      cannot: [],
    });
    expect((await replayed(edits, { replay_days: 3 })).slos).toMatchObject([{ fired_after: 0 }]);

    const correction = (hours: number) => ({
      op: "create",
      resource: "slo_corrections",
      fields: {
        ...{ service: "shop", reason: "work", starts_at: `${day}T10:00:00Z` },
        ends_at: `${day}T${10 + hours}:00:00Z`,
      },
    });
    expect(
      (await replayed([correction(1)])).slos.filter((one: { id: string }) => one.id === id),
    ).toMatchObject([{ budget_after: 100, fired_before: 1, fired_after: 0 }]);
  });

  it("names what no kept events can show, and why", async () => {
    const [id, empty] = [await makeSlo(), await makeSlo()];
    await month(id, "0.5");
    const fields = { name: "new", service: "shop", sli_id: sli, target_percent: 99 };
    const { slos, cannot } = await replayed([
      save(id, { target_percent: 98 }),
      save(empty, { target_percent: 98 }),
      { op: "create", resource: "slos", fields },
    ]);
    expect(slos).toMatchObject([{ id, budget_before: 50, budget_after: 75 }]);
    expect(cannot).toEqual([
      {
        resource: "slos",
        id: expect.any(String),
        key: expect.anything(),
        why: expect.stringContaining("it is new"),
      },
      {
        resource: "slos",
        id: empty,
        key: expect.anything(),
        why: expect.stringContaining("no events of it are kept"),
      },
    ]);
    const other = await replayed([
      { op: "save", resource: "slis", id: sli, fields: { good_query: "c" } },
      save(id, { target_percent: 98 }),
    ]);
    expect(other).toMatchObject({ slos: [], cannot: [{ resource: "slis", id: sli }] });
  });

  it("is replayed in a thread where there are many SLOs", async () => {
    const ids = [];
    for (let at = 0; at < 25; at += 1) ids.push(await makeSlo());
    await month(ids[3] as string, "0.1", 3);
    const { slos, cannot } = await replayed(ids.map((id) => save(id, { target_percent: 99.8 })));
    expect(slos).toMatchObject([{ id: ids[3], budget_before: 90, budget_after: expect.closeTo(50, 3) }]);
    expect(cannot).toHaveLength(24);
  });
});
