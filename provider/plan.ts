/** What a configuration will make of a row, said before anything is written. Pure. */
import { defaultOf, type ItemField } from "../src/kernel/field.ts";
import type { Resource } from "../src/kernel/resource.ts";
import { argumentName, secretArguments } from "../src/kernel/terraform.ts";
import { replacingFields } from "../src/surfaces/terraform/schema.ts";
import { allFields, asValue, meansTheSame, perKind, secretNames, settableFields } from "./row-values.ts";
import type { Path } from "./wire/diagnostics.ts";
import { isList, isRecord, isSame, type ObjectValue, UNKNOWN, type Value } from "./wire/values.ts";

export interface Plan {
  readonly planned: ObjectValue;
  readonly requiresReplace: readonly Path[];
}

/**
 * A field that the configuration leaves out is planned as its default, never as it was: taking an argument
 * out of a file brings its default back.
 */
export function planRow(resource: Resource, config: ObjectValue, prior: ObjectValue | null): Plan {
  const settable = settableFields(resource).map(([name, field]): [string, Value] => {
    const argument = argumentName(name);
    const wanted = completed(field, config[argument] ?? null);
    const before = prior?.[argument] ?? null;
    return [name, prior !== null && meansTheSame(resource, name, wanted, before) ? before : wanted];
  });
  const changed = settable.flatMap(([name, value]) =>
    prior !== null && isSame(value, prior[argumentName(name)] ?? null) ? [] : [name],
  );
  const secrets = secretNames(resource).map((name) => planSecret(name, config, prior));
  const moves = prior === null || changed.length > 0 || secrets.some(({ moves }) => moves);
  const planned = {
    ...computedPart(resource, prior, moves),
    ...Object.fromEntries(settable.map(([name, value]) => [argumentName(name), value])),
    ...Object.assign({}, ...secrets.map(({ attributes }) => attributes)),
  };
  const replacing = replacingNames(resource);
  return {
    planned: { ...planned, ...(moves && prior === null ? knownId(resource, planned) : {}) },
    requiresReplace:
      prior === null
        ? []
        : changed.filter((name) => replacing.includes(name)).map((name) => [argumentName(name)]),
  };
}

/**
 * The secrets that a write has to send. One is sent with a new row, when its version moves, and when the
 * service has lost what the configuration still holds.
 */
export function secretsToSend(
  resource: Resource,
  config: ObjectValue,
  planned: ObjectValue,
  prior: ObjectValue | null,
): string[] {
  return secretNames(resource).filter((name) => isSent(name, config, planned, prior));
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
    moves,
    attributes: {
      [value]: null,
      [version]: config[version] ?? null,
      [set]: moves || prior === null ? stored : (prior[set] ?? null),
    } as ObjectValue,
  };
}

/** Whatever only the service knows; of a row that changes, all but its identity may have moved by then. */
function computedPart(resource: Resource, prior: ObjectValue | null, moves: boolean): ObjectValue {
  const stays = (name: string) => prior !== null && (!moves || lasting.includes(name));
  const values = computedNames(resource).map((name) => [
    name,
    stays(name) ? (prior?.[name] ?? null) : UNKNOWN,
  ]);
  return {
    ...Object.fromEntries(values),
    ...(resource.shape === "setting" ? { id: resource.kind } : {}),
  };
}

const lasting = ["id", "created_at"];

const computedNames = perKind((resource) =>
  allFields(resource).flatMap(([name, field]) => (field.type === "computed" ? [argumentName(name)] : [])),
);

const replacingNames = perKind(replacingFields);

/** An id that is made from the natural key is known as soon as the key is. */
function knownId({ derivedId, naturalKey }: Resource, planned: ObjectValue): ObjectValue {
  const key = naturalKey.map((name) => planned[argumentName(name)] ?? null);
  if (derivedId === undefined || key.some((part) => typeof part !== "string")) return {};
  return { id: derivedId.format(key as string[]) };
}

/** The value with defaults where nothing was written, inside objects too. */
function completed(field: ItemField, value: Value): Value {
  if (value === null) {
    const start = defaultOf(field);
    return start === undefined || start === null || field.optional ? null : asValue(field, start);
  }
  if (field.type === "list" && isList(value)) {
    // A null item is no item left out, but a mistake, and stays for validation to find.
    return value.map((item) => (item === null ? null : completed(field.items, item)));
  }
  if (field.type === "object" && isRecord(value)) {
    return Object.fromEntries(
      Object.entries(field.fields).map(([name, inner]) => [name, completed(inner, value[name] ?? null)]),
    );
  }
  return value;
}
