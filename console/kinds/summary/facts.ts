/** What a summary says of a row at once, and what it keeps folded: what is not set. */
import { type Field, isConfiguration, type Json } from "../../../src/kernel/field.ts";
import { appliesTo, memberSetOf, membersByOf } from "../../../src/kernel/members.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { isEmpty, isUnset, sectionsOf } from "../../forms/sections.ts";

export interface SummarySection {
  readonly name: string;
  /** The fields in the order of the form. */
  readonly fields: readonly SummaryField[];
}

interface SummaryField {
  readonly name: string;
  /** Said only when somebody asks for all. */
  readonly folded: boolean;
  /** At its default: said without weight. */
  readonly quiet: boolean;
}

/** The settings of a row, section by section. A field of another variant is shown only where it holds something. */
export function summaryOf(
  definition: Definition,
  row: JsonObject,
  without: readonly string[] = [],
): readonly SummarySection[] {
  const { fields } = definition;
  return sectionsOf(fields, without)
    .map((section) => ({
      name: section.name,
      fields: section.fields.flatMap((name): SummaryField[] => {
        const field = fields[name] as Field;
        const quiet = isUnset(name, field, row);
        if (!appliesTo(field, row)) return quiet ? [] : [{ name, folded: true, quiet }];
        const folded =
          quiet && !asksFor(field, row) && !saysSomething(field, row[name], section.name === "Advanced");
        return [{ name, folded, quiet: quiet && !isSwitch(field) }];
      }),
    }))
    .filter((section) => section.fields.length > 0);
}

/** Whether a default says something: that a window is 30 days does, and that nothing is set does not. */
function saysSomething(field: Field, value: Json | undefined, advanced: boolean): boolean {
  if (!isConfiguration(field)) return false;
  if (field.type === "boolean") return isSwitch(field) || (!advanced && value === true);
  return !advanced && !isEmpty(value);
}

/** Whether something has to be done on the other side before the secret can be there. */
function asksFor(field: Field, row: JsonObject): boolean {
  const membersBy = membersByOf(field);
  return membersBy !== undefined && memberSetOf(membersBy, row[membersBy.field])?.paste !== undefined;
}

function isSwitch(field: Field): boolean {
  return field.type === "boolean" && field.switch === true;
}
