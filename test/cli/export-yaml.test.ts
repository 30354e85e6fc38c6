/** `orgconfig export --format yaml`: files that people go on with, and that plan no change. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
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
