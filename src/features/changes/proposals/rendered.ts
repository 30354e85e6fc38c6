/** Proposals as every door shows them. */
import { shownNeed } from "../../../engine/approvals.ts";
import type { Call } from "../../../engine/context.ts";
import { seesAll } from "../../../engine/limits.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { mayOf } from "./deciding.ts";
import { shownDigest } from "./digest.ts";
import type { Looked, ProposalDeps } from "./look.ts";
import { stepsShown } from "./steps.ts";
import type { ProposalHead } from "./store.ts";
import type { Act, Progress, Proposal } from "./stored.ts";

export function renderedHead(
  deps: Pick<ProposalDeps, "siteUrl">,
  call: Call,
  { id, status, head, digest, progress, createdAt }: Omit<ProposalHead, "authorId" | "dueAt">,
): JsonObject {
  const { author, asks: _, owners: __, policies: ___, undoes_plans: ____, past = [], ...said } = head;
  return {
    ...{ id, status, digest: shownDigest({ digest, progress }) },
    ...(said as unknown as JsonObject),
    past_policies: past,
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
function shownOf({ look_at: _, reverted_at: __, undone: ___, held_at: ____, watch, ...progress }: Progress) {
  return { ...progress, watch_until: watch?.until ?? null };
}

export async function rendered(deps: ProposalDeps, call: Call, looked: Looked): Promise<JsonObject> {
  const { proposal, acts, needs, conflicts } = looked;
  const { targets: _, ...shown } = proposal.shown;
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
    may: await mayOf(deps, call, looked),
    watched: watchedOf(proposal),
    acts: acts.map(renderedAct),
  };
}

/** What was measured last of each condition, in their order; nothing of one that is not watched. */
function watchedOf({ status, progress: { watch } }: Pick<Proposal, "status" | "progress">): JsonObject[] {
  if (status !== "applied" || watch === null) return [];
  return (watch.readings ?? []).map(({ isWrong, value, text }, index) => ({
    ...{ state: isWrong === null ? "unknown" : isWrong ? "wrong" : "well", value, text },
    since: watch.since[index] ?? null,
    unknown_since: watch.missing[index] ?? null,
  }));
}

function renderedAct({ kind, actor, email, at, digest, comment, about }: Act): JsonObject {
  return { act: kind, at, by: { ...actor, email } as unknown as JsonObject, digest, comment, about };
}
