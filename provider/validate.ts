/** Problems that show without asking the service, found by the service's own validator. */
import { type ItemField, isConfiguration, type Json } from "../src/kernel/field.ts";
import { anyMoment, type Kind } from "../src/kernel/kind.ts";
import { parseBody } from "../src/kernel/parse-body.ts";
import type { Problem } from "../src/kernel/problem.ts";
import { argumentName, secretArguments } from "../src/kernel/terraform.ts";
import type { JsonObject } from "../src/kernel/validate.ts";
import { problemDiagnostic } from "./refusals.ts";
import { bodyOf, jsonOf, secretNames, settableFields } from "./row-values.ts";
import { loneArguments, noObject, secretJson } from "./secrets.ts";
import type { Diagnostic } from "./wire/diagnostics.ts";
import { hasUnknown, type ObjectValue, type Value } from "./wire/values.ts";

/** Looks at every argument that is wholly known, and at how they go together. */
export function validateConfig(definition: Kind, config: ObjectValue): Diagnostic[] {
  return [...configProblems(definition, config), ...loneArguments(definition, config)];
}

function configProblems(definition: Kind, config: ObjectValue): Diagnostic[] {
  const unknown = settableFields(definition).filter(([name]) =>
    hasUnknown(config[argumentName(name)] ?? null),
  );
  const names = unknown.map(([name]) => name);
  const known = Object.entries(definition.fields).filter(([name]) => !names.includes(name));
  const entries = known.flatMap(([name, field]): [string, Json][] => {
    if (field.type === "secret") return secretEntry(name, field.shape, config[secretArguments(name).value]);
    const value = config[argumentName(name)] ?? null;
    return isConfiguration(field) && value !== null ? [[name, jsonOf(field, value)]] : [];
  });
  const { problems, configuration } = parseBody(
    Object.fromEntries(known),
    Object.fromEntries(entries),
    "create",
  );
  const malformed = malformedSecrets(definition, config);
  const wrong = problems.length > 0 || malformed.length > 0;
  const found = wrong ? problems : ruleProblems(definition, configuration, unknown, undefined, undefined);
  return [...malformed, ...found.map(({ field, message }) => problemDiagnostic(definition, field, message))];
}

/**
 * What the kind's rule says of a planned change at this moment, which validation cannot: it knows neither the hour nor
 * the row as it was. A moment that has passed since it was set is no problem of a later change.
 */
export function changeProblems(
  definition: Kind,
  changed: readonly string[],
  planned: ObjectValue,
  prior: ObjectValue | null,
  now: Date,
): Diagnostic[] {
  if (changed.length === 0) return [];
  const unknown = settableFields(definition).filter(([name]) =>
    hasUnknown(planned[argumentName(name)] ?? null),
  );
  const before = prior === null ? undefined : bodyOf(definition, prior);
  const problems = ruleProblems(definition, knownOf(definition, planned), unknown, before, now);
  return problems.map(({ field, message }) => problemDiagnostic(definition, field, message));
}

/** The settings that are wholly known, as the service has them. */
function knownOf(definition: Kind, values: ObjectValue): JsonObject {
  return Object.fromEntries(
    settableFields(definition).flatMap(([name, field]): [string, Json][] => {
      const value = values[argumentName(name)] ?? null;
      return hasUnknown(value) ? [] : [[name, jsonOf(field, value)]];
    }),
  );
}

/**
 * What the kind's own rule says of the row as a whole. Which secrets are stored and what an unknown reference
 * will be is unknown here, so only a problem that exists either way counts; the service says the
 * rest. Where anything else is unknown nothing is said.
 * @param before the settings until now; undefined at creation
 * @param now the hour of the plan; undefined where the write may come at any time
 */
function ruleProblems(
  definition: Kind,
  known: JsonObject,
  unknown: readonly (readonly [string, ItemField])[],
  before: JsonObject | undefined,
  now: Date | undefined,
): Problem[] {
  if (unknown.some(([, field]) => field.type !== "reference")) return [];
  const problemsWith = (given: boolean) => {
    const references = unknown.map(([name]): [string, Json] => [name, given ? "unknown" : null]);
    const secretsSet = Object.fromEntries(secretNames(definition).map((name) => [name, given]));
    const configuration = { ...known, ...Object.fromEntries(references) };
    const view = (configuration: JsonObject) => ({ configuration, state: {}, secretsSet });
    const was = before === undefined ? undefined : view(before);
    const after = view(configuration);
    return definition.check?.(after, was, { ...anyMoment, now }, []) ?? [];
  };
  const found = problemsWith(true);
  if (found.length === 0) return [];
  const others = problemsWith(false).map(({ field, message }) => `${field} ${message}`);
  return found.filter(({ field, message }) => others.includes(`${field} ${message}`));
}

function secretEntry(name: string, shape: "text" | "object", value: Value | undefined): [string, Json][] {
  const json = typeof value === "string" ? secretJson(shape, value) : undefined;
  return json === undefined ? [] : [[name, json]];
}

/** The secrets that are to be objects and are not. The service's validator never sees their text. */
function malformedSecrets({ fields }: Kind, config: ObjectValue): Diagnostic[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.type !== "secret") return [];
    const value = config[secretArguments(name).value];
    const malformed = typeof value === "string" && secretJson(field.shape, value) === undefined;
    return malformed ? [noObject(name)] : [];
  });
}
