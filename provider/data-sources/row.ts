/** A row as a data source: found by its id, or by its natural key. */
import { defaultOf, type ItemField } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { argumentName } from "../../src/kernel/terraform.ts";
import { pluralType } from "../../src/surfaces/terraform/schema.ts";
import type { Row } from "../batch.ts";
import { couldBeId, type Key, rowOfKey, shownKey } from "../named-rows.ts";
import { error, keyArguments, words } from "../refusals.ts";
import { stateOf } from "../row-values.ts";
import type { Session, SessionOf } from "../session.ts";
import { type Diagnostic, DiagnosticsError } from "../wire/diagnostics.ts";
import type { DataSource } from "../wire/provider.ts";
import { type ObjectValue, UNKNOWN } from "../wire/values.ts";

export function rowSource(definition: Kind, session: SessionOf): DataSource {
  return {
    validate: ({ config }) => namingProblems(definition, config),
    read: async ({ config, signal }) => {
      const { id = null } = config;
      const { body } = await (id === null
        ? rowWithKey(session(), definition, keyIn(definition, config), signal)
        : rowOfId(session(), definition, String(id), signal));
      return { state: stateOf(definition, body, config) };
    },
  };
}

/**
 * What is wrong with how the row is named: by its id or by the whole natural key, and by one of them. What is not
 * known yet may turn out to be null; Terraform asks again when it is.
 */
export function namingProblems(definition: Kind, config: ObjectValue): Diagnostic[] {
  const { id = null } = config;
  const keys = keyFields(definition);
  const written = keys.filter(([argument]) => (config[argument] ?? null) !== null).map(([name]) => name);
  const [first] = written.filter((argument) => config[argument] !== UNKNOWN);
  if (id === UNKNOWN) return [];
  const what = words(definition);
  if (id !== null) {
    if (first === undefined) return [];
    const detail = `The id alone names the ${what}: take ${first} out, or take id out and write ${keyArguments(definition)}.`;
    return [at(first, `Both id and ${first} are set`, detail)];
  }
  const missing = keys.filter(([argument, field]) => !written.includes(argument) && isNeeded(field));
  if (missing.length === 0) return [];
  const absent = missing.map(([argument]) => argument).join(" and ");
  if (first !== undefined) {
    const detail = `Its natural key is ${keyArguments(definition)}: write ${absent} too, or the id alone.`;
    return [at(first, `${first} alone does not name one ${what}`, detail)];
  }
  if (written.length > 0) return [];
  const detail = `Write its id, or its natural key: ${absent}. All rows are in data "${pluralType(definition)}".`;
  return [error(`Nothing says which ${what} is meant`, detail)];
}

/** The parts of the natural key, by argument. */
function keyFields({ naturalKey, fields }: Kind) {
  return naturalKey.map((name) => [argumentName(name), fields[name] as ItemField] as const);
}

/** A part with a default may be left out; one that may be null finds nothing by null. */
function isNeeded(field: ItemField): boolean {
  return (defaultOf(field) ?? null) === null;
}

function keyIn(definition: Kind, config: ObjectValue): Key {
  return keyFields(definition).map(([argument, field]) => String(config[argument] ?? defaultOf(field)));
}

async function rowOfId({ rows }: Session, definition: Kind, id: string, signal: AbortSignal): Promise<Row> {
  const likely = couldBeId(definition, id);
  const row = likely ? await rows.read(definition, id, signal) : undefined;
  if (row !== undefined) return row;
  const hint = likely
    ? ""
    : ` That is no id of theirs: to find the row by its natural key, write ${keyArguments(definition)} in place of id.`;
  throw missing(definition, "id", `id "${id}".${hint}`);
}

async function rowWithKey({ rows }: Session, definition: Kind, key: Key, signal: AbortSignal): Promise<Row> {
  const found = await rowOfKey(rows, definition, key, signal);
  if ("row" in found) return found.row;
  const [argument = "id"] = definition.naturalKey.map(argumentName);
  if ("several" in found) {
    const detail = `${found.several} Write the id of the one that is meant in place of ${keyArguments(definition)}.`;
    throw new DiagnosticsError([
      at(argument, `Several rows of ${definition.kind} have had this key`, detail),
    ]);
  }
  const hint = found.near === undefined ? "" : ` Did you mean ${shownKey(definition, found.near)}?`;
  throw missing(definition, argument, `${shownKey(definition, key)}.${hint}`);
}

function missing(definition: Kind, argument: string, how: string): DiagnosticsError {
  return new DiagnosticsError([
    at(argument, `There is no such ${words(definition)}`, `No row of ${definition.kind} has ${how}`),
  ]);
}

function at(argument: string, summary: string, detail: string): Diagnostic {
  return { ...error(summary, detail), path: [argument] };
}
