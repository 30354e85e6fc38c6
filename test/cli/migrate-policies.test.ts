/** What `orgconfig migrate terraform` makes of Grafana's notification policies. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterOf } from "../../src/features/changes/migrations/after.ts";
import type { Migration } from "../../src/features/changes/migrations/mapping.ts";
import { prove } from "../../src/features/changes/migrations/prove.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { entry, mapped, source } from "../support/migration.ts";
import "../support/property.ts";

const proved = (migration: Migration) =>
  prove(
    migration.before ?? expect.fail("nothing to compare with"),
    afterOf(migration.rows),
    [],
    new Date("2026-02-11T09:13:00Z"),
  );

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
    const routes = rows.all.filter(({ definition }) => definition.kind === "alert_routes");
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

  it("mutes its routes in the hours of the timings that it names", () => {
    const timing = (name: string, interval: object) =>
      source(`grafana_mute_timing.${name}`, { name, intervals: [interval as never] });
    const migration = mapped([
      source("grafana_contact_point.one", { name: "one", email: [{ addresses: ["one@example.com"] }] }),
      timing("Nights", {
        times: [{ start: "22:00", end: "24:00" }],
        weekdays: ["monday:friday"],
        days_of_month: [],
        months: null,
        years: [],
        location: "Europe/Berlin",
      }),
      timing("Firsts", { times: [], days_of_month: ["1"], location: "" }),
      source("grafana_notification_policy.p", {
        contact_point: "one",
        policy: [
          {
            contact_point: "one",
            matcher: [{ label: "a", match: "=", value: "x" }],
            mute_timings: ["Nights", "Firsts", "Gone"],
          },
        ],
      }),
    ]);
    const rows = entry(migration, "grafana_notification_policy.p")?.rows ?? [];
    const [route] = rows;
    expect(
      rows.filter(({ definition }) => definition.kind === "alert_mutes").map(({ body }) => body),
    ).toEqual([
      {
        reason: "Mute timing Nights",
        schedule: [
          {
            days: ["mon", "tue", "wed", "thu", "fri"],
            start: "22:00",
            end: "24:00",
            time_zone: "Europe/Berlin",
          },
        ],
        route_ids: [route?.id],
      },
      {
        reason: "Mute timing Firsts",
        schedule: [{ days: [], start: "00:00", end: "24:00", days_of_month: [1], time_zone: "UTC" }],
        route_ids: [route?.id],
      },
    ]);
    const notes =
      entry(migration, "grafana_notification_policy.p")?.notes.map(({ message }) => message) ?? [];
    expect(notes.join("\n")).toMatch(/^Gone is not in the file/);
  });

  it("is proved, with its timings, and with what is lost", () => {
    const point = (name: string, integration: JsonObject) =>
      source(`grafana_contact_point.${name}`, { name, ...integration });
    const policies = source("grafana_notification_policy.p", {
      contact_point: "one",
      group_by: ["alertname"],
      policy: [
        {
          contact_point: "two",
          matcher: [{ label: "a", match: "=", value: "x" }],
          mute_timings: ["Nights"],
          policy: [{ contact_point: "gone", matcher: [{ label: "b", match: "=", value: "y" }] }],
        },
      ],
    });
    const nights = { times: [{ start: "22:00", end: "24:00" }], location: "Europe/Berlin" };
    const timing = source("grafana_mute_timing.n", { name: "Nights", intervals: [nights as never] });
    const [one, two] = ["one", "two"].map((name) =>
      point(name, { email: [{ addresses: [`${name}@example.com`] }] }),
    );
    const whole = point("gone", { pagerduty: [{ integration_key: "k" }] });
    const { proof } = proved(mapped([one as never, two as never, whole, timing, policies]));
    expect([proof.equal, proof.differs]).toEqual([proof.sets, []]);
    const lost = proved(mapped([one as never, two as never, timing, policies]));
    expect(lost.proof.differs[0]).toMatchObject({
      before: ["gone"],
      why: expect.stringContaining("its contact point was not carried over"),
    });
  });

  it("leaves an alert to the default where the route that would take it is refused", () => {
    const policy = (label: string, more: JsonObject) => ({
      contact_point: "one",
      matcher: [{ label, match: "=", value: "x" }],
      continue: true,
      ...more,
    });
    const matcher = [{ label: "b", match: "=~", value: "x(?!y)" }];
    const migration = mapped([
      source("grafana_contact_point.one", { name: "one", email: [{ addresses: ["one@example.com"] }] }),
      source("grafana_notification_policy.p", {
        contact_point: "one",
        policy: [policy("a", {}), policy("b", { matcher })],
      }),
    ]);
    const routes = entry(migration, "grafana_notification_policy.p")?.rows ?? [];
    expect(routes.map(({ body }) => body.matchers)).toEqual([['a="x"'], []]);
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
          expect(new Set(migration.before?.receiversOf(alert))).toEqual(wanted);
        }
        const { proof, unreached } = proved(migration);
        expect(unreached).toEqual([]);
        if (!more) expect(proof.differs).toEqual([]);
      }),
    );
  });
});
