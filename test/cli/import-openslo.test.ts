/** `orgconfig import openslo` and `export --format openslo` as they are typed, against a running service. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { plannerOf } from "../plans/support.ts";
import { shop } from "../renderers/openslo/organization.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { listen, makeTypist, type Typist } from "./typed.ts";

const example = fileURLToPath(new URL("../../examples/openslo", import.meta.url));

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
let typed: Typist["orgconfig"];
beforeEach(async () => {
  ({ tenant, readKey, folder, orgconfig: typed } = await makeTypist(test, url));
});

/** What names the example is shortened too. */
const orgconfig: Typist["orgconfig"] = async (...typing) => {
  const ended = await typed(...typing);
  return { ...ended, stderr: ended.stderr.replaceAll(`${example}/`, "") };
};

it("plans the example with a reading key, applies it, and then has nothing to do", async () => {
  const files = ["import", "openslo", example, "--set", "slos"];
  const planned = await orgconfig([...files, "--detailed-exitcode"], { ORGCONFIG_KEY: readKey });
  expect(planned.code, planned.stderr).toBe(2);
  expect(planned.stdout).toMatch(/\+ slos storefront\/storefront-latency\n/);
  expect(planned.stdout).toMatch(/Plan: 5 to create\.\n$/);
  expect(planned.stderr).toContain(
    'note: shop.yaml:31:11: SLI storefront-availability: spec.ratioMetric.bad.metricSource.spec.query: its counters are counted as sum(rate(http_requests_total{service="storefront",code=~"5.."}[5m]))\n',
  );
  expect(planned.stderr).toMatch(/To apply exactly this, before .*: orgconfig apply --plan \S+\n$/);

  const applied = await orgconfig([...files, "--apply", "--auto-approve"]);
  expect(applied).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Applied \S+: 5 created\.\n$/) });
  const { body } = await tenant.config("GET", "slos");
  expect(
    body.data.map(({ name, target_percent }: Record<string, unknown>) => [name, target_percent]),
  ).toEqual([
    ["storefront-availability", 99.9],
    ["storefront-latency", 99],
  ]);
  const again = await orgconfig([...files, "--apply", "--auto-approve", "--detailed-exitcode", "--json"]);
  expect(again.code, again.stderr).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ status: "applied", changes: [] });
});

it("refuses files that hold nothing, and does not prune by such that leave nothing", async () => {
  const empty = join(folder, "empty.yaml");
  writeFileSync(empty, "# nothing\n");
  const refused = await orgconfig(["import", "openslo", empty, "--json"]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("empty.yaml: is empty\n") });
  expect(JSON.parse(refused.stdout).problems).toMatchObject([{ file: empty, message: "is empty" }]);
  writeFileSync(empty, "apiVersion: openslo/v1\nkind: Service\nmetadata: {name: checkout}\n");
  const pruning = ["--set", "s", "--prune", "delete"];
  const pruned = await orgconfig(["import", "openslo", empty, ...pruning]);
  expect(pruned).toMatchObject({ code: 1, stderr: expect.stringContaining("empty.yaml: names no kind") });
});

it("takes what export writes at its standard input, and finds nothing to change", async () => {
  await tenant.config("POST", "teams", { body: { name: "Payments" } });
  await tenant.config("POST", "connectors", {
    body: { name: "Mimir EU", type: "observability", connector_type: "mimir" },
  });
  await plannerOf(tenant.api).bring(shop as never);
  for (const kinds of [[], ["--resource", "slos,teams"]]) {
    const exported = await orgconfig(["export", "--format", "openslo", ...kinds], { ORGCONFIG_KEY: readKey });
    expect(exported.code, exported.stderr).toBe(0);
    const read = await orgconfig(["import", "openslo", "-", "--detailed-exitcode"], {}, exported.stdout);
    expect(read).toMatchObject({ code: 0, stderr: "" });
    expect(read.stdout).toMatch(/^Plan: nothing to change, \d+ unchanged\.\n$/);
  }
});

it("shows everything that is refused at its place, and sends nothing", async () => {
  writeFileSync(
    join(folder, "wrong.yaml"),
    `apiVersion: openslo/v1
kind: SLO
metadata: {name: a}
spec:
  service: checkout
  indicatorRef: errors
  budgetingMethod: Timeslices
  timeWindow:
    - duration: 1Q
      calendar: {startTime: 2026-01-01 00:00:00, timeZone: Europe/Berlin}
  objectives:
    - target: 0.99
---
- apiVersion: openslo/v1
  kind: Budget
`,
  );
  const { code, stdout, stderr } = await orgconfig(["import", "openslo", folder], {
    ORGCONFIG_URL: `http://127.0.0.1:${await freePort()}`,
  });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr.split("\n").map((line) => line.replace(/: (is|SLOs|only) .*/, ""))).toEqual([
    "wrong.yaml:15:3: OpenSLO: kind",
    "wrong.yaml:7:3: SLO a: spec.budgetingMethod",
    "wrong.yaml:9:7: SLO a: spec.timeWindow[0]",
    "orgconfig: 3 problems in the files; nothing was sent",
    "",
  ]);
});

it("goes on with the rest on demand, and shows what the service says at the object's place", async () => {
  const name = "n".repeat(300);
  writeFileSync(
    join(folder, "mixed.yaml"),
    `apiVersion: openslo/v1
kind: Budget
---
apiVersion: openslo/v1
kind: SLO
metadata: {name: a}
spec:
  service: checkout
  indicatorRef: nowhere
  budgetingMethod: Occurrences
  timeWindow: [{duration: 120d, isRolling: true}]
  objectives:
    - target: 0.99
---
apiVersion: openslo/v1
kind: DataSource
metadata: {name: main, annotations: {orgconfig.dev/name: ${name}}}
spec: {type: Prometheus, connectionDetails: {url: "https://p.example", token: never-copied}}
`,
  );
  const { code, stdout, stderr } = await orgconfig([
    "import",
    "openslo",
    join(folder, "mixed.yaml"),
    "--partial",
  ]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("left out: mixed.yaml:2:1: OpenSLO: kind: is");
  expect(stderr).toMatch(/\nmixed\.yaml:9:3: slos checkout\/a: sli_id: names no row of slis/);
  expect(stderr).toMatch(/\nmixed\.yaml:11:3: slos checkout\/a: window_days: must be at most 90/);
  expect(stderr).toMatch(/\nmixed\.yaml:17:\d+: data_sources "n+": name: /);
  expect(stderr).not.toContain("never-copied");
  const asks = await orgconfig(["import", "openslo", example, "--apply"]);
  expect(asks).toMatchObject({ code: 2, stderr: expect.stringContaining("--auto-approve") });
});
