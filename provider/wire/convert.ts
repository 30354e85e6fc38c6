/** Between trees of msgpack or JSON and values, guided by the schema: one walk, whichever way it goes. */
import { DiagnosticsError, type Path, type PathStep } from "./diagnostics.ts";
import type { Numeral, Numerals } from "./numerals.ts";
import type { Attribute, Attributes, AttributeType, ObjectType, PrimitiveType } from "./schema.ts";
import { UNKNOWN } from "./values.ts";

/** Where a walk leads. */
export interface Direction {
  /** What a text, a number or a boolean becomes; undefined where it is of another type. */
  primitive(type: PrimitiveType, from: unknown, path: Path): unknown;
  /** The key that a key of a map becomes. */
  mapKey(key: string): string;
  /** The error of what the type cannot hold. It never shows the value, which may be a secret. */
  mismatch(expected: PrimitiveType | "object" | "list" | "map", from: unknown, path: Path): Error;
  /** Write-only attributes become null, as a plan and a state must have them. */
  readonly withoutWriteOnly?: boolean;
}

/** Converts one object; null for an object that is not there. */
export function convert<T>(attributes: Attributes, from: unknown, direction: Direction): T | null {
  return from === null ? null : (attributesOf(attributes, from, { direction, path: [] }) as T);
}

/** The path is pushed and popped on the way, because a refresh reads tens of thousands of values. */
interface Place {
  readonly direction: Direction;
  readonly path: PathStep[];
}

function attributesOf(attributes: Attributes, from: unknown, place: Place): unknown {
  if (!isRecord(from)) throw place.direction.mismatch("object", from, place.path);
  const made: Record<string, unknown> = Object.create(null);
  for (const name in attributes) {
    const { type, writeOnly } = attributes[name] as Attribute;
    const isLeftOut = writeOnly === true && place.direction.withoutWriteOnly === true;
    const inner = !isLeftOut && Object.hasOwn(from, name) ? (from[name] ?? null) : null;
    made[name] = at(name, place, type, inner);
  }
  return made;
}

function at(step: PathStep, place: Place, type: AttributeType, from: unknown): unknown {
  place.path.push(step);
  const made = converted(type, from, place);
  place.path.pop();
  return made;
}

function converted(type: AttributeType, from: unknown, place: Place): unknown {
  if (from === null || from === UNKNOWN) return from;
  if (typeof type === "string") {
    const made = place.direction.primitive(type, from, place.path);
    if (made === undefined) throw place.direction.mismatch(type, from, place.path);
    return made;
  }
  if (type.kind !== "object")
    return type.kind === "map" ? mapOf(type.element, from, place) : listOf(type.element, from, place);
  if (type.nesting === "single") return attributesOf(type.attributes, from, place);
  const single: ObjectType = { ...type, nesting: "single" };
  return type.nesting === "list" ? listOf(single, from, place) : mapOf(single, from, place);
}

function listOf(type: AttributeType, from: unknown, place: Place): unknown {
  if (!Array.isArray(from)) throw place.direction.mismatch("list", from, place.path);
  return from.map((element, index) => at(index, place, type, element));
}

function mapOf(type: AttributeType, from: unknown, place: Place): unknown {
  if (!isRecord(from)) throw place.direction.mismatch("map", from, place.path);
  const made: Record<string, unknown> = Object.create(null);
  for (const [name, element] of Object.entries(from)) {
    const key = place.direction.mapKey(name);
    made[key] = at({ key }, place, type, element);
  }
  return made;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const expectedOfTerraform = {
  object: "an object",
  list: "a list",
  map: "a map",
  string: "a string",
  bool: "true or false",
  number: "a number within the range of a 64-bit float",
} as const;

/**
 * From what Terraform sent to values.
 * @param mapKey the key that a key of the tree stands for in a map
 */
export function reading(numerals: Numerals, mapKey: (key: string) => string): Direction {
  return {
    mapKey,
    primitive(type, from, path) {
      if (type === "number") return isNumeral(from) ? numerals.read(from, path) : undefined;
      return typeof from === (type === "bool" ? "boolean" : type) ? from : undefined;
    },
    mismatch(expected, _from, path) {
      const detail = `Expected ${expectedOfTerraform[expected]}.`;
      const summary = "Value of the wrong type";
      return new DiagnosticsError([{ severity: "error", summary, detail, path: [...path] }]);
    },
  };
}

function isNumeral(tree: unknown): tree is Numeral {
  return typeof tree === "number" || typeof tree === "bigint" || typeof tree === "string";
}

const expectedOfResources = {
  object: "an object",
  list: "an array",
  map: "a record",
  string: "a string",
  bool: "a boolean",
  number: "a finite number",
} as const;

/** From values to what msgpack can write. */
export function writing(numerals: Numerals, withoutWriteOnly = false): Direction {
  return {
    withoutWriteOnly,
    mapKey: (key) => key.toWellFormed(),
    primitive(type, from, path) {
      if (type === "number") return Number.isFinite(from) ? numerals.write(from as number, path) : undefined;
      if (type === "bool") return typeof from === "boolean" ? from : undefined;
      return typeof from === "string" ? from.toWellFormed() : undefined;
    },
    // A bug of the resource.
    mismatch(expected, from, path) {
      const where = path.map((step) => (typeof step === "object" ? step.key : step)).join(".");
      const is = Array.isArray(from)
        ? "an array"
        : typeof from === "object"
          ? "a record"
          : `a ${typeof from}`;
      return new TypeError(`${where || "the object"} must be ${expectedOfResources[expected]}, not ${is}`);
    },
  };
}
