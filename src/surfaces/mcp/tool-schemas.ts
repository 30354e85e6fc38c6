/** What each tool takes and gives, from the same projection as the OpenAPI description. */
import { overrideName, proposeName, takesIfMatch, takesOverride } from "../../engine/flat-input.ts";
import type { InputShape } from "../../engine/input.ts";
import { mostOnPage } from "../../engine/list-query.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { Json } from "../../kernel/field.ts";
import { listFilters } from "../../kernel/findable.ts";
import type { Kind, Verb } from "../../kernel/kind.ts";
import {
  answerSchema,
  createSchema,
  fieldSchema,
  fieldsSchema,
  type JsonSchema,
  rowSchema,
  updateSchema,
} from "../../kernel/schema.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import {
  bareOutput,
  briefAction,
  briefFields,
  type Detail,
  leanInput,
  leanOutput,
  outerInput,
  typesOnly,
} from "./brief-schemas.ts";
import { hasPages } from "./pages.ts";

/**
 * The members of a tool's input, flat: the fields, and with them id, if_match and confirm.
 * @param elsewhere by field, the tool that describes the same one: here it has a type alone
 */
export function inputSchemaOf(
  operation: ConfigurationOperation,
  detail: Detail,
  elsewhere: ReadonlyMap<string, string> = new Map(),
): JsonSchema {
  const { properties, required } = membersOf(presentOf(operation.input));
  const ifMatch = takesIfMatch(operation) ? { if_match: ifMatchSchema } : {};
  const override = operation.tested && takesOverride(operation) ? { [overrideName]: overrideSchema } : {};
  const takesPropose = operation.asProposal && takesOverride(operation) && !hasOwnPropose(operation);
  const propose = takesPropose ? { [proposeName]: { type: "boolean" } } : {};
  const pages = hasPages(operation) ? pagesIn(detail) : {};
  const members = {
    properties: { ...pages, ...properties, ...ifMatch, ...confirmOf(operation), ...override, ...propose },
  };
  const shown = detail === "full" ? inFull(operation, members) : inBrief(operation, members, elsewhere);
  const open = "fields" in operation.input && operation.input.open === true;
  return {
    type: "object",
    properties: (shown.properties ?? {}) as JsonObject,
    ...(required.length > 0 ? { required } : {}),
    ...(detail === "full" ? { additionalProperties: open } : {}),
  };
}

/** Older words are taken all the same; a model learns the present ones. */
function presentOf(input: InputShape): InputShape {
  if (!("fields" in input)) return input;
  const present = Object.entries(input.fields).filter(([, { deprecated }]) => deprecated === undefined);
  return { ...input, fields: Object.fromEntries(present) };
}

function inFull({ input }: ConfigurationOperation, members: JsonSchema): JsonSchema {
  return isDescribedElsewhere(input) ? outerInput(members) : leanInput(members);
}

/** What every tool takes in the same sense is explained once, in the instructions (protocol.ts). */
const common: readonly string[] = ["if_match", "confirm", "override_tests", proposeName, "cursor", "limit"];
/** So is what actions take in the same sense; a kind's field of such a name has one of its own. */
export const commonOfActions: readonly string[] = ["kind", "id"];
/** So is what every list takes besides. */
const unlisted: readonly string[] = ["etags", "managed_by"];

function inBrief(
  { input, forPrograms }: ConfigurationOperation,
  members: JsonSchema,
  elsewhere: ReadonlyMap<string, string>,
): JsonSchema {
  if (forPrograms || isDescribedElsewhere(input)) return typesOnly(members);
  const isKinds = "definition" in input;
  const isList = isKinds && input.verb === "list";
  const brief = ((isKinds ? briefFields(members) : briefAction(members)).properties ?? {}) as JsonObject;
  const bare = typesOnly(members).properties as JsonObject;
  const isBare = (name: string) =>
    isList || common.includes(name) || (!isKinds && commonOfActions.includes(name));
  const names = Object.keys(brief).filter((name) => !isList || !unlisted.includes(name));
  const shown = (name: string): Json => {
    if (isBare(name) || !elsewhere.has(name)) return (isBare(name) ? bare : brief)[name] as Json;
    const { type } = bare[name] as JsonObject;
    return type === undefined ? {} : { type };
  };
  return { properties: Object.fromEntries(names.map((name) => [name, shown(name)])) };
}

/**
 * What structuredContent holds. A row comes with its ETag next to its own fields, and with the set that owns it, if
 * one does. A write's warnings are not described: they are rare, and every tool would cost more for them.
 * @param reading the tool that reads the same, where that is another one: what a model learns once it need not pay for again
 * @param partReaders the tools that read the same objects in it, by the names of these
 */
export function outputSchemaOf(
  operation: ConfigurationOperation,
  reading?: string,
  partReaders: ReadonlyMap<string, ConfigurationOperation> = new Map(),
): JsonSchema {
  const { output } = operation;
  if (!("definition" in output)) {
    if (reading !== undefined) return { type: "object", description: asAnswered(reading) };
    const { properties, ...rest } = leanOutput(
      "fields" in output ? fieldsSchema(output.fields, "answer") : fieldSchema(output.value, "answer"),
    );
    if (properties === undefined) return rest;
    const elsewhere = [...partReaders].map(([name, { name: reader }]): [string, Json] => [
      name,
      {
        type: (properties as Readonly<Record<string, JsonObject>>)[name]?.type ?? "object",
        description: asAnswered(reader),
      },
    ]);
    return { ...rest, properties: { ...(properties as JsonObject), ...Object.fromEntries(elsewhere) } };
  }
  const { definition, verb } = output;
  switch (verb) {
    case "list":
      return listOutput(bareOutput(answerSchema(definition, verb, { type: "object" })));
    case "delete":
      return bareOutput(answerSchema(definition, verb, { type: "object" }));
    case "get":
      return withEtag(leanOutput(rowSchema(definition)), { managed_by: { type: "string" } });
    case "create":
    case "update":
      return writtenSchema(definition);
  }
}

/** Whether it has a field of its own with the name `propose`. */
export function hasOwnPropose({ input }: ConfigurationOperation): boolean {
  return Object.hasOwn("definition" in input ? input.definition.fields : input.fields, proposeName);
}

/** With `propose` it is the proposal, which has an id as well, and nothing else of a row. */
export function orProposal(
  { required, ...schema }: JsonSchema,
  { output }: ConfigurationOperation,
): JsonSchema {
  if ("definition" in output) return schema;
  return { type: "object", anyOf: [{ ...schema, ...(required && { required }) }, { required: ["digest"] }] };
}

/** Here a list has pages; at REST it is cut at its cap, as the contract has it. */
function listOutput({ properties, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    properties: { ...(properties as JsonObject), next_cursor: { type: ["string", "null"] } },
  };
}

/** The row as it is now. Rows are described where one is read: more often costs a model a fifth of the list. */
function writtenSchema({ shape, actionNames }: Kind): JsonSchema {
  const id = shape === "setting" ? {} : { id: { type: "string" } };
  const schema = withEtag({ type: "object", properties: id });
  return { ...schema, description: asAnswered(actionNames.get) };
}

function asAnswered(by: string): string {
  return `As ${by} answers.`;
}

interface Members {
  readonly properties: JsonObject;
  readonly required: readonly string[];
}

function membersOf(input: InputShape): Members {
  if ("definition" in input) return verbMembers(input.definition, input.verb);
  return partsOf(fieldsSchema(input.fields, input.mode ?? "create"));
}

function verbMembers(definition: Kind, verb: Verb): Members {
  const id = definition.shape === "setting" ? {} : { id: idSchema(definition) };
  const named = Object.keys(id);
  switch (verb) {
    case "list":
      return {
        properties: {
          ...filtersOf(definition),
          ...pageSchemas,
          managed_by: managedBySchema,
          etags: etagsSchema,
        },
        required: [],
      };
    case "get":
      return { properties: id, required: named };
    case "create":
      return partsOf(createSchema(definition));
    case "update": {
      const { properties } = partsOf(updateSchema(definition, { readOnlyValues: false }));
      return { properties: { ...id, if_match: ifMatchSchema, ...properties }, required: named };
    }
    case "delete": {
      if (!definition.deletedByKey)
        return { properties: { ...id, if_match: ifMatchSchema }, required: named };
      const key = keyOf(definition);
      return { properties: { ...key, if_match: ifMatchSchema }, required: Object.keys(key) };
    }
  }
}

function partsOf({ properties, required }: JsonSchema): Members {
  return { properties: properties as JsonObject, required: (required ?? []) as readonly string[] };
}

const ifMatchSchema: JsonSchema = {
  type: "string",
  description: "The etag of a read; refused if it changed since.",
};
const overrideSchema: JsonSchema = {
  type: "string",
  description: "Why tests hold nothing back.",
};

const pageSchemas = {
  limit: {
    type: "integer",
    minimum: 1,
    maximum: mostOnPage,
    description: "Most rows; 20 where it is left out.",
  },
  /** The instructions say what it is. */
  cursor: { type: "string" },
};
/** The same where the instructions say it all. */
const barePages = typesOnly({ properties: pageSchemas }).properties as JsonObject;

/** The instructions say that what takes a cursor takes a limit. */
function pagesIn(detail: Detail): JsonObject {
  return detail === "full" ? barePages : { cursor: pageSchemas.cursor };
}

const etagsSchema: JsonSchema = { type: "boolean", description: "Add each row's etag, for if_match." };
const managedBySchema: JsonSchema = { type: "string", description: 'Owning set; "" for none.' };

function confirmOf({ confirms }: ConfigurationOperation): JsonObject {
  if (!confirms) return {};
  const [type, value] = confirms === "id" ? ["string", "The id again"] : ["boolean", "true"];
  return { confirm: { type, description: `${value} does what is grave.` } };
}

function idSchema(definition: Kind): JsonSchema {
  const { derivedId, naturalKey } = definition;
  if (derivedId === undefined) return { type: "string" };
  return { type: "string", description: `${derivedId.format(naturalKey)}, each as its value.` };
}

/** Exact filters: the type of each field, and no more to say than its name. */
function filtersOf(definition: Kind): JsonObject {
  const { properties } = partsOf(createSchema(definition));
  return Object.fromEntries(
    listFilters(definition).map((name) => {
      const { type, enum: choices } = properties[name] as JsonObject;
      const one = Array.isArray(type) ? type[0] : type;
      return [name, choices === undefined ? { type: one as string } : { type: one as string, enum: choices }];
    }),
  );
}

function keyOf(definition: Kind): JsonObject {
  const { properties } = partsOf(createSchema(definition));
  return Object.fromEntries(definition.naturalKey.map((name) => [name, properties[name] as JsonObject]));
}

/** What may be changed is what was set when the row was made, and described there. */
function isDescribedElsewhere(input: InputShape): boolean {
  if ("fields" in input) return input.mode === "update";
  return input.verb === "update" && input.definition.verbs.includes("create");
}

function withEtag({ properties, ...rest }: JsonSchema, more: JsonObject = {}): JsonSchema {
  const etag = { type: "string" };
  return { ...rest, properties: { ...(properties as JsonObject), etag, ...more }, required: ["etag"] };
}
