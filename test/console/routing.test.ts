/** What the console says of routes without a browser: where one stands, what the picture of who is notified shows, and typed labels. */
import { describe, expect, it } from "vitest";
import type { AlertFlow } from "../../console/api/flow-shapes.ts";
import {
  countOf,
  matcherOf,
  ofChip,
  settled,
  valuesFor,
  withChosen,
  withComparison,
  withName,
} from "../../console/kinds/special/alert-routes/matcher-chip.ts";
import { placeBefore, placeWords } from "../../console/kinds/special/alert-routes/place-words.ts";
import { timingWords } from "../../console/kinds/special/alert-routes/timing-words.ts";
import { layoutOf, usually } from "../../console/pages/notified/layout.ts";
import {
  columnsPast,
  litBy,
  litSoFar,
  noRoute,
  type Part,
  viewOf,
} from "../../console/pages/notified/view.ts";
import { weekWords } from "../../console/pages/notified/words.ts";
import { offersFor, readLine, writeLine } from "../../console/parts/flow/label-line.ts";

const at = (position: number, name: string) => ({ name, position });
const three = [at(5, "Everything"), at(1, "Checkout"), at(3, "Critical")];

it("says what the last one would come before if it were moved up", () => {
  expect(placeWords(at(6, "New"), three)).toBe(
    "Last, after Everything, Critical and Checkout. With a position below 5 it would come before Everything, below 1 before all of them.",
  );
  expect(placeWords(at(6, "New"), [at(5, "Everything")])).toBe(
    "Last, after Everything. With a position below 5 it would come before Everything.",
  );
});

it("says what stands above and below the others", () => {
  expect(placeWords(at(2, "New"), three)).toBe("After Checkout, before Critical and Everything.");
  expect(placeWords(at(0, "New"), three)).toBe("First, before Checkout, Critical and Everything.");
});

it("puts those of one position in order of their names, as lists do", () => {
  expect(placeWords(at(3, "Later"), three)).toBe("After Critical and Checkout, before Everything.");
  expect(placeWords(at(3, "Apart"), three)).toBe("After Checkout, before Critical and Everything.");
});

it("names few of many, and nothing where there is no other", () => {
  const many = Array.from({ length: 9 }, (_, index) => at(index, `Route ${index}`));
  expect(placeWords(at(-1, "New"), many)).toBe("First, before Route 0, Route 1, Route 2 and 6 more.");
  expect(placeWords(at(1, "New"), [])).toBeUndefined();
});

const people = [{ name: "Ada", email: "ada@example.com" }];
const receiver = {
  kind: "outbound_configs",
  target_kind: "slack",
  people: [],
  people_count: 0,
  problem: null,
  delivery: { status: "ok" as const, since: "2026-11-20T00:00:00Z", reason: null },
};
const route = {
  kind: "alert_routes",
  enabled: true,
  matchers: [],
  continue: false,
  catch_all: false,
  problem: null,
};
const flow: AlertFlow = {
  since: "2026-11-20T00:00:00Z",
  looked_at: 12,
  complete: true,
  routes: [
    { ...route, id: "audit", name: "Audit", continue: true, receivers: ["log"] },
    { ...route, id: "pay", name: "Payments", receivers: ["team", "off"] },
    { ...route, id: "dead", name: "Dead", receivers: ["off"], problem: '"Old" is switched off' },
  ],
  receivers: [
    { ...receiver, id: "log", name: "log" },
    { ...receiver, id: "team", kind: "teams", target_kind: null, name: "Payments", people, people_count: 1 },
    { ...receiver, id: "off", name: "Old", problem: "is switched off" },
  ],
  paths: [
    {
      service: "pay",
      count: 6,
      routes: [
        { id: "audit", receivers: ["log"] },
        { id: "pay", receivers: ["team"] },
      ],
    },
    { service: "cart", count: 4, routes: [{ id: "dead", receivers: [] }] },
    { service: "", count: 2, routes: [] },
  ],
  labels: [
    {
      name: "service",
      count: 10,
      values: [
        { value: "pay", count: 6 },
        { value: "a b", count: 4 },
      ],
    },
    { name: "severity", count: 3, values: [{ value: "critical", count: 3 }] },
  ],
  unknown: [],
};
const shown = (through?: Part) =>
  Object.fromEntries(viewOf(flow, through).nodes.map(({ part, count }) => [part, count]));

describe("the picture of who is notified", () => {
  it("shows each part with the alerts that came by, and where they end", () => {
    expect(shown()).toEqual({
      "service:pay": 6,
      "service:cart": 4,
      "service:": 2,
      "route:audit": 6,
      "route:pay": 6,
      "route:dead": 4,
      "route:": 2,
      "receiver:log": 6,
      "receiver:team": 6,
      "receiver:off": 0,
      "person:ada@example.com": 6,
    });
    const links = viewOf(flow, undefined).links.map(
      ({ from, to, count, dead }) => `${from} ${to} ${count}${dead ? " dead" : ""}`,
    );
    expect(links).toContain("service:cart route:dead 4 dead");
    expect(links).toContain("route:pay receiver:off 0 dead");
    expect(links).toContain("receiver:team person:ada@example.com 6");
    expect(weekWords(flow, 12, undefined)).toBe("12 alerts of the last week. 6 of them were sent to nobody.");
  });

  it("is narrowed to what goes through a part", () => {
    expect(shown("route:pay")).toEqual({
      "service:pay": 6,
      "route:audit": 6,
      "route:pay": 6,
      "receiver:log": 6,
      "receiver:team": 6,
      "receiver:off": 0,
      "person:ada@example.com": 6,
    });
    expect(Object.keys(shown("receiver:off"))).toEqual(["route:pay", "route:dead", "receiver:off"]);
    expect(Object.keys(shown(noRoute))).toEqual(["service:", "route:"]);
    expect(weekWords(flow, 6, "Payments")).toBe("6 of 12 alerts of the last week went through Payments.");
  });

  it("lights the way of labels, as far as a drill has come", () => {
    const taking = (id: string, taken: boolean, receivers: string[]) => ({
      id,
      name: id,
      reason: "",
      taken,
      receivers,
    });
    const routes = [
      taking("audit", true, ["log"]),
      taking("pay", true, ["team", "off"]),
      taking("dead", false, []),
    ];
    const lit = litBy(flow, { service: "new" }, { routes });
    expect([...lit]).toEqual([
      "service:new",
      "route:audit",
      "route:pay",
      "receiver:log",
      "receiver:team",
      "person:ada@example.com",
    ]);
    // Also where no alert has come by yet.
    expect(viewOf(flow, undefined, lit).nodes[0]).toMatchObject({ part: "service:new", count: 0 });
    const soFar = (...names: string[]) =>
      [...litSoFar(lit, columnsPast(names.map((name) => ({ name }))))].length;
    expect([
      soFar(),
      soFar("intake"),
      soFar("intake", "decided", "queued"),
      soFar("intake", "decided", "taken"),
    ]).toEqual([0, 1, 3, 6]);
    expect([...litBy(flow, {}, { routes: [taking("pay", false, [])] })]).toEqual(["service:", noRoute]);
  });

  it("folds what is beyond its room, never what is lit, and counts it", () => {
    const routes = Array.from({ length: 500 }, (_, index) => ({
      ...route,
      id: `r${index}`,
      name: `Route ${index}`,
      receivers: ["log"],
    }));
    const paths = [{ service: "pay", count: 9, routes: [{ id: "r400", receivers: ["log"] }] }];
    const lit = new Set<Part>(["route:r450"]);
    const view = viewOf({ ...flow, routes, paths }, undefined, lit);
    const { placed, folds, bands } = layoutOf({ ...view, lit, most: usually, width: 1_000 });
    const names = placed.filter(({ node }) => node.column === "route").map(({ node }) => node.name);
    expect(names).toHaveLength(usually.route);
    expect(names).toEqual(expect.arrayContaining(["Route 0", "Route 400", "Route 450"]));
    expect(folds).toMatchObject([{ column: "route", count: 501 - usually.route, alerts: 0 }]);
    expect(bands.every(({ d }) => !/NaN|undefined/.test(d))).toBe(true);
    // On a phone there is room for two columns.
    const phone = layoutOf({ ...view, lit, most: usually, width: 340 });
    expect(new Set(phone.placed.map(({ node }) => node.column))).toEqual(new Set(["route", "receiver"]));
  });
});

describe("labels in a line", () => {
  it("are read as people type or paste them", () => {
    expect(readLine('service=pay severity="very bad", team')).toEqual({
      labels: { service: "pay", severity: "very bad" },
      unread: ["team"],
    });
    expect(readLine('{alertname="Disk \\"full\\"", a="{b}"}').labels).toEqual({
      alertname: 'Disk "full"',
      a: "{b}",
    });
    expect(readLine("service=").labels).toEqual({});
    expect(readLine(writeLine({ a: "b", c: "d e", f: 'g"h' })).labels).toEqual({
      a: "b",
      c: "d e",
      f: 'g"h',
    });
  });

  it("are completed by those that are known", () => {
    expect(offersFor("", flow.labels).map(({ text }) => text)).toEqual(["service", "severity"]);
    expect(offersFor("sev", flow.labels)).toEqual([{ line: "severity=", text: "severity", count: 3 }]);
    expect(offersFor("severity=critical service=", flow.labels)).toEqual([
      { line: "severity=critical service=pay ", text: "pay", count: 6 },
      { line: 'severity=critical service="a b" ', text: "a b", count: 4 },
    ]);
    expect(offersFor("service=pay ", flow.labels).map(({ text }) => text)).toEqual(["severity"]);
    expect(offersFor("service=pay", flow.labels)).toEqual([]);
  });
});

describe("a place among routes", () => {
  const order = (...positions: number[]) =>
    positions.map((position, index) => ({ id: `r${index}`, name: `R${index}`, position }));

  it("is a number between its neighbours", () => {
    expect(placeBefore([], 0)).toEqual({ position: 0, moves: [] });
    expect(placeBefore(order(0, 10), 0)).toEqual({ position: -1, moves: [] });
    expect(placeBefore(order(0, 10), 1)).toEqual({ position: 5, moves: [] });
    expect(placeBefore(order(0, 10), 2)).toEqual({ position: 11, moves: [] });
  });

  it("moves others down where there is no number left, as far as they have to", () => {
    expect(placeBefore(order(0, 1, 2, 7), 1)).toEqual({
      position: 1,
      moves: [
        { id: "r1", position: 2 },
        { id: "r2", position: 3 },
      ],
    });
    expect(placeBefore(order(5, 5), 1)).toEqual({ position: 6, moves: [{ id: "r1", position: 7 }] });
  });
});

describe("a matcher as a chip", () => {
  it("keeps what is stored as it is written, until a part of it is changed", () => {
    for (const text of [
      "severity=critical",
      'service=~"checkout|cart"',
      ' a != "b" ',
      'team!~"x.*"',
      'name=""',
      '"a b"="c"',
      "cannot be read",
    ])
      expect(settled(matcherOf(text)).text).toBe(text);
    expect(matcherOf("severity=critical").chip).toEqual({ name: "severity", op: "=", value: "critical" });
    expect(withComparison(matcherOf("severity=critical"), "!=").text).toBe('severity!="critical"');
    expect(withComparison(matcherOf('name=""'), "!=").text).toBe('name!=""');
    expect(withName(matcherOf("severity=critical"), "level").text).toBe('level="critical"');
  });

  it("is made of a label and a value, or of a whole matcher that is typed", () => {
    const begun = settled(withName(matcherOf(""), "service"));
    expect(begun).toEqual({ text: "service", chip: { name: "service", op: "=", value: "" } });
    if (begun.chip === undefined) throw new Error("it has no chip");
    expect(ofChip({ ...begun.chip, value: 'a "b" \\' }).text).toBe('service="a \\"b\\" \\\\"');
    expect(matcherOf(ofChip({ ...begun.chip, value: 'a "b" \\' }).text).chip?.value).toBe('a "b" \\');
    const typed = withName(matcherOf('service="cart"'), 'severity!~"info|none"');
    expect(typed.chip).toBeUndefined();
    expect(settled(typed)).toEqual({
      text: 'severity!~"info|none"',
      chip: { name: "severity", op: "!~", value: "info|none" },
    });
  });

  it("takes several values as a pattern, and counts alerts only where that needs no comparing", () => {
    const chip = { name: "service", op: "=~", value: "" } as const;
    const first = withChosen(chip, "a.b").chip;
    expect(first?.value).toBe("a\\.b");
    expect(withChosen({ ...chip, value: "pay|" }, "a b").text).toBe('service=~"pay|a b"');
    expect(withChosen({ ...chip, op: "=", value: "old" }, "pay").text).toBe('service="pay"');
    expect(valuesFor({ ...chip, value: "pay|a" }, flow.labels)).toEqual([
      { text: "pay", count: 6 },
      { text: "a b", count: 4 },
    ]);
    expect(countOf({ ...chip, op: "=", value: "pay" }, flow.labels)).toBe(6);
    expect(countOf({ ...chip, value: "pay" }, flow.labels)).toBeUndefined();
  });
});

it("says when a route's messages leave", () => {
  const timing = { group_wait_seconds: 30, group_interval_seconds: 300, repeat_interval_seconds: 14_400 };
  expect(timingWords({ ...timing, group_by: ["alertname", "service"] })).toBe(
    "Alerts with the same alertname and service are sent together: 30 s after the first, new ones after 5 min, and what has not changed again after 4 h.",
  );
  expect(timingWords({ ...timing, group_by: [], group_wait_seconds: 0 })).toMatch(
    /^All its alerts are sent together: at once, /,
  );
});
