/** Entries that give a row another natural key, and plans that look as if one was meant. */
import { expect, it } from "vitest";
import { contractFor } from "../support/contract.ts";
import { type Change, type Plan, plannerOf, problemsOf } from "./support.ts";

const contract = contractFor(import.meta.url);

async function start() {
  const tenant = await contract().tenant();
  return { ...tenant, planner: plannerOf(tenant.api) };
}

const notRenamed = ({ warnings }: Plan) =>
  warnings.filter(({ reason }) => reason === "not_renamed").map(({ key, message }) => [key?.name, message]);

const brief = (changes: readonly Change[]) => changes.map(({ action, key, id }) => [action, key.name, id]);

it("keeps the row's id, secrets, references and set, and changes nothing once it is done", async () => {
  const { planner, config, api } = await start();
  const target = (name: string, more: object = {}) => ({
    name,
    kind: "webhook",
    url: "https://hooks.example",
    ...more,
  });
  const rule = { name: "All", matchers: ["severity=critical"], outbound_config_id: { name: "Pager" } };
  const made = await planner.bring(
    { outbound_configs: [target("Pager", { secret: "s3cret" })], outbound_rules: [rule] },
    { set: "s" },
  );
  const id = made.changes.find(({ resource }) => resource === "outbound_configs")?.id;
  const renamed = {
    outbound_configs: [target("Phone", { renamed_from: { name: "Pager" } })],
    outbound_rules: [{ ...rule, outbound_config_id: { name: "Phone" } }],
  };
  const plan = await planner.bring(renamed, { set: "s", prune: "delete" });
  expect(brief(plan.changes)).toEqual([["update", "Phone", id]]);
  expect(plan.changes[0]?.fields).toEqual([{ path: "name", before: "Pager", after: "Phone" }]);
  const row = await config("GET", `outbound_configs/${id}`);
  expect(row.body).toMatchObject({ name: "Phone", secret_set: true });
  expect(row.headers["x-managed-by"]).toBe("s");
  const done = await planner.open(renamed, { set: "s", prune: "delete" });
  expect([done.changes, done.warnings]).toEqual([[], []]);
  expect((await api("GET", "plans/drift?set=s")).body.drifted).toBe(false);
});

it("makes the row where there is none under the old name either", async () => {
  const { planner } = await start();
  const plan = await planner.bring({ teams: [{ name: "New", renamed_from: { name: "Old" } }] });
  expect(plan.changes).toMatchObject([{ action: "create", key: { name: "New" } }]);
  expect(notRenamed(plan)).toEqual([["New", expect.stringContaining('there is no row {"name":"Old"}')]]);
});

it.each([
  ["both are there", [["A", "B"]], ["A"]],
  [
    "both are there, and no former name of the first",
    [
      ["C", "B"],
      ["B", "A"],
    ],
    ["C", "B"],
  ],
  [
    "they change names",
    [
      ["A", "B"],
      ["B", "A"],
    ],
    ["A", "B"],
  ],
  ["it is its own name", [["A", "A"]], ["A"]],
] as const)("warns where nothing is renamed because %s", async (_why, pairs, warned) => {
  const { planner } = await start();
  await planner.bring({ teams: ["A", "B", "C"].map((name) => ({ name })) }, { set: "s" });
  const renames = pairs.map(([name, former]) => ({ name, renamed_from: { name: former } }));
  const plan = await planner.open({ teams: renames }, { set: "s" });
  expect(plan.changes).toEqual([]);
  expect(notRenamed(plan).map(([name]) => name)).toEqual(warned);
  expect(plan.warnings.every(({ field }) => field === "renamed_from")).toBe(true);
});

it("refuses two entries that rename the same row", async () => {
  const { planner } = await start();
  await planner.bring({ teams: [{ name: "Old" }] });
  const renamed_from = { name: "Old" };
  const plan = await planner.plan({ teams: ["One", "Two"].map((name) => ({ name, renamed_from })) });
  expect(problemsOf(plan)).toEqual([["teams", 1, "renamed_from", "duplicate"]]);
  expect(plan.warnings).toEqual([]);
});

it("renames rows along a chain, and makes a new one in the place that is left", async () => {
  const { planner, config } = await start();
  const { changes } = await planner.bring({ teams: [{ name: "A" }, { name: "B" }] });
  const [a, b] = [changes[0]?.id, changes[1]?.id];
  const chain = [
    { name: "A" },
    { name: "B", renamed_from: { name: "A" } },
    { name: "C", renamed_from: { name: "B" } },
  ];
  const plan = await planner.bring({ teams: chain });
  expect(plan.changes.map(({ action, key }) => [action, key.name])).toEqual([
    ["update", "C"],
    ["update", "B"],
    ["create", "A"],
  ]);
  expect((await config("GET", `teams/${a}`)).body.name).toBe("B");
  expect((await config("GET", `teams/${b}`)).body.name).toBe("C");
  for (const entries of [chain, chain.slice(0, 2)]) {
    const again = await planner.open({ teams: entries });
    expect([again.changes, again.warnings]).toEqual([[], []]);
  }
});

it("fills parts of a longer key from the entry", async () => {
  const { planner } = await start();
  const component = { group: "Shop", name: "Carts" };
  const { changes } = await planner.bring({ status_page_components: [component] });
  const plan = await planner.bring({
    status_page_components: [{ group: "Shop", name: "Baskets", renamed_from: { name: "Carts" } }],
  });
  expect(plan.changes).toMatchObject([{ action: "update", id: changes[0]?.id }]);
});

it("says what is wrong with a rename", async () => {
  const { planner } = await start();
  await planner.bring({
    teams: [{ name: "Old" }],
    certificate_monitors: [{ hostname: "a.example" }],
  });
  const plan = await planner.plan({
    teams: [
      { name: "New", renamed_from: { name: "Old" } },
      { name: "Text", renamed_from: "Old" },
      { name: "Part", renamed_from: { title: "Old" } },
    ],
    certificate_monitors: [{ hostname: "b.example", renamed_from: { hostname: "a.example" } }],
    alert_routes: [{ name: "All", matchers: ["a=b"], destinations: [{ team_id: { name: "Old" } }] }],
  });
  expect(problemsOf(plan)).toEqual([
    ["teams", 1, "renamed_from", "invalid"],
    ["teams", 2, "renamed_from", "invalid"],
    ["alert_routes", 0, "destinations[0].team_id", "missing_reference"],
    ["certificate_monitors", 0, "hostname", "invalid"],
  ]);
  expect(plan.problems[2]?.message).toContain('name it by its new key, {"name":"New"}');
});

it("warns of a row that is deleted and made again under another name", async () => {
  const { planner } = await start();
  const provider = { provider: "anthropic", model: "opus" };
  await planner.bring({ ai_providers: [{ ...provider, name: "Old" }] }, { set: "s" });
  const plan = await planner.plan(
    { ai_providers: [{ ...provider, name: "New" }] },
    { set: "s", prune: "delete" },
  );
  expect(plan.warnings).toMatchObject([
    { resource: "ai_providers", key: { name: "New" }, reason: "looks_renamed" },
  ]);
  expect(plan.warnings[0]?.message).toContain('renamed_from: {"name":"Old"}');
  const other = await planner.plan(
    { ai_providers: [{ ...provider, name: "New", model: "sonnet" }] },
    { set: "s", prune: "delete" },
  );
  expect(other.warnings).toEqual([]);
});

it("says at the entry that points there, and by name, which deleted row it names", async () => {
  const { planner, config } = await start();
  const { changes } = await planner.bring({ teams: [{ name: "Core" }] }, { set: "s" });
  const core = String(changes[0]?.id);
  const route = (name: string) => ({ name, matchers: ["a=b"], destinations: [{ team_id: core }] });
  await config("POST", "alert_routes", { body: route("By hand") });
  const plan = await planner.plan({ alert_routes: [route("All")] }, { set: "s", prune: "delete" });
  expect(problemsOf(plan)).toEqual([
    ["alert_routes", 0, "destinations[0].team_id", "in_use"],
    ["teams", null, "", "in_use"],
  ]);
  expect(plan.problems[0]?.message).toBe(
    'points at the row {"name":"Core"} of teams, which this plan deletes; point it at another row, or keep that one in the bundle',
  );
  expect(plan.problems[1]).toMatchObject({
    key: { name: "Core" },
    message: expect.stringContaining('alert_routes {"name":"By hand"}'),
  });
});
