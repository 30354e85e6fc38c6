import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstOfAll, hidingOf, shownHiding, takesEvery } from "../../src/kernel/route-reach.ts";
import { atOnce } from "../../src/kernel/time-slices.ts";
import type { RouteRow } from "../../src/renderers/alerting/resolve.ts";
import { createRouting } from "../../src/renderers/alerting/resolve.ts";

const route = (name: string, matchers: readonly string[], more: object = {}) =>
  ({
    id: name,
    configuration: { name, enabled: true, position: 0, matchers, continue: false, ...more },
  }) as unknown as RouteRow;
/** Each hidden route with the one that hides it. */
const hidden = (...routes: ReturnType<typeof route>[]) =>
  [...hidingOf(routes)].map(([id, by]) => `${id} by ${by.id}`);

describe("a route that takes every alert", () => {
  it.each([
    'alertname=~".+"',
    'alertname!=""',
    'alertname!~""',
    'team=~".*"',
    'alertname=~"^.*$"',
    'x=~"(.*)"',
  ])("has the matcher %s", (matcher) => {
    expect(takesEvery(matcher)).toBe(true);
    expect(hidden(route("all", [matcher]), route("late", ['a="b"']))).toEqual(["late by all"]);
  });

  it.each(['team=~".+"', 'team!=""', 'alertname!="Watchdog"', 'alertname=~"[^x]*"', 'alertname!~".*"'])(
    "has not %s",
    (matcher) => {
      expect(takesEvery(matcher)).toBe(false);
      expect(hidden(route("some", [matcher]), route("late", ['a="b"']))).toEqual([]);
    },
  );

  it("hides nothing while it is off or continues, and what comes before it is reached", () => {
    const all = ['alertname!=""'];
    expect(hidden(route("all", all, { enabled: false }), route("late", ['a="b"']))).toEqual([]);
    expect(hidden(route("all", all, { continue: true }), route("late", ['a="b"']))).toEqual([]);
    expect(
      hidden(route("early", ['a="b"']), route("all", all), route("off", all, { enabled: false })),
    ).toEqual([]);
    expect(firstOfAll([route("some", ['a="b"']), route("all", all), route("more", all)])?.id).toBe("all");
    expect(firstOfAll([route("rest", ['severity=~".+"'])])?.id).toBe("rest");
    expect(firstOfAll([route("team", ['team=~".+"'])])).toBeUndefined();
  });
});

describe("a route that takes all that a later one would", () => {
  it.each([
    [['a="1"'], ['a="1"']],
    [['a="1"'], ['a="1"', 'b="2"']],
    [['a=~"1|2"'], ['a="2"']],
    [['a=~"1|2"'], ['a=~"2|1"', 'b!="3"']],
    [['a!="1"'], ['a="2"']],
    [['a!="1"'], ['a!~"1|2"']],
    [['a=~"x.*"'], ['a=~"x.*"', 'b="1"']],
    [['a=~".+"'], ['a="1"']],
    [['a=~".+"'], ['a!=""']],
    [['a!~".+"'], ['a=""']],
    [
      ['b="2"', 'a="1"'],
      ['a="1"', 'b="2"', 'c="3"'],
    ],
  ])("is %j for %j", (wide, narrow) => {
    expect(hidden(route("wide", wide), route("narrow", narrow))).toEqual(["narrow by wide"]);
  });

  it.each([
    [['a="1"', 'b="2"'], ['a="1"']],
    [['a="1"'], ['a=~"1|2"']],
    [['a!="1"'], ['a!="2"']],
    [['a!="1"'], ['a=~"1|2"']],
    [['a=~"x.*"'], ['a!~"x.*"']],
    [['a="1"'], ['b="1"']],
    [['a=~".+"'], ['a=~"1|"']],
    [['a=~".+"'], ['b="1"']],
    [['severity=~".+"'], ['service="a"']],
    [['a!~".*"'], ['b="1"']],
  ])("is not %j for %j", (wide, narrow) => {
    expect(hidden(route("wide", wide), route("narrow", narrow))).toEqual([]);
  });

  it("is the first one that does", () => {
    const routes = [route("one", ['b="2"']), route("two", ['a="1"']), route("both", ['a="1"', 'b="2"'])];
    expect(hidden(...routes)).toEqual(["both by one"]);
    expect(hidden(...routes.slice(1))).toEqual(["both by two"]);
  });

  it("is said with the way out", () => {
    const { message } = shownHiding(route("All", ['alertname!=""'], { position: 7 }));
    expect(message).toBe(
      'never reached: "All" takes every alert before it and does not continue; give this route a position below 7, or let "All" continue',
    );
    expect(shownHiding(route("Some", ['a="1"'])).message).toContain("all that this route would take");
  });
});

it("never calls a route unreachable to which an alert comes", () => {
  const matcher = fc.constantFrom(
    ...[
      'a="1"',
      'a!="1"',
      'a=~"1|2"',
      'a!~"1|2"',
      'a=~".+"',
      'a=~".*"',
      'a!~".+"',
      'a!~".*"',
      'a=~"1|"',
      'a=~"1.*"',
      'b="1"',
      'b!="2"',
      'alertname!=""',
    ],
  );
  const routes = fc.array(
    fc.record({
      matchers: fc.uniqueArray(matcher, { minLength: 1, maxLength: 3 }),
      continue: fc.boolean(),
      enabled: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const value = fc.constantFrom("", "1", "2", "12");
  fc.assert(
    fc.property(routes, fc.record({ a: value, b: value }), (drawn, labels) => {
      const rows = drawn.map(({ matchers, ...more }, index) => route(`r${index}`, matchers, more));
      const hiding = hidingOf(rows);
      const decisions = atOnce(createRouting(rows)({ alertname: "X", ...labels }));
      for (const { route: receiver, taken } of decisions)
        expect(taken && hiding.has(receiver.id)).toBe(false);
    }),
  );
});
