/**
 * A row or an unsaved form as a Terraform block, with the import block that takes an existing row in. The
 * same printer and the same names as the export's; labels are plain slugs, since nothing but this text hangs on them.
 */
import { defaultOf, type ItemField, type Json } from "../../src/kernel/field.ts";
import { argumentName, secretArguments, terraformType } from "../../src/kernel/terraform.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { type HclItem, HclReference, type HclValue, printBlock } from "../../src/surfaces/hcl/syntax.ts";
import { sameValue } from "../forms/draft.ts";
import { nameOf } from "../parts/words.ts";
import type { Subject } from "./subject.ts";

export function asTerraform({ definition, row, draft }: Subject): string {
  const type = terraformType(definition);
  const label = definition.shape === "setting" ? "this" : slug(nameOf(definition, { ...row, ...draft }));
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
        const silent = value === null || sameValue(value, defaultOf(field) ?? null);
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

function slug(name: string): string {
  const text = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  if (text === "") return "this";
  return /^[0-9]/.test(text) ? `_${text}` : text;
}
