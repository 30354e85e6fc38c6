/** Stores a decision: every commit of it in one transaction, each record naming the plan. */

import type { Call } from "../context.ts";
import { type Hooks, isFollowed, type Written } from "../feature.ts";
import type { PlanRowsWriter } from "../ports/plans.ts";
import { type Change, LostRace, type PlanTrace, ServiceNameTaken, type Writer } from "../ports/rows.ts";
import type { Target } from "../write/target.ts";
import type { Decision, OwnerMove } from "./decision.ts";

/** By `kind/id`, the revisions that rows have after it. */
export type Revisions = ReadonlyMap<string, string>;

/**
 * @param writer of the transaction, in which every row that the decision was made on is locked
 * @throws LostRace when another writer was faster all the same
 */
export async function storeDecision(
  { hooks }: { readonly hooks: Hooks },
  { writer, rows }: { readonly writer: Writer; readonly rows: PlanRowsWriter },
  call: Call,
  plan: PlanTrace,
  { stage, moves }: Decision,
): Promise<Revisions> {
  const organizationId = call.caller.organization.id;
  const settling = new Map<string, { readonly by: Call; readonly written: Written[] }>();
  const stored = new Map<string, string>();
  const after = new Map<string, string>();
  for (const { commit, revisions, written } of stage.commits) {
    const changes = commit.changes.map((change) => ({
      ...change,
      ...("expected" in change ? { expected: stored.get(change.expected) ?? change.expected } : {}),
      audit: { ...change.audit, plan },
    })) as readonly Change[];
    const made = await writer.commit({ ...commit, changes }).catch((error) => {
      // The plan found the name free.
      throw error instanceof ServiceNameTaken ? new LostRace() : error;
    });
    for (const [index, change] of commit.changes.entries()) {
      const real = made[index] as string;
      stored.set(revisions[index] as string, real);
      const { kind, id } = "row" in change ? change.row : change;
      after.set(`${kind}/${id}`, real);
    }
    if (written !== undefined) await follow(written.target, written.written);
  }
  for (const [kind, { by, written }] of settling) await hooks.of(kind).settle?.(writer, by, written);
  await moveOwners(organizationId, rows, moves, plan);
  return after;

  async function follow({ call: by, definition: { kind } }: Target, written: Written): Promise<void> {
    const hooked = hooks.of(kind);
    hooked.changing?.(by);
    if (!isFollowed(hooked, written)) return;
    const known = settling.get(kind);
    if (known === undefined) settling.set(kind, { by, written: [written] });
    else known.written.push(written);
    await hooked.onWrite?.(writer, by, written);
  }
}

/** How many audit records storing it leaves. */
export function recordsIn({ stage, moves }: Pick<Decision, "stage" | "moves">): number {
  const changes = stage.commits.reduce((sum, { commit }) => sum + commit.changes.length, 0);
  return changes + moves.filter(({ audit }) => audit !== undefined).length;
}

async function moveOwners(
  organizationId: string,
  rows: PlanRowsWriter,
  moves: readonly OwnerMove[],
  plan: PlanTrace,
): Promise<void> {
  for (const set of new Set(moves.map(({ after }) => after))) {
    await rows.own(
      organizationId,
      set,
      moves.filter(({ after }) => after === set),
    );
  }
  for (const { audit } of moves) {
    if (audit !== undefined) await rows.record(organizationId, { ...audit, plan });
  }
}
