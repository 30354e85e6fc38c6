/**
 * The example row of a kind: written once in its definition, and shown wherever a row is explained. The id of
 * another row stands in it as a reference to that kind's own example, which the surface that shows it fills in.
 */
import type { Json } from "./field.ts";
import type { ValueOf } from "./row-types.ts";
import type { JsonObject } from "./validate.ts";

/** Stands where the id of another kind's example row belongs. */
export class ExampleReference<K extends string = string> {
  readonly kind: K;

  constructor(kind: K) {
    this.kind = kind;
  }
}

/** The id of the example row of `kind`. */
export function exampleOf<const K extends string>(kind: K): ExampleReference<K> {
  return new ExampleReference(kind);
}

export type ExampleValue =
  | Json
  | ExampleReference
  | readonly ExampleValue[]
  | { readonly [name: string]: ExampleValue };

/** The body of a create, or for a setting of a save. */
export type Example = { readonly [field: string]: ExampleValue };

/** An example's body for these fields: each value of its field's own type, a reference only to the kind that it names. */
export type ExampleFor<F> = {
  readonly [K in keyof F as F[K] extends { readonly type: "computed" } ? never : K]?: ValueFor<F[K]>;
};

/** As in a configuration, but for ids, whatever they stand in, and for secrets. */
type ValueFor<F> = F extends { readonly nullable: true } ? PlainValueFor<F> | null : PlainValueFor<F>;

type PlainValueFor<F> = F extends { readonly type: "reference"; readonly to: infer K extends string }
  ? ExampleReference<K>
  : F extends { readonly type: "list"; readonly items: infer I }
    ? readonly ValueFor<I>[]
    : F extends { readonly type: "object"; readonly fields: infer O }
      ? { readonly [K in keyof O]?: ValueFor<O[K]> }
      : F extends { readonly type: "secret" }
        ? string | JsonObject
        : ValueOf<F>;

/** The computed fields of the example row, where their defaults would show a reader nothing. */
export type ExampleStateFor<F> = {
  readonly [K in keyof F as F[K] extends { readonly type: "computed" } ? K : never]?: Json;
};

/** The example with an id in every place of a reference. */
export function filledExample(example: Example, idOf: (kind: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, filledValue(value, idOf)]));
}

function filledValue(value: ExampleValue, idOf: (kind: string) => string): Json {
  if (value instanceof ExampleReference) return idOf(value.kind);
  if (Array.isArray(value)) return value.map((item: ExampleValue) => filledValue(item, idOf));
  if (typeof value === "object" && value !== null) return filledExample(value as Example, idOf);
  return value as Json;
}

/**
 * The kinds that an example needs rows of, each after those that it needs itself and `kind` last. Throws where
 * examples point at each other in a circle, or at a kind that is not there.
 */
export function exampleOrder(
  kind: string,
  exampleFor: (kind: string) => Example | undefined,
  above: readonly string[] = [],
): readonly string[] {
  if (above.includes(kind))
    throw new Error(`the examples of ${[...above, kind].join(", ")} point at each other in a circle`);
  const example = exampleFor(kind);
  if (example === undefined)
    throw new Error(`the example of ${above.at(-1)} points at ${kind}, which is not a kind`);
  const needed = referencesIn(example).flatMap((target) =>
    exampleOrder(target, exampleFor, [...above, kind]),
  );
  return [...new Set([...needed, kind])];
}

function referencesIn(value: ExampleValue): string[] {
  if (value instanceof ExampleReference) return [value.kind];
  return typeof value === "object" && value !== null
    ? Object.values(value as Example).flatMap(referencesIn)
    : [];
}
