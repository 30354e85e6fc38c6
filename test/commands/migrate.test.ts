/** `orgconfig migrate terraform`: what it makes of other tools' resources loads, and what it cannot make it says. */
import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Attributes } from "../../src/commands/migrate/attributes.ts";
import { yamlOfMigration } from "../../src/commands/migrate/bundle.ts";
import { grafanaMappings } from "../../src/commands/migrate/grafana.ts";
import { daysOf } from "../../src/commands/migrate/grafana-slos.ts";
import { hclOfMigration } from "../../src/commands/migrate/hcl.ts";
import { type Migration, migrate, type Options } from "../../src/commands/migrate/mapping.ts";
import { pagerdutyMappings } from "../../src/commands/migrate/pagerduty.ts";
import { quotientOf } from "../../src/commands/migrate/promql.ts";
import { markdownOf } from "../../src/commands/migrate/report.ts";
import { resourcesIn, type SourceResource } from "../../src/commands/migrate/source.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { orgconfig } from "../support/command.ts";
import "../support/property.ts";

const examples = fileURLToPath(new URL("../../examples/migrate", import.meta.url));
const example = (name: string) => ({ name, text: readFileSync(join(examples, `${name}.json`), "utf8") });

const mappings = [...grafanaMappings, ...pagerdutyMappings];
const mapped = (sources: readonly SourceResource[], options: Options = {}) =>
  migrate(sources, mappings, ["grafana_", "pagerduty_"], options);

/** A resource of the other tool; its type is the first part of its address. */
function source(address: string, values: JsonObject, sensitive: JsonObject = {}): SourceResource {
  const [type = "", label = ""] = address.split(".");
  return { address, mode: "managed", type, label, values, sensitive };
}

function entry(migration: Migration, address: string) {
  return migration.entries.find((one) => one.address === address);
}

const all = (migration: Migration) =>
  [hclOfMigration(migration), yamlOfMigration(migration), markdownOf(migration)].join("\n");

describe("the examples", () => {
  const files = ["grafana", "pagerduty"];

  it.each(files)("%s: every resource is in the report, and no secret is in anything", (name) => {
    const sources = resourcesIn(example(name));
    const migration = mapped(sources);
    const ours = sources.filter(({ mode, type }) => mode === "managed" && /^(grafana|pagerduty)_/.test(type));
    for (const { address } of ours) expect(entry(migration, address), address).toBeDefined();
    for (const { result, notes, instead, address } of migration.entries)
      expect(result === "mapped", address).toBe(notes.length === 0 && instead === undefined);
    expect(example(name).text).toContain("never-copied");
    expect(all(migration)).not.toContain("never-copied");
  });

  it("names what is lost and what to do instead", () => {
    const report = markdownOf(mapped(resourcesIn(example("grafana"))));
    expect(report).toContain("- `grafana_mute_timing.nights`: a mute here is made when it is needed");
    expect(report).toContain('slo "checkout/Yearly uptime" is left out: window_days: must be at most 90');
    expect(report).toContain("frequency: must be whole seconds, at least 10; the default of 60 applies");
    expect(report).toContain("1 resource of other tools left out");
    const pager = markdownOf(mapped(resourcesIn(example("pagerduty"))));
    expect(pager).toContain("level 1 delay_seconds 0, level 2 delay_seconds 600, each with repeat_count 2");
    expect(pager).toContain('`module.search.pagerduty_team.this["eu"]` → `orgconfig_team.search_this_eu`');
  });

  it("takes what a plan would lead to, and what it read before", () => {
    const { values, ...rest } = JSON.parse(example("pagerduty").text);
    const { resources, child_modules } = values.root_module;
    const isData = ({ mode }: { mode: string }) => mode === "data";
    const plan = {
      ...rest,
      planned_values: {
        root_module: { resources: resources.filter((one: { mode: string }) => !isData(one)), child_modules },
      },
      prior_state: { values: { root_module: { resources: resources.filter(isData) } } },
    };
    const fromPlan = resourcesIn({ name: "plan.json", text: JSON.stringify(plan) });
    const byAddress = (sources: readonly SourceResource[]) => sources.map(({ address }) => address).sort();
    expect(byAddress(fromPlan)).toEqual(byAddress(resourcesIn(example("pagerduty"))));
  });
});

describe("rows", () => {
  it("follow the tree's own order, and inherit what a policy does not say", () => {
    const migration = mapped(resourcesIn(example("grafana")));
    const routes = migration.rows.all.filter(({ resource }) => resource.kind === "alert_routes");
    expect(routes.map(({ body }) => body.name)).toEqual([
      'team=~"shop|payments"',
      'severity="critical", service="checkout", env!="prod"',
      'severity="critical", service=~"cart.*"',
      'severity="critical"',
      'severity="warning", hours="night"',
      "Default policy",
    ]);
    expect(routes[2]?.body).toMatchObject({
      group_by: ["alertname", "service"],
      group_wait_seconds: 45,
      repeat_interval_seconds: 5_400,
    });
    expect(routes[5]?.body.matchers).toEqual(['team!~"shop|payments"']);
  });

  it("of one name, and two defaults of a type, are not written twice", () => {
    const values = { name: "Same", type: "loki", url: "https://loki.example.com", is_default: true };
    const migration = mapped([
      source("grafana_data_source.a", { ...values, uid: "a" }),
      source("grafana_data_source.b", { ...values, uid: "b" }),
      source("grafana_data_source.c", { ...values, uid: "c", name: "Other" }),
    ]);
    expect(migration.rows.all).toHaveLength(1);
    expect(entry(migration, "grafana_data_source.b")?.notes[0]?.message).toContain("has this name already");
    expect(entry(migration, "grafana_data_source.c")?.notes[0]?.message).toContain("is the default already");
  });

  it("keep no credential that stands in an address, and nothing that is marked as sensitive", () => {
    const migration = mapped([
      source("grafana_contact_point.a", { name: "a", webhook: [{ url: "https://u:hunter2@example.com/x" }] }),
      source("grafana_team.b", { name: "hunter2" }, { name: true }),
      source("grafana_synthetic_monitoring_check.c", {
        job: "c",
        target: "https://example.com",
        settings: [{ http: [{ headers: ["Authorization: Bearer hunter2", "X-Api-Key: hunter2"] }] }],
      }),
    ]);
    expect(migration.entries.map(({ result }) => result)).toEqual(["not mapped", "not mapped", "in part"]);
    expect(all(migration)).not.toContain("hunter2");
    expect(hclOfMigration(migration)).toContain("auth_header_wo ");
  });

  it("of members are written where that was asked for", () => {
    const sources = resourcesIn(example("pagerduty"));
    const members = (options: Options) =>
      mapped(sources, options).rows.all.filter(({ resource }) => resource.kind === "team_members");
    expect(members({})).toEqual([]);
    expect(members({ members: true }).map(({ body }) => body.email)).toEqual([
      "ada@example.com",
      "grace@example.com",
    ]);
  });

  it("of SLOs without a service take the one that was named", () => {
    const migration = mapped(resourcesIn(example("grafana")), { service: "shop" });
    // Its query is no ratio, which is said next.
    expect(entry(migration, "grafana_slo.unnamed")?.instead).toContain("no ratio that can be taken apart");
  });
});

it("says of everything set that no mapping reads that it is lost", () => {
  const notes: { field: string; message: string }[] = [];
  const attributes = new Attributes(
    {
      name: "a",
      empty: "",
      off: false,
      none: [{ deep: null }],
      colour: "red",
      block: [{ a: 1 }, { b: [""] }],
    },
    {},
    notes,
  );
  attributes.text("name");
  attributes.blocks("block");
  attributes.noteRest();
  expect(notes.map(({ field }) => field)).toEqual(["colour", "block[0].a"]);
});

it.each([
  ["sum(rate(a[5m])) / sum(rate(b[5m]))", ["sum(rate(a[5m]))", "sum(rate(b[5m]))"]],
  ['sum(a{p="x/y"}) # a / b\n/ sum(b{q=`/`})', ['sum(a{p="x/y"}) # a / b', "sum(b{q=`/`})"]],
  ["1 - sum(a) / sum(b)", undefined],
  ["sum(a) / sum(b) / sum(c)", undefined],
  ["sum by (job) (a) / sum by (job) (b)", undefined],
  ["sum(a) / on(job) sum(b)", undefined],
  ["(sum(a) / sum(b))", undefined],
  ["sum(a) /", undefined],
  ["avg_over_time(a[5m])", undefined],
])("takes %s apart where it is one division of two figures", (expression, sides) => {
  expect(quotientOf(expression)).toEqual(sides);
});

it.each([
  ["30d", 30],
  ["4w", 28],
  ["168h", 7],
  ["1d12h", undefined],
  ["5m", undefined],
  ["", undefined],
])("%s is %s days", (text, days) => {
  expect(daysOf(text)).toBe(days);
});

/** Grafana's tree and our list, asked about the same alerts. */
describe("a tree of notification policies", () => {
  type Alert = Readonly<Record<string, string>>;
  interface Matcher {
    readonly label: string;
    readonly match: string;
    readonly value: string;
  }
  interface Policy {
    readonly contact_point: string;
    readonly matcher: readonly Matcher[];
    readonly continue: boolean;
    readonly policy: readonly Policy[];
  }

  const points = ["one", "two", "three", "four"];
  const alerts: Alert[] = ["", "x", "y"].flatMap((a) => ["", "x", "y"].map((b) => ({ a, b })));

  const holds = (alert: Alert, { label, match, value }: Matcher): boolean => {
    const found = alert[label] ?? "";
    const same = match.includes("~") ? new RegExp(`^(?:${value})$`).test(found) : found === value;
    return match.startsWith("!") ? !same : same;
  };

  /** As Alertmanager walks its routes. */
  function inTree(policy: Policy, alert: Alert): string[] {
    if (!policy.matcher.every((matcher) => holds(alert, matcher))) return [];
    const found: string[] = [];
    for (const child of policy.policy) {
      const below = inTree(child, alert);
      found.push(...below);
      if (below.length > 0 && !child.continue) break;
    }
    return found.length > 0 ? found : [policy.contact_point];
  }

  function inList({ rows }: Migration, alert: Alert): string[] {
    const routes = rows.all.filter(({ resource }) => resource.kind === "alert_routes");
    const found: string[] = [];
    for (const { configuration } of routes) {
      const matchers = (configuration.matchers as string[]).map((text): Matcher => {
        const [, label = "", match = "", value = ""] = /^(\w+)(=~|!~|!=|=)"(.*)"$/.exec(text) ?? [];
        return { label, match, value };
      });
      if (!matchers.every((matcher) => holds(alert, matcher))) continue;
      const destinations = configuration.destinations as { outbound_config_id: string }[];
      found.push(...destinations.map((one) => String(rows.get(one.outbound_config_id).body.name)));
      if (configuration.continue !== true) break;
    }
    return found;
  }

  const matcher = fc.record({
    label: fc.constantFrom("a", "b"),
    match: fc.constantFrom("=", "!=", "=~", "!~"),
    value: fc.constantFrom("x", "y", "x|y"),
  });
  const own = {
    contact_point: fc.constantFrom(...points),
    matcher: fc.array(matcher, { maxLength: 2 }),
    continue: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
  };
  const leaf = fc.record({ ...own, policy: fc.constant([]) });
  const inner = fc.record({ ...own, policy: fc.array(leaf, { maxLength: 3 }) });
  const tree = fc.record({
    contact_point: own.contact_point,
    matcher: fc.constant([]),
    continue: fc.constant(false),
    policy: fc.array(fc.oneof(leaf, inner), { maxLength: 4 }),
  });

  it("sends every alert where the tree does; to more only where the report says so", () => {
    fc.assert(
      fc.property(tree, (root: Policy) => {
        const contacts = points.map((name) =>
          source(`grafana_contact_point.${name}`, { name, pagerduty: [{ integration_key: "k" }] }),
        );
        const migration = mapped([...contacts, source("grafana_notification_policy.p", root as never)]);
        const notes = entry(migration, "grafana_notification_policy.p")?.notes ?? [];
        const more = notes.some(({ field }) => field.endsWith("continue"));
        for (const alert of alerts) {
          const [wanted, got] = [new Set(inTree(root, alert)), new Set(inList(migration, alert))];
          for (const point of wanted) expect(got).toContain(point);
          if (!more) expect(got).toEqual(wanted);
        }
      }),
    );
  });
});

it.each([
  ['{"version": 4, "terraform_version": "1.11.4"}', /is Terraform's own state file.*`terraform show -json/],
  ['{"format_version": "2.0"}', /format version "2.0", and this program reads 0 and 1/],
  ["[]", /is not what `terraform show -json` prints/],
])("refuses %s", (text, message) => {
  expect(() => resourcesIn({ name: "bad.json", text })).toThrow(message);
});

describe("the command", () => {
  it("writes over nothing, and says how to make the file where it gets another", async () => {
    const folder = mkdtempSync(join(tmpdir(), "orgconfig-migrate-"));
    cpSync(examples, folder, { recursive: true });
    const run = (...args: string[]) => orgconfig(["migrate", "terraform", ...args], {});
    const out = join(folder, "out");
    const first = await run(join(folder, "pagerduty.json"), join(folder, "grafana.json"), "--out", out);
    expect(first).toMatchObject({ code: 0, stdout: "", stderr: expect.stringMatching(/^37 resources: /) });
    const report = readFileSync(join(out, "migration.md"), "utf8");
    expect(report).toContain("pagerduty.json: pagerduty_team.payments`");
    // Both tools have a team of this name.
    expect(report).toContain('team "Payments" is left out: name: another row has this name already');
    const second = await run(join(folder, "grafana.json"), "--out", out);
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining("orgconfig.tf and") });
    const wrong = await run(join(folder, "out", "migration.md"));
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is not JSON; write the file with"),
    });
  });
});
