/** `orgconfig test` as it is typed: over files, over what a service has, and the first tests of a set-up. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makePerson } from "../support/people.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { listen, makeTypist, type Typist } from "./typed.ts";

let test: TestService;
let url: string;
beforeAll(async () => {
  test = await startService();
  url = await listen(test);
});
afterAll(() => test.close());

let tenant: Tenant;
let readKey: string;
let folder: string;
let orgconfig: Typist["orgconfig"];
beforeEach(async () => {
  ({ tenant, readKey, folder, orgconfig } = await makeTypist(test, url));
});

const rows = `teams:
  - name: Shop
alert_routes:
  - { name: Shop, matchers: ['service="shop"'], destinations: [{ team_id: { name: Shop } }] }
`;
const tests = `tests:
  - { name: The shop is notified, alert: { labels: { service: shop } }, expect: { notified: [Shop] } }
  - { name: "Sales: sleep", alert: { labels: { service: shop } }, expect: { not_notified: [Shop] } }
  - { name: Later, enabled: false }
`;

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

it("says which tests of the files fail, where they stand and which row decided, in each format", async () => {
  write("rows.yaml", rows);
  write("tests.yaml", tests.replace("enabled: false }", "enabled: false, expect: {} }"));
  const place = `${join(folder, "tests.yaml")}:3:5`;
  const why = '"Shop" is notified: the route "Shop" (position 0) takes the alert';
  const run = async (format: string) => {
    const { code, stdout } = await orgconfig(["test", "-f", folder, "--format", format]);
    expect(code).toBe(1);
    return stdout;
  };
  expect(await run("text")).toContain(`${place}: Sales: sleep\n  ${why}`);
  expect(await run("text")).toMatch(/\n2 tests, 1 failed, 1 off\n$/);
  expect(JSON.parse(await run("json"))).toMatchObject({
    total: 3,
    failed: 1,
    tests: expect.arrayContaining([
      expect.objectContaining({ name: "Sales: sleep", line: 3, column: 5, status: "failed" }),
      expect.objectContaining({ name: "Later", status: "off", message: null }),
    ]),
  });
  expect(await run("junit")).toMatch(
    /<testsuites tests="3" failures="1" skipped="1">[\s\S]*<failure message="&quot;/,
  );
  expect(await run("tap")).toMatch(/^TAP version 14\n1\.\.3\n[\s\S]*not ok \d - Sales: sleep\n# "Shop" is/);
  expect(await run("github")).toContain(
    `::error file=${join(folder, "tests.yaml")},line=3,col=5,title=Sales%3A sleep::${why}`,
  );
});

it("ends with 2 and the places where the files are wrong, and with 3 where nobody answers", async () => {
  write("tests.yaml", "tests:\n  - name: a\n    alert: { labels: {} }\n    expect: { notified: [Nobody] }\n");
  const wrong = await orgconfig(["test", "-f", folder]);
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toContain("tests.yaml:4:26: expect.notified[0]: names no row");
  expect((await orgconfig(["test"])).code).toBe(2);
  write("tests.yaml", rows);
  const none = await orgconfig(["test", "-f", folder]);
  expect(none).toMatchObject({ code: 2, stdout: "" });
  expect(none.stderr).toContain(`there is no behaviour test in ${folder}`);
  expect(
    (await orgconfig(["test", "--against", "http://127.0.0.1:1"], { ORGCONFIG_MAX_RETRIES: "0" })).code,
  ).toBe(3);
});

it("lays the files over the rows of a service, with a key that only reads", async () => {
  const { body: team } = await tenant.config("POST", "teams", { body: { name: "Shop" } });
  const place = { team_id: team.id, email: "ada@shop.example.com" };
  await makePerson(test.database, tenant.organization.id, place.email);
  expect((await tenant.config("POST", "team_members", { body: place })).status).toBe(201);
  const route = { name: "Shop", matchers: ['service="shop"'], destinations: [{ team_id: team.id }] };
  await tenant.config("POST", "alert_routes", { body: route });
  const held = { name: "Held", alert: { labels: { service: "shop" } }, expect: { notified: ["Shop"] } };
  expect((await tenant.config("POST", "behaviour_tests", { body: held })).status).toBe(201);
  const reading = { ORGCONFIG_KEY: readKey };
  const there = await orgconfig(["test", "--against", url], reading);
  expect(there).toMatchObject({ code: 0, stdout: "1 test, 0 failed\n" });
  write("rows.yaml", rows.replace("service=", "team="));
  const over = await orgconfig(["test", "--against", url, "-f", folder], reading);
  expect(over).toMatchObject({ code: 1, stdout: expect.stringContaining('Held\n  "Shop" is not notified') });
});

it("writes the first tests of what the files do, which hold, and writes over nothing", async () => {
  write("rows.yaml", rows);
  const made = await orgconfig(["test", "init", "-f", folder]);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Wrote 1 test to /) });
  expect(readFileSync(join(folder, "behaviour-tests.yaml"), "utf8")).toContain("notified:");
  expect(await orgconfig(["test", "-f", folder])).toMatchObject({ code: 0, stdout: "1 test, 0 failed\n" });
  expect((await orgconfig(["test", "init", "-f", folder])).code).toBe(2);
});
