/** What a client relies on of the API, drawn from its OpenAPI description: calls, what they take, and what they answer. */
import { isObject, type JsonObject } from "../../src/kernel/validate.ts";

/** A member by its path, such as `items[].name`: its type, with the values of an enum, and ` required` where it has to be sent. */
export type Members = Readonly<Record<string, string>>;

export interface CallShape {
  /** Method and path. */
  readonly at: string;
  /** Query parameters and headers. */
  readonly parameters: Members;
  /** The names of schemas, or of the answers' media types. */
  readonly body?: string;
  readonly answers: readonly string[];
  readonly deprecated?: true;
}

export interface Shapes {
  readonly version: string;
  readonly calls: Readonly<Record<string, CallShape>>;
  readonly schemas: Readonly<Record<string, SchemaShape>>;
}

export interface SchemaShape {
  /** Some call takes it: what it asks for may break who sends it. */
  readonly sent?: true;
  readonly members: Members;
}

const methods = ["get", "post", "put", "patch", "delete"];

/** @param version of the description */
export function shapesOf(description: JsonObject): Shapes {
  const { info, paths } = description as { info: { version: string }; paths: Record<string, JsonObject> };
  const schemas: Record<string, SchemaShape> = {};
  const calls: Record<string, CallShape> = {};
  const read = new Reader(description, schemas);
  for (const [path, item] of Object.entries(paths))
    for (const method of methods) {
      const call = item[method];
      if (!isObject(call)) continue;
      calls[String(call.operationId)] = read.call(`${method.toUpperCase()} ${path}`, call, item);
    }
  return { version: info.version, calls, schemas };
}

class Reader {
  readonly #description: JsonObject;
  readonly #schemas: Record<string, SchemaShape>;

  constructor(description: JsonObject, schemas: Record<string, SchemaShape>) {
    this.#description = description;
    this.#schemas = schemas;
  }

  call(at: string, call: JsonObject, item: JsonObject): CallShape {
    const parameters: Record<string, string> = {};
    for (const one of [...list(item.parameters), ...list(call.parameters)]) {
      const parameter = this.#resolved(one);
      const where = parameter.in === "header" ? "header " : "";
      if (parameter.in === "path") continue;
      parameters[`${where}${parameter.name}`] =
        this.#type(parameter.schema as JsonObject) + marks(parameter, parameter.required === true);
    }
    const body = isObject(call.requestBody)
      ? this.#content(call.requestBody, `${call.operationId} body`, "sent")
      : [];
    const answers = Object.entries(call.responses as Record<string, JsonObject>).flatMap(
      ([status, answer]) =>
        status.startsWith("2")
          ? this.#content(this.#resolved(answer), `${call.operationId} answer`, "answered")
          : [],
    );
    return {
      at,
      parameters,
      ...(body[0] === undefined ? {} : { body: body[0] }),
      answers: [...new Set(answers)],
      ...(call.deprecated === true && { deprecated: true }),
    };
  }

  /** The names of a body's schemas, which are read on the way. */
  #content({ content }: JsonObject, unnamed: string, as: "sent" | "answered"): string[] {
    return Object.entries((content ?? {}) as Record<string, { readonly schema?: JsonObject }>).map(
      ([type, { schema = {} }]) => {
        if (type !== "application/json") return type;
        return this.#schema(typeof schema.$ref === "string" ? nameOf(schema.$ref) : unnamed, schema, as);
      },
    );
  }

  /** Reads a schema under a name of its own. */
  #schema(name: string, schema: JsonObject, as: "sent" | "answered"): string {
    const known = this.#schemas[name];
    if (known === undefined || (as === "sent" && known.sent === undefined)) {
      const members: Record<string, string> = {};
      this.#schemas[name] = { ...(as === "sent" && { sent: true }), members };
      this.#members(this.#resolved(schema), "", members, as);
    }
    return name;
  }

  #members(schema: JsonObject, path: string, into: Record<string, string>, as: "sent" | "answered"): void {
    const required = list(schema.required).map(String);
    for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonObject>)) {
      const inner = path === "" ? name : `${path}.${name}`;
      const own = this.#resolved(property);
      into[inner] = this.#type(property) + marks(own, as === "sent" && required.includes(name));
      this.#within(property, inner, into, as);
    }
  }

  /** What is in an object, or in the items of a list; a schema with a name is read by itself. */
  #within(schema: JsonObject, path: string, into: Record<string, string>, as: "sent" | "answered"): void {
    if (typeof schema.$ref === "string") {
      this.#schema(nameOf(schema.$ref), schema, as);
      return;
    }
    if (isObject(schema.items)) {
      this.#within(schema.items, `${path}[]`, into, as);
      return;
    }
    this.#members(schema, path, into, as);
    for (const one of list(schema.anyOf).concat(list(schema.allOf)))
      this.#within(one as JsonObject, path, into, as);
  }

  #type(schema: JsonObject): string {
    const { type, enum: values, items, anyOf, oneOf, format, ...rest } = this.#resolved(schema);
    const among = list(anyOf ?? oneOf).map((one) => this.#type(one as JsonObject));
    if (among.length > 0) return [...new Set(among)].join(" or ");
    if (Array.isArray(values)) return `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
    if (rest.const !== undefined) return JSON.stringify(rest.const);
    const named = Array.isArray(type) ? type.join(" or ") : String(type ?? "any");
    const of = isObject(items) ? ` of ${this.#type(items)}` : "";
    return `${named}${format === undefined ? "" : ` (${format})`}${of}`;
  }

  #resolved(value: unknown): JsonObject {
    const { $ref } = value as JsonObject;
    if (typeof $ref !== "string") return value as JsonObject;
    const steps = $ref.slice(2).split("/");
    const found = steps.reduce<unknown>((at, step) => (at as JsonObject)[step], this.#description);
    return this.#resolved(found);
  }
}

function marks({ deprecated }: JsonObject, required: boolean): string {
  return `${required ? ", required" : ""}${deprecated === true ? ", deprecated" : ""}`;
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

function list(value: unknown): readonly JsonObject[string][] {
  return Array.isArray(value) ? value : [];
}
