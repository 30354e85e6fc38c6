/** From a tree of msgpack or JSON to values, guided by the schema. */
import { DiagnosticsError, type PathStep } from "./diagnostics.ts";
import type { Numeral, Numerals } from "./numerals.ts";
import type { Attribute, Attributes, AttributeType, ObjectType, PrimitiveType } from "./schema.ts";
import { type ObjectValue, UNKNOWN, type Value } from "./values.ts";

export interface Reading {
  readonly numerals: Numerals;
  /** The key that a key of the tree stands for in a map. */
  readonly mapKey: (key: string) => string;
}

/** Reads one object; null for an object that is not there. */
export function readObject(attributes: Attributes, tree: unknown, reading: Reading): ObjectValue | null {
  return tree === null ? null : readAttributes(attributes, tree, { ...reading, path: [] });
}

/** The path is pushed and popped on the way, because a refresh reads tens of thousands of values. */
interface Place extends Reading {
  readonly path: PathStep[];
}

function readAttributes(attributes: Attributes, tree: unknown, place: Place): ObjectValue {
  if (!isRecord(tree)) throw mismatch("an object", place);
  const value: Record<string, Value> = Object.create(null);
  for (const name in attributes) {
    const { type } = attributes[name] as Attribute;
    place.path.push(name);
    value[name] = readValue(type, Object.hasOwn(tree, name) ? tree[name] : null, place);
    place.path.pop();
  }
  return value;
}

function readValue(type: AttributeType, tree: unknown, place: Place): Value {
  if (tree === null) return null;
  if (tree === UNKNOWN) return UNKNOWN;
  if (typeof type === "string") return readPrimitive(type, tree, place);
  switch (type.kind) {
    case "list":
    case "set":
      return readElements(tree, place, (element) => readValue(type.element, element, place));
    case "map":
      return readMap(tree, place, (element) => readValue(type.element, element, place));
    case "object":
      return readNested(type, tree, place);
  }
}

function readNested(type: ObjectType, tree: unknown, place: Place): Value {
  const single: ObjectType = { ...type, nesting: "single" };
  switch (type.nesting) {
    case "single":
      return readAttributes(type.attributes, tree, place);
    case "list":
      return readElements(tree, place, (element) => readValue(single, element, place));
    case "map":
      return readMap(tree, place, (element) => readValue(single, element, place));
  }
}

function readElements(tree: unknown, place: Place, read: (element: unknown) => Value): Value {
  if (!Array.isArray(tree)) throw mismatch("a list", place);
  return tree.map((element, index) => at(index, place, () => read(element)));
}

function readMap(tree: unknown, place: Place, read: (element: unknown) => Value): Value {
  if (!isRecord(tree)) throw mismatch("a map", place);
  const value: Record<string, Value> = Object.create(null);
  for (const [name, element] of Object.entries(tree)) {
    const key = place.mapKey(name);
    value[key] = at({ key }, place, () => read(element));
  }
  return value;
}

function readPrimitive(type: PrimitiveType, tree: unknown, place: Place): Value {
  switch (type) {
    case "string":
      if (typeof tree === "string") return tree;
      throw mismatch("a string", place);
    case "bool":
      if (typeof tree === "boolean") return tree;
      throw mismatch("true or false", place);
    case "number": {
      const value = isNumeral(tree) ? place.numerals.read(tree, place.path) : undefined;
      if (value !== undefined) return value;
      throw mismatch("a number within the range of a 64-bit float", place);
    }
  }
}

function at(step: PathStep, place: Place, read: () => Value): Value {
  place.path.push(step);
  const value = read();
  place.path.pop();
  return value;
}

function isRecord(tree: unknown): tree is Record<string, unknown> {
  return typeof tree === "object" && tree !== null && !Array.isArray(tree);
}

function isNumeral(tree: unknown): tree is Numeral {
  return typeof tree === "number" || typeof tree === "bigint" || typeof tree === "string";
}

/** Says where and what was expected, never the value: it may be a secret. */
function mismatch(expected: string, { path }: Place): DiagnosticsError {
  const detail = `Expected ${expected}.`;
  return new DiagnosticsError([
    { severity: "error", summary: "Value of the wrong type", detail, path: [...path] },
  ]);
}
