/**
 * A change that an administrator made past change policies, kept as a proposal that was applied: in the history of its rows
 * and among what needs attention, until somebody whom these policies name has looked at it.
 */
import type { Call } from "../../../engine/context.ts";
import { changedFields } from "../../../engine/draft.ts";
import type { ApprovalNeed, RowMove } from "../../../engine/feature.ts";
import { keyOfRow } from "../../../engine/plan/bundle-entry.ts";
import type { RowChange } from "../../../engine/plan/differences.ts";
import type { Behind } from "../../../engine/ports/needs.ts";
import type { StoredRow, Writer } from "../../../engine/ports/rows.ts";
import { newId } from "../../../kernel/ids.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { sealedKept } from "../plans/index.ts";
import { digestOf } from "./digest.ts";
import { addRecords } from "./lines.ts";
import type { ProposalDeps } from "./look.ts";
import { addressesOf, behind, isSamePerson } from "./people.ts";
import { type Act, noProgress, type Proposal, proposalIdentity, type Shown } from "./stored.ts";
import { longestTitle, titleOf } from "./title.ts";

/** In the transaction of the change. @param missing the policies that it was made past */
export async function keepBroken(
  deps: ProposalDeps,
  writer: Writer,
  call: Call,
  moves: readonly RowMove[],
  missing: readonly ApprovalNeed[],
): Promise<void> {
  const organizationId = call.caller.organization.id;
  const author = await behind({ store: deps.identity.store.in(writer) }, call);
  const changes = moves.flatMap((move) => changeOf(deps, move));
  const shown: Shown = {
    ...{ changes, summary: summaryOf(changes), problems: [], warnings: [], refusals: [] },
    effects: { engines: [], rerouted_alerts: null, on_call: null, replay: null },
  };
  const id = newId("prop");
  const reason = call.breakGlass ?? "";
  const past = [...new Set(missing.map(({ policy }) => policy))];
  const asks = [...new Set(missing.map(({ by }) => (by === "org_admin" ? by : by.team_id)))];
  const policies = [...new Set(missing.map(({ policy_id }) => policy_id))];
  const title = `Past ${past.join(", ")}: ${titleOf(deps, changes)}`.slice(0, longestTitle);
  const [digest, at] = [digestOf(shown), call.now.toISOString()];
  const kept = { request: { edits: [] }, ids: [], expected: [] };
  const proposal: Proposal = {
    ...{ id, status: "applied", authorId: author.actor.id, digest, shown, createdAt: call.now, dueAt: null },
    head: {
      ...{ title, reason, labels: {}, author, asks, policies, owners: [], past, set: null, undo_of: null },
      ...{ undoes_run: null, apply: null, steps: [], confirm_within_minutes: null, watch_minutes: null },
      ...{ revert_if: [], missing_signal: "hold" },
    },
    touches: changes.map(({ resource, id: row }) => `${resource}/${row}`),
    sealedRequest: sealedKept(deps.vault, proposalIdentity(organizationId, id), kept),
    progress: { ...noProgress, applied_at: at },
  };
  const act: Act = {
    ...{ kind: "apply", ...author, at, digest, comment: reason, about: null, changes },
    ...{ level: call.caller.level, writes: true },
  };
  const proposals = deps.proposals.in(writer);
  await proposals.insert(organizationId, proposal);
  await proposals.add(organizationId, id, act);
  await addRecords(deps, writer, call, proposal, null, "apply_proposal", [
    { field: "comment", before: null, after: reason },
  ]);
}

function changeOf({ definitions }: Pick<ProposalDeps, "definitions">, { kind, id, before, now }: RowMove) {
  const [definition, row] = [definitions[kind], now ?? before];
  if (definition === undefined || row === undefined) return [];
  const [was, is] = [before?.configuration ?? {}, now?.configuration ?? {}];
  const change: RowChange = {
    ...{ resource: kind, key: keyOfRow(definition, row), id, secrets: secretsIn(before, now) },
    action: before === undefined ? "create" : now === undefined ? "delete" : "update",
    fields: changedFields(definition, was, is).map(({ field: path, ...values }) => ({ path, ...values })),
  };
  return [change];
}

function secretsIn(before: StoredRow | undefined, now: StoredRow | undefined): RowChange["secrets"] {
  const [was, is] = [before?.secrets ?? {}, now?.secrets ?? {}];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      if (was[name] === is[name]) return [];
      return [[name, is[name] === undefined ? "cleared" : was[name] === undefined ? "set" : "changed"]];
    }),
  );
}

function summaryOf(changes: readonly RowChange[]): Shown["summary"] {
  const count = (action: RowChange["action"]) => changes.filter((change) => change.action === action).length;
  const [create, update] = [count("create"), count("update")];
  return { create, update, delete: count("delete"), adopt: 0, detach: 0, unchanged: 0 };
}

/** @throws Refusal 403 not_yours_to_approve unless one of the policies names them, and it is not their own change */
export async function refuseLooking(
  { roster, store }: Pick<ProposalDeps, "roster" | "store">,
  { caller: { organization } }: Call,
  { head: { asks, past = [], author } }: Pick<Proposal, "head">,
  own: Behind,
): Promise<void> {
  const named = await addressesOf(roster.in(store), organization.id, asks);
  const isNamed = named.some((email) => foldEmail(email) === own.email);
  if (isNamed && !isSamePerson(own, author)) return;
  throw new Refusal(
    "forbidden",
    `It was made past ${past.join(", ")}. Somebody whom that names, and who did not make it, confirms that they have looked at it.`,
    { reason: "not_yours_to_approve" },
  );
}
