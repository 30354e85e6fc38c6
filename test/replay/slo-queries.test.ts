/** Plans that ask engines for figures that nobody has kept, through agents that are made up here. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRangeQueryStore } from "../../src/features/reliability/range-queries/index.ts";
import { rangeQuery } from "../../src/renderers/prometheus/range-query.ts";
import { type Answer, startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

let app: TestService;
let tenant: Tenant;
let connector: string;
let agent: string;
let source: string;
beforeAll(async () => {
  app = await startService();
  tenant = await app.makeTenant();
  const engine = { name: "Prometheus", type: "observability", connector_type: "prometheus" };
  connector = await create("connectors", engine);
  agent = await agentOf(connector);
  source = await create("data_sources", { name: "p", type: "prometheus", url: "https://p.example.com" });
});
afterAll(() => app.close());

const agentOf = async (connectorId: string) =>
  (await app.makeKey(tenant.organization.id, ["engine:agent"], { connectorId })).value;

async function create(kind: string, body: object): Promise<string> {
  const answer = await tenant.config("POST", kind, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

const sliFields = (more: object = {}) => ({
  ...{ name: "errors", service: "shop", kind: "ratio", data_source_id: source },
  ...{ bad_query: 'rate(e{code="500"}[5m])', total_query: "rate(e[5m])" },
  ...more,
});
const sloFields = (more: object = {}) => ({
  ...{ name: "new", service: "shop", target_percent: 99, window_days: 1 },
  burn_alerts: [{ long_minutes: 60, short_minutes: 5, threshold: 14.4, severity: "critical" }],
  ...more,
});
const newSlo = (sli: string, more: object = {}) => ({
  ...{ op: "create", resource: "slos" },
  fields: sloFields({ sli_id: sli, ...more }),
});

const plan = (edits: readonly object[], more: object = {}): Promise<Answer> =>
  tenant.api("POST", "plans", { body: { edits, replay_days: 1, replay_query: true, ...more } });

const request = (
  method: string,
  path: string,
  { key, headers, body }: { key: string; headers?: Record<string, string>; body?: object },
) => app.send(method, path, { headers: { authorization: `Bearer ${key}`, ...headers }, body });

const render = (key = agent, of = connector, headers: Record<string, string> = {}) =>
  request("GET", `/api/v1/render/${of}?contents=false`, { key, headers });

/** What waits, once so many do. */
async function waiting(count = 1): Promise<Answer["body"][]> {
  let queries: Answer["body"][] = [];
  await until(async () => {
    queries = (await render()).body.queries ?? [];
    return queries.length === count;
  });
  return queries;
}

const answer = (body: object, key = agent, of = connector) =>
  request("PUT", `/api/v1/render/${of}/queries`, { key, body });

/** Rates of all steps: a value, or what a step has, counted from the newest. */
function floats(steps: number, of: (fromEnd: number) => number): string {
  const bytes = Buffer.alloc(4 * steps);
  for (let at = 0; at < steps; at += 1) bytes.writeFloatBE(of(steps - at), 4 * at);
  return bytes.toString("base64");
}

const count = async () =>
  (
    await app.database.queryText<object>(
      { name: "test-range-queries", text: "SELECT FROM range_queries" },
      [],
    )
  ).length;

describe("a plan with replay_query", () => {
  it("replays a new SLO on what its engine answers, through its own agent alone", async () => {
    const sli = await create("slis", sliFields());
    const etag = (await render()).headers.etag as string;
    const unchanged = await render(agent, connector, { "if-none-match": etag });
    expect(unchanged.status).toBe(304);
    const planned = plan([newSlo(sli)]);
    const [query] = await waiting();
    // Who asks with the ETag gets it, and others do not.
    const woken = await render(agent, connector, { "if-none-match": etag });
    expect([woken.status, woken.body.queries]).toEqual([200, [expect.objectContaining({ id: query.id })]]);
    const reader = await app.makeKey(tenant.organization.id, ["api:config_read"]);
    expect((await render(reader.value)).body).not.toHaveProperty("queries");
    const other = await create("connectors", {
      ...{ name: "Other", type: "observability", connector_type: "prometheus", enabled: false },
    });
    const stranger = await agentOf(other);
    expect((await render(stranger, other)).body).not.toHaveProperty("queries");
    expect((await render(stranger)).status).toBe(403);
    expect((await answer({ id: query.id, error: "no" }, stranger, other)).body).toEqual({ taken: false });

    expect(query.query).toContain('sum(rate(e{code="500"}[5m]))');
    expect(query.within_seconds).toBeLessThanOrEqual(20);
    // A window of a day, and the day of the replay: from the midnight before.
    const days = query.steps / 288;
    expect([query.starts_at.slice(11), days > 2 && days <= 3.1]).toEqual(["00:00:00.000Z", true]);
    // Half of an hour was bad, from two hours ago on.
    const bad = floats(query.steps, (fromEnd) => (fromEnd <= 24 && fromEnd > 18 ? 50 : 0));
    const total = floats(query.steps, () => 100);
    expect((await answer({ id: query.id, total, bad })).body).toEqual({ taken: true });
    const { status, body } = await planned;
    expect([status, body.problems, body.effects.replay.cannot]).toEqual([201, [], []]);
    expect(body.effects.replay.slos).toMatchObject([
      { name: "shop/new", budget_before: null, fired_before: 0 },
    ]);
    const [{ budget_after, fired_after }] = body.effects.replay.slos;
    // 6 of 288 steps half bad, where one in a hundred may be.
    expect(budget_after).toBeCloseTo(100 - (6 / 288) * 50 * 100, 0);
    expect(fired_after).toBeGreaterThan(0);
    expect(await count()).toBe(0);
    // What comes late changes nothing.
    expect((await answer({ id: query.id, total, bad })).body).toEqual({ taken: false });
  });

  it("replays an SLO whose SLI changes: kept events before, those of the engine after", async () => {
    const sli = await create("slis", sliFields({ name: "changing" }));
    const id = await create("slos", sloFields({ name: "changing", sli_id: sli }));
    await app.database.queryText(
      {
        name: "test-kept-events",
        text: `INSERT INTO slo_history (organization_id, kind, id, day, steps, total, bad)
        SELECT $1, 'slos', $2, (now() AT TIME ZONE 'UTC')::date - n, 288,
          (SELECT string_agg(float4send(100), '' ORDER BY step) FROM generate_series(0, 287) AS step),
          (SELECT string_agg(float4send(0.5), '' ORDER BY step) FROM generate_series(0, 287) AS step)
        FROM generate_series(0, 2) AS n`,
      },
      [tenant.organization.id, id],
    );
    const edit = { op: "save", resource: "slis", id: sli, fields: { bad_query: "rate(other[5m])" } };
    const without = await plan([edit], { replay_query: false });
    expect(without.body.effects.replay).toMatchObject({
      slos: [],
      cannot: [
        { resource: "slis", id: sli, key: { name: "changing" }, why: expect.stringContaining("--query") },
      ],
    });
    const replayed = tenant.api("POST", "plans/replay", {
      body: { edits: [edit], replay_days: 1, replay_query: true },
    });
    const [query] = await waiting();
    expect(query.query).toContain("rate(other[5m])");
    const [total, bad] = [floats(query.steps, () => 12.5), floats(query.steps, () => 0.25)];
    await answer({ id: query.id, total, bad, cut: true });
    const { body } = await replayed;
    expect(body.effects.replay).toMatchObject({
      slos: [{ id, budget_before: 50, budget_after: -100 }],
      cannot: [
        {
          resource: "slos",
          id,
          key: { name: "changing" },
          why: expect.stringContaining("only for what is after known_since"),
        },
      ],
    });
  });

  it("says why there are no figures, and what to do", async () => {
    const made = await Promise.all(["a", "b", "c", "d"].map((name) => create("slis", sliFields({ name }))));
    const planned = plan(made.map((sli, at) => newSlo(sli, { name: `n${at}` })));
    const queries = await waiting(4);
    const steps = queries[0].steps;
    const nothing = floats(steps, () => Number.NaN);
    const minus = floats(steps, () => -1);
    await answer({ id: queries[0].id, error: "the engine answered HTTP 422: too many samples" });
    await answer({ id: queries[1].id, total: nothing, bad: nothing });
    await answer({ id: queries[2].id, total: nothing.slice(8), bad: nothing });
    await answer({ id: queries[3].id, total: minus, bad: minus });
    const { slos, cannot } = (await planned).body.effects.replay;
    const whys = cannot.map(({ why }: { why: string }) => why).sort();
    expect([slos, whys]).toEqual([
      [],
      [
        expect.stringContaining("brought something else"),
        expect.stringContaining("too many samples"),
        expect.stringContaining("has no events of it"),
        expect.stringContaining("has no events of it"),
      ],
    ]);

    const reader = await app.makeKey(tenant.organization.id, ["api:config_read"]);
    const body = { edits: [newSlo(made[0] as string)], replay_query: true };
    const refused = await request("POST", "/api/v1/plans", { key: reader.value, body });
    expect(refused.body.effects.replay.cannot[0].why).toContain("the level operate");

    const loki = await create("data_sources", { name: "l", type: "loki", url: "https://l.example.com" });
    const logs = await create("slis", sliFields({ name: "logs", data_source_id: loki }));
    const off = await plan([newSlo(logs), newSlo(logs, { name: "off", enabled: false })]);
    expect(off.body.effects.replay.cannot.map(({ why }: { why: string }) => why)).toEqual([
      expect.stringContaining("of type loki"),
      "it would be off",
    ]);
  });

  it("asks about 20 SLIs at once, and of one that several SLOs have once", async () => {
    const edits = [];
    for (let at = 0; at < 21; at += 1) {
      const sli = await create("slis", sliFields({ name: `many ${at}` }));
      edits.push(newSlo(sli, { name: `m${at}` }));
      if (at === 0) edits.push(newSlo(sli, { name: "again" }));
    }
    const planned = plan(edits);
    const queries = await waiting(20);
    for (const { id } of queries) await answer({ id, error: "no" });
    const { cannot } = (await planned).body.effects.replay;
    expect(cannot).toHaveLength(22);
    expect(cannot.filter(({ why }: { why: string }) => why.includes("asked about 20 SLIs"))).toHaveLength(1);
  });
});

it("what nobody took is forgotten, and goes with its organization", async () => {
  const store = createRangeQueryStore(app.database);
  const one = { id: "range_old", connectorId: connector, query: "q", steps: 1 };
  await store.insert(tenant.organization.id, [one], new Date(), -90);
  await store.insert(tenant.organization.id, [{ ...one, id: "range_late" }], new Date(), -5);
  expect(await store.waiting(tenant.organization.id, connector)).toEqual([]);
  await store.forget();
  expect(await count()).toBe(1);
});

it("the query has both figures as rules would record them, a mean of five minutes", () => {
  const configuration = sliFields({ good_query: null, threshold_query: null }) as never;
  const query = rangeQuery({ id: "sli_1", configuration }, "30s");
  expect(query).toMatch(
    /^label_replace\(avg_over_time\(\(\n[\s\S]*\n\)\[5m:30s\]\), "orgconfig_figure", "total"/,
  );
  expect(query).toContain('"orgconfig_figure", "bad", "", "")');
});
