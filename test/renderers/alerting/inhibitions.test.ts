/** What keeps what back: as Alertmanager's inhibitor says, over every pair of alerts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inhibits } from "../../../src/features/alerting/alerts/index.ts";
import { atOnce } from "../../../src/kernel/time-slices.ts";
import type { Labels } from "../../../src/renderers/alerting/facts.ts";
import { createInhibiting, type InhibitionRow } from "../../../src/renderers/alerting/inhibitions.ts";
import { holds, matcherOf } from "../../../src/renderers/alerting/matchers.ts";

import { runs } from "../../support/property.ts";

const rule = (
  id: string,
  source_matchers: readonly string[],
  target_matchers: readonly string[],
  equal: readonly string[] = [],
  enabled = true,
): InhibitionRow => ({
  id,
  configuration: { name: id, enabled, source_matchers, target_matchers, equal, owning_team_id: null },
});

describe("an inhibition", () => {
  const down = rule("down", ["alertname=Down"], ["severity=~warning|info"], ["cluster", "zone"]);
  const by = (rules: readonly InhibitionRow[], source: Labels, target: Labels) =>
    inhibits(rules)(source, target)?.id;

  it("keeps back what its targets match, where the equal labels are the same or absent in both", () => {
    const source = { alertname: "Down", cluster: "a", severity: "critical" };
    expect(by([down], source, { severity: "warning", cluster: "a" })).toBe("down");
    expect(by([down], source, { severity: "warning", cluster: "a", zone: "" })).toBe("down");
    expect(by([down], source, { severity: "warning", cluster: "b" })).toBeUndefined();
    expect(by([down], source, { severity: "warning", cluster: "a", zone: "1" })).toBeUndefined();
    expect(by([down], source, { severity: "error", cluster: "a" })).toBeUndefined();
  });

  it("keeps back nothing while it is disabled, or cannot be read", () => {
    const [source, target] = [{ alertname: "Down" }, { severity: "info" }];
    expect(
      by([rule("off", ["alertname=Down"], ["severity=info"], [], false)], source, target),
    ).toBeUndefined();
    expect(by([rule("odd", ["alertname"], ["severity=info"])], source, target)).toBeUndefined();
  });

  it("keeps back no alert that both sides match by another that both match", () => {
    const wide = rule("wide", ["severity=~critical|warning"], ["severity=warning"]);
    expect(by([wide], { severity: "warning", a: "1" }, { severity: "warning", a: "2" })).toBeUndefined();
    expect(by([wide], { severity: "critical" }, { severity: "warning" })).toBe("wide");
    const both = { severity: "warning" };
    expect(by([wide], both, both)).toBeUndefined();
    // One that only the targets match is kept back by either.
    const odd = rule("odd", ["kind=~a|b"], ["kind=~b|c"]);
    expect(by([odd], { kind: "b" }, { kind: "c" })).toBe("odd");
    expect(by([odd], { kind: "b" }, { kind: "b", n: "2" })).toBeUndefined();
  });

  it("names the first rule of several", () => {
    const rules = [
      rule("other", ["x=y"], ["b=c"]),
      rule("one", ["a=b"], ["b=c"]),
      rule("two", ["a=b"], ["b=c"]),
    ];
    expect(by(rules, { a: "b" }, { b: "c" })).toBe("one");
  });
});

/** Alertmanager's own loop over every alert (inhibit/inhibit.go, Mutes and hasEqual). */
function reference(rules: readonly InhibitionRow[], source: Labels, target: Labels): string | undefined {
  const match = (texts: readonly string[], labels: Labels) =>
    texts.every((text) => {
      const matcher = matcherOf(text);
      return matcher !== undefined && holds(matcher, labels, { steps: 1e6 }) === true;
    });
  return rules.find(({ configuration: { source_matchers, target_matchers, equal } }) => {
    if (!match(target_matchers, target) || !match(source_matchers, source)) return false;
    if (!equal.every((name) => (source[name] ?? "") === (target[name] ?? ""))) return false;
    return !(match(source_matchers, target) && match(target_matchers, source));
  })?.id;
}

const names = ["a", "b", "c"];
const values = ["", "x", "y", "xy"];
const matcher = fc
  .tuple(
    fc.constantFrom(...names),
    fc.constantFrom("=", "!=", "=~", "!~"),
    fc.constantFrom("x", "y", "x|y", ".*", "x.*", ""),
  )
  .map(([name, op, value]) => `${name}${op}${JSON.stringify(value)}`);
const matcherList = fc.array(matcher, { minLength: 1, maxLength: 2 });
const labels = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...values));
const rules = fc
  .array(fc.tuple(matcherList, matcherList, fc.subarray(names)), { minLength: 1, maxLength: 3 })
  .map((all) => all.map(([source, target, equal], at) => rule(`r${at}`, source, target, equal)));

it("property: agrees with the loop over every pair of alerts", () => {
  fc.assert(
    fc.property(rules, labels, labels, (all, source, target) => {
      expect(inhibits(all)(source, target)?.id).toBe(reference(all, source, target));
    }),
    { numRuns: runs(20_000, 1_000) },
  );
});

it("says the same of a rule whose equal labels are in another order", () => {
  const keys = (equal: readonly string[]) =>
    atOnce(createInhibiting([rule("r", ["a=x"], ["b=x"], equal)])({ a: "x", c: "1" }));
  expect(keys(["c", "b"])).toEqual(keys(["b", "c", "c"]));
});
