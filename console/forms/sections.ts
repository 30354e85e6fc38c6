/** A kind's fields in the sections in which forms and summaries show them. */
import {
  defaultOf,
  type Field,
  type Fields,
  isConfiguration,
  isSettable,
  type Json,
  type Section,
} from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { sameValue } from "./draft.ts";
import { type Decided, isAsked } from "./variant.ts";

type SectionName = "Basics" | Section;

export interface FieldSection {
  readonly name: string;
  readonly fields: readonly string[];
}

const order: readonly SectionName[] = ["Basics", "When", "Access", "Advanced"];

/**
 * The settable fields in their sections; a section without fields is left out.
 * @param own the kind's own sections
 */
export function sectionsOf(
  fields: Fields,
  without: readonly string[] = [],
  own?: readonly FieldSection[],
): readonly FieldSection[] {
  const names = Object.keys(fields).filter(
    (name) => !without.includes(name) && isSettable(fields[name] as Field),
  );
  const sections =
    own === undefined
      ? order.map((name) => ({
          name,
          fields: names.filter((field) => sectionOf(fields[field] as Field) === name),
        }))
      : ownSections(names, own);
  return sections.filter((section) => section.fields.length > 0);
}

/** Of a vendor's form: the name and what it asks for come first, and all else is advanced. */
export function vendorSections(fields: Fields, decided: Decided): readonly FieldSection[] {
  const asked = [...new Set(Object.keys(decided.variant.fields).map((path) => path.split(".")[0] ?? path))];
  const first = ["name", ...asked.filter((name) => isAsked(decided, name))];
  return [
    { name: "Basics", fields: first },
    { name: "Advanced", fields: Object.keys(fields).filter((name) => !first.includes(name)) },
  ];
}

/** Of a form for one job: what it asks for, and all else is advanced. */
export function jobSections(
  fields: Fields,
  { title, fields: first }: { readonly title: string; readonly fields: readonly string[] },
): readonly FieldSection[] {
  return [
    { name: title, fields: first },
    { name: "Advanced", fields: Object.keys(fields).filter((name) => !first.includes(name)) },
  ];
}

function ownSections(names: readonly string[], own: readonly FieldSection[]): readonly FieldSection[] {
  const placed = new Set(own.flatMap(({ fields }) => fields));
  const others = names.filter((name) => !placed.has(name));
  return own.map(({ name, fields }, index) => {
    const known = fields.filter((field) => names.includes(field));
    return { name, fields: index === 0 ? [...known, ...others] : known };
  });
}

function sectionOf(field: Field): SectionName {
  return (field.type === "computed" ? undefined : field.section) ?? "Basics";
}

/** Whether the row has in this field what it would have if nobody had said anything: the default, or nothing. */
export function isUnset(name: string, field: Field, row: JsonObject): boolean {
  if (!isConfiguration(field)) return row[`${name}_set`] !== true && (row[name] ?? null) === null;
  return isEmpty(row[name]) || sameValue(row[name] ?? null, defaultOf(field) ?? null);
}

/** Nothing at all: no text, no items. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** The fields that decide which others a row takes. */
export function deciders(fields: Fields): ReadonlySet<string> {
  return new Set(
    Object.values(fields).flatMap((field) =>
      field.type === "computed" || field.onlyFor === undefined ? [] : [field.onlyFor.field],
    ),
  );
}

/** Whether a problem's path, such as `destinations[0].email`, is about the field. */
export function isAbout(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}
