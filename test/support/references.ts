/** Where rows of a kind can point at others, and bodies that point somewhere. */
import type { ItemField, Json } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";

export interface ReferencePlace {
  /** The field of the row. */
  readonly field: string;
  /** The path as problems and references name it, such as `destinations[0].team_id`. */
  readonly path: string;
  readonly to: string;
  readonly cascade: boolean;
  /** The row that points stays when its target goes: its kind's feature has its own test of that. */
  readonly stays: boolean;
  /** The field's value with this id in that place. */
  readonly place: (id: string, now: Json) => Json;
}

export function referencesIn(definition: Kind): ReferencePlace[] {
  return Object.entries(definition.fields).flatMap(([name, field]) =>
    field.type === "secret" || field.type === "computed"
      ? []
      : placesIn(field, name).map((place) => ({ ...place, field: name })),
  );
}

/** The change that makes a row with these members point at `id`. */
export function withReference(now: JsonObject, place: ReferencePlace, id: string): JsonObject {
  return { [place.field]: place.place(id, now[place.field] ?? null) };
}

function placesIn(field: ItemField, path: string): Omit<ReferencePlace, "field">[] {
  switch (field.type) {
    case "reference":
      return [
        {
          path,
          to: field.to,
          cascade: field.onDelete === "cascade",
          stays: field.onDelete === "stays",
          place: (id) => id,
        },
      ];
    case "list":
      return placesIn(field.items, `${path}[0]`).map((inner) => ({
        ...inner,
        place: (id, now) => [inner.place(id, (now as readonly Json[])[0] ?? null)],
      }));
    case "object":
      return Object.entries(field.fields).flatMap(([name, member]) =>
        placesIn(member, `${path}.${name}`).map((inner) => ({
          ...inner,
          place: (id, now) => ({
            ...(field.exactlyOne ? {} : (now as JsonObject)),
            [name]: inner.place(id, (now as JsonObject | null)?.[name] ?? null),
          }),
        })),
      );
    default:
      return [];
  }
}
