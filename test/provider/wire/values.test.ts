import { ExtData, encode } from "@msgpack/msgpack";
import { describe, expect, test } from "vitest";
import { DiagnosticsError } from "../../../provider/wire/diagnostics.ts";
import {
  decodeValue,
  encodeState,
  encodeValue,
  valueFromJson,
} from "../../../provider/wire/dynamic-value.ts";
import { Numerals } from "../../../provider/wire/numerals.ts";
import { type Attributes, list, map, object } from "../../../provider/wire/schema.ts";
import { hasUnknown, isSame, type ObjectValue, UNKNOWN } from "../../../provider/wire/values.ts";
import { fc, runs } from "../../support/property.ts";
import { objects } from "./arbitrary.ts";

const optional = { optional: true };

/** What Terraform would send for a tree. */
function sent(tree: unknown) {
  return { msgpack: encode(tree, { useBigInt64: true }), json: new Uint8Array() };
}

function received(attributes: Attributes, value: ObjectValue | null) {
  const { msgpack } = encodeValue(attributes, value);
  return decodeValue(attributes, { msgpack, json: new Uint8Array() });
}

describe("a value sent and read again", () => {
  test("is the same, whatever its schema", () => {
    fc.assert(
      fc.property(objects, ({ attributes, value }) => {
        expect(received(attributes, value)).toEqual(value);
      }),
      { numRuns: runs(1_000) },
    );
  });

  test("is the same as JSON, but for what is unknown", () => {
    fc.assert(
      fc.property(objects, ({ attributes, value }) => {
        fc.pre(!hasUnknown(value));
        expect(valueFromJson(attributes, JSON.parse(JSON.stringify(value)))).toEqual(value);
      }),
      { numRuns: runs(500) },
    );
  });

  test("is equal to itself exactly when all of it is known", () => {
    fc.assert(
      fc.property(objects, ({ attributes, value }) => {
        const again = received(attributes, value) as ObjectValue;
        expect(isSame(value, again)).toBe(!hasUnknown(value));
      }),
    );
  });

  test("has every attribute of its schema and no other", () => {
    const attributes: Attributes = {
      here: { type: "string", ...optional },
      gone: { type: "bool", ...optional },
    };
    expect(received(attributes, { here: "x", stray: 1 })).toEqual({ here: "x", gone: null });
    expect(received(attributes, null)).toBeNull();
  });
});

describe("what Terraform sends", () => {
  const attributes: Attributes = {
    text: { type: "string", ...optional },
    labels: { type: map("string"), ...optional },
    steps: { type: object("list", { wait: { type: "number", ...optional } }), ...optional },
  };

  test.each([-1, 0, 1, 12, 99])("an extension of type %i is unknown", (type) => {
    const unknown = new ExtData(type, Uint8Array.of(1, 2, 3, 4));
    const value = decodeValue(
      attributes,
      sent({ text: unknown, labels: unknown, steps: [{ wait: unknown }] }),
    );
    expect(value).toEqual({ text: UNKNOWN, labels: UNKNOWN, steps: [{ wait: UNKNOWN }] });
  });

  test("unknown goes out as the extension 0 with one zero byte", () => {
    const { msgpack } = encodeValue({ text: { type: "string", ...optional } }, { text: UNKNOWN });
    expect([...msgpack].slice(-3)).toEqual([0xd4, 0, 0]);
  });

  test("__proto__ is a key like any other", () => {
    const labels = JSON.parse('{"__proto__":"a","=":"b","=__proto__":"c","constructor":"d"}');
    const value = received(attributes, { labels });
    expect(Object.entries(value?.labels ?? {})).toEqual(Object.entries(labels));
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  test("a value of the wrong type is refused at its path, without being shown", () => {
    const wrong = () => decodeValue(attributes, sent({ steps: [{ wait: 1 }, { wait: "secret" }] }));
    expect(wrong).toThrow(DiagnosticsError);
    try {
      wrong();
    } catch (error) {
      expect((error as DiagnosticsError).diagnostics[0]?.path).toEqual(["steps", 1, "wait"]);
      expect(String(error)).not.toContain("secret");
    }
  });

  test("a bug of the resource names the path and the kind, not the value", () => {
    const wrong = { steps: [{ wait: "secret" }] };
    expect(() => encodeValue(attributes, wrong)).toThrow(
      "steps.0.wait must be a finite number, not a string",
    );
    expect(() => encodeValue(attributes, { steps: [{ wait: Number.NaN }] })).toThrow("finite");
  });

  test("a lone surrogate becomes a replacement character", () => {
    expect(received(attributes, { text: "a\ud800b", labels: { "\udc00": "😀" } })).toMatchObject({
      text: "a\ufffdb",
      labels: { "\ufffd": "😀" },
    });
  });
});

describe("numbers", () => {
  const decimals = fc
    .tuple(fc.boolean(), fc.stringMatching(/^(0|[1-9]\d{0,40})\.\d{0,120}[1-9]$/))
    .map(([negative, digits]) => (negative ? `-${digits}` : digits));

  test("go back exactly as Terraform wrote them, however many digits", () => {
    fc.assert(
      fc.property(fc.oneof(decimals, fc.bigInt().map(String)), (text) => {
        const numerals = new Numerals();
        const value = numerals.read(text, ["ratio"]);
        expect(value).toBe(Number(text));
        expect(numerals.write(value as number, ["ratio"])).toBe(text);
      }),
    );
  });

  test("wide integers go back exactly", () => {
    for (const wide of [2n ** 53n + 1n, 2n ** 64n - 1n, -(2n ** 63n)]) {
      const attributes: Attributes = { n: { type: "number", ...optional } };
      const numerals = new Numerals();
      const value = decodeValue(attributes, sent({ n: wide }), numerals);
      expect(value).toEqual({ n: Number(wide) });
      expect(encodeValue(attributes, value, numerals)).toEqual({ msgpack: encode({ n: String(wide) }) });
    }
  });

  test("every number of ours goes out as the shortest text, which Terraform reads as it reads a state file", () => {
    const written: [number, string][] = [
      [0.1, "0.1"],
      [1e-7, "1e-7"],
      [12345.678, "12345.678"],
      [4, "4"],
      [-0, "0"],
      [2 ** 53, "9007199254740992"],
    ];
    for (const [value, numeral] of written) expect(new Numerals().write(value, [])).toBe(numeral);
  });

  test("a float of Terraform's goes back with all its digits", () => {
    const exact: [number, string][] = [
      [0.5, "0.5"],
      [-14.25, "-14.25"],
      [0.1, "0.1000000000000000055511151231257827021181583404541015625"],
      [2 ** 70, "1180591620717411303424"],
    ];
    for (const [value, text] of exact) {
      const numerals = new Numerals();
      expect(numerals.read(value, ["ratio"])).toBe(value);
      expect(numerals.write(value, ["ratio"])).toBe(text);
    }
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const numerals = new Numerals();
        numerals.read(value, []);
        expect(Number(numerals.write(value, []))).toBe(value + 0);
      }),
    );
  });

  test("a spelling counts for its own path, and the later of two wins", () => {
    const numerals = new Numerals();
    numerals.read("0.33333333333333333333", ["a"]);
    expect(numerals.write(1 / 3, ["b"])).toBe("0.3333333333333333");
    expect(numerals.write(1 / 3, ["a"])).toBe("0.33333333333333333333");
    numerals.read("0.3333333333333333", ["a"]);
    expect(numerals.write(1 / 3, ["a"])).toBe("0.3333333333333333");
  });

  test("one beyond the doubles is refused", () => {
    const attributes: Attributes = { n: { type: "number", ...optional } };
    expect(() => decodeValue(attributes, sent({ n: `1${"0".repeat(400)}` }))).toThrow("64-bit");
  });
});

test("write-only attributes of a state are null at every depth", () => {
  const secret = { type: "string", optional: true, writeOnly: true } as const;
  const name = { type: "string", optional: true } as const;
  const nested = { name, secret };
  const attributes: Attributes = {
    ...nested,
    one: { type: object("single", nested), ...optional },
    many: { type: object("list", nested), ...optional },
    keyed: { type: object("map", nested), ...optional },
    tags: { type: list("string"), ...optional },
  };
  const open = { name: "n", secret: "hush" };
  const shut = { name: "n", secret: null };
  const value: ObjectValue = {
    ...open,
    one: open,
    many: [open, UNKNOWN, null],
    keyed: { a: open },
    tags: ["t"],
  };
  const stateOf = (state: ObjectValue) =>
    decodeValue(attributes, { ...encodeState(attributes, state), json: new Uint8Array() });
  expect(stateOf(value)).toEqual({
    ...shut,
    one: shut,
    many: [shut, UNKNOWN, null],
    keyed: { a: shut },
    tags: ["t"],
  });
  expect(stateOf({ one: UNKNOWN })).toMatchObject({ one: UNKNOWN, many: null });
});
