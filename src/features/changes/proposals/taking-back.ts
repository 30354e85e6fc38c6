/** Takes back what was applied, in one transaction with what becomes of the proposal, and keeps what that leaves for people. */
import type { Call } from "../../../engine/context.ts";
import type { RowEdit } from "../../../engine/plan/edits.ts";
import type { StoredPlan } from "../../../engine/ports/plans.ts";
import { pick, without } from "../../../engine/render.ts";
import { momentOf } from "../../../kernel/timestamps.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { undoRequest } from "../plans/index.ts";
import { deletesIn, locked, put, type Said } from "./acting.ts";
import { inRounds, movedOn, named, readPlan } from "./applying.ts";
import { reverting } from "./deciding.ts";
import { look, type ProposalDeps } from "./look.ts";
import { behind, didSo } from "./people.ts";
import { type ProposalOptions, prepared } from "./propose.ts";
import { inTheWay, invalid } from "./refusals.ts";
import { lastDone, placeOf, plansOf } from "./steps.ts";
import type { Proposal } from "./stored.ts";
import { longestTitle } from "./title.ts";

type UndoRequest = Awaited<ReturnType<typeof undoRequest>>;

/** As long as a change is watched at most. */
const freshMs = 24 * 3_600_000;

/** Whether who had to look at it has just looked: then taking it back waits for nobody. */
function isFresh({ status, progress }: Proposal, now: Date): boolean {
  const at = momentOf(lastDone(progress));
  return status === "applied" && at !== undefined && now.getTime() - at.getTime() <= freshMs;
}

/** Takes back all that it did, of all its steps. @throws Refusal 409 where it was not applied; 403 where the caller may not write */
export async function revert(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  await inRounds(() => revertOnce(deps, call, id, said));
}

async function revertOnce(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  const looked = await look(deps, call, id);
  const { proposal, acts } = looked;
  const own = await behind(deps.identity, call);
  if (proposal.status === "reverted" && didSo(acts, "revert", own)) return;
  reverting(looked, said.digest);
  const approved: Call = { ...named(call, id), ...(isFresh(proposal, call.now) && { unheld: true }) };
  const [first = "", ...others] = plansOf(proposal.progress);
  const more: StoredPlan[] = [];
  for (const one of others) more.push(await deps.planner.find(call, one));
  const done = await deps.planner.find(call, first);
  const asked = await undoRequest(deps, call, done, true, more);
  const { edits, rest, against } = await possibleOf(deps, approved, asked);
  const {
    id: undoId,
    changes,
    problems,
  } = readPlan(await deps.planner.make(approved, { ...asked, edits, replayDays: 0 }));
  if (problems.length > 0) throw invalid(problems, "revert");
  const left =
    rest.length === 0 ? undefined : await prepared(deps, call, { edits: rest }, restOf(proposal, against));
  await deps.planner.apply(approved, undoId, deletesIn(changes), async (writer) => {
    const held = await locked(deps, writer, call, proposal, acts);
    if (placeOf(held.progress) !== placeOf(proposal.progress)) throw movedOn(held);
    await left?.keep(writer);
    const { undo_plan_id: _, ...progress } = held.progress;
    const next: Proposal = {
      ...{ ...held, status: "reverted" },
      progress: {
        ...{ ...progress, undo_plan_id: undoId, rest_proposal_id: left?.id ?? null },
        reverted_at: call.now.toISOString(),
      },
    };
    await put(deps, writer, call, held, next, { kind: "revert", own, ...said });
  });
  deps.queue.wake();
}

/** What of it can be taken back now. What something stands against is left for people, a field or a row at a time. */
async function possibleOf(deps: ProposalDeps, call: Call, { rest, ...request }: UndoRequest) {
  let edits = request.edits;
  const [left, against]: [RowEdit[], JsonObject[]] = [[...rest], []];
  for (;;) {
    // Places, so that each problem says which of the edits it is about.
    const placed = edits.map((edit, index) => (edit.op === "save" ? { ...edit, index } : edit));
    const { difference } = await deps.planner.look(call, { ...request, edits: placed, replayDays: 0 });
    const { problems } = difference;
    if (problems.length === 0) return { edits, rest: left, against };
    const stays = await staying(deps, call, edits, problems);
    if (stays.size === 0) throw invalid(problems, "revert");
    const parts = edits.map((edit, index) => partsOf(edit, stays.get(index)));
    left.push(...parts.flatMap((part) => part.left));
    edits = parts.flatMap((part) => part.goes);
    against.push(...problems);
  }
}

/** By the places of edits, the fields that something stands against; `all`: the row as a whole. */
async function staying(
  { definitions, rows, store }: Pick<ProposalDeps, "definitions" | "rows" | "store">,
  { caller: { organization } }: Call,
  edits: readonly RowEdit[],
  problems: readonly JsonObject[],
): Promise<ReadonlyMap<number, readonly string[] | "all">> {
  const stays = new Map<number, readonly string[] | "all">();
  const going = new Set(edits.filter(({ op }) => op === "delete").map((edit) => textOf(nameOf(edit))));
  const kept = rows.in(store);
  // Many problems say the same of one kind.
  const known = new Set<string>();
  for (const { resource, index, field, reason } of problems) {
    if (typeof index === "number") {
      const [first = ""] = String(field).split(/[.[]/);
      const { naturalKey = [], otherKey = [] } = definitions[String(resource)] ?? {};
      // A name is taken as a whole, whichever of its parts the problem names.
      const fields = reason === "conflict" ? [...naturalKey, ...otherKey] : [first];
      const before = stays.get(index);
      stays.set(index, before === "all" || first === "" ? "all" : [...(before ?? []), ...fields]);
      continue;
    }
    const about = `${resource} ${reason}`;
    if (known.has(about)) continue;
    known.add(about);
    const own = edits.filter(({ kind }) => kind === resource).map(nameOf);
    const isGoing = (edit: RowEdit) => edit.kind === resource && edit.op === "delete";
    let stands = isGoing;
    if (reason === "in_use") {
      const links = await kept.referrers(
        organization.id,
        own.filter((one) => going.has(textOf(one))),
      );
      const pointing = links.filter((link) => !link.cascade && !going.has(textOf(link)));
      const held = new Set(pointing.map(({ toKind, toId }) => `${toKind}/${toId}`));
      stands = (edit) => isGoing(edit) && held.has(textOf(nameOf(edit)));
    } else if (reason === "quota_exceeded") {
      const there = new Set((await kept.byIds(organization.id, own)).map(textOf));
      stands = (edit) => edit.kind === resource && edit.op === "save" && !there.has(textOf(nameOf(edit)));
    }
    for (const [place, edit] of edits.entries()) if (stands(edit)) stays.set(place, "all");
  }
  return stays;
}

const nameOf = ({ kind, id = "" }: RowEdit) => ({ kind, id });
const textOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => `${kind}/${id}`;

/** An edit in two: what is done of it, and what is left. A row that is to be there again comes whole, or not at all. */
function partsOf(edit: RowEdit, stays: readonly string[] | "all" | undefined) {
  if (stays === undefined) return { goes: [edit], left: [] };
  const fields = edit.op === "save" && edit.means === "fields" && stays !== "all" ? stays : [];
  const isSplit = edit.op === "save" && fields.some((name) => Object.hasOwn(edit.body, name));
  if (!isSplit) return { goes: [], left: [edit] };
  const [goes, left] = [
    without(edit.body, fields),
    pick(
      edit.body,
      fields.filter((name) => Object.hasOwn(edit.body, name)),
    ),
  ];
  return {
    goes: Object.keys(goes).length === 0 ? [] : [{ ...edit, body: goes }],
    left: [{ ...edit, body: left }],
  };
}

/** What others changed since is theirs: whether it is overwritten, people decide. @param against what stands against it */
function restOf({ id, head }: Proposal, against: readonly JsonObject[]): ProposalOptions {
  const moved =
    "What is left was changed by others after it, or something stands against it by now, so that it was left as it is; this would put it back, too.";
  const way =
    against.length === 0
      ? ""
      : ` In the way: ${inTheWay(against)}. Correct that, and apply this one; or reject it, where it can stay as it is.`;
  return {
    title: `What is left of: ${head.title}`.slice(0, longestTitle),
    reason: `${id} was taken back. ${moved}${way}`,
  };
}
