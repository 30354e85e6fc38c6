/** The examples of data sources, made from the example row of the kind. */
import { ExampleReference } from "../../../kernel/example.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { argumentName, terraformType } from "../../../kernel/terraform.ts";
import { type HclItem, HclReference, printBlock } from "../../hcl/syntax.ts";
import { pluralType, setFilter } from "../schema.ts";
import { exampleId, exampleKey, type KeyPart, type Kinds } from "./example-row.ts";

const label = "example";

/** A row by its natural key, with the rows that the key refers to, and the same by its id. */
export function rowExample(resource: Resource, kinds: Kinds): string {
  const type = terraformType(resource);
  if (resource.shape === "setting") return printBlock("data", [type, label], []);
  const byId = printBlock("data", [type, "by_id"], [{ name: "id", value: exampleId(resource) }]);
  return [...byKey(resource, kinds), byId].join("\n");
}

/** Every row, some of them, and something for each of those. */
export function rowsExample(resource: Resource, kinds: Kinds): string {
  const type = pluralType(resource);
  if (type === undefined) throw new Error(`${resource.kind} is a setting, which is but one`);
  const [filter, before] = filterOf(resource, kinds);
  const all = printBlock("data", [type, "all"], []);
  const some = printBlock("data", [type, label], [filter]);
  const each = `data "${terraformType(resource)}" "each" {\n  for_each = toset(data.${type}.${label}.ids)\n\n  id = each.value\n}\n`;
  return [all, ...before, some, each].join("\n");
}

/** By a part of the natural key that several rows may share; where there is none by the set, if one may own them. */
function filterOf(resource: Resource, kinds: Kinds): [HclItem, string[]] {
  const [first] = exampleKey(resource) ?? [];
  const [name] = resource.naturalKey;
  if (first === undefined || name === undefined || (resource.ownable && resource.naturalKey.length === 1))
    return [{ name: setFilter, value: "platform" }, []];
  return [{ name: argumentName(name), value: argumentFor(first, kinds) }, rowsBehind([first], kinds)];
}

function byKey(resource: Resource, kinds: Kinds): string[] {
  const key = exampleKey(resource);
  if (key === undefined) return [];
  const items = resource.naturalKey.map((name, index) => ({
    name: argumentName(name),
    value: argumentFor(key[index] as KeyPart, kinds),
  }));
  return [...rowsBehind(key, kinds), printBlock("data", [terraformType(resource), label], items)];
}

/** The data sources of the rows that a key refers to. */
function rowsBehind(key: readonly KeyPart[], kinds: Kinds): string[] {
  return key.flatMap((part) =>
    part instanceof ExampleReference ? byKey(kinds[part.kind] as Resource, kinds) : [],
  );
}

function argumentFor(part: KeyPart, kinds: Kinds): string | number | boolean | HclReference {
  if (!(part instanceof ExampleReference)) return part;
  return new HclReference(`data.${terraformType(kinds[part.kind] as Resource)}.${label}.id`);
}
