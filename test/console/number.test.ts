/** Numbers as people type them: understood exactly, or refused with words; never another number. */
import { describe, expect, it } from "vitest";
import { readJson } from "../../console/forms/json.ts";
import { readNumber, spelled, writeNumber } from "../../console/forms/number.ts";
import { unitOf } from "../../console/parts/words.ts";
import { numberProblem } from "../../src/kernel/bounds.ts";
import { type Field, type IntegerField, integer, type NumberField, number } from "../../src/kernel/field.ts";
import { definitions } from "../../src/resources/index.ts";
import { fc } from "../support/property.ts";

const percent = number({ description: "", min: 0, max: 100, exclusive: true, unit: "percent" });
const free = number({ description: "" });
const whole = integer({ description: "" });
const minutes = integer({ description: "", min: 0, max: 10_080, unit: "minutes" });
const seconds = integer({ description: "", min: 0, unit: "seconds" });
const milliseconds = integer({ description: "", min: 100, max: 60_000, unit: "milliseconds" });
const days = integer({ description: "", min: 1, max: 3_650, unit: "days" });

type Case = readonly [text: string, field: IntegerField | NumberField, saved: number];

describe("what is understood", () => {
  it.each<Case>([
    ["99.9", percent, 99.9],
    ["99.5", percent, 99.5],
    ["12.5", percent, 12.5],
    ["99.999999", percent, 99.999999],
    ["99.9%", percent, 99.9],
    ["99.9 %", percent, 99.9],
    ["99.9 percent", percent, 99.9],
    [" 50 ", percent, 50],
    [".5", percent, 0.5],
    ["5.", percent, 5],
    ["99.900000000", percent, 99.9],
    ["1e3", free, 1_000],
    ["1E-3", free, 0.001],
    ["-5", free, -5],
    ["\u22125", free, -5],
    ["+5", free, 5],
    ["-0", free, 0],
    ["9007199254740991", whole, 9_007_199_254_740_991],
    ["007", whole, 7],
    ["5.0", whole, 5],
    ["90", minutes, 90],
    ["2h", minutes, 120],
    ["2 h", minutes, 120],
    ["1.5h", minutes, 90],
    ["1h30m", minutes, 90],
    ["1h 30 min", minutes, 90],
    ["1 hour 30 minutes", minutes, 90],
    ["90s", minutes, 1.5],
    ["120s", minutes, 2],
    ["3d", minutes, 4_320],
    ["1w", minutes, 10_080],
    ["1e3", minutes, 1_000],
    ["15 minutes", minutes, 15],
    ["1 minute", minutes, 1],
    ["0.5d", seconds, 43_200],
    ["1.5", seconds, 1.5],
    ["2s", milliseconds, 2_000],
    ["1.25s", milliseconds, 1_250],
    ["1m", milliseconds, 60_000],
    ["2w", days, 14],
    ["36h", days, 1.5],
  ])("%j", (text, field, saved) => {
    const reading = readNumber(field, field.unit, text);
    if (field.type === "integer" && !Number.isInteger(saved))
      expect(reading).toEqual({ problem: `must be a whole number of ${field.unit}` });
    else expect(reading).toEqual({ value: saved });
  });
});

describe("what is refused, and why", () => {
  it.each<readonly [text: string, field: IntegerField | NumberField, problem: RegExp]>([
    ["99,9", percent, /comma.*point/],
    ["1,000", whole, /comma/],
    ["1 000", whole, /gap/],
    ["1_000", whole, /gap/],
    ["1'000", whole, /gap/],
    ["1.000.000", free, /two points/],
    ["99.9999999", percent, /at most 6 decimal places/],
    ["0.0000001", free, /at most 6 decimal places/],
    ["123456789012.123456", free, /more digits than can be kept/],
    ["9007199254740993", whole, /more digits than can be kept|53 bits/],
    ["9007199254740992", whole, /53 bits/],
    ["1e400", free, /more digits|finite/],
    ["1e999", whole, /more digits|53 bits/],
    ["100", percent, /less than 100 percent/],
    ["0", percent, /more than 0 percent/],
    ["-5", minutes, /at least 0 minutes/],
    ["-2h", minutes, /at least 0 minutes/],
    ["99999", minutes, /at most 10080 minutes/],
    ["2.5", whole, /whole number/],
    ["1.5", minutes, /whole number of minutes/],
    ["1s", minutes, /number of minutes/],
    ["1m30", minutes, /says no unit for 30/],
    ["1h2h", minutes, /out of order/],
    ["30m1h", minutes, /out of order/],
    ["2M", minutes, /no unit of time in "M"/],
    ["2 fortnights", minutes, /no unit of time/],
    ["1:30", minutes, /not a duration/],
    ["1h-30m", minutes, /not a duration/],
    ["h", minutes, /not a duration/],
    ["2h", percent, /not a number/],
    ["2h", whole, /not a number/],
    ["5%", whole, /not a number/],
    ["abc", free, /not a number/],
    ["-", free, /not a number/],
    [".", free, /not a number/],
    ["e5", free, /not a number/],
    ["1e", free, /not a number/],
    ["0x10", whole, /not a number/],
    ["Infinity", free, /not a number/],
    ["NaN", free, /not a number/],
    ["١٢", whole, /not a number/],
    ["1".repeat(100), whole, /too long/],
  ])("%j", (text, field, problem) => {
    expect(readNumber(field, field.unit, text)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

/** Every number that a form of any kind asks for. */
const fields = definitions.flatMap(({ kind, fields }) =>
  Object.entries(fields).flatMap(([name, field]) => numbersIn(`${kind}/${name}`, name, field)),
);

interface FormNumber {
  readonly path: string;
  readonly field: IntegerField | NumberField;
  readonly unit: string | undefined;
}

function numbersIn(path: string, name: string, field: Field): FormNumber[] {
  if (field.type === "integer" || field.type === "number")
    return [{ path, field, unit: unitOf(name, field) }];
  if (field.type === "list") return numbersIn(`${path}[]`, name, field.items);
  if (field.type !== "object") return [];
  return Object.entries(field.fields).flatMap(([inner, one]) => numbersIn(`${path}.${inner}`, inner, one));
}

const oneOf = fc.constantFrom(...fields);
const decimal = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => (digits / 10 ** places).toFixed(places));

describe("for every number of every kind", () => {
  it("there are some", () => expect(fields.length).toBeGreaterThan(40));

  it("names a unit that the form can know, wherever its name ends in one", () => {
    const timed = /_(ms|milliseconds|seconds|minutes|hours|days|percent)$/;
    expect(fields.filter(({ path, unit }) => timed.test(path) && unit === undefined)).toEqual([]);
  });

  it("saves exactly what was typed, or says what is wrong with it", () =>
    fc.assert(
      fc.property(oneOf, decimal, ({ field, unit }, text) => {
        const reading = readNumber(field, unit, text);
        if ("value" in reading) expect(reading.value).toBe(Number(text) + 0);
        else expect(numberProblem(field, Number(text))).toBeDefined();
      }),
    ));

  it("reads what it shows", () =>
    fc.assert(
      fc.property(oneOf, fc.double({ noNaN: true }), fc.integer(), ({ field, unit }, real, integer) => {
        const value = field.type === "integer" ? integer : Number(real.toFixed(6));
        if (numberProblem(field, value) !== undefined) return;
        expect(readNumber(field, unit, writeNumber(value))).toEqual({ value: value + 0 });
      }),
    ));

  it("never takes a text for a number that it does not say", () =>
    fc.assert(
      fc.property(
        oneOf,
        fc.string({ unit: fc.constantFrom(..."0123456789.,eE+- %_'") }),
        ({ field, unit }, text) => {
          const reading = readNumber(field, unit, text);
          if (!("value" in reading)) return;
          const bare = text.trim().replace(/\s*%$/, "");
          expect(reading.value).toBe(Number(bare) + 0);
        },
      ),
    ));

  it("throws at nothing", () =>
    fc.assert(
      fc.property(oneOf, fc.string({ unit: "grapheme" }), ({ field, unit }, text) => {
        const reading = readNumber(field, unit, text);
        if ("value" in reading) expect(numberProblem(field, reading.value)).toBeUndefined();
      }),
    ));
});

describe("durations", () => {
  const parts = fc.record({
    d: fc.integer({ min: 0, max: 20 }),
    h: fc.integer({ min: 0, max: 50 }),
    m: fc.integer({ min: 0, max: 100 }),
    s: fc.integer({ min: 0, max: 200 }),
  });

  it("are the sum of their parts, however they are spaced", () =>
    fc.assert(
      fc.property(
        parts,
        fc.constantFrom("", " "),
        fc.constantFrom("", " "),
        ({ d, h, m, s }, inside, between) => {
          const text = [`${d}${inside}d`, `${h}${inside}h`, `${m}${inside}m`, `${s}${inside}s`].join(between);
          expect(readNumber(seconds, "seconds", text)).toEqual({
            value: d * 86_400 + h * 3_600 + m * 60 + s,
          });
        },
      ),
    ));

  it("are read back from the larger units in which they are shown", () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (value) => {
        const reported = spelled(value, "seconds");
        if (reported !== undefined) expect(readNumber(seconds, "seconds", reported)).toEqual({ value });
      }),
    ));

  it.each([
    [14_400, "seconds", "4 h"],
    [90, "minutes", "1 h 30 min"],
    [45, "minutes", undefined],
    [10_000, "milliseconds", "10 s"],
    [0, "seconds", undefined],
    [36, "hours", "1 d 12 h"],
    [99, "percent", undefined],
  ])("%d %s are reported as %s", (value, unit, reported) => expect(spelled(value, unit)).toBe(reported));
});

describe("a JSON object", () => {
  it("is read as it is", () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const text = JSON.stringify(object, null, 1);
        expect(readJson(text)).toEqual({ value: JSON.parse(text) });
      }),
    ));

  it.each([
    ['{"a": 1, "b": {"a": 2}, "a": 3}', /"a" twice/],
    ['{"a": 1, "\\u0061": 3}', /twice/],
    ['{"id": 12345678901234567890}', /too many digits/],
    ["[1]", /in braces/],
    ["{", /is not a JSON object/],
  ])("is refused: %s", (text, problem) => {
    expect(readJson(text)).toEqual({ problem: expect.stringMatching(problem) });
  });
});
