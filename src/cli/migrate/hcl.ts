/** A migration as a Terraform configuration. */

import {
  type Migration,
  noteLines,
  type Row,
  type Rows,
  unmappedLines,
} from "../../features/changes/migrations/index.ts";
import { isConfiguration } from "../../kernel/field.ts";
import { argumentName, secretArguments, terraformType } from "../../kernel/terraform.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { variableBlock } from "../../surfaces/hcl/example.ts";
import { hclOf, requiredProvider } from "../../surfaces/hcl/export.ts";
import { type HclItem, HclReference, printBlock, printComment } from "../../surfaces/hcl/syntax.ts";

/** The whole file, laid out as `terraform fmt` does. */
export function hclOfMigration({ entries, rows, first }: Migration): string {
  const known = rows.known.map(
    ({ definition, key, label }) =>
      printComment("Is in the service already.") +
      printBlock("data", [terraformType(definition), label], keyItems(key)),
  );
  const secrets = entries
    .flatMap((entry) => entry.rows)
    .flatMap((row) =>
      row.secrets.map(({ holds, variable }) => printComment(`Holds ${holds}.`) + variableBlock(variable)),
    );
  const blocks = entries.flatMap((entry) =>
    entry.rows.map((row, index) => {
      const comments = [`From ${entry.address}.`, ...(index === 0 ? noteLines(entry) : [])];
      return comments.map((line) => printComment(line)).join("") + blockOf(row, rows);
    }),
  );
  const left = unmappedLines(entries)
    .map((line) => printComment(line))
    .join("");
  const head = first.map((line) => printComment(`${line}.`)).join("");
  return [
    ...(head === "" ? [] : [head]),
    requiredProvider,
    ...secrets,
    ...known,
    ...blocks,
    ...(left === "" ? [] : [left]),
  ].join("\n");
}

function blockOf(row: Row, rows: Rows): string {
  const { definition, body, secrets } = row;
  const items = Object.entries(definition.fields).flatMap(([name, field]): HclItem[] => {
    const value = body[name];
    if (value === undefined || !isConfiguration(field)) return [];
    return [{ name: argumentName(name), value: hclOf(field, value, (_, id) => addressOf(id, rows)) }];
  });
  const secret = secrets.flatMap(({ field, variable }): HclItem[] => {
    const names = secretArguments(field);
    return [
      { name: names.value, value: new HclReference(`var.${variable}`) },
      { name: names.version, value: 1 },
    ];
  });
  return printBlock("resource", [terraformType(definition), row.label], [...items, ...secret]);
}

function keyItems(key: JsonObject): HclItem[] {
  return Object.entries(key).map(([name, value]) => ({ name: argumentName(name), value: String(value) }));
}

function addressOf(id: string, rows: Rows): HclReference {
  const known = rows.known.find((one) => one.id === id);
  if (known !== undefined)
    return new HclReference(`data.${terraformType(known.definition)}.${known.label}.id`);
  const { definition, label } = rows.get(id);
  return new HclReference(`${terraformType(definition)}.${label}.id`);
}
