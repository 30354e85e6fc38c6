/** `orgconfig export --format yaml`: files that people go on with, and that plan no change. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { maxChanges } from "../../src/engine/plan/edits.ts";
import { seedDemo } from "../../src/seed/index.ts";
import { startService, type TestService } from "../support/service.ts";
import { listen, makeTypist, type Typist } from "./typed.ts";

let test: TestService;
let typist: Typist;
beforeAll(async () => {
  test = await startService();
  // The demo's targets are nobody's: nothing should ask for them.
  await test.service.delivery.close();
  typist = await makeTypist(test, await listen(test));
  const { service, settings } = test;
  await seedDemo({ service, settings, organization: typist.tenant.organization.slug });
});
afterAll(() => test.close());

it("has a file for each kind, without defaults, and plans no change", async () => {
  const { orgconfig, folder, tenant } = typist;
  const out = join(folder, "config");
  const ended = await orgconfig(["export", "--format", "yaml", "--out", out]);
  expect(ended).toMatchObject({ code: 0, stdout: "" });
  const bundle = (await tenant.config("GET", "export?format=json")).body;
  expect(readdirSync(out).sort()).toEqual(
    Object.keys(bundle)
      .map((kind) => `${kind}.yaml`)
      .sort(),
  );
  expect(Object.keys(bundle).length).toBeGreaterThan(20);
  const planned = await orgconfig(["plan", "-f", out, "--detailed-exitcode"]);
  expect([planned.code, planned.stdout.split("\n").at(-2)]).toEqual([
    0,
    expect.stringMatching(/^Plan: nothing to change, \d+ unchanged\.$/),
  ]);
});

it("leaves out what a row has by default, in objects within it too, and keeps what a row is found by", async () => {
  const { orgconfig, tenant } = await makeTypist(test, typist.url);
  await tenant.config("POST", "teams", { body: { name: "Platform" } });
  await tenant.config("POST", "deploy_policies", { body: { service: "shop", error_budget_threshold: 25 } });
  const { stdout } = await orgconfig(["export", "--format", "yaml"]);
  expect(parse(stdout)).toEqual({
    deploy_policies: [{ service: "shop", error_budget_threshold: 25 }],
    teams: [{ name: "Platform" }],
  });
});

it("writes over nothing", async () => {
  const { orgconfig, folder } = typist;
  const out = join(folder, "mine");
  mkdirSync(out);
  writeFileSync(join(out, "teams.yaml"), "mine");
  const ended = await orgconfig(["export", "--format", "yaml", "--out", out]);
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining("is not empty")]);
  expect([readdirSync(out), readFileSync(join(out, "teams.yaml"), "utf8")]).toEqual([["teams.yaml"], "mine"]);
});

it("writes more rows than one plan takes as parts that plan, and every door says so", async () => {
  const { orgconfig, folder, tenant } = await makeTypist(test, typist.url);
  const rows = Array.from({ length: maxChanges + 1 }, (_, n) => ({ name: `Team ${n}` }));
  for (const teams of [rows.slice(0, 1_500), rows.slice(1_500)]) {
    const plan = await tenant.api("POST", "plans", { body: { bundle: { teams }, replay_days: 0 } });
    const applied = await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} });
    expect(applied.status, applied.text.slice(0, 300)).toBe(200);
  }
  const said = "one plan makes at most 2000 changes";
  expect((await tenant.config("GET", "export?format=json")).headers.warning).toContain(said);
  expect((await tenant.config("GET", "export?format=hcl")).headers.warning).toBeUndefined();
  const out = join(folder, "parts");
  const ended = await orgconfig(["export", "--format", "yaml", "--out", out]);
  expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining(said)]);
  expect(readdirSync(out)).toEqual(["part-1", "part-2", "part-3"]);
  const counts = readdirSync(out).map(
    (part) => parse(readFileSync(join(out, part, "teams.yaml"), "utf8")).teams.length,
  );
  expect(counts).toEqual([1_000, 1_000, 1]);
  const planned = await orgconfig(["plan", "-f", join(out, "part-1"), "--detailed-exitcode"]);
  expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining("1000 unchanged")]);
});
