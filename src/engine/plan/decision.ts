/** What edits of many rows would do, once it is decided. */

import type { JsonObject } from "../../kernel/validate.ts";
import type { RowMove } from "../feature.ts";
import type { RowName } from "../ports/plans.ts";
import type { AuditEntry, StoredRow } from "../ports/rows.ts";
import type { PlanNotice, PlanProblem } from "./edits.ts";
import type { Save } from "./identify.ts";
import type { Stage } from "./stage.ts";

/** A row that a request names, as it was found; `before` is undefined where there is none yet. */
export interface NamedRow extends RowName {
  readonly key: JsonObject | null;
  readonly before: StoredRow | undefined;
}

/** A row that changes sets. */
export interface OwnerMove {
  readonly kind: string;
  readonly id: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The record of it; a row that is made has its own. */
  readonly audit: AuditEntry | undefined;
}

export interface Decision {
  readonly stage: Stage;
  readonly moves: readonly OwnerMove[];
  readonly problems: readonly PlanProblem[];
  readonly warnings: readonly PlanNotice[];
  /** Rows that the request names, as they were found; undefined where there is none yet. */
  readonly named: readonly NamedRow[];
  /** How many rows that the bundle does not name stay in the set, because only so many leave it at once. */
  readonly pruneLeft: number;
  /** Rows that were named to be saved, and have no problem. */
  readonly sound: readonly RowName[];
  /** By save, the secrets that were not compared with the stored ones: they are left as they are. */
  readonly uncompared: ReadonlyMap<Save, readonly string[]>;
  /** The ids that were given to rows, by save. */
  readonly ids: ReadonlyMap<Save, string>;
}

/** What change policies look at: all that changes, and rows that only come to another set or to none. */
export function heldIn({ stage, moves }: Pick<Decision, "stage" | "moves">): RowMove[] {
  const changed = stage.changed;
  const known = new Set(changed.map(({ kind, id }) => `${kind}/${id}`));
  const owned = moves.flatMap(({ kind, id, audit }): RowMove[] => {
    const before = audit && stage.peek(kind, id)?.before;
    return before === undefined || known.has(`${kind}/${id}`) ? [] : [{ kind, id, before, now: before }];
  });
  return [...changed, ...owned];
}
