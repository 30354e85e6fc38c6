/** How the example row of a kind is named: by its id, and by its natural key. */
import { ExampleReference, type ExampleValue } from "../../../kernel/example.ts";
import { defaultOf, type ItemField } from "../../../kernel/field.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { formatImportKey } from "../import-key.ts";

export type Kinds = Readonly<Record<string, Kind>>;

export type KeyPart = string | number | boolean | ExampleReference;

/** An id of the kind, as a row's looks. */
export function exampleId(definition: Kind): string {
  if (definition.shape === "setting") return definition.kind;
  const key = exampleKey(definition)?.map(String);
  if (definition.derivedId !== undefined && key !== undefined) return definition.derivedId.format(key);
  return `${definition.idPrefix}_01h455vb4pex5vsknk084sn02q`;
}

/** The parts of the example's natural key, in order; undefined where it has none. */
export function exampleKey({ naturalKey, fields, example }: Kind): readonly KeyPart[] | undefined {
  const parts = naturalKey.map((name): ExampleValue => {
    const field = fields[name] as ItemField;
    return example[name] ?? defaultOf(field) ?? null;
  });
  return parts.length > 0 && parts.every(isKeyPart) ? parts : undefined;
}

/** The natural key as an import id; ids stand in it for the rows that it refers to. */
export function exampleImportKey(definition: Kind, kinds: Kinds): string | undefined {
  const key = exampleKey(definition)?.map((part) =>
    part instanceof ExampleReference ? exampleId(kinds[part.kind] as Kind) : String(part),
  );
  return key && formatImportKey(key);
}

function isKeyPart(value: ExampleValue): value is KeyPart {
  return value instanceof ExampleReference || ["string", "number", "boolean"].includes(typeof value);
}
