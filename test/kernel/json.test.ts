/** One reader of JSON for every door: what programs read in different ways is refused, and all else is JSON's own. */
import { describe, expect, it } from "vitest";
import { JsonFault, parseJson } from "../../src/kernel/json.ts";
import { parseLongJson } from "../../src/kernel/long-json.ts";
import { fc } from "../support/property.ts";

const read = (text: string) => parseJson(Buffer.from(text));

function faultOf(text: string | Buffer): string | undefined {
  try {
    parseJson(typeof text === "string" ? Buffer.from(text) : text);
    return undefined;
  } catch (error) {
    if (error instanceof JsonFault) return error.message;
    throw error;
  }
}

describe("a member that is there twice", () => {
  it.each([
    ['{"a":1,"a":2}', "a"],
    ['{"a":1,"b":{"c":[0,{"d":1,"e":2,"d":3}]}}', "b.c[1].d"],
    ['{"a":1,"\\u0061":2}', "a"],
    ['{ "a" : 1 ,\r\n\t"a"\t: 2 }', "a"],
    ['[[],[{"x":"}{","x":1}]]', "[1][0].x"],
    ['{"":1,"":2}', ""],
    ['{"a\\\\":1,"b\\"":2,"a\\\\":3}', "a\\"],
    [`{${Array.from({ length: 30 }, (_, i) => `"k${i}":0`).join(",")},"k3":1}`, "k3"],
  ])("%s", (text, path) => {
    expect(faultOf(text)).toBe(`${path} is there twice; send each member once`);
  });

  it("is one only in one object", () => {
    const text = '{"a":{"a":[{"a":"a"},{"a":"\\"a\\":1,\\"a\\":2"}]},"b":{"a":1},"c":["a","a"]}';
    expect(read(text)).toEqual(JSON.parse(text));
  });
});

it.each(['{"__proto__":1}', '{"a":[{"\\u005f_proto__":{}}]}', '{"a":1,"__proto__":{"b":2}}'])(
  "%s is refused for its __proto__",
  (text) => expect(faultOf(text)).toMatch(/no member may be called __proto__$/),
);

it.each([
  ["[".repeat(64) + "]".repeat(64), undefined],
  ["[".repeat(65) + "]".repeat(65), "it is nested more than 64 deep"],
  ["[".repeat(1_000_000), "it is nested more than 64 deep"],
  [`[${"0,".repeat(39_000)}0]`, undefined],
  [`[${"0,".repeat(40_000)}0]`, "it holds more than 40000 members and items; send a smaller one"],
  [
    `{"a":{${Array.from({ length: 1_001 }, (_, i) => `"k${i}":0`).join(",")}}}`,
    "a has more than 1000 members",
  ],
])("bounds what is only there to cost time (%#)", (text, fault) => expect(faultOf(text)).toBe(fault));

it.each([
  "",
  "{",
  '{"a":1',
  '{"a',
  '"\\',
  "{}}",
  "[1,]",
  "nul",
  '{"a":1,,"b":2}',
  '{"\\x":1}',
  "]",
  '{"a" "b":1}',
])("%s is not JSON", (text) => {
  let malformed: boolean | undefined;
  try {
    read(text);
  } catch (error) {
    malformed = (error as JsonFault).malformed;
  }
  expect(malformed).toBe(true);
});

it("is not JSON in any other encoding", () => {
  expect(faultOf(Buffer.from([0x22, 0xff, 0x22]))).toContain("it is not UTF-8");
});

it("reads every other text as JSON.parse does", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), fc.constantFrom(0, 1, "\t"), (json, space) => {
      const text = JSON.stringify(JSON.parse(json), null, space);
      if (!text.includes("__proto__")) expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

it("finds a member twice wherever it is", () => {
  const value = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, fc.json({ maxDepth: 1 }), tie("object"), tie("list")),
    list: fc.array(tie("tree"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
    object: fc
      .uniqueArray(fc.string(), { maxLength: 12 })
      .chain((names) =>
        fc
          .tuple(...names.map(() => tie("tree") as fc.Arbitrary<string>))
          .map((inner) => `{${names.map((name, at) => `${JSON.stringify(name)}:${inner[at]}`).join(",")}}`),
      ),
  })).tree as fc.Arbitrary<string>;
  fc.assert(
    fc.property(value, value, fc.string(), (before, after, name) => {
      fc.pre(![before, after, name].some((text) => text.includes("__proto__")));
      const member = JSON.stringify(name);
      const escaped = `"${[...name].map((one) => [...Array(one.length).keys()].map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")).join("")}"`;
      expect(faultOf(`[${before},{${member}:${after}}]`)).toBeUndefined();
      expect(faultOf(`[${before},{${member}:${after},${escaped}:0}]`)).toContain("is there twice");
    }),
  );
});

describe("a long text", () => {
  const mebibyte = 1_048_576;
  const readLong = (text: string) => parseLongJson(Buffer.from(text), 5 * mebibyte, { of: "test" });
  const row = (at: number) => ({
    name: `Row ${at} "{[`,
    "3": at,
    list: [[], {}, [at, { deep: [{}] }]],
    note: null,
  });
  const rows = (many: number) => Array.from({ length: many }, (_, at) => row(at));

  it.each<[string, unknown]>([
    ["a text", "x[0]".repeat(300_000)],
    ["a short object", { a: [1, { b: [] }] }],
    ["rows in a list", { bundle: { teams: rows(8_000) } }],
    [
      "long objects in a long object",
      { a: { b: { c: rows(1_000), d: rows(1_000) }, "1": [rows(900)] }, "0": [] },
    ],
    ["numbers", [rows(900), ...Array.from({ length: 50_000 }, (_, at) => at), rows(900)]],
  ])("is read as JSON.parse reads it: %s", async (_what, value) => {
    expect(await readLong(` ${JSON.stringify(value)}\n`)).toEqual(value);
    expect(await readLong(JSON.stringify(value, null, "\t"))).toEqual(value);
  });

  const long = JSON.stringify(rows(2_000));
  it.each([
    ["", /end/],
    [`${long}${long}`, /not valid JSON|after/],
    [`{"a":${long}`, /^what begins at position 0 does not end$/],
    [`{"a":${long}]`, /position 0$/],
    [`[1 ${long}]`, /position 0$/],
    [`{${long}:1}`, /position 0$/],
    [`{"a":[${long},{"b":1,}]}`, /, in what begins at position \d{6}$/],
  ])("is refused where it is no JSON (%#)", async (text, message) => {
    const fault: JsonFault = await readLong(text).then(String, (error) => error);
    expect([fault instanceof JsonFault, fault.malformed], String(fault)).toEqual([true, true]);
    expect(fault.message).toMatch(message);
  });

  it("may hold more values, as many for each mebibyte, and no more of what a program could misread", async () => {
    const values = (many: number) => `[${"0,".repeat(many)}0]`;
    expect(await readLong(values(190_000))).toHaveLength(190_001);
    await expect(readLong(values(210_000))).rejects.toThrow("it holds more than 200000 members and items");
    await expect(readLong(`{"a":${long},"a":1}`)).rejects.toThrow("a is there twice");
    await expect(readLong(`[${long},{"__proto__":1}]`)).rejects.toThrow("__proto__");
    await expect(readLong("[".repeat(65))).rejects.toThrow("nested");
    const bytes = Buffer.concat([
      Buffer.from(`["${"é".repeat(400_000)}`),
      Buffer.from([0xff]),
      Buffer.from('"]'),
    ]);
    await expect(parseLongJson(bytes, 5 * mebibyte, { of: "test" })).rejects.toThrow("it is not UTF-8");
    const text = `a${"\u{1f600}é".repeat(200_000)}`;
    expect(await readLong(JSON.stringify([text]))).toEqual([text]);
  });
});
