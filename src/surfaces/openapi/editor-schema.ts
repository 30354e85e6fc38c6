/** What the files of a bundle may hold, as one JSON Schema for editors: of the same parts as the description of the API. */
import type { Json } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import { createSchema } from "../../kernel/schema.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { bundleName, bundleSchemas } from "./bundles.ts";
import { componentName } from "./kinds.ts";
import { requestSchema } from "./request-schema.ts";

const componentsPath = "#/components/schemas/";
const secretName = "SecretOfVariable";

/** Names the variable that holds a secret (src/kernel/bundle-values.ts). */
const secretOfVariable: JsonObject = {
  type: "object",
  description: "The environment variable that holds the secret.",
  properties: { env: { type: "string", minLength: 1 } },
  required: ["env"],
  additionalProperties: false,
};

export function editorSchema(definitions: readonly Kind[]): JsonObject {
  const bodies = definitions.map((definition): [string, JsonObject] => [
    `${componentName(definition)}Create`,
    requestSchema(createSchema(definition)),
  ]);
  const { [bundleName]: bundle = {}, ...parts } = {
    ...Object.fromEntries(bodies),
    ...bundleSchemas(definitions),
  };
  const whole = asInFiles(bundle) as JsonObject;
  const used = closureOf(whole, parts);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A bundle of orgconfig",
    ...withNotes(whole),
    $defs: { ...Object.fromEntries(used), [secretName]: secretOfVariable },
  };
}

/** The parts that a schema is made of, each as files have it. */
function closureOf(schema: Json, parts: Readonly<Record<string, JsonObject>>): Map<string, Json> {
  const found = new Map<string, Json>();
  const look = (within: Json) => {
    for (const name of namedIn(within)) {
      const part = parts[name];
      if (part === undefined || found.has(name)) continue;
      const shown = withNotes(asInFiles(part) as JsonObject);
      found.set(name, shown);
      look(shown);
    }
  };
  look(schema);
  return found;
}

function namedIn(schema: Json): string[] {
  return [...JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name = ""]) => name);
}

/** With the parts where an editor looks for them, and a variable in the place of each secret. */
function asInFiles(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((one) => asInFiles(one as Json));
  if (!isObject(schema)) return schema;
  const { writeOnly, ...rest } = schema;
  const shown = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      name === "$ref" ? String(value).replace(componentsPath, "#/$defs/") : asInFiles(value as Json),
    ]),
  );
  if (writeOnly !== true) return shown;
  const { description = null, ...secret } = shown;
  return { description, anyOf: [{ $ref: `#/$defs/${secretName}` }, secret] };
}

/** Rows and files may have notes (src/kernel/bundle-note.ts). */
function withNotes(schema: JsonObject): JsonObject {
  return schema.additionalProperties === false ? { ...schema, patternProperties: { "^x-": true } } : schema;
}
