/** Why rows were changed, as the proposals say by which that was done. */
import type { AuditRecord } from "../../../engine/ports/audit.ts";
import type { Actor } from "../../../kernel/kind.ts";
import type { ProposalReader } from "./store.ts";

/** What a proposal says of a change that was made by it. */
export interface Why {
  /** The proposal's id. */
  readonly id: string;
  readonly title: string;
  /** In people's own words, of several lines; empty where nobody gave one. */
  readonly reason: string;
  /** Who made the proposal. */
  readonly author: Actor;
  /** Whether the change took the proposal back. */
  readonly isUndo: boolean;
}

/** @returns of each record that has one */
export async function reasonsOf(
  proposals: Pick<ProposalReader, "doneBy">,
  organizationId: string,
  records: readonly AuditRecord[],
): Promise<ReadonlyMap<AuditRecord, Why>> {
  const plans = records.flatMap(({ plan }) => plan?.id ?? []);
  const moments = records.map(({ at }) => at);
  const found = records.length === 0 ? [] : await proposals.doneBy(organizationId, plans, moments);
  return new Map(
    records.flatMap((record) => {
      const planId = record.plan?.id;
      const one = found.find(({ head, progress, touches, createdAt }) =>
        head.past === undefined
          ? planId !== undefined && JSON.stringify(progress).includes(planId)
          : createdAt.getTime() === record.at.getTime() && touches.includes(`${record.kind}/${record.rowId}`),
      );
      if (one === undefined) return [];
      const { id, head, progress } = one;
      const { title, reason, author } = head;
      const isUndo = planId !== undefined && progress.undo_plan_id === planId;
      return [[record, { id, title, reason, author: author.actor, isUndo }] as const];
    }),
  );
}
