/** What a bundle holds, kind by kind: the bodies of creates, in which a natural key may stand for an id. */
import { isBundled, renamedFromName } from "../../engine/plan/bundle-entry.ts";
import { canRename } from "../../engine/plan/renames.ts";
import { type Field, type Fields, isReferring } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import { createSchema, fieldsSchema } from "../../kernel/schema.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { ref } from "./components.ts";
import { componentName } from "./kinds.ts";
import { requestSchema } from "./request-schema.ts";

/** The name of the schema that stands where a field holds rows by kind (`open: "rows"`). */
export const bundleName = "Bundle";

/** The schema of a bundle, and those that it is made of. */
export function bundleSchemas(definitions: readonly Kind[]): Record<string, JsonObject> {
  return new BundleSchemas(definitions).all();
}

class BundleSchemas {
  readonly #kinds: ReadonlyMap<string, Kind>;
  readonly #keys: Record<string, JsonObject> = {};
  readonly #entries: Record<string, JsonObject> = {};

  constructor(definitions: readonly Kind[]) {
    this.#kinds = new Map(definitions.map((definition) => [definition.kind, definition]));
  }

  all(): Record<string, JsonObject> {
    const properties: Record<string, JsonObject> = {};
    for (const definition of [...this.#kinds.values()].filter(isBundled)) {
      const entry = this.#entryOf(definition);
      for (const name of [definition.kind, definition.bundledAs ?? []].flat())
        properties[name] =
          definition.shape === "setting"
            ? entry
            : { type: "array", description: definition.description, items: entry };
    }
    const description =
      "Rows by kind. A field that is left out gets its default, a secret that is left out stays. Where a row refers to another one, that is its id, or its natural key as an object.";
    return {
      [bundleName]: { type: "object", description, properties, additionalProperties: false },
      ...this.#entries,
      ...this.#keys,
    };
  }

  /** The create body itself where nothing in it refers to a row. */
  #entryOf(definition: Kind): JsonObject {
    const name = componentName(definition);
    const refers = Object.values(definition.fields).some(isReferring);
    const renames = definition.shape === "collection" && canRename(definition);
    if (!refers && !renames && definition.shape === "collection") return ref("schemas", `${name}Create`);
    const { required, ...schema } = this.#withKeys(
      definition.fields,
      requestSchema(createSchema(definition)),
    );
    // A setting is there before it is saved, so that nothing of it has to be said.
    const must = definition.shape === "setting" || required === undefined ? {} : { required };
    const properties = {
      ...(schema.properties as JsonObject),
      ...(renames ? this.#formerKeyOf(definition) : {}),
    };
    this.#entries[`${name}Entry`] = { ...schema, properties, ...must };
    return ref("schemas", `${name}Entry`);
  }

  /** The member by which an entry renames a row; parts of the key that are left out are those of the entry. */
  #formerKeyOf(definition: Kind): JsonObject {
    const { required: _, ...schema } = this.#keySchema(definition);
    return {
      [renamedFromName]: {
        ...schema,
        description:
          "The natural key that the row had, where this entry renames it: the row keeps its id, history and secrets. It may stay in the bundle afterwards. Parts that are left out are those of the entry.",
        minProperties: 1,
      },
    };
  }

  #keySchema(definition: Kind): JsonObject {
    const fields = Object.fromEntries(
      definition.naturalKey.map((part) => [part, definition.fields[part] as Field]),
    );
    return this.#withKeys(fields, requestSchema(fieldsSchema(fields, "create")));
  }

  #keyOf(kind: string): JsonObject {
    const definition = this.#kinds.get(kind) as Kind;
    const name = `${componentName(definition)}Key`;
    if (!Object.hasOwn(this.#keys, name)) {
      this.#keys[name] = {
        ...this.#keySchema(definition),
        description: `The natural key of a row of ${kind}.`,
      };
    }
    return ref("schemas", name);
  }

  /** The schema of an object with these fields, every reference in it as an id or a key. */
  #withKeys(fields: Fields, schema: JsonObject): JsonObject {
    const properties = Object.entries(schema.properties as Record<string, JsonObject>).map(
      ([name, value]) => {
        const field = fields[name];
        return [name, field === undefined ? value : this.#withKey(field, value)];
      },
    );
    return { ...schema, properties: Object.fromEntries(properties) };
  }

  #withKey(field: Field, schema: JsonObject): JsonObject {
    if (!isReferring(field)) return schema;
    if (field.type === "object" && Array.isArray(schema.anyOf)) {
      const [name, object] = schema.anyOf as JsonObject[];
      return { ...schema, anyOf: [name as JsonObject, this.#withKeys(field.fields, object as JsonObject)] };
    }
    if (field.type === "object") return this.#withKeys(field.fields, schema);
    if (field.type === "list" && isObject(schema.items))
      return { ...schema, items: this.#withKey(field.items, schema.items) };
    if (field.type !== "reference") return schema;
    const { description = "", ...id } = schema;
    return { description: `${description} Or its natural key.`, anyOf: [id, this.#keyOf(field.to)] };
  }
}
