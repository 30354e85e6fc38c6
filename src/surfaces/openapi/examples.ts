/** Examples of every kind for the description: the row of its definition, as it is sent and as it is answered. */
import { renderRow } from "../../engine/render.ts";
import { filledExample } from "../../kernel/example.ts";
import type { Kind } from "../../kernel/kind.ts";
import { parseBody } from "../../kernel/parse-body.ts";
import { measuredField, sightOf } from "../../kernel/staleness.ts";
import { atOnce } from "../../kernel/time-slices.ts";
import type { JsonObject } from "../../kernel/validate.ts";

interface Shown {
  /** The body of a create. */
  readonly create: JsonObject;
  /** For a collection a change of one field, for a setting the whole of its example. */
  readonly update: JsonObject;
  readonly row: JsonObject;
}

type Kinds = Readonly<Record<string, Kind>>;

/** A moment of no significance, so that the description does not change from day to day. */
const now = new Date("2026-03-10T09:30:00.000Z");

const moment = {
  now,
  actor: { kind: "key", id: "key_example", name: "terraform" },
  address: undefined,
} as const;

export function examplesOf(definition: Kind, kinds: Kinds): Shown {
  const create = filledExample(definition.example, (kind) => {
    const target = kinds[kind];
    if (target !== undefined) return exampleId(target);
    throw new Error(`the example of ${definition.kind} points at ${kind}, which is no kind`);
  });
  const update = definition.shape === "setting" ? create : changeOf(definition, create);
  return { create, update, row: rowOf(definition, create) };
}

/** The id of a kind's example row. */
export function exampleId({ derivedId, naturalKey, example, idPrefix }: Kind): string {
  return derivedId === undefined
    ? `${idPrefix}_01k0zq4v3nexbsk2m6rh8t5y7w`
    : derivedId.format(naturalKey.map((name) => String(example[name] ?? "")));
}

/** Switches the row off where it can be; elsewhere a value of the example that may change. */
function changeOf({ fields, naturalKey }: Kind, create: JsonObject): JsonObject {
  for (const [name, field] of Object.entries(fields)) {
    if (field.type === "boolean" && field.switch) return { [name]: !(create[name] ?? field.default) };
  }
  const names = Object.keys(create).filter((name) => !fields[name]?.fixed);
  const name = names.find((name) => !naturalKey.includes(name)) ?? names[0];
  return name === undefined ? {} : { [name]: create[name] ?? null };
}

/** When the values of the example were measured, of kinds that say it. */
function agesOf({ fields, exampleState }: Kind): JsonObject {
  const at = exampleState[sightOf(fields)?.field ?? ""];
  if (at === undefined) return {};
  const measured = Object.keys(exampleState).filter((name) => exampleState[name] !== at);
  return { [measuredField]: Object.fromEntries(measured.map((name) => [name, at])) };
}

/** The row as it would be answered, with what its definition says that the service fills in. */
function rowOf(definition: Kind, create: JsonObject): JsonObject {
  const { configuration, secrets } = parseBody(definition.fields, create, "create");
  const secretsSet = Object.fromEntries(
    Object.entries(secrets).flatMap(([name, value]) => (value === null ? [] : [[name, true]])),
  );
  const view = { configuration, state: {}, secretsSet };
  const examination = definition.examine?.(view, undefined);
  const prepared = definition.prepare?.(view, undefined, moment, examination && atOnce(examination.work));
  const stored = {
    kind: definition.kind,
    id: exampleId(definition),
    naturalKey: null,
    configuration: { ...configuration, ...(prepared?.configuration as JsonObject | undefined) },
    secrets: Object.fromEntries(Object.keys(secretsSet).map((name) => [name, ""])),
    state: { ...prepared?.state, ...definition.exampleState, ...agesOf(definition) },
    revision: "42",
    managedBy: null,
    createdAt: now,
    updatedAt: now,
  };
  return renderRow(definition, stored, now, definition.exampleState);
}
