/** Files of objects in YAML or JSON, and the mapping of each by a function of its own. */
import { documentsOf, type SourceFile, type Value } from "../../../kernel/document.ts";
import type { Fault } from "../../../kernel/fault.ts";
import type { Json } from "../../../kernel/field.ts";
import { isObject, type JsonObject } from "../../../kernel/validate.ts";
import { type Mapping, type Migration, migrate, type Options } from "./mapping.ts";
import { identifierOf, type SourceResource } from "./resource.ts";
import { mostBytes, WrongFiles } from "./source.ts";

/** An object of a file. */
export interface Found {
  readonly file: string;
  readonly value: JsonObject;
}

/**
 * The objects of files, those of lists included.
 * @throws WrongFiles where they are beyond the bound, or not YAML
 */
export function objectsIn(files: readonly SourceFile[]): readonly Found[] {
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes > mostBytes)
    throw new WrongFiles([`the files have ${bytes} bytes; at most ${mostBytes} are read`]);
  const faults: Fault[] = [];
  const found = files.flatMap((file) =>
    documentsOf(file, faults).flatMap((document) => {
      const json = jsonOf(document);
      return (Array.isArray(json) ? json : [json]).flatMap((value: Json): Found[] =>
        isObject(value) ? [{ file: file.name, value }] : [],
      );
    }),
  );
  if (faults.length > 0) throw WrongFiles.at(faults);
  return found;
}

function jsonOf(value: Value): Json {
  if (value.type === "list") return value.items.map(jsonOf);
  if (value.type === "scalar") return value.scalar;
  return Object.fromEntries([...value.members].map(([name, member]) => [name, jsonOf(member.value)]));
}

/** One thing of the files: what the report calls it, and what it becomes. */
export interface Part extends Found {
  readonly address: string;
  /** The start of its rows' labels. */
  readonly label: string;
  readonly map: Mapping["map"];
}

/** Maps the parts in their order: what is pointed at comes first. */
export function migrateParts(parts: readonly Part[], options: Options): Migration {
  const addresses = new Map<string, number>();
  const single = parts.map((part) => {
    const count = (addresses.get(part.address) ?? 0) + 1;
    addresses.set(part.address, count);
    return count === 1 ? part : { ...part, address: `${part.address} (${count})` };
  });
  return migrate(
    single.map(
      ({ address, label, value, file }): SourceResource => ({
        address,
        mode: "managed",
        type: address,
        label: identifierOf([label]),
        values: value,
        sensitive: {},
        file,
      }),
    ),
    single.map(({ address, map }): Mapping => ({ type: address, map })),
    [],
    options,
  );
}

/** A member that is an object; an empty one where it is anything else. */
export function inner(value: JsonObject, name: string): JsonObject {
  const member = value[name];
  return isObject(member) ? member : {};
}

/** The objects in a member that is a list of them. */
export function listed(value: JsonObject, name: string): readonly JsonObject[] {
  const member = value[name];
  return Array.isArray(member) ? member.filter((one: Json): one is JsonObject => isObject(one)) : [];
}

export function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
