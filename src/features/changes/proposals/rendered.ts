/** Proposals as every door shows them. */
import { shownNeed } from "../../../engine/approvals.ts";
import type { Call } from "../../../engine/context.ts";
import { seesAll } from "../../../engine/limits.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Looked, ProposalDeps } from "./look.ts";
import { stepsShown } from "./steps.ts";
import type { ProposalHead } from "./store.ts";
import type { Act, Progress } from "./stored.ts";

export function renderedHead(
  deps: Pick<ProposalDeps, "siteUrl">,
  call: Call,
  { id, status, head, digest, progress, createdAt }: Omit<ProposalHead, "authorId" | "dueAt">,
): JsonObject {
  const { author, asks: _, owners: __, ...said } = head;
  return {
    ...{ id, status, digest },
    ...(said as unknown as JsonObject),
    created_by: { ...author.actor, email: author.email } as unknown as JsonObject,
    created_at: createdAt.toISOString(),
    ...(shownOf(progress) as unknown as JsonObject),
    steps: stepsShown({ head, status, progress }) as unknown as JsonObject[],
    link: linkOf(deps, call, id),
  };
}

/** Its page in the console. */
export function linkOf({ siteUrl }: Pick<ProposalDeps, "siteUrl">, { caller }: Call, id: string): string {
  return `${siteUrl}/o/${caller.organization.slug}/proposals/${id}`;
}

/** How far the watch is, is shown by what it is for; when the service looks next is its own. */
function shownOf({ look_at: _, reverted_at: __, watch, ...progress }: Progress) {
  return { ...progress, watch_until: watch?.until ?? null };
}

export function rendered(
  deps: Pick<ProposalDeps, "siteUrl">,
  call: Call,
  { proposal, acts, needs, conflicts }: Looked,
): JsonObject {
  const { shown } = proposal;
  // Files and routes are of rows of many kinds.
  const all = seesAll(call.caller);
  const effects = all ? shown.effects : { engines: [], rerouted_alerts: null, on_call: null, replay: null };
  return {
    ...renderedHead(deps, call, proposal),
    ...(shown as unknown as JsonObject),
    effects: effects as unknown as JsonObject,
    refusals: all ? [...shown.refusals] : [],
    needs: needs.map(shownNeed) as unknown as JsonObject[],
    conflicts: all ? [...conflicts] : [],
    acts: acts.map(renderedAct),
  };
}

function renderedAct({ kind, actor, email, at, digest, comment, about }: Act): JsonObject {
  return { act: kind, at, by: { ...actor, email } as unknown as JsonObject, digest, comment, about };
}
