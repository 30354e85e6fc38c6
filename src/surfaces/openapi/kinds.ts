/** The paths and schemas of one kind, one operation for each of its verbs. */

import { mayAsk } from "../../engine/kind-operations.ts";
import { type ConfigurationOperation, isConfiguration, type Operation } from "../../engine/operation.ts";
import type { Kind, Verb } from "../../kernel/kind.ts";
import { variantsNote } from "../../kernel/members.ts";
import { keyPhrase } from "../../kernel/natural-key.ts";
import { answerSchema, createSchema, fieldSchema, rowSchema, updateSchema } from "../../kernel/schema.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import {
  always,
  headersOf,
  jsonContent,
  type RefusalStatus,
  ref,
  refusalsOf,
  withBody,
} from "./components.ts";
import { exampleId } from "./examples.ts";
import { headers } from "./headers.ts";
import { defaultsOf, requestSchema } from "./request-schema.ts";
import { withWarnings } from "./warnings.ts";

/** `Team` for teams, `NotificationSettings` for a setting. */
export function componentName({ singular }: Kind): string {
  return pascal(singular);
}

export function pascal(name: string): string {
  return name
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

export function kindSchemas(definition: Kind, listCap: number): JsonObject {
  const name = componentName(definition);
  const row = ref("schemas", name);
  const when = (verb: Verb, entries: JsonObject) => (definition.verbs.includes(verb) ? entries : {});
  return {
    [name]: { ...warnable(definition, rowSchema(definition)), description: definition.description },
    ...when("create", {
      [`${name}Create`]: withVariants(definition, requestSchema(createSchema(definition))),
    }),
    ...when("update", { [`${name}Update`]: requestSchema(updateSchema(definition)) }),
    ...when("list", { [`${name}List`]: listComponent(answerSchema(definition, "list", row), listCap) }),
    ...when("delete", {
      [`${name}Deleted`]: warnable(definition, listComponent(answerSchema(definition, "delete", row))),
    }),
    ...(definition.verbs.some((verb) => verb !== "list" && verb !== "get")
      ? { [`${name}Error`]: rowError(row) }
      : {}),
  };
}

function warnable({ verbs }: Kind, schema: JsonObject): JsonObject {
  return verbs.some((verb) => verb !== "list" && verb !== "get") ? withWarnings(schema) : schema;
}

/** The schema of a body that makes a row, with what each value of its deciding field stands for. */
function withVariants({ fields }: Kind, schema: JsonObject): JsonObject {
  const properties = Object.entries(schema.properties as Record<string, JsonObject>).map(
    ([name, property]) => {
      const field = fields[name];
      const note = field === undefined ? undefined : variantsNote(field);
      return [
        name,
        note === undefined ? property : { ...property, description: `${property.description} ${note}` },
      ];
    },
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

function rowError(row: JsonObject): JsonObject {
  return {
    description: "A refusal that carries the row as it stands.",
    allOf: [ref("schemas", "Error"), { type: "object", properties: { current: row }, required: ["current"] }],
  };
}

export function kindPaths(definition: Kind, operations: readonly Operation[]): Record<string, JsonObject> {
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    if (!isConfiguration(operation)) continue;
    const { input, method, path } = operation;
    if (!("verb" in input) || input.definition.kind !== definition.kind) continue;
    const known = paths[path] ?? {
      "x-natural-key": definition.naturalKey,
      ...(path.endsWith("/{id}") ? { parameters: [idParameter(definition)] } : {}),
    };
    paths[path] = { ...known, [method.toLowerCase()]: describeVerb(definition, input.verb, operation) };
  }
  return paths;
}

function describeVerb(definition: Kind, verb: Verb, operation: ConfigurationOperation): JsonObject {
  const name = componentName(definition);
  return {
    operationId: operation.name,
    tags: [definition.kind],
    summary: operation.title,
    description: `${explain(definition, verb)} Needs the level \`${operation.level}\`.`,
    "x-level": operation.level,
    ...(verb === "create" ? { "x-defaults": defaultsOf(createSchema(definition)) } : {}),
    ...parametersOf(definition, verb),
    ...(verb === "create" || verb === "update"
      ? {
          requestBody: {
            required: true,
            content: jsonContent(ref("schemas", name + pascal(verb)), example(name + pascal(verb))),
          },
        }
      : {}),
    responses: { ...successes(definition, verb), ...refusals(definition, verb) },
  };
}

function parametersOf(definition: Kind, verb: Verb): JsonObject {
  const override = [
    ...(definition.decides ? [ref("parameters", "OverrideTests")] : []),
    ref("parameters", "BreakGlass"),
  ];
  switch (verb) {
    case "list":
      return {
        parameters: [
          ...definition.naturalKey.map((field) => filterParameter(definition, field)),
          ref("parameters", "ManagedBy"),
          ref("parameters", "Etags"),
          ref("parameters", "IfNoneMatch"),
        ],
      };
    case "get":
      return { parameters: [ref("parameters", "IfMatch"), ref("parameters", "IfNoneMatch")] };
    case "create":
      return { parameters: [...override, ref("parameters", "Confirm")] };
    case "update":
    case "delete":
      return {
        parameters: [
          ref("parameters", "IfMatch"),
          ref("parameters", "IfNoneMatchWrite"),
          ...override,
          ref("parameters", "Confirm"),
        ],
      };
  }
}

function successes(definition: Kind, verb: Verb): JsonObject {
  const name = componentName(definition);
  const row = jsonContent(ref("schemas", name), example(name));
  const of = (description: string, content: JsonObject, ...names: readonly (keyof typeof headers)[]) => ({
    description,
    headers: headersOf(...names),
    content,
  });
  switch (verb) {
    case "list":
      return {
        200: of("The rows.", jsonContent(ref("schemas", `${name}List`)), "ETag", "Vary"),
        304: ref("responses", "SameList"),
      };
    case "get":
      return {
        200: of("The row.", row, "ETag", "X-Content-Tag", "X-Managed-By"),
        304: ref("responses", "SameRow"),
      };
    case "create":
      return { 201: of("The new row.", row, "ETag", "Location") };
    case "update":
      return {
        200: of("The row as it now is.", row, "ETag", "X-Managed-By"),
        ...(definition.shape === "setting" ? { 201: of("Saved for the first time.", row, "ETag") } : {}),
      };
    case "delete": {
      const gone = definition.deleteAnswer === undefined ? "It is gone." : "It is gone; these rows are left.";
      return { 200: of(gone, jsonContent(ref("schemas", `${name}Deleted`)), "X-Managed-By") };
    }
  }
}

function refusals(definition: Kind, verb: Verb): JsonObject {
  // A behaviour test holds a change of a row back, or one that is not there yet: then there is no row to show.
  const { decides = false } = definition;
  const tagged = { ...headersOf(), ETag: { ...headers.ETag, required: false } };
  const withCurrent = ref("schemas", `${componentName(definition)}Error`);
  const tests = decides ? " Or behaviour tests would fail (reason test_failed); they are in tests." : "";
  const unapproved = " Or change policies hold the change (reason needs_approval); they are in needs.";
  const asks = verb === "delete" || mayAsk(definition);
  const asked = asks ? " Or a key with ask has to confirm it first (reason confirm)." : "";
  // Nor is there one where a call with the same Idempotency-Key is under way.
  const withoutRow = [
    ...(decides ? ["TestsFailedError"] : []),
    "UnapprovedError",
    ...(asks ? ["ConfirmError"] : []),
    "RepeatError",
  ].map((name) => ref("schemas", name));
  const withRow = (status: 409 | 412, description: string) => ({
    [status]: {
      description: status === 409 ? description + tests + unapproved + asked : description,
      headers: status === 409 ? tagged : headersOf("ETag"),
      content: jsonContent(status === 409 ? { anyOf: [withCurrent, ...withoutRow] } : withCurrent),
    },
  });
  const stale = withRow(
    412,
    "If-Match names another version of the row than the present one, or If-None-Match this one; it is in current, and nothing was written.",
  );
  const taken = withRow(409, "Another row has this natural key; it is in current, and nothing was written.");
  const row: readonly RefusalStatus[] = definition.shape === "collection" ? [404] : [];
  switch (verb) {
    case "list":
      return refusalsOf([...always, 412]);
    case "get":
      return refusalsOf([...always, ...row, 412]);
    case "create":
      return { ...refusalsOf([...always, ...withBody, 412]), ...taken };
    case "update":
      // The specification names 404 for settings too.
      return {
        ...refusalsOf([...always, ...withBody, 404]),
        ...(definition.shape === "collection"
          ? taken
          : decides
            ? withRow(409, "The change is held back, and nothing was written.")
            : {}),
        ...stale,
      };
    case "delete":
      return {
        ...refusalsOf([...always, ...withBody, 404]),
        ...withRow(
          409,
          "Other rows point at it (reason in_use); they are in references, and nothing was deleted.",
        ),
        ...stale,
      };
  }
}

function explain(definition: Kind, verb: Verb): string {
  const one = definition.singular.replaceAll("_", " ");
  const key = keyPhrase(definition);
  switch (verb) {
    case "list":
      return `All rows, ${orders[definition.order]}.`;
    case "get":
      return definition.shape === "setting"
        ? "What is set; before anything was saved, the defaults, with an ETag that is good for the first If-Match."
        : `One ${one}.`;
    case "create":
      return `Makes a new ${one}. Its natural key is ${key}: a row that already has it is answered with 409.`;
    case "update":
      return `Changes the fields that are sent and keeps the others.${peculiarities(definition)}`;
    case "delete":
      return definition.deleteAnswer === undefined
        ? `Deletes the ${one}. While other rows point at it, it is refused.`
        : "Deletes the row, and answers those that are left.";
  }
}

const orders: Readonly<Record<Kind["order"], string>> = {
  natural_key: "in order of the natural key",
  position: "in order of position, and then of the natural key",
  newest_first: "newest first",
};

function peculiarities({ refusals, derivedId, shape }: Kind): string {
  return [
    ...(shape === "setting"
      ? ["The first save answers 201, also of what was so by default; a body without a field saves nothing."]
      : []),
    ...(derivedId === undefined ? [] : ["A row that is not there is made."]),
    ...(refusals?.empty ? ["A body that names no settable field is refused (reason no_fields)."] : []),
    ...(refusals?.sameKey ? ["The name that it already has is refused (reason no_change)."] : []),
  ]
    .map((sentence) => ` ${sentence}`)
    .join("");
}

function idParameter(definition: Kind): JsonObject {
  if (definition.derivedId === undefined) return ref("parameters", "Id");
  return {
    name: "id",
    in: "path",
    required: true,
    description: `The row's id, made from ${definition.naturalKey.join(" and ")}; percent-encoded.`,
    schema: { type: "string", minLength: 1 },
    example: exampleId(definition),
  };
}

/** Bounds say what a row may hold; a filter may ask for anything of the type. */
function filterParameter(definition: Kind, name: string): JsonObject {
  const field = definition.fields[name];
  const { type, enum: choices } = field === undefined ? { type: "string" } : fieldSchema(field, "answer");
  const single = Array.isArray(type) ? type[0] : type;
  return {
    name,
    in: "query",
    description: `Only rows whose ${name} is exactly this.`,
    schema: {
      type: single,
      ...(Array.isArray(choices) ? { enum: choices.filter((item) => item !== null) } : {}),
    },
  };
}

/** A list as a component: its head stands elsewhere, and its rows are counted. */
function listComponent(list: JsonObject, cap?: number): JsonObject {
  const properties = list.properties as JsonObject;
  if (!Object.hasOwn(properties, "organization")) return list;
  const data = properties.data as JsonObject;
  return {
    ...list,
    properties: {
      ...properties,
      organization: ref("schemas", "Organization"),
      data: cap === undefined ? data : { ...data, maxItems: cap },
    },
  };
}

function example(name: string): JsonObject {
  return { example: ref("examples", name) };
}
