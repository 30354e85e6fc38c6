/** A row as a data source: found by its id, or by its natural key. */
import { defaultOf } from "../../src/kernel/field.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import { argumentName } from "../../src/kernel/terraform.ts";
import { pluralType } from "../../src/surfaces/terraform/schema.ts";
import type { Row } from "../batch.ts";
import { couldBeId, filtersOf, holder, type Key, keyArguments, nearestKey, shownKey } from "../named-rows.ts";
import { error, words } from "../refusals.ts";
import { defaulted, settableFields, stateOf } from "../row-values.ts";
import type { Session, SessionOf } from "../session.ts";
import { type Diagnostic, DiagnosticsError } from "../wire/diagnostics.ts";
import type { DataSource } from "../wire/provider.ts";
import { type ObjectValue, UNKNOWN } from "../wire/values.ts";

export function rowSource(resource: Resource, session: SessionOf): DataSource {
  return {
    validate: ({ config }) => namingProblems(resource, config),
    read: async ({ config, signal }) => {
      const { id = null } = config;
      const { body } = await (id === null
        ? rowOfKey(session(), resource, keyIn(resource, config), signal)
        : rowOfId(session(), resource, String(id), signal));
      return { state: stateOf(resource, body, config) };
    },
  };
}

/**
 * What is wrong with how the row is named: by its id or by the whole natural key, and by one of them. What is not
 * known yet may turn out to be null; Terraform asks again when it is.
 */
export function namingProblems(resource: Resource, config: ObjectValue): Diagnostic[] {
  const { id = null } = config;
  const keys = keyFields(resource);
  const written = keys.filter(([argument]) => (config[argument] ?? null) !== null).map(([name]) => name);
  const [first] = written.filter((argument) => config[argument] !== UNKNOWN);
  if (id === UNKNOWN) return [];
  const what = words(resource);
  if (id !== null) {
    if (first === undefined) return [];
    const detail = `The id alone names the ${what}: take ${first} out, or take id out and write ${keyArguments(resource)}.`;
    return [at(first, `Both id and ${first} are set`, detail)];
  }
  const missing = keys.filter(([argument, field]) => !written.includes(argument) && isNeeded(field));
  if (missing.length === 0) return [];
  const absent = missing.map(([argument]) => argument).join(" and ");
  if (first !== undefined) {
    const detail = `Its natural key is ${keyArguments(resource)}: write ${absent} too, or the id alone.`;
    return [at(first, `${first} alone does not name one ${what}`, detail)];
  }
  if (written.length > 0) return [];
  const detail = `Write its id, or its natural key: ${absent}. All rows are in data "${pluralType(resource)}".`;
  return [error(`Nothing says which ${what} is meant`, detail)];
}

/** The parts of the natural key, by argument. */
function keyFields(resource: Resource) {
  return resource.naturalKey.map((name) => {
    const [, field] = settableFields(resource).find(([settable]) => settable === name) ?? [];
    if (field === undefined) throw new Error(`${resource.kind} has no field ${name}`);
    return [argumentName(name), field] as const;
  });
}

/** A part with a default may be left out; one that may be null finds nothing by null. */
function isNeeded(field: ReturnType<typeof keyFields>[number][1]): boolean {
  return (defaultOf(field) ?? null) === null;
}

function keyIn(resource: Resource, config: ObjectValue): Key {
  return keyFields(resource).map(([argument, field]) => String(defaulted(field, config[argument] ?? null)));
}

async function rowOfId({ rows }: Session, resource: Resource, id: string, signal: AbortSignal): Promise<Row> {
  const likely = couldBeId(resource, id);
  const row = likely ? await rows.read(resource, id, signal) : undefined;
  if (row !== undefined) return row;
  const hint = likely
    ? ""
    : ` That is no id of theirs: to find the row by its natural key, write ${keyArguments(resource)} in place of id.`;
  throw missing(resource, "id", `id "${id}".${hint}`);
}

/** A key that is free again after a while may have had several rows: the one that still counts. */
async function rowOfKey({ rows }: Session, resource: Resource, key: Key, signal: AbortSignal): Promise<Row> {
  const { rows: found } = await rows.list(resource, filtersOf(resource, key), signal);
  const row = holder(found) ?? found[0];
  if (row !== undefined) return row;
  const near = await nearestKey(rows, resource, key, signal);
  const hint = near === undefined ? "" : ` Did you mean ${shownKey(resource, near)}?`;
  throw missing(resource, resource.naturalKey[0] ?? "id", `${shownKey(resource, key)}.${hint}`);
}

function missing(resource: Resource, name: string, how: string): DiagnosticsError {
  return new DiagnosticsError([
    at(argumentName(name), `There is no such ${words(resource)}`, `No row of ${resource.kind} has ${how}`),
  ]);
}

function at(argument: string, summary: string, detail: string): Diagnostic {
  return { ...error(summary, detail), path: [argument] };
}
