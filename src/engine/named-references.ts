/** Names of rows in the place of their ids, where a field takes them (`byName`). */
import type { Fields, ItemField, Json, ObjectField } from "../kernel/field.ts";
import type { Kind } from "../kernel/kind.ts";
import type { Problem } from "../kernel/problem.ts";
import { isTypeId } from "../kernel/type-id.ts";
import { isObject, type JsonObject } from "../kernel/validate.ts";

/** The rows of a kind that have this name, each as what may stand for a reference to it: its id, or its natural key. */
export type FindNamed = (kind: string, name: string) => Promise<readonly Json[]>;

interface Named {
  readonly body: JsonObject;
  readonly problems: readonly Problem[];
}

/** The body with references in the place of names, and a problem for each name that stands for none, or for several. */
export async function withNamed(definition: Kind, body: JsonObject, find: FindNamed): Promise<Named> {
  if (!takesNames(definition.fields)) return { body, problems: [] };
  const problems: Problem[] = [];
  return { body: await membersOf(definition.fields, body, "", { find, problems }), problems };
}

const taking = new WeakMap<Fields, boolean>();

/** Whether any field takes names; few kinds have one. */
function takesNames(fields: Fields): boolean {
  const known = taking.get(fields) ?? Object.values(fields).some((field) => takesName(field as ItemField));
  taking.set(fields, known);
  return known;
}

function takesName(field: ItemField): boolean {
  if (field.type === "list") return takesName(field.items);
  if (field.type === "object") return field.byName === true || takesNames(field.fields);
  return field.type === "reference" && field.byName === true;
}

interface Walk {
  readonly find: FindNamed;
  readonly problems: Problem[];
}

async function membersOf(fields: Fields, values: JsonObject, above: string, walk: Walk): Promise<JsonObject> {
  const members: Record<string, Json> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    members[name] =
      field === undefined || field.type === "computed" || field.type === "secret"
        ? value
        : await settledIn(field, value, `${above}${name}`, walk);
  }
  return members;
}

async function settledIn(field: ItemField, value: Json, path: string, walk: Walk): Promise<Json> {
  if (field.type === "list" && Array.isArray(value)) {
    const items: Json[] = [];
    for (const [index, item] of value.entries())
      items.push(await settledIn(field.items, item as Json, `${path}[${index}]`, walk));
    return items;
  }
  if (field.type === "object" && isObject(value)) return membersOf(field.fields, value, `${path}.`, walk);
  if (typeof value !== "string" || isTypeId(value)) return value;
  if (field.type === "reference" && field.byName) return (await found(field.to, value, path, walk)) ?? value;
  if (field.type === "object" && field.byName) return chosen(field, value, path, walk);
  return value;
}

/** Of a choice between shapes, the first reference that has a row of this name, or else the mailbox. */
async function chosen(field: ObjectField, name: string, path: string, walk: Walk): Promise<Json> {
  const kinds: string[] = [];
  for (const [member, inner] of Object.entries(field.fields)) {
    if (inner.type !== "reference") continue;
    kinds.push(inner.to);
    const row = await found(inner.to, name, path, walk);
    if (row !== undefined) return { [member]: row };
  }
  const mailbox = Object.entries(field.fields).find(
    ([, inner]) => inner.type === "text" && inner.format === "email",
  );
  if (mailbox !== undefined && name.includes("@")) return { [mailbox[0]]: name };
  const message = `names no row of ${kinds.join(" or ")}: there is none called ${JSON.stringify(name.slice(0, 300))}`;
  walk.problems.push({ field: path, message, reason: "missing_reference" });
  return name;
}

async function found(kind: string, name: string, path: string, walk: Walk): Promise<Json | undefined> {
  const rows = await walk.find(kind, name);
  if (rows.length > 1) {
    const message = `names ${rows.length} rows of ${kind}; write the id, or in a bundle the whole key as an object`;
    walk.problems.push({ field: path, message, reason: "missing_reference" });
  }
  return rows[0];
}
