/** Proposals that wait for people, or were taken back of late: what the overview says of them. */
import { type Call, personBehind } from "../../../engine/context.ts";
import type { NeedsAttention } from "../../../engine/feature.ts";
import { seesAll } from "../../../engine/limits.ts";
import { readable } from "../../../kernel/readable.ts";
import { momentOf } from "../../../kernel/timestamps.ts";
import type { ProposalDeps } from "./look.ts";
import { everybody } from "./people.ts";
import { linkOf } from "./rendered.ts";
import { nextStep } from "./steps.ts";
import type { ProposalHead } from "./store.ts";
import { isUndecided } from "./stored.ts";

/** More than anybody reads at once. */
const most = 500;
/** How long one that was taken back is shown, and how old it may be then. */
const [freshMs, oldestMs] = [86_400_000, 60 * 86_400_000];

type Item = Awaited<ReturnType<NeedsAttention>>["data"][number];

export function proposalAttention(
  deps: Pick<ProposalDeps, "proposals" | "roster" | "store" | "siteUrl">,
): NeedsAttention {
  return async (call, shown) => {
    const { id: organizationId } = call.caller.organization;
    const since = new Date(call.now.getTime() - oldestMs);
    // It shows rows of any kind.
    const found = seesAll(call.caller) ? await deps.proposals.pressing(organizationId, since, most) : [];
    const own = await ownGroups(deps, call, found);
    const items = found.flatMap((proposal): Item[] => {
      const standing = standingOf(proposal, own, call);
      const { id, head, createdAt } = proposal;
      const known = { resource: "proposals", id, name: head.title, link: linkOf(deps, call, id) } as const;
      return standing === undefined ? [] : [{ ...known, since: createdAt.toISOString(), ...standing }];
    });
    const place = ({ tone, state }: Item) => (state === "waits_for_you" ? 0 : tone === "bad" ? 1 : 2);
    const data = items.toSorted((one, other) => place(one) - place(other)).slice(0, shown);
    return { section: "decisions", resource: "proposals", total: items.length, data };
  };
}

/** Of those who may approve any of them, the groups that the caller is in. */
async function ownGroups(
  { roster, store }: Pick<ProposalDeps, "roster" | "store">,
  { caller }: Call,
  found: readonly ProposalHead[],
): Promise<ReadonlySet<string>> {
  const person = personBehind(caller);
  const asking = found.filter((one) => isUndecided(one) || one.head.past !== undefined);
  const asked = new Set(asking.flatMap(({ head }) => head.asks));
  if (person === undefined || asked.size === 0) return new Set();
  const people = roster.in(store);
  const teams = [...asked].filter((one) => one !== "org_admin");
  const members = await people.members(caller.organization.id, teams, everybody);
  const own = members.filter(({ id }) => id === person).map(({ teamId }) => teamId);
  return new Set(caller.level === "admin" ? [...own, "org_admin"] : own);
}

function standingOf(
  proposal: ProposalHead,
  own: ReadonlySet<string>,
  { caller, now }: Call,
): Pick<Item, "tone" | "state" | "why"> | undefined {
  const { status, head, progress } = proposal;
  const isOwn = head.author.userId !== null && head.author.userId === personBehind(caller);
  const isNamed = !isOwn && head.asks.some((one) => own.has(one));
  if (head.past !== undefined && status === "applied")
    return {
      tone: "bad",
      state: isNamed ? "waits_for_you" : "past_policies",
      why: "It was made past a change policy, and nobody whom that names has looked at it since.",
    };
  if (isUndecided(proposal)) {
    if (status === "approved" && progress.apply_at !== null) return undefined;
    const isAsked = status === "open" && isNamed;
    if (isAsked) return { tone: "warning", state: "waits_for_you", why: "It waits for your approval." };
    const why = status === "approved" ? "It was approved, and nobody has applied it." : null;
    return { tone: "warning", state: status, why };
  }
  if (status === "reverted") {
    const at = momentOf(progress.reverted_at);
    const isFresh = at !== undefined && now.getTime() - at.getTime() < freshMs;
    return isFresh
      ? { tone: "bad", state: "reverted", why: `It was taken back ${readable(at)}.` }
      : undefined;
  }
  if (progress.watch?.asked)
    return { tone: "bad", state: "not_measured", why: "Something that it is watched for is not measured." };
  if (nextStep(progress) !== undefined && progress.watch === null && progress.confirm_by === null)
    return { tone: "bad", state: "step_waits", why: "Its next step was not done by itself." };
  const by = momentOf(progress.confirm_by);
  return (
    by && {
      tone: "warning",
      state: "unconfirmed",
      why: `It is taken back ${readable(by)}, unless somebody confirms it.`,
    }
  );
}
