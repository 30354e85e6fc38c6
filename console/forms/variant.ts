/** The variant of a row: what its deciding field says it is, and with it which fields its form asks for first. Pure. */
import type { Field, Fields, Json, Variant, VariantField } from "../../src/kernel/field.ts";
import { variantsOf } from "../../src/kernel/members.ts";
import { isObject, type JsonObject } from "../../src/kernel/validate.ts";
import { labelOf } from "../parts/words.ts";

/** A form whose deciding field is settled. */
export interface Decided {
  /** The field that decides. */
  readonly name: string;
  readonly value: string;
  readonly variant: Variant;
}

/** The field whose values are variants; undefined where the kind has none. */
export function decidingField(fields: Fields): string | undefined {
  return Object.keys(fields).find((name) => variantsOf(fields[name]) !== undefined);
}

/** @param settled what the form begins with, and not what is typed: a form never changes under somebody's hands */
export function decidedBy(fields: Fields, settled: JsonObject): Decided | undefined {
  const name = decidingField(fields);
  const value = name === undefined ? undefined : settled[name];
  if (name === undefined || typeof value !== "string") return undefined;
  const variants = variantsOf(fields[name]) ?? {};
  const variant = Object.hasOwn(variants, value) ? variants[value] : undefined;
  return variant === undefined ? undefined : { name, value, variant };
}

/** What the variant says of a field or a member. */
export function variantField(decided: Decided | undefined, path: string): VariantField | undefined {
  return decided !== undefined && Object.hasOwn(decided.variant.fields, path)
    ? decided.variant.fields[path]
    : undefined;
}

/** What people call a field of the row: as the vendor does, where the variant says it. */
export function labelIn(decided: Decided | undefined, name: string, field: Field | undefined): string {
  return variantField(decided, name)?.title ?? labelOf(name, field);
}

/** Whether a field, or one of its members, is asked for first. */
export function isAsked({ variant }: Decided, name: string): boolean {
  return Object.entries(variant.fields).some(
    ([path, { asked }]) => asked === true && (path === name || path.startsWith(`${name}.`)),
  );
}

/** The paths that the variant cannot do without and that are empty, each where its form asks for it. */
export function lacking(decided: Decided | undefined, row: JsonObject): readonly string[] {
  if (decided === undefined) return [];
  return Object.entries(decided.variant.fields).flatMap(([path, { needs = [] }]) =>
    needs.length > 0 && needs.every((one) => (valueAt(row, one) ?? "") === "") ? [path] : [],
  );
}

function valueAt(row: JsonObject, path: string): Json | undefined {
  const [name = "", member] = path.split(".");
  const value = row[name];
  if (member === undefined) return value;
  return isObject(value) ? value[member] : undefined;
}

/** A name that no row has yet: the vendor's, with a number behind it from the second one on. */
export function freeName(title: string, taken: readonly string[]): string {
  const used = new Set(taken);
  let name = title;
  for (let count = 2; used.has(name); count += 1) name = `${title} ${count}`;
  return name;
}
