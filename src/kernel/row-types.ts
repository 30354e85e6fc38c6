/**
 * The types that follow from a definition's fields: what a row holds, how it is answered, and what a create and
 * an update take. Each takes the definition: `RowOf<typeof alertMutes>`. Of the definition that the engine and the
 * surfaces handle, which may be any kind's, they know only that it is JSON.
 */
import type { Fields, ItemField } from "./field.ts";
import type { JsonObject } from "./validate.ts";

/** What a definition keeps in a row's state and shows to nobody. */
export type HiddenFields = Readonly<Record<string, ItemField>>;

/** What types are read from. Every definition has it. */
export interface Typed {
  readonly shape: "collection" | "setting";
  readonly fields: Fields;
  readonly hiddenState: HiddenFields;
}

/** The settable values of a row, secrets apart. */
export type ConfigurationOf<D extends Typed> =
  IsErased<D> extends true ? JsonObject : Configuration<D["fields"]>;

/** Some of them, such as those that a rule moves. */
export type PartialConfigurationOf<D extends Typed> =
  IsErased<D> extends true ? JsonObject : Partial<Configuration<D["fields"]>>;

/** The settings that have a default. */
export type DefaultsOf<D extends Typed> = {
  readonly [K in DefaultedName<D["fields"]>]: ValueOf<D["fields"][K]>;
};

/** What is kept in a row next to its configuration. A value that was never set is not there. */
export type StateOf<D extends Typed> =
  IsErased<D> extends true ? JsonObject : Flat<StateValues<D["fields"], D["hiddenState"]>>;

/** What `derive` computes of a row. */
export type DerivedOf<D extends Typed> = IsErased<D> extends true ? JsonObject : DerivedValues<D["fields"]>;

/** What the kind's feature makes of a row for who may see it; what it leaves out is shown with its default. */
export type RevealedOf<D extends Typed> = IsErased<D> extends true ? JsonObject : RevealedValues<D["fields"]>;

/** A row as rules see it: settings and state, and of secrets only which are set. */
export interface View<C = JsonObject, S = JsonObject, N extends string = string> {
  readonly configuration: C;
  readonly state: S;
  readonly secretsSet: { readonly [K in N]?: boolean };
}

export type ViewOf<D extends Typed> = View<ConfigurationOf<D>, StateOf<D>, SecretName<D["fields"]>>;

/** A row as every door answers it. */
export type RowOf<D extends Typed> =
  IsErased<D> extends true
    ? JsonObject
    : Flat<
        (D["shape"] extends "collection" ? { readonly id: string; readonly created_at: string } : unknown) & {
          readonly [K in ShownName<D["fields"]>]: ShownValueOf<D["fields"][K]>;
        } & { readonly [K in SecretName<D["fields"]> as `${K}_set`]: boolean } & {
          /** Null for a setting that was never saved. */
          readonly updated_at: D["shape"] extends "collection" ? string : string | null;
        }
      >;

/** What a create takes: what has a default may stay away, and so may a secret. */
export type CreateBodyOf<D extends Typed> =
  IsErased<D> extends true
    ? JsonObject
    : Flat<
        Omit<Configuration<D["fields"]>, AbsentName<D["fields"]>> & {
          readonly [K in AbsentName<D["fields"]>]?: ValueOf<D["fields"][K]>;
        } & SecretValues<D["fields"]>
      >;

/** What an update takes of the settable fields: only what is to change. */
export type UpdateBodyOf<D extends Typed> =
  IsErased<D> extends true
    ? JsonObject
    : Flat<Partial<Configuration<D["fields"]>> & SecretValues<D["fields"]>>;

/** Whether the definition may be any kind's. */
type IsErased<D extends Typed> = string extends keyof D["fields"] ? true : false;

/** The names of the fields that are of this sort. */
export type NameOf<F, Sort> = { readonly [K in keyof F]: F[K] extends Sort ? K : never }[keyof F] & string;

/** Fields that a configuration holds. */
export type ConfigurationName<F> = {
  readonly [K in keyof F]: F[K] extends { readonly type: "secret" | "computed" } ? never : K;
}[keyof F] &
  string;

export type SecretName<F> = NameOf<F, { readonly type: "secret" }>;

/** Fields whose values are kept as state. */
export type StateName<F> = NameOf<F, { readonly type: "computed"; readonly from: "state" }>;

/** Their values, and those of the hidden ones; none is there before it is set. */
export type StateValues<F, H> = { readonly [K in StateName<F>]?: ShapeValueOf<F[K]> } & {
  readonly [K in keyof H]?: ValueOf<H[K]>;
};

export type DerivedName<F> = NameOf<F, { readonly type: "computed"; readonly from: "derived" }>;

export type DerivedValues<F> = { readonly [K in DerivedName<F>]: ShapeValueOf<F[K]> };

/** A feature may also stand in for a state that was never set. */
type RevealedName<F> = NameOf<F, { readonly type: "computed"; readonly from: "revealed" | "state" }>;

type RevealedValues<F> = { readonly [K in RevealedName<F>]?: ShapeValueOf<F[K]> };

type SecretValues<F> = {
  readonly [K in SecretName<F>]?: F[K] extends { readonly shape: "object" }
    ? JsonObject | null
    : string | null;
};

/** Fields that a body may leave out. */
type AbsentName<F> = DefaultedName<F> | NameOf<F, { readonly keptWhenAbsent: true }>;

type DefaultedName<F> = NameOf<F, { readonly default: unknown } | { readonly nullable: true }>;

/** Fields that answers hold under their own name. */
type ShownName<F> = Exclude<keyof F, SecretName<F>> & string;

type ShapeValueOf<C> = C extends { readonly shape: infer S } ? ValueOf<S> : never;

type ShownValueOf<F> = F extends { readonly type: "computed" } ? ShapeValueOf<F> : ValueOf<F>;

/** The TypeScript types of what fields hold, from the types that their constructors answer. */

/** The TypeScript type of a field's value; computed fields and secrets have no place in a configuration. */
export type ValueOf<F> = F extends { readonly nullable: true } ? PlainValueOf<F> | null : PlainValueOf<F>;

type PlainValueOf<F> = F extends { readonly type: "text" | "timestamp" | "date" | "reference" }
  ? string
  : F extends { readonly type: "choice"; readonly choices: readonly (infer C)[] }
    ? C
    : F extends { readonly type: "integer" | "number" }
      ? number
      : F extends { readonly type: "boolean" }
        ? boolean
        : F extends { readonly type: "list"; readonly items: infer I }
          ? F extends { readonly orTrue: true }
            ? readonly ValueOf<I>[] | true
            : readonly ValueOf<I>[]
          : F extends { readonly type: "map" }
            ? { readonly [key: string]: string }
            : F extends { readonly type: "object"; readonly fields: infer O }
              ? F extends { readonly word: infer W extends keyof O }
                ? ObjectValueOf<Omit<O, W>> | ValueOf<O[W]>
                : ObjectValueOf<O>
              : never;

/** The values of an object's fields; one that is `optional` may stay away. */
export type ObjectValueOf<O> = Flat<
  {
    readonly [K in keyof O as O[K] extends { readonly optional: true } ? never : K]: ValueOf<O[K]>;
  } & { readonly [K in keyof O as O[K] extends { readonly optional: true } ? K : never]?: ValueOf<O[K]> }
>;

/** An intersection as one object, so that editors and the compiler show its members. */
export type Flat<T> = T extends infer U ? { [K in keyof U]: U[K] } : never;

/** The settable values of a row, secrets apart. */
export type Configuration<F> = {
  readonly [K in keyof F as F[K] extends { readonly type: "secret" | "computed" } ? never : K]: ValueOf<F[K]>;
};
