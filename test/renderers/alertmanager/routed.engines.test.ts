/** Alertmanager takes the same routes for an alert as this service says beforehand. */
import { expect, it } from "vitest";
import { parse } from "yaml";
import { atOnce } from "../../../src/kernel/time-slices.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { createRouting } from "../../../src/renderers/alerting/resolve.ts";
import { alertmanager } from "../../../src/renderers/alertmanager/index.ts";
import { receiverOf, rootReceiver } from "../../../src/renderers/alertmanager/receivers.ts";
import type { RendererRows } from "../../../src/renderers/renderer.ts";
import { fc, runs } from "../../support/property.ts";
import { checker } from "../promtool.ts";
import { alertmanagerTarget, oneSlo, organization } from "./organization.ts";

/** So many organizations are compared with an alert by one start of amtool, which takes longer than all else. */
const organizationsAtOnce = 40;

it("names the same receivers for an alert", () => {
  fc.assert(
    fc.property(labels, fc.array(routed, { minLength: 1, maxLength: organizationsAtOnce }), (alert, all) => {
      const organizations = all.map((bodies) => organization({ ...bodies, ...oneSlo }));
      expect(takenByAlertmanager(organizations, alert)).toEqual(
        organizations.flatMap((rows, index) => takenHere(rows, alert).map((name) => `${index}_${name}`)),
      );
    }),
    { numRuns: runs(500, 25) },
  );
});

function takenHere(
  { alertRoutes }: RendererRows,
  alert: Readonly<Record<string, string>>,
): readonly string[] {
  const taken = atOnce(createRouting(alertRoutes)(alert)).filter((decision) => decision.taken);
  return taken.length === 0 ? [rootReceiver] : taken.map(({ route }) => receiverOf(route.id));
}

interface Node {
  receiver: string;
  continue?: boolean;
  routes?: Node[];
}

/** Each organization's routes below a route of its own, which takes every alert and goes on. */
function takenByAlertmanager(
  organizations: readonly RendererRows[],
  alert: Readonly<Record<string, string>>,
): readonly string[] {
  const receivers: { name: string }[] = [{ name: "none" }];
  const intervals: { name: string }[] = [];
  const routes = organizations.map((rows, index): Node => {
    const { files, refusals } = alertmanager.render(rows, { ...alertmanagerTarget, version: "0.25" });
    expect(refusals).toEqual([]);
    const config = parse(files[0]?.content ?? "") as {
      route: Node;
      receivers: { name: string }[];
      time_intervals?: { name: string }[];
    };
    receivers.push(...config.receivers.map(({ name }) => ({ name: `${index}_${name}` })));
    const inside = (config.route.routes ?? []).map((node) => ({
      ...node,
      receiver: `${index}_${node.receiver}`,
    }));
    intervals.push(...(config.time_intervals ?? []));
    return { receiver: `${index}_${config.route.receiver}`, continue: true, routes: inside };
  });
  const config = JSON.stringify({
    route: { receiver: "none", routes },
    receivers,
    time_intervals: [...new Map(intervals.map((one) => [one.name, one])).values()],
  });
  const args = Object.entries(alert).map(([name, value]) => `${name}=${quoted(value)}`);
  const { ok, printed } = checker(
    "amtool",
    ["config", "routes", "test", "--config.file=a.yml", "--", ...args],
    { "a.yml": config },
  );
  expect({ ok, printed }).toMatchObject({ ok: true });
  // A warning about its arguments comes after them.
  return (printed.split("\n")[0] ?? "").split(",");
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

const names = ["a", "b", "severity", "_x1", "orgconfig_event"] as const;
const words = [
  "a",
  "b",
  "ab",
  "A",
  "a,b",
  '"',
  "\\",
  "\\n",
  "{a}",
  "x\ny",
  "ü",
  "=~b",
  " a ",
  "'",
  "a.b",
  "1",
  "slo_burn_rate",
];
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...words) },
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }).filter((text) => text.isWellFormed()),
);

const labels = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: names.length });

const patterns = [
  ...["a|b", "", ".*", ".+", "[ab]+", "(?i)a", "(?P<n>a)b?", "(?<n>a|ab)", "\\\\", "\\Qa.\\Eb", "a.b"],
  ...["^a$", "(?s)x.y", "x.y", "\\n|\\\\n", "[^\\]]", ".", "\\pL+", '"|\\{a}', "a,b", "(?m)x$\n^y"],
];

const matcher = fc
  .record({
    name: fc.constantFrom(...names),
    op: fc.constantFrom("=", "!=", "=~", "!~"),
    plain: fc.oneof(value, fc.constant("")),
    pattern: fc.constantFrom(...patterns),
  })
  .map(({ name, op, plain, pattern }) => `${name}${op}${quoted(op.endsWith("~") ? pattern : plain)}`);

const routes: fc.Arbitrary<Record<string, JsonObject>> = fc
  .array(
    fc.record({
      position: fc.nat({ max: 3 }),
      enabled: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
      continue: fc.boolean(),
      matchers: fc.array(matcher, { maxLength: 3 }),
    }),
    { maxLength: 6 },
  )
  .map((drawn) =>
    Object.fromEntries(
      drawn.map((route, index): [string, JsonObject] => [
        `route_${index}`,
        { ...route, name: `route ${index}`, destinations: [{ email: "ada@example.com" }] },
      ]),
    ),
  );

const always = { days: [], start: "00:00", end: "24:00", time_zone: "UTC" };

/** Mutes put routes below routes: whoever is notified of an alert stays the same. */
const mutes: fc.Arbitrary<Record<string, JsonObject>> = fc
  .array(
    fc.record({
      matchers: fc.array(matcher, { minLength: 1, maxLength: 2 }),
      route_ids: fc.constantFrom([], ["route_0"], ["route_1", "route_2"]),
    }),
    { maxLength: 3 },
  )
  .map((drawn) =>
    Object.fromEntries(
      drawn.map((mute, index): [string, JsonObject] => [
        `mute_${index}`,
        { ...mute, reason: "work", schedule: [always] },
      ]),
    ),
  );

const routed = fc.record({ alertRoutes: routes, alertMutes: mutes });
