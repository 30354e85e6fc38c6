/** What an operation that is no verb over rows was given. */
import { type Fields, type ItemField, text } from "../kernel/field.ts";
import type { Kind, Verb } from "../kernel/kind.ts";
import { parseBody } from "../kernel/parse-body.ts";
import { unprocessable } from "../kernel/problem.ts";
import type { ValueOf } from "../kernel/row-types.ts";
import type { JsonObject } from "../kernel/validate.ts";

/** Either a verb over a kind, whose shape follows from the definition, or fields of its own. */
export type InputShape =
  | { readonly definition: Kind; readonly verb: Verb }
  /** `update` fills in no defaults. `open`: it may hold more than the fields, which is passed over. */
  | { readonly fields: Fields; readonly mode?: "create" | "update"; readonly open?: true };

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

const idField = {
  id: text({
    description: "The row that the settings are put over; leave it out for a new one.",
    max: 512,
    optional: true,
  }),
} as const;

/** The kind's settings, and the row that they are put over; what they have to be is the engine's matter (`drafted`). */
export function unsavedInput({ fields }: Kind): InputShape {
  const settable: Fields = Object.fromEntries(
    Object.entries(fields).filter(([, { type }]) => type !== "computed"),
  );
  return { fields: { ...idField, ...settable }, mode: "update" };
}

export function readUnsaved({ id, ...settings }: JsonObject): {
  readonly id: string | undefined;
  readonly settings: JsonObject;
} {
  return { id: readInput(idField, id === undefined ? {} : { id }).id, settings };
}
