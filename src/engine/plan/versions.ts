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
  record: ChangeRecord,
  after: JsonObject | undefined,
): JsonObject | undefined {
  return otherSide(definition, record, after, "before");
}

/** The same in the other direction. */
export function configurationAfter(
  definition: Kind,
  record: ChangeRecord,
  before: JsonObject | undefined,
): JsonObject | undefined {
  return otherSide(definition, record, before, "after");
}

function otherSide(
  definition: Kind,
  { action, changes }: ChangeRecord,
  known: JsonObject | undefined,
  side: "before" | "after",
): JsonObject | undefined {
  const { create, delete: remove } = definition.actionNames;
  if (action === (side === "before" ? create : remove)) return undefined;
  const values = valuesOf(definition, action, changes, side);
  if (action === create) return completed(definition, values);
  // The record has every field that was not null.
  return action === remove
    ? completed(definition, { ...emptyOf(definition), ...values })
    : known && { ...known, ...values };
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
