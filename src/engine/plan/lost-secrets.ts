/** Secrets that changed since a row was what a plan makes it again: their old values are kept nowhere. Pure. */
import type { JsonObject } from "../../kernel/validate.ts";
import type { AuditEntry, StoredRow } from "../ports/rows.ts";
import type { PlanNotice } from "./edits.ts";
import { type SecretChange, secretsOf } from "./versions.ts";

/** Why a warning says that a secret does not come back. */
const secretNotRestored = "secret_not_restored";

interface Target {
  readonly kind: string;
  readonly key: JsonObject | null;
  /** The records from then to now, the oldest first. */
  readonly since: readonly Pick<AuditEntry, "changes">[];
  /** The row as it is; undefined where it is gone. */
  readonly row: Pick<StoredRow, "secrets"> | undefined;
}

/** A warning for each secret that is not what it was then. */
export function lostSecrets({ kind, key, since, row }: Target): PlanNotice[] {
  const first = new Map<string, SecretChange>();
  for (const record of since) {
    for (const [name, change] of Object.entries(secretsOf(record)))
      if (!first.has(name)) first.set(name, change);
  }
  return [...first].flatMap(([field, change]) => {
    const wasSet = change !== "set";
    const isSet = row?.secrets[field] !== undefined;
    if (!wasSet && !isSet) return [];
    return [{ kind, key, field, reason: secretNotRestored, message: messageOf(wasSet, isSet) }];
  });
}

function messageOf(wasSet: boolean, isSet: boolean): string {
  if (!isSet) return "was set then, and its value is not stored: set it again after the plan is applied";
  return wasSet
    ? "was changed since, and its old value is not stored: it stays as it is now; set the old value again if it should be back"
    : "was not set then, and stays as it is now; send null for it if it should go";
}
