/** The examples of data sources, made from the example row of the kind. */
import { ExampleReference } from "../../../kernel/example.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { argumentName, terraformType } from "../../../kernel/terraform.ts";
import { type HclItem, HclReference, printBlock } from "../../hcl/syntax.ts";
import { pluralType, setFilter } from "../schema.ts";
import { exampleId, exampleKey, type KeyPart, type Kinds } from "./example-row.ts";

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
