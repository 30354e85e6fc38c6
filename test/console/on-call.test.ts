/** Four weeks of a rota: days of its zone, a line for each person, and a list by day. */
import { describe, expect, it } from "vitest";
import { dayLines, daysFrom, heldIn, personLines } from "../../console/pages/on-call/calendar.ts";
import { colourCount, coloursOf } from "../../console/pages/on-call/colours.ts";
import { candidates, modesOf, restOf, returns } from "../../console/pages/on-call/handing.ts";
import { mostFirst, termIn, termsOf } from "../../console/pages/on-call/load.ts";
import { isSought, shownFirst, soonestFirst } from "../../console/pages/on-call/view.ts";
import { loadText, pagesText, termText } from "../../console/pages/on-call/words.ts";

const zone = "Europe/Berlin";
const shift = (person: string, from: string, to: string, role = "primary") => {
  return { role, people: [person], from, to, by: "rotation" as const };
};
const [ada, ben, cy] = ["ada@example.com", "ben@example.com", "cy@example.com"];

describe("days", () => {
  it("are those of the zone, and as long as its clocks make them", () => {
    const days = daysFrom(Date.parse("2026-10-24T23:30:00Z"), zone, 2);
    expect(days.map(({ date, from, to }) => [date, (to - from) / 3_600_000])).toEqual([
      ["2026-10-25", 25],
      ["2026-10-26", 24],
    ]);
  });

  it("have people's shifts where they are, gaps first, and nothing of other roles", () => {
    const days = daysFrom(Date.parse("2026-12-01T11:00:00Z"), zone, 4);
    const held = heldIn(
      "primary",
      [
        shift(ben, "2026-11-30T08:00:00Z", "2026-12-01T11:00:00Z"),
        shift(ada, "2026-12-01T11:00:00Z", "2026-12-03T23:00:00Z"),
        shift(cy, "2026-12-01T11:00:00Z", "2026-12-03T23:00:00Z", "secondary"),
      ],
      [{ role: "primary", from: "2026-12-03T23:00:00Z", to: "2027-02-01T00:00:00Z" }],
    );
    const people = personLines(held, days);
    expect(
      people.map(({ person, cells }) => [
        person,
        ...cells.map(({ pieces: [piece], goesOn }) => (piece ? [piece.begins, piece.ends] : goesOn)),
      ]),
    ).toEqual([
      [undefined, false, false, false, [0, 1]],
      [ben, [0, 0.5], false, false, false],
      [ada, [0.5, 3], true, true, false],
    ]);
  });

  it("are one line where nothing changes on them, but for today", () => {
    const days = daysFrom(Date.parse("2026-12-01T11:00:00Z"), zone, 6);
    const held = heldIn("primary", [shift(ada, "2026-11-01T08:00:00Z", "2026-12-05T08:00:00Z")], []);
    expect(
      dayLines(held, days).map(({ first, last, parts }) => [first.date, last.date, parts.length]),
    ).toEqual([
      ["2026-12-01", "2026-12-01", 1],
      ["2026-12-02", "2026-12-04", 1],
      ["2026-12-05", "2026-12-05", 1],
      ["2026-12-06", "2026-12-06", 0],
    ]);
  });
});

describe("what can be done", () => {
  const member = { operates: true, admin: false };
  const admin = { operates: true, admin: true };
  it.each([
    [[ada], ada, member, ["give", "swap"]],
    [[ben], ada, member, ["take", "swap"]],
    [[ben], ada, admin, ["take", "give", "swap"]],
    [[], ada, member, ["take"]],
    [[], ada, admin, ["take", "give"]],
    [[ada], ada, { operates: false, admin: false }, []],
  ])("%j by %s, %j: %j", (people, me, rights, modes) =>
    expect(modesOf({ people }, me, rights)).toEqual(modes),
  );

  const shifts = [
    shift(ada, "2026-12-01T08:00:00Z", "2026-12-08T08:00:00Z"),
    shift(cy, "2026-12-08T08:00:00Z", "2026-12-15T08:00:00Z"),
    shift(ben, "2026-12-15T08:00:00Z", "2026-12-22T08:00:00Z"),
  ];
  const rota = { people: [ada, ben, cy], shifts };
  const now = Date.parse("2026-12-02T00:00:00Z");
  const [first, second, third] = shifts as [(typeof shifts)[0], (typeof shifts)[0], (typeof shifts)[0]];

  it("begins with who comes next", () => expect(candidates(rota, first, ada)).toEqual([cy, ben]));

  it("offers in return what has not begun, what comes after first", () => {
    expect(returns(rota, second, ben, now)).toEqual([third]);
    expect(returns(rota, second, ada, now)).toEqual([]);
  });

  it("leaves out a beginning that is over", () => {
    expect(restOf(first, now)).toEqual({ from: undefined, to: "2026-12-08T08:00:00Z" });
    expect(restOf(second, now).from).toBe("2026-12-08T08:00:00Z");
  });
});

it("people keep their colours when others come and go, and no two of few share one", () => {
  const people = Array.from({ length: colourCount }, (_, index) => `person-${index}@example.com`);
  expect(new Set(coloursOf(people).values()).size).toBe(colourCount);
  expect(coloursOf([ada]).get(ada)).toBe(coloursOf([ada, "zoe@example.com"]).get(ada));
});

it("a term names the second day only where it is another one", () => {
  const term = (to: string) => termText({ from: "2026-12-03T01:00:00Z", to }, zone);
  expect(term("2026-12-03T08:00:00Z")).toBe("Thu 3 Dec, 02:00 to 09:00");
  expect(term("2026-12-04T08:00:00Z")).toBe("Thu 3 Dec, 02:00 to Fri 4 Dec, 09:00");
});

describe("load", () => {
  const load = (hours: number) => ({ hours, nights: 1, weekends: 0 });
  const person = (email: string, past: number, planned: number) => ({
    ...{ email, name: "", past: load(past), planned: load(planned), pages: 0, pages_at_night: 0 },
    ...{ acknowledged: 0, seconds_to_acknowledge: null },
  });

  it("is of whole days of the zone, over changes of its clocks, and of whole months", () => {
    // Half past midnight of the second of November in Berlin, whose clocks went back on 25 October.
    const terms = termsOf(Date.parse("2026-11-01T23:30:00Z"), zone).map(({ term }) => [term.from, term.to]);
    expect(terms).toEqual([
      ["2026-10-02T22:00:00Z", "2026-12-02T23:00:00Z"],
      ["2026-10-31T23:00:00Z", "2026-11-30T23:00:00Z"],
      ["2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z"],
      ["2026-11-30T23:00:00Z", "2026-12-31T23:00:00Z"],
    ]);
  });

  it("takes no time from an address without one", () => {
    const [from, to] = ["2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"];
    expect(termIn({ from, to })).toEqual({ from, to });
    for (const wrong of [{}, { from }, { to }, { from: "yesterday", to }])
      expect(termIn(wrong)).toBeUndefined();
  });

  it("has who has most first, and says what is one in the singular, and what is not known as such", () => {
    const people = [person(ada, 1, 2), person(ben, 3, 1), person(cy, 2, 1)];
    expect(mostFirst(people).map(({ email }) => email)).toEqual([ben, ada, cy]);
    expect(loadText({ hours: 168.257, nights: 1, weekends: 2 })).toBe("168.3 h, 1 night, 2 weekends");
    const pages = { ...person(ada, 0, 0), pages: 4, pages_at_night: 2 };
    expect(pagesText(pages)).toBe("4, 2 at night");
    expect(pagesText({ ...pages, seconds_to_acknowledge: 200 })).toBe(
      "4, 2 at night, acknowledged after 3 min",
    );
    expect(pagesText(person(ada, 0, 0))).toBe("none");
  });
});

describe("of many rotas", () => {
  const post = (on: string[], next: string, at: string) => {
    const people = on.map((email) => ({ email, name: "", ways: [] as string[] }));
    return {
      ...{ role: "primary", people, since: null, until: null, by: null },
      next: { at, people: [next] },
    };
  };
  const rota = (name: string, ...posts: ReturnType<typeof post>[]) => ({
    name,
    posts,
    people: [] as string[],
  });

  it("those come first in which somebody is on call, then those in which they are next, by when", () => {
    const rotas = [
      rota("later", post([ben], ada, "2026-12-09T08:00:00Z")),
      rota("neither", post([ben], cy, "2026-12-02T08:00:00Z")),
      rota("next", post([ben], cy, "2026-12-01T08:00:00Z"), post([cy], ada, "2026-12-02T08:00:00Z")),
      rota("now", post([ben], cy, "2026-12-01T08:00:00Z"), post([ada], ben, "2026-12-20T08:00:00Z")),
    ];
    expect(soonestFirst(rotas, ada).map(({ name }) => name)).toEqual(["now", "next", "later", "neither"]);
  });

  it("those are found that are called so, and those of somebody who is called so", () => {
    const nameOf = (email: string) => (email === ada ? "Ada Lovelace" : email);
    const found = (text: string) =>
      [rota("Payments", post([ada], ben, "")), { ...rota("Search"), people: [cy] }]
        .filter((one) => isSought(one, text, nameOf))
        .map(({ name }) => name);
    expect([found(" PAY "), found("lovel"), found("cy@"), found(""), found("no such")]).toEqual([
      ["Payments"],
      ["Payments"],
      ["Search"],
      ["Payments", "Search"],
      [],
    ]);
  });

  it("those with a gap stand first, and figures in names are figures", () => {
    const gap = { name: "Z" } as never;
    const rotas = [{ name: "Shop 10" }, { name: "Shop 9" }, { name: "Z", gap }].map((one) => ({
      gap: undefined,
      ...one,
    }));
    expect(shownFirst(rotas).map(({ name }) => name)).toEqual(["Z", "Shop 9", "Shop 10"]);
  });
});
