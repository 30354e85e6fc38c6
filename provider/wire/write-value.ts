/** From values to a tree that msgpack can write, guided by the schema. */
import { type PathStep, wellFormed } from "./diagnostics.ts";
import type { Numerals } from "./numerals.ts";
import type { Attribute, Attributes, AttributeType, ObjectType, PrimitiveType } from "./schema.ts";
import { isList, isRecord, type ObjectValue, UNKNOWN, type Value } from "./values.ts";

/** The tree of one object; null for an object that is not there. Throws on a value its type cannot hold. */
export function writeObject(attributes: Attributes, value: ObjectValue | null, numerals: Numerals): unknown {
  return value === null ? null : writeAttributes(attributes, value, { numerals, path: [] });
}

interface Place {
  readonly numerals: Numerals;
  readonly path: PathStep[];
}

function writeAttributes(attributes: Attributes, value: Value, place: Place): unknown {
  if (!isRecord(value)) throw mismatch("an object", value, place);
  const tree: Record<string, unknown> = Object.create(null);
  for (const name in attributes) {
    const { type } = attributes[name] as Attribute;
    place.path.push(name);
    tree[name] = writeValue(type, Object.hasOwn(value, name) ? (value[name] ?? null) : null, place);
    place.path.pop();
  }
  return tree;
}

function writeValue(type: AttributeType, value: Value, place: Place): unknown {
  if (value === null || value === UNKNOWN) return value;
  if (typeof type === "string") return writePrimitive(type, value, place);
  switch (type.kind) {
    case "list":
    case "set":
      return writeElements(value, place, (element) => writeValue(type.element, element, place));
    case "map":
      return writeMap(value, place, (element) => writeValue(type.element, element, place));
    case "object":
      return writeNested(type, value, place);
  }
}

function writeNested(type: ObjectType, value: Value, place: Place): unknown {
  const single: ObjectType = { ...type, nesting: "single" };
  switch (type.nesting) {
    case "single":
      return writeAttributes(type.attributes, value, place);
    case "list":
      return writeElements(value, place, (element) => writeValue(single, element, place));
    case "map":
      return writeMap(value, place, (element) => writeValue(single, element, place));
  }
}

function writeElements(value: Value, place: Place, write: (element: Value) => unknown): unknown {
  if (!isList(value)) throw mismatch("an array", value, place);
  return value.map((element, index) => at(index, place, () => write(element)));
}

function writeMap(value: Value, place: Place, write: (element: Value) => unknown): unknown {
  if (!isRecord(value)) throw mismatch("a record", value, place);
  const tree: Record<string, unknown> = Object.create(null);
  for (const [key, element] of Object.entries(value)) {
    tree[wellFormed(key)] = at({ key }, place, () => write(element));
  }
  return tree;
}

function writePrimitive(type: PrimitiveType, value: Value, place: Place): unknown {
  switch (type) {
    case "string":
      if (typeof value === "string") return wellFormed(value);
      throw mismatch("a string", value, place);
    case "bool":
      if (typeof value === "boolean") return value;
      throw mismatch("a boolean", value, place);
    case "number":
      if (Number.isFinite(value)) return place.numerals.write(value as number, place.path);
      throw mismatch("a finite number", value, place);
  }
}

function at(step: PathStep, place: Place, write: () => unknown): unknown {
  place.path.push(step);
  const tree = write();
  place.path.pop();
  return tree;
}

/** A bug of the resource: it names the path and the kinds, never the value, which may be a secret. */
function mismatch(expected: string, value: Value, { path }: Place): TypeError {
  const where = path.map((step) => (typeof step === "object" ? step.key : step)).join(".");
  return new TypeError(`${where || "the object"} must be ${expected}, not ${kindOf(value)}`);
}

function kindOf(value: Value): string {
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "a record" : `a ${typeof value}`;
}
