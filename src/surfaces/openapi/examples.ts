/**
 * Examples of every kind, made from its fields and tried against its own rules: what the description shows
 * would be accepted as it stands.
 */
import { renderRow } from "../../engine/render.ts";
import {
  defaultOf,
  type Fields,
  type ItemField,
  isConfiguration,
  type Json,
  type TextField,
} from "../../kernel/field.ts";
import { formatOf } from "../../kernel/format.ts";
import { atOnce } from "../../kernel/pieces.ts";
import type { Resource, View } from "../../kernel/resource.ts";
import { type JsonObject, parseBody } from "../../kernel/validate.ts";

export interface Example {
  /** The least that makes a row; for a setting, what it starts as. */
  readonly create: JsonObject;
  /** A change of one field. */
  readonly update: JsonObject;
  readonly row: JsonObject;
}

type Kinds = Readonly<Record<string, Resource>>;

/** A morning of no significance, so that the description does not change from day to day. */
const now = new Date("2026-03-10T09:30:00.000Z");
const day = now.toISOString().slice(0, 10);

/** Fields that rules ask for one after the other, such as a ratio's two queries. */
const maxRounds = 8;

export function exampleOf(resource: Resource, kinds: Kinds): Example {
  const create = acceptable(resource, kinds, startOf(resource, kinds));
  return { create, update: changeOf(resource, kinds, create), row: rowOf(resource, kinds, create) };
}

export function exampleId(resource: Resource): string {
  const { derivedId, naturalKey, fields, idPrefix } = resource;
  if (derivedId === undefined) return `${idPrefix}_01k0zq4v3nexbsk2m6rh8t5y7w`;
  return derivedId.format(
    naturalKey.map((name) => String(sample(fields[name] as ItemField, name, resource, {}))),
  );
}

/** The fields that a body must name, and those of the natural key. */
function startOf(resource: Resource, kinds: Kinds): JsonObject {
  const initial = resource.initial?.({ name: "Acme" }) ?? {};
  const named = configurationOf(resource.fields).filter(
    ([name, field]) =>
      !Object.hasOwn(initial, name) &&
      (defaultOf(field) === undefined || (field.type === "text" && resource.naturalKey.includes(name))),
  );
  return {
    ...initial,
    ...Object.fromEntries(named.map(([name, field]) => [name, sample(field, name, resource, kinds)])),
  };
}

/** Fills in what the kind's rules ask for beyond its required fields, until they are content. */
function acceptable(resource: Resource, kinds: Kinds, start: JsonObject): JsonObject {
  let body = start;
  for (let round = 0; round < maxRounds; round += 1) {
    const missing = problemsOf(resource, body)
      .map((path) => path.split(/[.[]/)[0] as string)
      .find((name) => !Object.hasOwn(body, name) && Object.hasOwn(resource.fields, name));
    const field = missing === undefined ? undefined : resource.fields[missing];
    if (missing === undefined || field === undefined || !isConfiguration(field)) return body;
    body = { ...body, [missing]: sample(field, missing, resource, kinds) };
  }
  return body;
}

function problemsOf(resource: Resource, body: JsonObject): string[] {
  const after = prepared(resource, body);
  return (resource.check?.(after, undefined, moment, []) ?? []).map(({ field }) => field);
}

function prepared(resource: Resource, body: JsonObject): View<JsonObject> {
  const { configuration } = parseBody(resource.fields, body, "create");
  const view = { configuration, state: {}, secretsSet: {} };
  const examination = resource.examine?.(view, undefined);
  const more = resource.prepare?.(view, undefined, moment, examination && atOnce(examination.work));
  return {
    ...view,
    configuration: { ...configuration, ...(more?.configuration as JsonObject) },
    state: more?.state ?? {},
  };
}

const moment = {
  now,
  actor: { kind: "key", id: "key_example", name: "terraform" },
  address: undefined,
} as const;

function changeOf(resource: Resource, kinds: Kinds, create: JsonObject): JsonObject {
  const free = configurationOf(resource.fields).filter(
    ([, field]) => !field.fixed && field.type !== "reference",
  );
  const [name, field] = free.find(([name]) => name === "enabled") ?? free[0] ?? [];
  if (name === undefined || field === undefined) return {};
  return { [name]: create[name] ?? defaultOf(field) ?? sample(field, name, resource, kinds) };
}

/** The row as it would be answered, with something in the fields that only the service fills. */
function rowOf(resource: Resource, kinds: Kinds, create: JsonObject): JsonObject {
  const { configuration, state } = prepared(resource, create);
  const stored = {
    kind: resource.kind,
    id: exampleId(resource),
    naturalKey: null,
    configuration,
    secrets: {},
    state,
    revision: "42",
    createdAt: now,
    updatedAt: now,
  };
  const row = renderRow(resource, stored, now);
  const filled = Object.entries(resource.fields).flatMap(([name, field]): [string, Json][] =>
    field.type === "computed" && row[name] === null && !field.shape.nullable
      ? [[name, sample(field.shape, name, resource, kinds)]]
      : [],
  );
  return { ...row, ...Object.fromEntries(filled) };
}

function configurationOf(fields: Fields): [string, ItemField][] {
  return Object.entries(fields).flatMap(([name, field]) => (isConfiguration(field) ? [[name, field]] : []));
}

function sample(field: ItemField, name: string, resource: Resource, kinds: Kinds): Json {
  switch (field.type) {
    case "text":
      return sampleText(field, name, resource);
    case "integer":
      return field.default ?? field.choices?.[0] ?? Math.max(field.min, Math.min(1, field.max));
    case "number":
      return (
        field.default ??
        (field.exclusive ? (field.min + field.max) / 2 : Math.max(field.min, Math.min(1, field.max)))
      );
    case "boolean":
      return field.default ?? true;
    case "choice":
      return field.default ?? field.choices[0] ?? "";
    case "timestamp":
      return now.toISOString();
    case "date":
      return day;
    case "reference": {
      const target = kinds[field.to];
      return target === undefined ? `${field.to}_01k0zq4v3nexbsk2m6rh8t5y7w` : exampleId(target);
    }
    case "list":
      return [sample(field.items, name, resource, kinds)];
    case "map":
      return {};
    case "object": {
      const inner = Object.entries(field.fields).filter(([, item]) => field.exactlyOne || !item.optional);
      const shown = field.exactlyOne ? inner.slice(0, 1) : inner;
      return Object.fromEntries(shown.map(([key, item]) => [key, sample(item, key, resource, kinds)]));
    }
  }
}

function sampleText(field: TextField, name: string, resource: Resource): string {
  const words =
    name === "name" ? `Example ${resource.singular.replaceAll("_", " ")}` : name.replaceAll("_", " ");
  const format = field.format === undefined ? undefined : formatOf(field.format).example;
  const text = field.example ?? format ?? commonTexts[name] ?? words;
  return text.padEnd(field.min, "x").slice(0, field.max);
}

/** Names that many kinds have in common, with what people write there. */
const commonTexts: Readonly<Record<string, string>> = {
  service: "checkout",
  environment: "prod",
  branch: "main",
  reason: "Planned maintenance",
};
