import { defaultOf, type Field, type ItemField, isConfiguration, type Json } from "../kernel/field.ts";
import type { Kind } from "../kernel/kind.ts";
import { withMomentsInUtc } from "../kernel/moments.ts";
import type { ConfigurationOf, DefaultsOf, DerivedOf, RowOf, ViewOf } from "../kernel/row-types.ts";
import { sanitised } from "../kernel/sanitised.ts";
import { presentStates } from "../kernel/staleness.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { StoredRow } from "./ports/rows.ts";

// Here alone a stored row is taken for what its kind's types say: nothing is stored that the validator refused.

/**
 * A row as every door shows it: id, the kind's fields in their order, times. A secret shows only whether
 * it is set. `revealed` holds what the kind's hook makes of the row for who may see it.
 */
export function renderRow<D extends Kind>(
  definition: D,
  row: StoredRow,
  now: Date,
  revealed: JsonObject = {},
): RowOf<D> {
  const derived: JsonObject = definition.derive?.(viewOf<Kind>(definition, row), now) ?? {};
  const shown: Record<string, Json> = definition.shape === "collection" ? { id: row.id } : {};
  for (const name in definition.fields) {
    const field = definition.fields[name] as Field;
    switch (field.type) {
      case "secret":
        shown[`${name}_set`] = row.secrets[name] !== undefined;
        break;
      case "computed":
        shown[name] = shownState(
          field.shape,
          derived[name] ?? revealed[name] ?? row.state[name] ?? defaultOf(field.shape) ?? null,
        );
        break;
      default:
        shown[name] = settingOf(field, row.configuration[name]);
        if (shown[name] === null && field.keptWhenAbsent) shown[name] = row.state[name] ?? null;
    }
  }
  Object.assign(shown, withMomentsInUtc(definition, shown));
  if (definition.shape === "collection") shown.created_at = row.createdAt.toISOString();
  shown.updated_at = row.revision === unsaved ? null : row.updatedAt.toISOString();
  Object.assign(shown, presentStates(definition, shown, now.getTime()));
  return shown as RowOf<D>;
}

/** What was kept before texts were sanitised on their way in is so on its way out. */
function shownState(shape: ItemField, value: Json): Json {
  return shape.type === "text" && shape.sanitised && typeof value === "string" ? sanitised(value) : value;
}

/** The revision of a setting that nobody has saved yet. */
export const unsaved = "0";

/** The row as rules see it; fields that were added after it was stored show their default. */
export function viewOf<D extends Kind>(
  definition: D,
  row: Pick<StoredRow, "configuration" | "secrets" | "state">,
): ViewOf<D> {
  return {
    configuration: completed(definition, row.configuration),
    state: row.state,
    secretsSet: Object.fromEntries(Object.keys(row.secrets).map((name) => [name, true])),
  } as ViewOf<D>;
}

/** The `derived` fields of a row at `now`. */
export function derivedOf<D extends Kind>(definition: D, view: ViewOf<D>, now: Date): DerivedOf<D> {
  return (definition.derive?.(view, now) ?? {}) as DerivedOf<D>;
}

/** A stored row's settings with the default of every field that they do not name, moments in UTC. */
export function completed<D extends Kind>(definition: D, configuration: JsonObject): ConfigurationOf<D> {
  const settings: Record<string, Json> = {};
  for (const name in definition.fields) {
    const field = definition.fields[name] as Field;
    if (field.type === "secret" || field.type === "computed") continue;
    settings[name] = settingOf(field, configuration[name]);
  }
  return withMomentsInUtc(definition, settings) as ConfigurationOf<D>;
}

/** The settings that have a default, each with it: what stands for a row that is not there. */
export function defaultsOf<D extends Kind>(definition: D): DefaultsOf<D> {
  const settings: Record<string, Json> = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    const start = isConfiguration(field) ? defaultOf(field) : undefined;
    if (start !== undefined) settings[name] = start;
  }
  return settings as DefaultsOf<D>;
}

/** A field that was added after the row was stored has its default. */
function settingOf(field: ItemField, stored: Json | undefined): Json {
  return stored === undefined ? (defaultOf(field) ?? null) : stored;
}

/** These members only; null where there is none. */
export function pick(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
}

/** All members but these. */
export function without(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
}
