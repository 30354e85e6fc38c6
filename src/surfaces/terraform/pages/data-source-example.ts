/** The examples of data sources, made from the example row of the kind. */
import { ExampleReference, type ExampleValue } from "../../../kernel/example.ts";
import { defaultOf, type ItemField } from "../../../kernel/field.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { argumentName, terraformType } from "../../../kernel/terraform.ts";
import { type HclItem, HclReference, printBlock } from "../../hcl/syntax.ts";
import { formatImportKey } from "../import-key.ts";
import { importKeyForm, pluralType, setFilter } from "../schema.ts";
import { terraformCode } from "./page.ts";

const label = "example";

/** A row by its natural key, with the rows that the key refers to, and the same by its id. */
export function rowExample(definition: Kind, kinds: Kinds): string {
  const type = terraformType(definition);
  if (definition.shape === "setting") return printBlock("data", [type, label], []);
  const byId = printBlock("data", [type, "by_id"], [{ name: "id", value: exampleId(definition) }]);
  return [...byKey(definition, kinds), byId].join("\n");
}

/** Every row, some of them, and something for each of those. */
export function rowsExample(definition: Kind, kinds: Kinds): string {
  const type = pluralType(definition);
  if (type === undefined) throw new Error(`${definition.kind} is a setting, which is but one`);
  const [filter, before] = filterOf(definition, kinds);
  const all = printBlock("data", [type, "all"], []);
  const some = printBlock("data", [type, label], [filter]);
  const each = `data "${terraformType(definition)}" "each" {\n  for_each = toset(data.${type}.${label}.ids)\n\n  id = each.value\n}\n`;
  return [all, ...before, some, each].join("\n");
}

/** By a part of the natural key that several rows may share; where there is none by the set, if one may own them. */
function filterOf(definition: Kind, kinds: Kinds): [HclItem, string[]] {
  const [first] = exampleKey(definition) ?? [];
  const [name] = definition.naturalKey;
  if (first === undefined || name === undefined || (definition.ownable && definition.naturalKey.length === 1))
    return [{ name: setFilter, value: "platform" }, []];
  return [{ name: argumentName(name), value: argumentFor(first, kinds) }, rowsBehind([first], kinds)];
}

function byKey(definition: Kind, kinds: Kinds): string[] {
  const key = exampleKey(definition);
  if (key === undefined) return [];
  const items = definition.naturalKey.map((name, index) => ({
    name: argumentName(name),
    value: argumentFor(key[index] as KeyPart, kinds),
  }));
  return [...rowsBehind(key, kinds), printBlock("data", [terraformType(definition), label], items)];
}

/** The data sources of the rows that a key refers to. */
function rowsBehind(key: readonly KeyPart[], kinds: Kinds): string[] {
  return key.flatMap((part) =>
    part instanceof ExampleReference ? byKey(kinds[part.kind] as Kind, kinds) : [],
  );
}

function argumentFor(part: KeyPart, kinds: Kinds): string | number | boolean | HclReference {
  if (!(part instanceof ExampleReference)) return part;
  return new HclReference(`data.${terraformType(kinds[part.kind] as Kind)}.${label}.id`);
}

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

export function importSection(definition: Kind, kinds: Kinds): string {
  const address = `${terraformType(definition)}.example`;
  const [id, key] = [exampleId(definition), exampleImportKey(definition, kinds)];
  const block = printBlock(
    "import",
    [],
    [
      { name: "to", value: new HclReference(address) },
      { name: "id", value: key ?? id },
    ],
  );
  const commands = (key === undefined || key === id ? [id] : [key, id]).map(
    (text) => `terraform import ${address} ${quoted(text)}`,
  );
  return [
    "## Import",
    [howNamed(definition), "See [the guide](../guides/importing.md)."].join(" "),
    terraformCode(block),
    `\`\`\`shell\n${commands.join("\n")}\n\`\`\``,
  ].join("\n\n");
}

function howNamed(definition: Kind): string {
  const form = importKeyForm(definition);
  if (definition.shape === "setting")
    return `There is exactly one, whose import id is always \`${definition.kind}\`. Creating it is its first save; destroying it restores every default.`;
  return form === undefined
    ? "By its id, which the console, every list and the export show."
    : `By its natural key, written \`${form}\`, or by its id.`;
}

/** As one word of a shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
