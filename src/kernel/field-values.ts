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
              ? ObjectValueOf<O>
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
