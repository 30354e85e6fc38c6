/** How the example row of a kind is named: by its id, and by its natural key. */
import { ExampleReference, type ExampleValue } from "../../../kernel/example.ts";
import { defaultOf, type ItemField } from "../../../kernel/field.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { formatImportKey } from "../import-key.ts";

export type Kinds = Readonly<Record<string, Resource>>;

export type KeyPart = string | number | boolean | ExampleReference;

/** An id of the kind, as a row's looks. */
export function exampleId(resource: Resource): string {
  if (resource.shape === "setting") return resource.kind;
  const key = exampleKey(resource)?.map(String);
  if (resource.derivedId !== undefined && key !== undefined) return resource.derivedId.format(key);
  return `${resource.idPrefix}_01h455vb4pex5vsknk084sn02q`;
}

/** The parts of the example's natural key, in order; undefined where it has none. */
export function exampleKey({ naturalKey, fields, example }: Resource): readonly KeyPart[] | undefined {
  const parts = naturalKey.map((name): ExampleValue => {
    const field = fields[name] as ItemField;
    return example[name] ?? defaultOf(field) ?? null;
  });
  return parts.length > 0 && parts.every(isKeyPart) ? parts : undefined;
}

/** The natural key as an import id; ids stand in it for the rows that it refers to. */
export function exampleImportKey(resource: Resource, kinds: Kinds): string | undefined {
  const key = exampleKey(resource)?.map((part) =>
    part instanceof ExampleReference ? exampleId(kinds[part.kind] as Resource) : String(part),
  );
  return key && formatImportKey(key);
}

function isKeyPart(value: ExampleValue): value is KeyPart {
  return value instanceof ExampleReference || ["string", "number", "boolean"].includes(typeof value);
}
