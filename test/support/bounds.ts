/**
 * For any field, values on both sides of each of its bounds, and values of every other JSON type. What is
 * wrong says where: the path that the refusal has to name.
 */
import type { Field, ItemField, Json, SecretField, TextField } from "../../src/kernel/field.ts";
import { defaultLimits } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { secretMarker, stretched } from "./values.ts";

export interface Case {
  readonly what: string;
  readonly value: Json;
  readonly accepted: boolean;
  /** Where the problem is, for a value that is refused. */
  readonly path: string;
}

/** `valid` is a value that the field takes, to be bent out of shape. */
export function casesOf(field: Field, path: string, valid: Json): Case[] {
  if (field.type === "computed") return [];
  const types = wrongTypes(field).map((value) => refused(`is ${JSON.stringify(value)}`, value, path));
  if (field.type === "secret") return [...types, ...secretCases(field, path)];
  return [
    ...types,
    field.nullable ? accepted("is null", null) : refused("is null", null, path),
    ...boundCases(field, path, valid),
  ];
}

function boundCases(field: ItemField, path: string, valid: Json): Case[] {
  switch (field.type) {
    case "text":
      return textCases(field, path);
    case "integer":
    case "number":
      return numberCases(field, path);
    case "boolean":
      return [accepted("is true", true), accepted("is false", false)];
    case "choice":
      return [
        ...field.choices.map((choice) => accepted(`is ${choice}`, choice)),
        refused("is no choice", `${field.choices[0]}x`, path),
        refused("is in capitals", String(field.choices[0]).toUpperCase(), path),
        refused("is empty", "", path),
      ].filter(({ value, accepted }) => accepted || !field.choices.includes(String(value)));
    case "timestamp":
      return [
        accepted("has an offset", "2099-01-31T09:30:00+05:30"),
        accepted("has nanoseconds", "2099-01-31T09:30:00.123456789Z"),
        ...[
          "2099-01-31",
          "2099-02-30T00:00:00Z",
          "2099-01-31T09:30:00",
          "2099-01-31 09:30:00Z",
          "now",
          "",
        ].map((text) => refused(`is ${JSON.stringify(text)}`, text, path)),
      ];
    case "date":
      return [
        accepted("is a leap day", "2096-02-29"),
        ...["2099-02-29", "20990131", "2099-1-31", "2099-01-31T00:00:00Z", ""].map((text) =>
          refused(`is ${JSON.stringify(text)}`, text, path),
        ),
      ];
    case "reference":
      return [
        refused("is empty", "", path),
        refused("is too long", "x".repeat(defaultLimits.name + 1), path),
      ];
    case "list":
      return listCases(field, path, valid as readonly Json[]);
    case "map":
      return mapCases(field, path);
    case "object":
      return objectCases(field, path, valid as JsonObject | null);
  }
}

function textCases(field: TextField, path: string): Case[] {
  const long = field.format === undefined ? (length: number) => "é".repeat(length) : stretched[field.format];
  const cases = [
    refused("holds a NUL", "a\0b", path),
    refused("holds half a surrogate pair", "a\ud800b", path),
    refused("is a character too long", (long ?? ((length) => "a".repeat(length)))(field.max + 1), path),
  ];
  if (long !== undefined) cases.push(accepted("is as long as may be", long(field.max)));
  if (field.format === undefined) {
    // Two UTF-16 units and four bytes each, and one character.
    cases.push(accepted("is as long as may be, beyond the basic plane", "\u{1f600}".repeat(field.max)));
    cases.push(accepted("is as short as may be", "x".repeat(field.min)));
  }
  if (field.min > 0) cases.push(refused("is a character too short", "x".repeat(field.min - 1), path));
  if (field.format !== undefined) cases.push(refused("is of another form", "\u0007 not it @@ //", path));
  return cases;
}

function numberCases(field: ItemField & { type: "integer" | "number" }, path: string): Case[] {
  const { min, max } = field;
  const step = field.type === "integer" ? 1 : 0.000_001;
  const exclusive = field.type === "number" && field.exclusive === true;
  const inside = (value: number) => Number(value.toFixed(6));
  const wide = Math.abs(max) === Number.MAX_SAFE_INTEGER && field.type === "number";
  return [
    exclusive ? refused("is its lower bound", min, path) : accepted("is its lower bound", min),
    exclusive ? refused("is its upper bound", max, path) : accepted("is its upper bound", max),
    exclusive
      ? accepted("is just above its lower bound", inside(min + step))
      : refused("is below its lower bound", min - 1, path),
    exclusive
      ? accepted("is just below its upper bound", inside(max - step))
      : refused("is above its upper bound", max + 1, path),
    refused("has a fraction that is too fine", field.type === "integer" ? 1.5 : 1.000_000_1, path),
    refused("is beyond 53 bits", 2 ** 53 + 2, path),
    ...(wide ? [accepted("has six decimal places", 1.000_001)] : []),
    ...("choices" in field && field.choices !== undefined
      ? [
          ...field.choices.map((choice) => accepted(`is ${choice}`, choice)),
          refused("is no choice", min + 1, path),
        ]
      : []),
  ];
}

function listCases(field: ItemField & { type: "list" }, path: string, valid: readonly Json[]): Case[] {
  const [item] = valid;
  if (item === undefined) throw new Error(`${path}: the sample of a list needs an item`);
  const inner = casesOf(field.items, `${path}[0]`, item).map((found) => ({
    ...found,
    what: `[0] ${found.what}`,
    value: [found.value],
  }));
  return [
    ...inner,
    accepted("is as long as may be", Array<Json>(field.max).fill(item)),
    refused("is too long", Array<Json>(field.max + 1).fill(item), path),
    field.min === 0
      ? accepted("is empty", [])
      : refused("is too short", Array<Json>(field.min - 1).fill(item), path),
  ];
}

function mapCases(field: ItemField & { type: "map" }, path: string): Case[] {
  const entries = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "v"]));
  return [
    accepted("is empty", {}),
    accepted("is as large as may be", entries(field.maxEntries)),
    refused("is too large", entries(field.maxEntries + 1), path),
    accepted("has a value as long as may be", { k: "é".repeat(field.maxValue) }),
    refused("has a value too long", { k: "é".repeat(field.maxValue + 1) }, `${path}.k`),
    refused(
      "has a key too long",
      { ["k".repeat(defaultLimits.mapKey + 1)]: "v" },
      `${path}.${"k".repeat(64)}`,
    ),
    refused("has an empty key", { "": "v" }, `${path}.`),
    ...[1, true, null, {}, ["v"]].map((value) =>
      refused(`has the value ${JSON.stringify(value)}`, { k: value }, `${path}.k`),
    ),
  ];
}

function objectCases(field: ItemField & { type: "object" }, path: string, valid: JsonObject | null): Case[] {
  if (valid === null) throw new Error(`${path}: the sample of an object must not be null`);
  // A word stands for it, and has nothing to bend.
  if (typeof valid === "string") return [refused("is no word of it", "nonsense", path)];
  const cases: Case[] = [refused("has an unknown member", { ...valid, nonsense: 1 }, `${path}.nonsense`)];
  for (const [name, inner] of Object.entries(field.fields)) {
    const present = Object.hasOwn(valid, name);
    // Of alternatives, only the one that the sample chose has a valid value to bend.
    if (field.exactlyOne && !present) continue;
    for (const found of casesOf(inner, `${path}.${name}`, valid[name] ?? null)) {
      cases.push({ ...found, what: `${name} ${found.what}`, value: { ...valid, [name]: found.value } });
    }
    const { [name]: _, ...without } = valid;
    if (field.exactlyOne) cases.push(refused("names none of its alternatives", {}, path));
    else if (!inner.optional && inner.default === undefined && !inner.nullable) {
      cases.push(refused(`lacks ${name}`, without, `${path}.${name}`));
    }
  }
  return cases;
}

function secretCases(field: SecretField, path: string): Case[] {
  if (field.shape === "text") {
    return [
      accepted("is as long as may be", secretMarker.padEnd(field.max, "é")),
      refused("is a character too long", secretMarker.padEnd(field.max + 1, "é"), path),
      refused("is empty", "", path),
      refused("holds a NUL", `${secretMarker}\0`, path),
      refused("holds half a surrogate pair", `${secretMarker}\udc00`, path),
    ];
  }
  const nested = (depth: number): Json => (depth === 0 ? secretMarker : { a: nested(depth - 1) });
  const entries = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, secretMarker]));
  return [
    accepted("is four deep", nested(defaultLimits.depth)),
    refused("is five deep", nested(defaultLimits.depth + 1), path),
    accepted("is as large as may be", entries(defaultLimits.entries)),
    refused("is too large", entries(defaultLimits.entries + 1), path),
    accepted("holds a text as long as may be", { k: secretMarker.padEnd(defaultLimits.query, "é") }),
    refused("holds a text too long", { k: secretMarker.padEnd(defaultLimits.query + 1, "é") }, path),
    refused("holds a number beyond 53 bits", { k: 2 ** 53 + 2 }, path),
    refused("has an empty key", { "": secretMarker }, path),
    refused("has a key with half a surrogate pair", { "\ud800": secretMarker }, path),
  ];
}

/** Values of every JSON type but the field's own; nothing is coerced into it. */
function wrongTypes(field: ItemField | SecretField): Json[] {
  const values: Readonly<Record<string, Json>> = {
    text: "5",
    number: 5,
    boolean: true,
    list: ["5"],
    object: { a: "5" },
  };
  const own = ownType(field);
  return Object.entries(values).flatMap(([type, value]) => (own === type ? [] : [value]));
}

function ownType(field: ItemField | SecretField): string {
  switch (field.type) {
    case "text":
    case "timestamp":
    case "date":
    case "reference":
    case "choice":
      return "text";
    case "secret":
      return field.shape;
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "list":
      return "list";
    case "object":
    case "map":
      return "object";
  }
}

function accepted(what: string, value: Json): Case {
  return { what, value, accepted: true, path: "" };
}

function refused(what: string, value: Json, path: string): Case {
  return { what, value, accepted: false, path };
}
