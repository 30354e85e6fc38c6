/** What a new row begins with by the address of its page: `?service=checkout` for settable fields, as links write it. */
import { type Field, type ItemField, isConfiguration, type Json } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";

/** The fields that the address names, with what it says of each; what no field can hold is passed over. */
export function prefilledFrom({ fields }: Definition, search: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, text]) => {
      const field: Field | undefined = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field === undefined || typeof text !== "string" || !isConfiguration(field)) return [];
      const value = readAs(field, text);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function readAs(field: ItemField, text: string): Json | undefined {
  switch (field.type) {
    case "text":
    case "reference":
    case "timestamp":
    case "date":
      return text;
    case "choice":
      return field.choices.includes(text) ? text : undefined;
    case "boolean":
      return text === "true" || text === "false" ? text === "true" : undefined;
    case "integer":
    case "number":
      return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case "list": {
      const item = readAs(field.items, text);
      return item === undefined ? undefined : [item];
    }
    case "map":
    case "object":
      return undefined;
  }
}

/** The settable field in which a row of the kind names a service, for an address that fills it in. */
export function namingField({ fields }: Pick<Definition, "fields">): string | undefined {
  return Object.keys(fields).find((name) => {
    const field = fields[name];
    const shape = field?.type === "list" ? field.items : field;
    return shape?.type === "text" && shape.names === "service";
  });
}

/** The definition as the form of a new row shows it: without the defaults of fields that somebody has to choose. */
export function withoutDefaults(definition: Definition, chosen: readonly string[]): Definition {
  const fields = Object.entries(definition.fields).map(([name, field]) => {
    if (!chosen.includes(name) || field.type !== "choice") return [name, field];
    const { default: _, ...required } = field;
    return [name, required];
  });
  return { ...definition, fields: Object.fromEntries(fields) };
}

/** The settable values of the row, without secrets, and without the last text of its natural key: no two rows share it. */
export function copiedFrom({ fields, naturalKey }: Definition, row: JsonObject): JsonObject {
  const own = naturalKey.findLast((name) => fields[name]?.type === "text");
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => {
      const type = fields[name]?.type;
      return type !== undefined && type !== "secret" && type !== "computed" && name !== own;
    }),
  );
}
