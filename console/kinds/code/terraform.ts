/**
 * A row or an unsaved form as a Terraform block, with the import block that takes an existing row in. The
 * same printer, names and labels as the export's, but for the hash that a label has there where another row has the same.
 */
import { defaultOf, type ItemField, type Json } from "../../../src/kernel/field.ts";
import { argumentName, secretArguments, terraformType } from "../../../src/kernel/terraform.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { plainLabel } from "../../../src/surfaces/hcl/plain-label.ts";
import { type HclItem, HclReference, type HclValue, printBlock } from "../../../src/surfaces/hcl/syntax.ts";
import { sameValue } from "../../forms/draft.ts";
import type { Subject } from "./subject.ts";

export function asTerraform({ definition, row, draft }: Subject): string {
  const type = terraformType(definition);
  const label = labelOf(definition, { ...row, ...draft });
  const block = printBlock("resource", [type, label], itemsOf(definition.fields, row, draft));
  if (row === undefined) return block;
  const id = definition.shape === "setting" ? definition.kind : String(row.id);
  const imported = printBlock(
    "import",
    [],
    [
      { name: "to", value: new HclReference(`${type}.${label}`) },
      { name: "id", value: id },
    ],
  );
  return `${imported}\n${block}`;
}

function itemsOf(
  fields: Subject["definition"]["fields"],
  row: JsonObject | undefined,
  draft: JsonObject,
): HclItem[] {
  return Object.entries(fields).flatMap(([name, field]): HclItem[] => {
    switch (field.type) {
      case "computed":
        return [];
      case "secret": {
        const set = draft[name] === undefined ? row?.[`${name}_set`] === true : draft[name] !== null;
        const { value, version } = secretArguments(name);
        return set ? [{ comment: `${name} is stored; manage it with ${value} and ${version}.` }] : [];
      }
      default: {
        const value = (name in draft ? draft[name] : row?.[name]) ?? null;
        const silent =
          value === null || (!field.keptWhenAbsent && sameValue(value, defaultOf(field) ?? null));
        return silent ? [] : [{ name: argumentName(name), value: hclOf(field, value) }];
      }
    }
  });
}

function hclOf(field: ItemField, value: Json): HclValue {
  if (value === null) return null;
  if (field.type === "list") return (value as readonly Json[]).map((item) => hclOf(field.items, item));
  if (field.type === "object") {
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([name, part]) => [
        name,
        field.fields[name] === undefined ? null : hclOf(field.fields[name], part),
      ]),
    );
  }
  return value as HclValue;
}

/** "this" where there is no key yet, or nothing in it that a label may hold. */
function labelOf({ shape, kind, naturalKey }: Subject["definition"], values: JsonObject): string {
  if (shape === "setting") return kind;
  const key = naturalKey.map((name) => values[name] ?? "");
  const named = key.length > 0 && !key.includes("");
  return plainLabel(named ? key.map(String) : [String(values.id ?? "")]) ?? "this";
}
