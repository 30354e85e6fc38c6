/**
 * A plan's records are one act, though they may be sealed in several batches, by several nodes. Whoever seals
 * the last of them has them all.
 */

import type { AuditRecord, AuditTables } from "../../../engine/ports/audit.ts";
import type { PlanTrace } from "../../../engine/ports/rows.ts";

/** A change by itself, or all the records of a plan. */
export interface Act {
  /** The plan's id. */
  readonly plan: string | undefined;
  readonly records: readonly AuditRecord[];
}

/** The acts that end with the records that are being sealed; of a plan that goes on, nothing yet. */
export function createWholeActs({ recordsOfPlan }: Pick<AuditTables, "recordsOfPlan">) {
  return async (organizationId: string, sealing: readonly AuditRecord[]): Promise<readonly Act[]> => {
    const acts: Act[] = [];
    const seen = new Set<string>();
    for (const record of sealing) {
      const { plan } = record;
      if (plan === undefined) {
        acts.push({ plan: undefined, records: [record] });
      } else if (!seen.has(plan.id)) {
        seen.add(plan.id);
        const records = await wholePlan(organizationId, plan, sealing);
        if (records !== undefined) acts.push({ plan: plan.id, records });
      }
    }
    return acts;
  };

  /**
   * What is sealed, with what is being sealed, is either all that the plan has, or all that is left of it, where
   * a record was removed: then `audit verify` names the plan. A record that nobody proves holds up nothing.
   */
  async function wholePlan(
    organizationId: string,
    { id, records }: PlanTrace,
    sealing: readonly AuditRecord[],
  ): Promise<readonly AuditRecord[] | undefined> {
    const here = sealing.filter(({ plan }) => plan?.id === id);
    if (here.length >= records) return here;
    const now = new Set(here.map(({ sequence }) => sequence));
    const all = await recordsOfPlan(organizationId, id);
    const proven = all.filter(({ sequence, sealed }) => sealed || now.has(sequence));
    return proven.length >= records || proven.length === all.length ? proven : undefined;
  }
}
