/** What a kind says of itself, for whoever writes its rows: its fields as they are taken, and what points at its rows. */
import type { Registry } from "../../../engine/feature.ts";
import { filledExample } from "../../../kernel/example.ts";
import { defaultOf, type Field, type ItemField, isConfiguration, mustBeSent } from "../../../kernel/field.ts";
import { filterNames } from "../../../kernel/findable.ts";
import { formatOf } from "../../../kernel/format.ts";
import { given } from "../../../kernel/given.ts";
import { fieldsOf, type Kind } from "../../../kernel/kind.ts";
import { membersByOf, membersNote } from "../../../kernel/members.ts";
import type { JsonObject } from "../../../kernel/validate.ts";

/** The kind in JSON; in `example` an id reads `<id of KIND>`. */
export function describedKind(definition: Kind, definitions: Registry): JsonObject {
  const { kind, title, description, shape, level, naturalKey, verbs, actionNames } = definition;
  const example = filledExample(definition.example, (of) => `<id of ${of}>`);
  return {
    kind,
    title,
    description,
    shape,
    level,
    natural_key: naturalKey,
    tools: verbs.map((verb) => actionNames[verb]),
    filters: shape === "collection" ? filterNames(definition) : [],
    fields: Object.entries(fieldsOf(definition)).map(([name, field]) => ({
      name,
      ...describedField(field),
      ...given({ example: example[name] }),
    })),
    pointed_at_by: Object.values(definitions).flatMap((other) =>
      Object.entries(other.fields).flatMap(([name, field]) =>
        placesOf(name, field, kind).map((path) => ({ kind: other.kind, field: path })),
      ),
    ),
  };
}

/** Its type, unit, bounds and default, and how it is written; what is false or not there is left out. */
function describedField(field: Field): JsonObject {
  const { type, description } = field;
  const members = membersByOf(field);
  const more = members === undefined ? "" : ` ${membersNote(members)}`;
  if (field.type === "computed")
    return { type: field.shape.type, description, read_only: true, ...describedValue(field.shape) };
  const { onlyFor } = field;
  const shared = {
    type: type === "secret" ? field.shape : type,
    description: `${description}${more}`,
    ...(mustBeSent(field) && { required: true }),
    ...(field.fixed && { fixed: true }),
    ...(onlyFor && { only_for: { field: onlyFor.field, values: onlyFor.values } }),
  };
  if (type === "secret") return { ...shared, secret: true, max: field.max };
  const value = isConfiguration(field) ? given({ default: defaultOf(field) }) : {};
  return { ...shared, ...describedValue(field), ...value };
}

function describedValue(field: ItemField): JsonObject {
  const nullable = field.nullable ? { nullable: true } : {};
  switch (field.type) {
    case "text": {
      const { min, max, format, names } = field;
      const note = format && formatOf(format).note;
      return { ...nullable, min, max, ...given({ format, form: note, names }) };
    }
    case "integer":
    case "number": {
      const { min, max, unit } = field;
      const exclusive = field.type === "number" ? field.exclusive : undefined;
      const choices = field.type === "integer" ? field.choices : undefined;
      return { ...nullable, min, max, ...given({ unit, exclusive, choices }) };
    }
    case "choice":
      return { ...nullable, choices: field.choices };
    case "list":
      return {
        ...nullable,
        min: field.min,
        max: field.max,
        items: describedItem(field.items),
        ...(field.orTrue && { or_true: true }),
      };
    case "map":
      return { ...nullable, max_entries: field.maxEntries, max_value: field.maxValue };
    case "object": {
      const { exactlyOne, byName, word, open } = field;
      const fields = Object.entries(field.fields).map(([name, inner]) => ({
        name,
        ...describedField(inner),
      }));
      return {
        ...nullable,
        fields,
        ...(exactlyOne && { exactly_one: true }),
        ...(byName && { by_name: true }),
        ...(word !== undefined && { word }),
        ...(open && { open: true }),
      };
    }
    case "reference":
      return { ...nullable, to: field.to, ...(field.byName && { by_name: true }) };
    default:
      return nullable;
  }
}

/** The list says what it holds; its items their type. */
function describedItem(items: ItemField): JsonObject {
  return { type: items.type, ...describedValue(items) };
}

/** Where the field holds ids of rows of the kind, as a path. */
function placesOf(path: string, field: Field, kind: string): string[] {
  if (field.type === "list") return placesOf(`${path}[]`, field.items, kind);
  if (field.type === "object")
    return Object.entries(field.fields).flatMap(([name, inner]) => placesOf(`${path}.${name}`, inner, kind));
  return field.type === "reference" && field.to === kind ? [path] : [];
}
