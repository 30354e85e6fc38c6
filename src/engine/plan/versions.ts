/** What rows were, reported from what they are and from their audit records: each record is undone, the newest first. Pure. */
import { isConfiguration, type Json } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { AuditEntry, FieldChange } from "../ports/rows.ts";
import { completed } from "../render.ts";

/** What a record says of the change that it is about. */
export type ChangeRecord = Pick<AuditEntry, "action" | "changes">;

/**
 * The configuration before a record, by the configuration after it; undefined is no row. Where only a part of the
 * configuration after it is known, an update gives no more of the one before it.
 */
export function configurationBefore(
  definition: Kind,
  { action, changes }: ChangeRecord,
  after: JsonObject | undefined,
): JsonObject | undefined {
  const values = valuesOf(definition, action, changes, "before");
  switch (action) {
    case definition.actionNames.create:
      return undefined;
    case definition.actionNames.delete:
      // The record has every field that was not null.
      return completed(definition, { ...emptyOf(definition), ...values });
    default:
      return after && { ...after, ...values };
  }
}

/** The same in the other direction. */
export function configurationAfter(
  definition: Kind,
  { action, changes }: ChangeRecord,
  before: JsonObject | undefined,
): JsonObject | undefined {
  const values = valuesOf(definition, action, changes, "after");
  switch (action) {
    case definition.actionNames.create:
      return completed(definition, values);
    case definition.actionNames.delete:
      return undefined;
    default:
      return before && { ...before, ...values };
  }
}

/** What became of secrets by a record. */
export function secretsOf({ changes }: Pick<AuditEntry, "changes">): Readonly<Record<string, SecretChange>> {
  return Object.fromEntries(
    changes.flatMap((change) => ("secret" in change ? [[change.field, change.secret]] : [])),
  );
}

export type SecretChange = Extract<FieldChange, { secret: unknown }>["secret"];

/**
 * The values of settable fields on one side of a record. Records of actions that are no verbs may speak of other
 * things next to the row by a name that the row has too. Such an action never moves a fixed field, so that a name
 * of one is not the row's.
 */
function valuesOf(
  { fields, actionNames }: Kind,
  action: string,
  changes: readonly FieldChange[],
  side: "before" | "after",
): JsonObject {
  const { create, update, delete: remove } = actionNames;
  const isVerb = [create, update, remove].includes(action);
  return Object.fromEntries(
    changes.flatMap((change): [string, Json][] => {
      const field = Object.hasOwn(fields, change.field) ? fields[change.field] : undefined;
      if (field === undefined || !isConfiguration(field) || "secret" in change) return [];
      return isVerb || field.fixed === undefined ? [[change.field, change[side]]] : [];
    }),
  );
}

/** Null for every field that may be. */
function emptyOf({ fields }: Kind): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      isConfiguration(field) && field.nullable ? [[name, null]] : [],
    ),
  );
}
