/** How `orgconfig migrate terraform` reads attributes, queries and durations of other tools. */
import { expect, it } from "vitest";
import { Attributes, type Note } from "../../src/features/changes/migrations/attributes.ts";
import { daysOf } from "../../src/features/changes/migrations/terraform/grafana-slos.ts";
import { quotientOf } from "../../src/features/changes/migrations/terraform/promql.ts";

it("says of everything set that no mapping reads that it is lost", () => {
  const notes: Note[] = [];
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

it("says of every value of another type that it is left out", () => {
  const notes: Note[] = [];
  const attributes = new Attributes(
    {
      text: 1,
      number: "1",
      flag: "true",
      texts: ["a", 2],
      numbers: 3,
      blocks: { a: 1 },
      json: "[]",
      inner: '{"flag": "true", "other": 1}',
      secret: "{",
      none: "",
      off: false,
    },
    {},
    notes,
  );
  expect([attributes.text("text"), attributes.number("number"), attributes.flag("flag")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([attributes.texts("texts"), attributes.numbers("numbers"), attributes.blocks("blocks")]).toEqual([
    ["a"],
    [],
    [],
  ]);
  attributes.json("json");
  expect(attributes.json("inner").flag("flag")).toBeUndefined();
  expect(attributes.namesInSecret("secret")).toEqual([]);
  expect([attributes.number("none"), attributes.numeral("none"), attributes.numeral("number")]).toEqual([
    undefined,
    undefined,
    1,
  ]);
  attributes.noteRest();
  const expected = [
    "text",
    "number",
    "flag",
    "texts[1]",
    "numbers",
    "blocks",
    "json",
    "inner.flag",
    "secret",
  ];
  expect(notes.map(({ field }) => field)).toEqual([...expected, "inner.other"]);
});

it.each([
  ["sum(rate(a[5m])) / sum(rate(b[5m]))", ["sum(rate(a[5m]))", "sum(rate(b[5m]))"]],
  ["SUM (a) / Count (b)", ["SUM (a)", "Count (b)"]],
  ["rate(errors[5m]) / rate(all[5m])", undefined],
  ["job:ok:rate5m / job:all:rate5m", undefined],
  ["sum(a) / rate(b[5m])", undefined],
  ["sum(a) by (job) / sum(b) BY (job)", undefined],
  ["topk(1, a) / sum(b)", undefined],
  ["sum(a) or vector(0) / sum(b)", undefined],
  ['sum(a{p="x/y"}) # a / b\n/ sum(b{q=`/`})', ['sum(a{p="x/y"}) # a / b', "sum(b{q=`/`})"]],
  ["1 - sum(a) / sum(b)", ["sum(a)", "sum(b)"]],
  ["sum(a) / sum(b) / sum(c)", undefined],
  ["sum by (job) (a) / sum by (job) (b)", undefined],
  ["sum(a) / on(job) sum(b)", undefined],
  ["(sum(a) / sum(b))", ["sum(a)", "sum(b)"]],
  ["sum(a) /", undefined],
  ["avg_over_time(a[5m])", undefined],
])("takes %s apart where it is one division of two figures", (expression, sides) => {
  const quotient = quotientOf(expression);
  expect(quotient && [quotient.part, quotient.total]).toEqual(sides);
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
