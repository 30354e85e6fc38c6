/** Schemas and values that fit them, at random. */

import type { Attributes, AttributeType, ElementType } from "../../../provider/wire/schema.ts";
import { list, map, object, set } from "../../../provider/wire/schema.ts";
import { type ObjectValue, UNKNOWN, type Value } from "../../../provider/wire/values.ts";
import { fc } from "../../support/property.ts";

const MAX_ELEMENTS = 4;
const MAX_ATTRIBUTES = 5;

/** Names that a schema may have, some of which every JavaScript object has too. */
const names = fc.oneof(fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/), fc.constantFrom("constructor", "length"));

/** Keys that a map may have, among them those that break careless decoders. */
const keys = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("__proto__", "=", "=x", "constructor"),
);

const { attributes } = fc.letrec<{ element: ElementType; type: AttributeType; attributes: Attributes }>(
  (tie) => ({
    element: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<ElementType>("string", "number", "bool"),
      tie("element").map(list),
      tie("element").map(set),
      tie("element").map(map),
    ),
    type: fc.oneof(
      { depthSize: "small" },
      tie("element"),
      fc
        .tuple(fc.constantFrom("single" as const, "list" as const, "map" as const), tie("attributes"))
        .map(([nesting, nested]) => object(nesting, nested)),
    ),
    attributes: fc
      .uniqueArray(fc.tuple(names, tie("type")), { selector: ([name]) => name, maxLength: MAX_ATTRIBUTES })
      .map((pairs) => Object.fromEntries(pairs.map(([name, type]) => [name, { type, optional: true }]))),
  }),
);

/** A schema's attributes and an object of theirs. */
export const objects: fc.Arbitrary<{ attributes: Attributes; value: ObjectValue }> = attributes.chain(
  (described) => objectOf(described).map((value) => ({ attributes: described, value })),
);

function objectOf(described: Attributes): fc.Arbitrary<ObjectValue> {
  const entries = Object.entries(described).map(([name, { type }]) =>
    ofType(type).map((value): [string, Value] => [name, value]),
  );
  return fc.tuple(...entries).map((pairs) => Object.fromEntries(pairs));
}

function ofType(type: AttributeType): fc.Arbitrary<Value> {
  const known = knownOfType(type);
  return fc.oneof(
    { arbitrary: known, weight: 8 },
    { arbitrary: fc.constantFrom<Value>(null, UNKNOWN), weight: 1 },
  );
}

function knownOfType(type: AttributeType): fc.Arbitrary<Value> {
  if (type === "string") return fc.string({ unit: "grapheme" });
  if (type === "bool") return fc.boolean();
  if (type === "number") return numbers;
  switch (type.kind) {
    case "list":
    case "set":
      return fc.array(ofType(type.element), { maxLength: MAX_ELEMENTS });
    case "map":
      return records(ofType(type.element));
    case "object":
      return nested(type.nesting, objectOf(type.attributes));
  }
}

function nested(nesting: "single" | "list" | "map", one: fc.Arbitrary<ObjectValue>): fc.Arbitrary<Value> {
  if (nesting === "single") return one;
  return nesting === "list" ? fc.array(one, { maxLength: MAX_ELEMENTS }) : records(one);
}

function records(element: fc.Arbitrary<Value>): fc.Arbitrary<ObjectValue> {
  return fc
    .uniqueArray(fc.tuple(keys, element), { selector: ([key]) => key, maxLength: MAX_ELEMENTS })
    .map((pairs) => Object.fromEntries(pairs));
}

/** Finite, and not -0, which Terraform does not have. */
const numbers = fc
  .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.maxSafeInteger())
  .map((number) => number + 0);
