/**
 * The whole set-up as one Terraform file: per row an import block and a resource block, so that loading
 * it and planning changes nothing. Written a page of rows at a time; memory does not grow with them.
 */

import { type ExportFormat, type ExportSource, pagesOf } from "../../engine/export-format.ts";
import type { ExportRow } from "../../engine/ports/export.ts";
import { completed } from "../../engine/render.ts";
import { referencesOf } from "../../engine/row-facts.ts";
import { spelledOut } from "../../kernel/alternatives.ts";
import { sameJson } from "../../kernel/equal.ts";
import { defaultOf, type ItemField, type Json, text } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import { argumentName, secretArguments, terraformType } from "../../kernel/terraform.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { createLabels, isNameable } from "./export-labels.ts";
import { type HclItem, HclReference, type HclValue, printBlock, printComment } from "./syntax.ts";

export const hclFormat: ExportFormat = {
  name: "hcl",
  description: "hcl is one Terraform file with an import block per row; planning it changes nothing.",
  mediaType: "application/hcl",
  extension: "tf",
  member: "hcl",
  shape: text({
    description: "The Terraform file, with format hcl.",
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
  }),
  write: writeHcl,
};

/** Names the provider, as every configuration of its own has to. */
export const requiredProvider =
  'terraform {\n  required_providers {\n    orgconfig = {\n      source = "orgconfig/orgconfig"\n    }\n  }\n}\n';

async function* writeHcl(source: ExportSource): AsyncGenerator<string> {
  const { reader, definitions, organization, now } = source;
  const { name, slug } = organization;
  // Before anything is counted, which takes longer the more rows there are.
  yield printComment(`The configuration of ${name} (${slug}), exported ${now.toISOString()}.`);
  const counts = await reader.counts(
    organization.id,
    definitions.map(({ kind }) => kind),
    now,
  );
  yield `${header(counts)}\n${requiredProvider}`;
  const labels = createLabels(source);
  for (const definition of definitions)
    for await (const rows of pagesOf(source, definition))
      yield await printPage(source, labels, definition, rows);
}

/** How many rows of each kind there are. */
function header(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, count]) => printComment(`${kind}: ${count}`))
    .join("");
}

async function printPage(
  source: ExportSource,
  labels: Labels,
  definition: Kind,
  rows: readonly ExportRow[],
): Promise<string> {
  const address = await addressesOf(source, labels, definition, rows);
  const labelOf = await labels(definition);
  return rows
    .map((row) => {
      if (!isNameable(row)) return `\n${printComment(unnameable(definition, row))}`;
      const type = terraformType(definition);
      const label = labelOf(row);
      const imported = printBlock(
        "import",
        [],
        [
          { name: "to", value: new HclReference(`${type}.${label}`) },
          { name: "id", value: row.id },
        ],
      );
      return `\n${imported}\n${printBlock("resource", [type, label], itemsOf(definition, row, address))}`;
    })
    .join("");
}

/** A row whose id Terraform would read as another; importing it would find nothing and stop the whole plan. */
function unnameable({ kind }: Kind, { id }: ExportRow): string {
  return `${kind} ${id} is left out: its name is not in Unicode's composed form (NFC), the only one that Terraform knows.`;
}

type Labels = ReturnType<typeof createLabels>;
export type AddressOf = (kind: string, id: string) => HclValue;

/** Addresses of the rows that a page points at; one outside of the selection stays an id. */
async function addressesOf(
  { reader, definitions, organization }: ExportSource,
  labels: Labels,
  definition: Kind,
  rows: readonly ExportRow[],
): Promise<AddressOf> {
  const targets = rows.flatMap((row) => referencesOf(definition, row.configuration));
  const addresses = new Map<string, HclReference>();
  if (targets.length > 0) {
    const keys = await reader.naturalKeys(organization.id, targets);
    for (const { toKind, toId } of targets) {
      const target = definitions.find(({ kind }) => kind === toKind);
      const naturalKey = keys.get(`${toKind}/${toId}`);
      if (target === undefined || naturalKey === undefined) continue;
      const label = (await labels(target))({ naturalKey, id: toId });
      addresses.set(`${toKind}/${toId}`, new HclReference(`${terraformType(target)}.${label}.id`));
    }
  }
  return (kind, id) => addresses.get(`${kind}/${id}`) ?? id;
}

/** What differs from its default, and a comment where a secret's argument would stand. */
function itemsOf(definition: Kind, row: ExportRow, address: AddressOf): HclItem[] {
  const configuration = completed(definition, row.configuration);
  return Object.entries(definition.fields).flatMap(([name, field]): HclItem[] => {
    switch (field.type) {
      case "computed":
        return [];
      case "secret": {
        const { value, version } = secretArguments(name);
        return Object.hasOwn(row.secrets, name)
          ? [{ comment: `${name} is stored; manage it with ${value} and ${version}.` }]
          : [];
      }
      default: {
        const value = configuration[name] ?? null;
        return (value === null || !field.keptWhenAbsent) && sameJson(value, defaultOf(field) ?? null)
          ? []
          : [{ name: argumentName(name), value: hclOf(field, value, address) }];
      }
    }
  });
}

/** The value of a field as it stands in a resource block; `address` says what stands for the id of another row. */
export function hclOf(field: ItemField, value: Json, address: AddressOf): HclValue {
  if (value === null) return null;
  switch (field.type) {
    case "reference":
      return address(field.to, String(value));
    case "list":
      return (value as readonly Json[]).map((item) => hclOf(field.items, item, address));
    case "object":
      return objectOf(field.fields, spelledOut(field, value), address);
    case "map":
      return { ...(value as JsonObject) } as { [key: string]: string };
    case "text":
    case "choice":
    case "timestamp":
    case "date":
    case "integer":
    case "number":
    case "boolean":
      return value as string | number | boolean;
  }
}

/** Optional attributes that hold their default are left out, as they are on the row itself. */
function objectOf(fields: Readonly<Record<string, ItemField>>, value: Json, address: AddressOf): HclValue {
  const given = isObject(value) ? value : {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const inner = given[name];
      const silent = inner === undefined || sameJson(inner, defaultOf(field) ?? null);
      return silent ? [] : [[name, hclOf(field, inner, address)]];
    }),
  );
}
