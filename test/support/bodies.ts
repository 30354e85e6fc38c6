/** Bodies near the bounds of their fields, for properties: mostly right, and wrong in at most two places. */
import type { Arbitrary } from "fast-check";
import {
  defaultLimits,
  type Field,
  type Fields,
  type ItemField,
  isConfiguration,
  type Json,
} from "../../src/kernel/field.ts";
import { formatOf, type TextFormat } from "../../src/kernel/format.ts";
import { membersByOf } from "../../src/kernel/members.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { fc } from "./property.ts";

export function bodyOf(fields: Fields, mode: "create" | "update"): Arbitrary<JsonObject> {
  const settable = Object.entries(fields).filter(([, field]) => field.type !== "computed");
  const required = settable.flatMap(([name, field]) =>
    mode === "create" && isConfiguration(field) && field.default === undefined && !field.nullable
      ? [name]
      : [],
  );
  const right = fc.record(Object.fromEntries(settable.map(([name, field]) => [name, rightValue(field)])), {
    requiredKeys: required,
  });
  const names = settable.map(([name]) => name);
  const wrong =
    names.length === 0
      ? unknown
      : fc.oneof({ weight: 8, arbitrary: spoiling(fields, names) }, { weight: 1, arbitrary: unknown });
  const body = fc
    .tuple(right, fc.array(wrong, { maxLength: 2 }))
    .map(([body, changes]) =>
      changes.reduce<JsonObject>((whole, change) => change(whole), body as JsonObject),
    );
  return fc.oneof({ weight: 30, arbitrary: body }, { weight: 1, arbitrary: fc.constant({}) });
}

/** Texts around a format: its example bent a little, and what looks like it. */
export function awkward(format: TextFormat): Arbitrary<string> {
  const { example } = formatOf(format);
  const bent = fc
    .tuple(
      fc.nat(example.length),
      fc.nat(2),
      fc.constantFrom("", "-", ".", "@", "/", " ", "A", "0", "_", "é", ":", "%", '"', "[", "\n", "\u2028"),
    )
    .map(([at, drop, put]) => example.slice(0, at) + put + example.slice(at + drop));
  return fc.oneof(
    bent,
    bent,
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.string({ unit: "binary-ascii", maxLength: 40 }),
    fc.emailAddress(),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.domain(),
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom(
      "é@example.com",
      '"a b"@example.com',
      "a@exämple.com",
      "https://exämple.com/",
      "https:example.com",
      "http:\\\\a",
      "https://a/[b]",
      "https://a/{b}|",
      "http://a/%zz",
      "https://[::1]:8/",
      "10.0.0.0/8",
      "::/0",
      "UTC",
      "+02:00",
    ),
  );
}

type Change = (body: JsonObject) => JsonObject;

/** Names that no body has, and read-only ones; what the latter hold is for the engine to compare with the row. */
const unknown: Arbitrary<Change> = fc
  .constantFrom<[string, Json][]>(
    ["zzz", 1],
    ["", 1],
    ["id", "x"],
    ["created_at", "2026-03-10T09:30:00.000Z"],
  )
  .map((member) => (body) => Object.fromEntries([...Object.entries(body), member]));

function spoiling(fields: Fields, names: readonly string[]): Arbitrary<Change> {
  return fc.constantFrom(...names).chain((name) =>
    fc.oneof(wrongValue(fields[name] as Field), fc.constant(undefined)).map((value) => (body: JsonObject) => {
      const { [name]: _gone, ...rest } = body;
      return value === undefined ? rest : { ...rest, [name]: value };
    }),
  );
}

function rightValue(field: Field): Arbitrary<Json> {
  if (field.type === "computed") return fc.constant(null);
  if (field.type === "secret") {
    const set =
      field.shape === "text"
        ? texts([1, field.max])
        : fc.dictionary(texts([1, 255]), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });
    return fc.oneof(set as Arbitrary<Json>, ...knownMembers(field), fc.constant(null));
  }
  const value = fc.oneof(plainValue(field), ...knownMembers(field));
  return field.nullable
    ? fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })
    : value;
}

/** The members that are known for some value of the field that decides, which may be another one in the body. */
function knownMembers(field: Field): Arbitrary<Json>[] {
  return Object.values(membersByOf(field)?.sets ?? {}).map(
    ({ members }) =>
      fc.record(
        Object.fromEntries(
          Object.entries(members).map(([name, member]) => [
            name,
            fc.oneof(
              { weight: 5, arbitrary: rightValue(member) },
              { weight: 1, arbitrary: wrongValue(member) },
            ),
          ]),
        ),
        { requiredKeys: [] },
      ) as Arbitrary<Json>,
  );
}

function plainValue(field: ItemField): Arbitrary<Json> {
  switch (field.type) {
    case "text":
      if (field.suggested !== undefined) return fc.constantFrom(...field.suggested);
      if (field.format !== undefined) return fc.constant(formatOf(field.format).example.slice(0, field.max));
      return texts([field.min, Math.min(field.min + 1, field.max), field.max]);
    case "integer":
      if (field.choices !== undefined) return fc.constantFrom(...field.choices);
      return fc.constantFrom(field.min, field.min + 1, field.max - 1, field.max);
    case "number":
      return field.exclusive
        ? fc.constantFrom(field.min + 0.000001, field.max - 0.5)
        : fc.constantFrom(field.min, field.min + 1, field.max - 1, field.max);
    case "boolean":
      return fc.boolean();
    case "choice":
      return fc.constantFrom(...field.choices);
    case "timestamp":
      return fc.constantFrom(
        "2026-03-10T09:30:00Z",
        "2024-02-29t23:59:59.123456789+23:59",
        "2026-03-10T00:00:00.5-00:00",
      );
    case "date":
      return fc.constantFrom("2026-03-10", "2024-02-29");
    case "reference":
      return texts([1, defaultLimits.name]);
    case "list":
      return fc
        .tuple(rightValue(field.items), fc.constantFrom(field.min, field.min + 1, Math.min(field.max, 120)))
        .map(([item, count]) => Array.from({ length: Math.min(count, field.max) }, () => item));
    case "map":
      return fc
        .tuple(
          texts([1, defaultLimits.mapKey]),
          texts([0, field.maxValue]),
          fc.constantFrom(0, 1, field.maxEntries),
        )
        .map(([key, value, count]) => mapOf(key, value, count));
    case "object":
      return objectValue(field);
  }
}

function objectValue(field: ItemField & { type: "object" }): Arbitrary<Json> {
  const entries = Object.entries(field.fields);
  if (field.exactlyOne) {
    const shapes = entries.filter(([, { partOf }]) => partOf === undefined);
    const partsOf = (name: string) => entries.filter(([, { partOf }]) => partOf === name);
    return fc
      .constantFrom(...shapes)
      .chain(([name, inner]) =>
        name === field.word
          ? rightValue(inner)
          : fc.record(
              Object.fromEntries(
                [[name, inner] as const, ...partsOf(name)].map(([key, one]) => [key, rightValue(one)]),
              ),
              { requiredKeys: [name] },
            ),
      ) as Arbitrary<Json>;
  }
  const required = entries.flatMap(([name, inner]) =>
    inner.optional || inner.default !== undefined || inner.nullable ? [] : [name],
  );
  return fc.record(Object.fromEntries(entries.map(([name, inner]) => [name, rightValue(inner)])), {
    requiredKeys: required,
  }) as Arbitrary<Json>;
}

/** More or fewer than the one that may be there. */
function severalOf(field: ItemField & { type: "object" }): Arbitrary<Json> {
  const all = fc.record(
    Object.fromEntries(Object.entries(field.fields).map(([name, inner]) => [name, rightValue(inner)])),
    { requiredKeys: [] },
  );
  return all as Arbitrary<Json>;
}

/** What a careless caller sends: another type, one past the bound, one of the wrong items. */
function wrongValue(field: Field): Arbitrary<Json> {
  const otherTypes = fc.constantFrom<Json[]>(
    null,
    "",
    "x",
    "5",
    5,
    1.5,
    -1,
    true,
    [],
    {},
    [null],
    { x: 1 },
    "2026-03-10",
  );
  return fc.oneof(otherTypes, pastBounds(field));
}

function pastBounds(field: Field): Arbitrary<Json> {
  switch (field.type) {
    case "computed":
      return fc.constant(null);
    case "secret":
      return field.shape === "text"
        ? texts([0, field.max, field.max + 1])
        : fc.constantFrom<Json[]>(
            mapOf("k", 1, defaultLimits.entries),
            mapOf("k", 1, defaultLimits.entries + 1),
            { "": 1 },
            { ["k".repeat(256)]: 1 },
            { a: { b: { c: { d: {} } } } },
          );
    case "text":
      if (field.format !== undefined) return fc.oneof(awkward(field.format), texts([field.max + 1]));
      return fc.oneof(
        texts([Math.max(0, field.min - 1), field.max + 1]),
        fc.constantFrom("a\0b", "\ud800", "\udc00x"),
      );
    case "integer":
      return fc.constantFrom(
        field.min - 1,
        field.max + 1,
        field.min + 0.5,
        2 ** 53,
        -0,
        (field.min + field.max) / 2,
      );
    case "number":
      return fc.constantFrom(
        field.min,
        field.max,
        field.min - 1,
        field.max + 1,
        field.min + 0.0000001,
        14.4,
        0.1 + 0.2,
        -0,
      );
    case "boolean":
      return fc.constantFrom<Json[]>("true", 0);
    case "choice":
      return fc.constantFrom(...field.choices.map((item) => item.toUpperCase()), "none of them");
    case "timestamp":
      return fc.constantFrom(
        "2026-02-29T00:00:00Z",
        "2026-03-10T24:00:00Z",
        "2026-12-31T23:59:60Z",
        "2026-03-10T09:30:00",
        "2026-03-10T09:30:00+24:00",
        "2026-03-10 09:30:00Z",
        "2026-03-10T09:30:00+0200",
        "2026-03-10T09:30:00.1234567890Z",
        "2026-03-10T09:30Z",
      );
    case "date":
      return fc.constantFrom("2026-02-29", "2026-13-01", "2026-3-1", "2026-03-10T00:00:00Z");
    case "reference":
      return texts([0, defaultLimits.name + 1]);
    case "list":
      return fc.oneof(
        fc
          .tuple(rightValue(field.items), fc.constantFrom(Math.max(0, field.min - 1), field.max + 1))
          .map(([item, count]) => Array.from({ length: Math.min(count, 2_000) }, () => item)),
        fc.tuple(rightValue(field.items), wrongValue(field.items)).map((items): Json => items),
      );
    case "map":
      return fc.constantFrom<Json[]>(
        mapOf("k", "v", field.maxEntries + 1),
        { "": "v" },
        { ["k".repeat(defaultLimits.mapKey + 1)]: "v" },
        { k: 1 },
        { k: null },
        { k: "v".repeat(field.maxValue + 1) },
        { ["😀".repeat(defaultLimits.mapKey)]: "v" },
      );
    case "object":
      return fc.oneof(
        ...(field.exactlyOne ? [severalOf(field)] : []),
        objectValue(field).map((value): Json => ({ ...(value as JsonObject), zzz: 1 })),
        fc
          .constantFrom(...Object.entries(field.fields))
          .chain(([name, inner]) =>
            fc
              .tuple(objectValue(field), wrongValue(inner))
              .map(([value, bad]): Json => ({ ...(value as JsonObject), [name]: bad })),
          ),
      );
  }
}

/** Texts of these lengths in code points, in scripts that take one, two and four bytes of them. */
function texts(lengths: readonly number[]): Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom("a", "é", "😀", " "), fc.constantFrom(...lengths))
    .map(([unit, length]) => unit.repeat(length));
}

function mapOf(key: string, value: Json, count: number): Json {
  const stem = [...key].slice(0, -4).join("");
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [count === 1 ? key : `${stem}k${index}`, value]),
  );
}
