/** Plans and writes that meet: nothing that was answered is lost, and of two that cannot both be, one is. */
import { expect, it } from "vitest";
import type { Json } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { type ContractTenant, contractFor, kindsWith } from "../support/contract.ts";
import { type Draw, law } from "../support/property.ts";
import { referencesIn, withReference } from "../support/references.ts";
import { pathOf } from "../support/samples.ts";
import type { Answer } from "../support/service.ts";
import { bundleOf, grow, kindOf, rowsOf } from "./drawn.ts";
import { drawEdits, type Edits, smallBundle, wholeBundle } from "./edits.ts";
import { type Bundle, type Change, manyDeletes, type Plan, plannerOf } from "./support.ts";

const contract = contractFor(import.meta.url);

interface Race {
  readonly what: string;
  /** Must be stale when it came between the plan and its apply. */
  readonly moves: boolean;
  write(): Promise<Answer>;
  /** Whether what the write was answered with still stands. */
  stands(answer: Answer): Promise<void>;
}

law("a write between a plan and its apply is not lost", 8, async (draw) => {
  const { planner, plan, race, tenant } = await racing(draw);
  const answer = await race.write();
  const rows = await rowsOf(tenant.config);
  const applied = await planner.tryApply(plan.id, { allow_deletes: manyDeletes });
  if (answer.status < 300) await race.stands(answer);
  if (answer.status < 300 && race.moves) expect([race.what, applied.status]).toEqual([race.what, 409]);
  if (applied.status === 200) return;
  expectStale(applied);
  expect(await rowsOf(tenant.config)).toEqual(rows);
});

law("a write at the same time as an apply is not lost", 8, async (draw) => {
  const { planner, plan, race, tenant } = await racing(draw);
  const writing = race.write();
  const [answer, applied] = await Promise.all([
    writing,
    planner.tryApply(plan.id, { allow_deletes: manyDeletes }),
  ]);
  expect([200, 201, 204, 404, 409, 422]).toContain(answer.status);
  if (answer.status < 300) await race.stands(answer);
  if (applied.status === 200) return;
  expectStale(applied);
  // Where ids are made from keys, the row may be the one that came first.
  const made = plan.changes.filter(
    ({ action, resource }) => action === "create" && kindOf(resource).derivedId === undefined,
  );
  for (const { resource, id } of made)
    expect([resource, (await tenant.config("GET", pathOf(kindOf(resource), id))).status]).toEqual([
      resource,
      kindOf(resource).shape === "setting" ? 200 : 404,
    ]);
});

function expectStale({ status, body, text }: Answer): void {
  expect([status, body.reason], text).toEqual([409, "plan_stale"]);
  expect(body.moved.length, text).toBeGreaterThan(0);
  for (const row of body.moved)
    expect(Object.keys(row).sort()).toEqual(expect.arrayContaining(["id", "key", "resource"]));
}

/** A plan over a drawn organization, and a write of something that it names, points at or deletes. */
async function racing(draw: Draw) {
  const tenant = await contract().tenant();
  await grow(tenant, draw, 10);
  const planner = plannerOf(tenant.api);
  const edits = await drawEdits(tenant, draw);
  const whole = draw.either();
  if (whole) await planner.bring(bundleOf(edits.rows), { set: "all", adopt: true });
  const plan = whole
    ? await planner.open(wholeBundle(edits), { set: "all", prune: "delete" })
    : await planner.open(smallBundle(edits));
  const races = racesOf(tenant, plan, edits);
  let race: Race | undefined;
  // Not every row can be written so: a kind may have no reports, a rule may tie the row down.
  while (race === undefined) race = await draw.oneOf(races)();
  return { tenant, planner, plan, race };
}

/** Ways to get in the way of a plan. */
function racesOf(tenant: ContractTenant, plan: Plan, edits: Edits): (() => Raced)[] {
  const changes = plan.changes.filter(({ action }) => action === "update" || action === "delete");
  return [
    ...changes.flatMap((change) => [
      () => put(tenant, change.resource, change.id, true),
      () => remove(tenant, change, true),
      () => report(tenant, change.resource, change.id),
    ]),
    ...referredTo(edits).flatMap(([kind, id]) => [
      () => put(tenant, kind, id, false),
      () => remove(tenant, { resource: kind, id }, false),
    ]),
    ...plan.changes.filter(({ action }) => action === "delete").map((change) => () => point(tenant, change)),
    ...edits.creates.map(
      ({ definition, body }) =>
        () =>
          post(tenant, definition.kind, body),
    ),
  ];
}

/** The rows, by kind and id, that what is new or moves points at. */
function referredTo({ creates, updates }: Edits): [string, string][] {
  const found = (value: Json | undefined): string[] =>
    JSON.stringify(value ?? null).match(/\w+_[0-9a-z]{26}/g) ?? [];
  return [...creates, ...updates].flatMap(({ definition, body }) =>
    referencesIn(definition).flatMap(({ field, to }): [string, string][] =>
      found(body[field]).map((id) => [to, id]),
    ),
  );
}

type Raced = Promise<Race | undefined>;

async function put({ config, samples }: ContractTenant, kind: string, id: string, moves: boolean): Raced {
  const definition = kindOf(kind);
  if (!definition.verbs.includes("update")) return undefined;
  const path = pathOf(definition, id);
  const row = (await config("GET", path)).body;
  for (const [name, { type, fixed }] of Object.entries(definition.fields)) {
    if (type === "computed" || type === "secret" || fixed) continue;
    const body = await samples.moved(definition, row, name);
    if (body === undefined) continue;
    return {
      what: `PUT ${path} ${name}`,
      moves,
      write: () => config("PUT", path, { body }),
      async stands() {
        const now = await config("GET", path);
        for (const [field, value] of Object.entries(body))
          if (definition.fields[field]?.type !== "secret")
            expect([path, field, now.body[field]]).toEqual([path, field, value]);
      },
    };
  }
  return undefined;
}

async function remove(
  { config }: ContractTenant,
  { resource: kind, id }: Pick<Change, "resource" | "id">,
  moves: boolean,
): Raced {
  const definition = kindOf(kind);
  if (!definition.verbs.includes("delete")) return undefined;
  const path = pathOf(definition, id);
  return {
    what: `DELETE ${path}`,
    moves,
    write: () => config("DELETE", path),
    stands: async () => expect([path, (await config("GET", path)).status]).toEqual([path, 404]),
  };
}

/** A new row that points at one that the plan deletes. */
async function point({ config, samples }: ContractTenant, { resource: to, id }: Change): Raced {
  for (const definition of kindsWith("create")) {
    const place = referencesIn(definition).find((candidate) => candidate.to === to);
    if (place === undefined) continue;
    const sample = await samples.body(definition);
    const body = await samples.acceptable(definition, withReference(sample, place, id));
    if (body === undefined) continue;
    return created(config, definition.kind, body, `POST ${definition.kind} that points at ${to}/${id}`, true);
  }
  return undefined;
}

/** A row with the natural key of one that the plan makes. */
async function post({ config }: ContractTenant, kind: string, body: JsonObject): Raced {
  return created(config, kind, body, `POST ${kind}`, true);
}

function created(
  config: ContractTenant["config"],
  kind: string,
  body: JsonObject,
  what: string,
  moves: boolean,
): Race {
  return {
    what,
    moves,
    write: () => config("POST", kind, { body }),
    async stands(answer) {
      const now = await config("GET", pathOf(kindOf(kind), String(answer.body.id)));
      expect([what, now.status, now.body]).toEqual([what, 200, answer.body]);
    },
  };
}

/** What a checker saw: it moves no revision, and no plan knows of it. */
async function report({ api, config }: ContractTenant, kind: string, id: string): Raced {
  const [name] =
    Object.entries(kindOf(kind).fields).find(
      ([, field]) => field.type === "computed" && field.reported && field.shape.type === "timestamp",
    ) ?? [];
  if (name === undefined || kindOf(kind).shape === "setting") return undefined;
  const seen = { [name]: "2026-03-01T10:00:00.000Z" };
  return {
    what: `report of ${kind}/${id}`,
    moves: false,
    write: () => api("PUT", `state/${kind}/${encodeURIComponent(id)}`, { body: seen }),
    async stands() {
      const now = await config("GET", pathOf(kindOf(kind), id));
      if (now.status === 200) expect([kind, now.body[name]]).toEqual([kind, seen[name]]);
    },
  };
}

it("applies a plan once, however often it is asked at once", async () => {
  const { api, config } = await contract().tenant();
  const planner = plannerOf(api);
  const plan = await planner.open({ teams: [{ name: "Core" }, { name: "Shop" }] });
  const answers = await Promise.all([1, 2, 3, 4].map(() => planner.tryApply(plan.id)));
  const said = answers.map(({ status, body }) => (status === 200 ? "applied" : body.reason));
  expect(said.sort()).toEqual(["applied", "plan_applied", "plan_applied", "plan_applied"]);
  expect((await config("GET", "teams")).body.data).toHaveLength(2);
});

it("lets no two plans wait for each other's rows for ever", async () => {
  const { api, config } = await contract().tenant();
  const planner = plannerOf(api);
  const route = (name: string, team: string, position: number) => ({
    name,
    position,
    matchers: [`severity="critical"`],
    destinations: [{ team_id: { name: team } }],
  });
  const team = (name: string) => ({ name });
  await planner.bring({ teams: [team("A"), team("B")] });
  for (let round = 1; round <= 5; round += 1) {
    // Each holds the team that the other one points at.
    const plans = [
      await planner.open({ teams: [team("A")], alert_routes: [route("1", "B", round)] }),
      await planner.open({ teams: [team("B")], alert_routes: [route("2", "A", round)] }),
    ];
    const answers = await Promise.all(plans.map(({ id }) => planner.tryApply(id)));
    expect(answers.map(({ status, text }) => [status, text.slice(0, 80)])).toEqual(
      plans.map(({ id }) => [200, expect.stringContaining(id)]),
    );
  }
  expect((await config("GET", "alert_routes")).body.data).toHaveLength(2);
});

law("of two plans that touch the same rows one wins, or one comes after the other", 6, async (draw) => {
  const tenant = await contract().tenant();
  await grow(tenant, draw, 8);
  const planner = plannerOf(tenant.api);
  const bundles = [smallBundle(await drawEdits(tenant, draw)), smallBundle(await drawEdits(tenant, draw))];
  const plans = [];
  for (const [at, bundle] of bundles.entries()) {
    const teams = [...((bundle.teams ?? []) as JsonObject[]), { name: "Both" }];
    const own = draw.either() ? { ...bundle, teams } : bundle;
    plans.push({ at, bundle: own, plan: await planner.plan(own) });
  }
  const open = plans.filter(({ plan }) => plan.status === "open");
  const before = (await tenant.audit()).length;
  const answers = await Promise.all(open.map(({ plan }) => planner.tryApply(plan.id)));
  for (const answer of answers.filter(({ status }) => status !== 200)) expectStale(answer);
  const won = open.filter((_, at) => answers[at]?.status === 200);
  if (open.length > 0) expect(won.length).toBeGreaterThan(0);
  expect((await tenant.audit()).length - before).toBe(
    won.reduce((sum, { plan }) => sum + plan.changes.length, 0),
  );
  // What came last stands as it was planned.
  const left = await Promise.all(won.map(({ bundle }) => planner.plan(withoutSecrets(bundle))));
  if (won.length > 0) expect(left.some(({ changes }) => changes.length === 0)).toBe(true);
});

/** A sent secret could always be another one. */
function withoutSecrets(bundle: Bundle): Bundle {
  const plain = (kind: string) => (entry: JsonObject) =>
    Object.fromEntries(
      Object.entries(entry).filter(([name]) => kindOf(kind).fields[name]?.type !== "secret"),
    );
  return Object.fromEntries(
    Object.entries(bundle).map(([kind, rows]): [string, Json] => [
      kind,
      Array.isArray(rows) ? rows.map(plain(kind)) : plain(kind)(rows as JsonObject),
    ]),
  );
}
