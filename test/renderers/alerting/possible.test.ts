/** Which rows can take alerts of a service, compared with what is decided of whole alerts. */
import { expect, it } from "vitest";
import { completed } from "../../../src/engine/render.ts";
import { atOnce } from "../../../src/kernel/time-slices.ts";
import { createWays, takenOf } from "../../../src/renderers/alerting/deciding.ts";
import { possibleMutes, possibleRoutes, possibleRules } from "../../../src/renderers/alerting/possible.ts";
import { createRules } from "../../../src/renderers/alerting/resolve.ts";
import { alertRoutes } from "../../../src/resources/alert-routes.ts";
import { outboundRules } from "../../../src/resources/outbound-rules.ts";

const matchers = [
  'service="pay"',
  'service=~"p.*"',
  'service!="pay"',
  'service!~"s.*|"',
  'team="a"',
  'service="',
  'service=~"(("',
];
const sets = matchers.flatMap((one) => matchers.map((other) => [...new Set([one, other])]));
const routes = [...sets, []].map((own, index) => ({
  id: String(index),
  configuration: completed(alertRoutes, {
    ...{ name: `${index}`, position: index, matchers: own, enabled: index % 5 > 0, continue: true },
  }),
}));
const rules = [...sets, []].map((own, index) => ({
  id: String(index),
  configuration: completed(outboundRules, {
    ...{ name: `${index}`, position: index, matchers: own, enabled: index % 5 > 0 },
    ...{ outbound_config_id: "outc_00000000000000000000000000", min_severity: "error" },
  }),
}));

/** Of an alert that meets every other matcher. */
const whole = (service: string) => ({ service, team: "a", severity: "critical" });

it.each(["pay", "shop", ""])("they are those that take a whole alert of %j", (service) => {
  const ids = (rows: readonly { readonly row: { readonly id: string } }[]) => rows.map(({ row }) => row.id);
  const waysOf = createWays({ routes, ownRoutes: new Map() });
  const takenRoutes = takenOf(atOnce(waysOf({ labels: whole(service) })));
  expect(ids(atOnce(possibleRoutes(routes, service)))).toEqual(takenRoutes.map(({ id }) => id));
  expect(takenRoutes.length).toBeGreaterThan(0);
  const decided = atOnce(createRules(rules)(whole(service), new Date(0)));
  const takenRules = decided.flatMap(({ taken, rule }) => (taken ? [rule.id] : []));
  expect(ids(atOnce(possibleRules(rules, service)))).toEqual(takenRules);
});

it("says what an alert has to meet besides, and whether the service is named", () => {
  const [route] = atOnce(possibleRoutes(routes.slice(4, 5), "pay"));
  expect(route).toMatchObject({ named: true, conditions: ['team="a"'] });
  const [rule] = atOnce(possibleRules(rules.slice(-1), "pay"));
  expect(rule).toMatchObject({ named: false, conditions: ["severity at least error"] });
});

it("a pattern counts where it takes the label", () => {
  const times = { startsAt: new Date(0), endsAt: null, schedule: [] };
  const mute = (id: string, pattern: string | null, own: string[]) => ({
    ...{ id, pattern, matchers: own, routeIds: [], reason: "", times },
  });
  const mutes = [
    mute("label", "service=p*", []),
    mute("title", "*slow*", []),
    mute("named", null, ['service="pay"', 'team="a"']),
    mute("other", null, ['service="shop"']),
    mute("any", null, ['team="a"']),
  ];
  const found = atOnce(possibleMutes(mutes, "pay", new Date()));
  expect(found.map(({ row, named, conditions }) => [row.id, named, conditions])).toEqual([
    ["label", true, []],
    ["named", true, ['team="a"']],
    ["any", false, ['team="a"']],
  ]);
});
