/** What a configuration will make of a row, said before anything is written. Pure. */
import { type ComputedField, type ItemField, isFound } from "../src/kernel/field.ts";
import type { Kind } from "../src/kernel/kind.ts";
import { argumentName, secretArguments } from "../src/kernel/terraform.ts";
import { replacingFields } from "../src/surfaces/terraform/schema.ts";
import { allFields, completed, meansTheSame, perKind, secretNames, settableFields } from "./row-values.ts";
import type { Path } from "./wire/diagnostics.ts";
import { isSame, type ObjectValue, UNKNOWN, type Value } from "./wire/values.ts";

export interface Plan {
  readonly planned: ObjectValue;
  readonly requiresReplace: readonly Path[];
  /** The settings that the plan changes, secrets apart: all of them where the row is to be made. */
  readonly changed: readonly string[];
}

/**
 * A field that the configuration leaves out is planned as its default and not as it was: taking an argument out of a
 * file brings its default back. Only a field that is kept when absent stays.
 */
export function planRow(definition: Kind, config: ObjectValue, prior: ObjectValue | null): Plan {
  const settable = settableFields(definition).map(([name, field]): [string, Value] => {
    const argument = argumentName(name);
    const before = prior?.[argument] ?? null;
    const wanted = wantedOf(field, config[argument] ?? null, prior === null ? undefined : before);
    return [name, prior !== null && meansTheSame(definition, name, wanted, before) ? before : wanted];
  });
  const changed = settable.flatMap(([name, value]) =>
    prior !== null && isSame(value, prior[argumentName(name)] ?? null) ? [] : [name],
  );
  const secrets = secretNames(definition).map((name) => planSecret(name, config, prior));
  const moved = [...changed, ...secrets.flatMap(({ name, moves }) => (moves ? [name] : []))];
  const planned = {
    ...computedPart(definition, prior, moved),
    ...Object.fromEntries(
      settable.map(([name, value]) => {
        const argument = argumentName(name);
        const moves =
          moved.length > 0 && isFound(definition.fields[name]) && (config[argument] ?? null) === null;
        return [argument, moves ? UNKNOWN : value];
      }),
    ),
    ...Object.assign({}, ...secrets.map(({ attributes }) => attributes)),
  };
  const replacing = replacingNames(definition);
  return {
    planned: { ...planned, ...(prior === null ? knownId(definition, planned) : {}) },
    changed,
    requiresReplace:
      prior === null
        ? []
        : changed.filter((name) => replacing.includes(name)).map((name) => [argumentName(name)]),
  };
}

/**
 * @param before what the row has, where there is one: some fields keep it where the configuration leaves them out
 */
function wantedOf(field: ItemField, written: Value, before: Value | undefined): Value {
  if (written !== null || !field.keptWhenAbsent) return completed(field, written);
  if (before !== undefined) return before;
  // Where it has no default, only the service knows.
  return completed(field, null) ?? UNKNOWN;
}

/**
 * The secrets that a write has to send. One is sent with a new row, when its version moves, and when the
 * service has lost what the configuration still holds.
 */
export function secretsToSend(
  definition: Kind,
  config: ObjectValue,
  planned: ObjectValue,
  prior: ObjectValue | null,
): string[] {
  return secretNames(definition).filter((name) => isSent(name, config, planned, prior));
}

function isSent(name: string, config: ObjectValue, planned: ObjectValue, prior: ObjectValue | null): boolean {
  const { value, version, set } = secretArguments(name);
  if (prior === null) return config[value] !== null;
  if (!isSame(planned[version] ?? null, prior[version] ?? null)) return true;
  return prior[set] === false && config[value] !== null;
}

function planSecret(name: string, config: ObjectValue, prior: ObjectValue | null) {
  const { value, version, set } = secretArguments(name);
  const moves = isSent(name, config, config, prior);
  const stored = config[value] === UNKNOWN ? UNKNOWN : config[value] !== null;
  return {
    name,
    moves,
    attributes: {
      [value]: null,
      [version]: config[version] ?? null,
      [set]: moves || prior === null ? stored : (prior[set] ?? null),
    } as ObjectValue,
  };
}

/**
 * Whatever only the service knows. Of a row that changes, what the definition does not say to move with the change
 * stays as it was, and what an apply answers of it is kept for the next read (row-values.ts, `stateOf`).
 */
function computedPart(definition: Kind, prior: ObjectValue | null, moved: readonly string[]): ObjectValue {
  const moves = ({ movedBy = [] }: ComputedField) =>
    movedBy === "any change" ? moved.length > 0 : movedBy.some((name) => moved.includes(name));
  const values = computedFields(definition).map(([name, field]) => [
    name,
    prior === null || moves(field) ? UNKNOWN : (prior[name] ?? null),
  ]);
  return {
    ...Object.fromEntries(values),
    ...(definition.shape === "setting" ? { id: definition.kind } : {}),
  };
}

const computedFields = perKind((definition) =>
  allFields(definition).flatMap(([name, field]): [string, ComputedField][] =>
    field.type === "computed" ? [[argumentName(name), field]] : [],
  ),
);

const replacingNames = perKind(replacingFields);

/** An id that is made from the natural key is known as soon as the key is. */
function knownId({ derivedId, naturalKey }: Kind, planned: ObjectValue): ObjectValue {
  const key = naturalKey.map((name) => planned[argumentName(name)] ?? null);
  if (derivedId === undefined || key.some((part) => typeof part !== "string")) return {};
  return { id: derivedId.format(key as string[]) };
}
