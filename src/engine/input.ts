/** What an operation that is no verb over rows was given. */
import type { Fields, ItemField } from "../kernel/field.ts";
import type { ValueOf } from "../kernel/field-values.ts";
import { parseBody } from "../kernel/parse-body.ts";
import { unprocessable } from "../kernel/problem.ts";
import type { JsonObject } from "../kernel/validate.ts";

export type InputFields = Readonly<Record<string, ItemField>>;

export type InputOf<F extends InputFields> = {
  readonly [K in keyof F]: F[K] extends { readonly optional: true }
    ? ValueOf<F[K]> | undefined
    : ValueOf<F[K]>;
};

/** The same of a body that may hold more than the fields. */
export function readOpenInput<const F extends InputFields>(fields: F, body: JsonObject): InputOf<F> {
  const known = Object.entries(body).filter(([name]) => Object.hasOwn(fields, name));
  return readInput(fields, Object.fromEntries(known));
}

/** Reads it by the one validator, defaults filled in; 422 names every problem. */
export function readInput<const F extends InputFields>(fields: F, body: JsonObject): InputOf<F> {
  const { configuration, problems } = parseBody(fields as Fields, body, "create");
  if (problems.length > 0) throw unprocessable(problems);
  return configuration as InputOf<F>;
}
