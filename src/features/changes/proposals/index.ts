/** Proposals: a change that people look at before it is made, and that can be taken back. */
import type { Call } from "../../../engine/context.ts";
import type { Feature } from "../../../engine/feature.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { PlanRequest } from "../../../engine/plan/edits.ts";
import type { AuditRecord } from "../../../engine/ports/audit.ts";
import type { NeedsOf } from "../../../engine/ports/needs.ts";
import type { ProposalOfCall } from "../../../engine/proposing.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { DeliveryQueue } from "../../alerting/index.ts";
import type { Ground } from "../../ground.ts";
import type { Audit, Identity, Teams } from "../../identity/index.ts";
import type { Plans } from "../plans/index.ts";
import { proposalAttention } from "./attention.ts";
import { lookAtDue } from "./due.ts";
import type { ProposalDeps } from "./look.ts";
import { proposeCall } from "./of-call.ts";
import { proposalCalls } from "./operations.ts";
import { keepBroken } from "./past-policies.ts";
import { type ProposalOptions, propose } from "./propose.ts";
import { reasonsOf, type Why } from "./reasons.ts";
import type { SignalDeps } from "./signals.ts";
import { createProposalStore } from "./store.ts";
import type { ProposalStatus } from "./stored.ts";
import { markUndone } from "./undone.ts";

/** What is due is done within 5 seconds. */
const everyMs = 2_000;

export type { Why };

export interface Proposals extends Feature {
  /** Does what is due now. */
  flush(): Promise<void>;
  /** Keeps a change as a proposal, in the place of making it. @returns the proposal as every door shows it */
  propose(call: Call, request: PlanRequest, options: ProposalOptions): Promise<JsonObject>;
  /** What became of one; undefined where there is none of this id. */
  statusOf(organizationId: string, id: string): Promise<ProposalStatus | undefined>;
  /** Why rows were changed: of each of these records of the audit log that a proposal made, what that says. */
  reasonsOf(organizationId: string, records: readonly AuditRecord[]): Promise<ReadonlyMap<AuditRecord, Why>>;
  /** Keeps what was made past change policies, in its transaction, until somebody has looked. */
  keepBroken(...broken: BrokenGlass): Promise<void>;
  /** How calls that write rows are kept as proposals in the place of being made. */
  readonly ofCalls: ProposalOfCall;
}

type BrokenGlass = Parameters<typeof keepBroken> extends [unknown, ...infer Rest] ? Rest : never;

export interface ProposalNeeds {
  readonly plans: Plans;
  readonly audit: Pick<Audit, "store">;
  readonly identity: Pick<Identity, "store">;
  readonly teams: Pick<Teams, "roster">;
  readonly queue: DeliveryQueue;
  readonly renderer: { readonly store: SignalDeps["renders"]; readonly rendersOf: SignalDeps["rendersOf"] };
  readonly operations: SignalDeps["operations"];
  /** Whom a change needs. */
  readonly needsOf: NeedsOf;
}

export function createProposals(
  ground: Ground,
  { plans, audit, identity, teams, queue, renderer, operations, needsOf }: ProposalNeeds,
): Proposals {
  const { planner, rows } = plans;
  const proposals = createProposalStore(ground.database);
  const deps: ProposalDeps = {
    ...ground,
    ...{
      proposals,
      planner,
      rows,
      audit: audit.store,
      identity,
      roster: teams.roster,
      queue,
      needs: needsOf,
    },
    signals: { store: ground.store, renders: renderer.store, rendersOf: renderer.rendersOf, operations },
  };
  const watch = new Periodic({ name: "proposals", everyMs, log: ground.log, run: () => lookAtDue(deps) });
  const calls = proposalCalls(deps);
  const [operation] = calls;
  return {
    name: "proposals",
    operations: calls,
    attention: proposalAttention(deps),
    background: [watch],
    flush: () => watch.now(),
    undone: (...of) => markUndone(deps, ...of),
    keepBroken: (...broken) => keepBroken(deps, ...broken),
    propose: (call, request, options) => propose(deps, call, request, options),
    statusOf: async (organizationId, id) =>
      (await proposals.in(ground.store).find(organizationId, id))?.status,
    reasonsOf: (...asked) => reasonsOf(proposals.in(ground.store), ...asked),
    ofCalls: { operation, keep: (call, request, reason) => proposeCall(deps, call, request, reason) },
  };
}
