/** What holds changes back because somebody else has to look at them first. */
import { Refusal } from "../kernel/problem.ts";
import type { Call } from "./context.ts";
import type { ApprovalNeed, Hooks, Registry, RowMove } from "./feature.ts";
import { keyOfRow } from "./plan/bundle-entry.ts";
import type { PlanNotice } from "./plan/edits.ts";
import type { Need } from "./ports/need.ts";
import { isWriter, type PlanTrace, type Reader } from "./ports/rows.ts";

/**
 * What the service does by itself, what an identity provider says of who is in a team, and what the operator of the
 * installation does wait for nobody.
 */
function isHeld({ caller: { actor }, unheld, held }: Call): boolean {
  if (unheld === true) return false;
  return held === true || (actor.kind !== "service" && actor.kind !== "operator");
}

/**
 * What the change would bring about has to be foretold, which takes long: its transaction is rolled back, and once the
 * forecast is there, all of it is done over (`forecasting`).
 */
export class NeedsForecast extends Error {
  readonly forecast: () => Promise<void>;

  constructor(forecast: () => Promise<void>) {
    super("the change is to be foretold");
    this.forecast = forecast;
  }
}

/** The call with a place for what is foretold of it. */
export function withForecasts(call: Call): Call {
  return call.forecasts === undefined ? { ...call, forecasts: new Map() } : call;
}

/** More forecasts than one call needs: each of its transactions one. */
const mostForecasts = 100;

/** Does it over where it needs a forecast. It is the only place that catches NeedsForecast. */
export async function forecasting<T>(work: () => Promise<T>): Promise<T> {
  for (let count = 0; ; count += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NeedsForecast) || count >= mostForecasts) throw error;
      await error.forecast();
    }
}

/**
 * @param rows where the change is about to be committed: with `call.breakGlass` a transaction
 * @param plan whose apply it is, and how many records that leaves without those of a broken glass
 * @returns how many policies were gone past, each with a record of the plan
 * @throws Refusal 409 `needs_approval` with the policies that hold the change, unless the call breaks the glass
 */
export async function refuseUnapproved(
  { approvals }: Pick<Hooks, "approvals">,
  rows: Reader,
  call: Call,
  moves: readonly RowMove[],
  plan?: PlanTrace,
): Promise<number> {
  if (approvals === undefined || !isHeld(call)) return 0;
  const missing = (await approvals.needs(rows, call, moves)).filter((need) => isMissing(need, call));
  const [first] = missing;
  if (first === undefined) return 0;
  if (call.breakGlass === undefined) throw needsApproval(missing, first);
  if (!isWriter(rows)) throw new Error("the glass is broken in a transaction");
  return approvals.broken(rows, call, moves, missing, plan);
}

/** A change that nobody has to approve has to be proposed all the same. */
function isMissing({ have, approvals }: ApprovalNeed, { approved }: Call): boolean {
  return approved === undefined || have < approvals;
}

/** The same as the warnings of a plan: its apply is refused for them. */
export async function unapprovedIn(
  { approvals }: Pick<Hooks, "approvals">,
  { definitions, store }: { readonly definitions: Registry; readonly store: Reader },
  call: Call,
  moves: readonly RowMove[],
): Promise<PlanNotice[]> {
  if (approvals === undefined || !isHeld(call)) return [];
  const needs = await approvals.needs(store, call, moves);
  return needs
    .filter((need) => isMissing(need, call))
    .flatMap(({ row, policy, ...need }) => {
      const definition = definitions[row.kind];
      const stored = row.now ?? row.before;
      if (definition === undefined || stored === undefined) return [];
      return [
        {
          kind: row.kind,
          key: keyOfRow(definition, stored),
          field: "",
          reason: "needs_approval" as const,
          message: `${needed(need)}, as the change policy ${JSON.stringify(policy)} says`,
        },
      ];
    });
}

/** Most policies that a refusal names. */
const mostNamed = 20;

function needsApproval(missing: readonly ApprovalNeed[], first: ApprovalNeed): Refusal {
  const more = missing.length === 1 ? "" : ` And ${missing.length - 1} more; see needs.`;
  const way =
    first.row.brings === undefined
      ? "Send it again with propose=true, and it becomes a proposal that can be approved; or as an administrator send break_glass with a reason, where it cannot wait."
      : "It cannot be proposed: as an administrator send break_glass with a reason, and whom the policy names is mailed.";
  return new Refusal(
    "conflict",
    `The change policy ${JSON.stringify(first.policy)} holds this change: it ${needed(first)}.${more} Nothing was changed. ${way}`,
    {
      reason: "needs_approval",
      needs: missing.slice(0, mostNamed).map(shownNeed),
    },
  );
}

/** A need as answers show it. */
export function shownNeed({ policy, policy_id, approvals, have, by }: Need) {
  return { policy, policy_id, approvals, have, by };
}

/** Such as "needs 2 approvals by any administrator, and has 1". */
export function needed({
  approvals,
  have,
  whom,
  people,
}: Pick<ApprovalNeed, "approvals" | "have" | "whom" | "people">): string {
  if (approvals === 0) return "has to be proposed";
  const some = have === 0 ? "" : `, and has ${have}`;
  const few = people < approvals ? `, which ${tooFew(people)} may give` : "";
  return `needs ${approvals} ${approvals === 1 ? "approval" : "approvals"} by ${whom}${few}${some}`;
}

/** Of the people who may approve, where that are not enough. */
export function tooFew(people: number): string {
  return people === 0 ? "nobody" : people === 1 ? "only one person" : `only ${people} people`;
}
