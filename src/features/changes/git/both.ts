/** A new commit of a source whose rows people change, too: what it changed is taken, and what it must not decide is proposed. */
import type { Call } from "../../../engine/context.ts";
import type { PlanRequest } from "../../../engine/plan/edits.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { GitFolder } from "../../../transports/port.ts";
import { type Merged, merged } from "./merging.ts";
import { withoutOwn } from "./own.ts";
import type { Looked } from "./pending.ts";
import { type Choices, decidedOn, type Outcome, placed, refusedBy, whole } from "./planning.ts";
import { type Compared, lookedAt, type PushingDeps } from "./pushing.ts";
import { UnreadFiles } from "./thread.ts";

type Folder = Omit<GitFolder, "knownHosts">;

/** What of the repository is looked at. */
export interface Sides {
  /** The files of the commit whose changes the rows have; undefined where the rows have those of none. */
  readonly old: Folder | "lost" | undefined;
  readonly now: Folder;
  /** What was pushed since. */
  readonly own: readonly Folder[];
}

export async function applyBoth(
  deps: PushingDeps,
  call: Call,
  { old, now, own }: Sides,
  choices: Choices & Compared,
): Promise<Outcome> {
  const refused = (problem: Outcome["problem"]): Outcome => ({ status: "failed", problem, notes: [] });
  const fault = refusedBy(now, choices.path);
  if (fault !== undefined) return refused(fault);
  try {
    const theirs = await lookedAt(deps, call, now.files, choices);
    if ("message" in theirs) return refused(theirs);
    const { taken, all, conflicts } = await mergedOf(deps, call, { old, own }, { ...choices, theirs });
    const held = conflicts.length > 0;
    const edits = held ? all : taken;
    if (edits.length === 0) return { status: "synced", problem: null, notes: now.passedOver };
    const request: PlanRequest = {
      ...{ edits, replayDays: 0 },
      ...(choices.set === null ? {} : { set: choices.set, adopt: "free" }),
    };
    const reason = held ? `Changed here as well: ${conflicts.slice(0, 20).join("; ")}.` : undefined;
    const propose = choices.propose || held;
    const decided = await decidedOn(deps, call, request, {
      folder: now,
      choices: { ...choices, propose },
      reason,
    });
    if ("message" in decided) return refused(whole(decided.message));
    if ("problems" in decided) {
      const files = { files: now.files, kinds: Object.values(deps.definitions) };
      return refused(await placed(decided.problems, files, call.caller.organization.id));
    }
    return { ...decided, problem: null, notes: now.passedOver };
  } catch (error) {
    if (error instanceof UnreadFiles || error instanceof Refusal) return refused(whole(error.message));
    throw error;
  }
}

/** Where nothing says what was alike, the files say what they name, and nothing else goes. */
async function mergedOf(
  deps: PushingDeps,
  call: Call,
  { old, own }: Pick<Sides, "old" | "own">,
  { theirs, ...compared }: { readonly theirs: Looked } & Compared,
): Promise<Merged> {
  const isThere = old !== undefined && old !== "lost";
  const before = isThere ? await lookedAt(deps, call, old.files, compared) : undefined;
  if (before !== undefined && !("message" in before)) {
    const pushed: Looked[] = [];
    for (const { files } of own) {
      const one = await lookedAt(deps, call, files, compared);
      if (!("message" in one)) pushed.push(one);
    }
    return merged(deps.definitions, before, withoutOwn(before, theirs, pushed));
  }
  const changes = theirs.difference.changes.filter(({ action }) => action !== "delete");
  const named: Looked = { ...theirs, difference: { ...theirs.difference, changes } };
  const none: Looked = { ...theirs, difference: { ...theirs.difference, changes: [] } };
  const first = merged(deps.definitions, none, named);
  // They were alike once, and what was changed here since is not known.
  return old === undefined
    ? first
    : {
        ...first,
        conflicts: ["what, nobody knows: the commit before is not there any more, or cannot be planned"],
      };
}
