/** What people changed in rows goes to the repository: rows as they are against what files say, as commits. */
import type { Call } from "../../../engine/context.ts";
import { freeDeletes } from "../../../engine/plan/edits.ts";
import type { SourceFile } from "../../../kernel/document.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { GitBase, GitNewCommit } from "../../../transports/port.ts";
import { bundleEdits, type DriftDeps } from "../plans/index.ts";
import { type Act, actsOf, authorOf, explained, messageOf } from "./commits.ts";
import { formerRows } from "./former.ts";
import { comparingOf, withGone } from "./gone.ts";
import { type Looked, type Pending, pendingOf } from "./pending.ts";
import { type PlanningDeps, type Problem, placed, problemOf, whole } from "./planning.ts";
import type { Reading } from "./reading.ts";
import { readFiles, rewrittenFiles, UnreadFiles } from "./thread.ts";

export interface PushingDeps extends PlanningDeps, Pick<DriftDeps, "audit"> {
  readonly siteUrl: string;
}

/** What files are compared with. */
export interface Compared {
  readonly set: string | null;
  /** When files and rows said the same. */
  readonly since: Date;
}

interface Choices extends Compared {
  readonly name: string;
  readonly path: string;
  readonly allowDeletes: number | undefined;
  /** The newest record of the audit log when the look began. */
  readonly newest: number;
}

/** What is to be pushed, or what stands against it. */
export type Push =
  | { readonly commits: readonly GitNewCommit[]; readonly notes: readonly string[] }
  | { readonly problem: Problem };

/** What is not yet written as it has to be is written whole the second time. */
const rounds = 2;

export async function pushOf(deps: PushingDeps, call: Call, base: GitBase, choices: Choices): Promise<Push> {
  const [fault] = base.faults;
  if (fault !== undefined) return { problem: { message: fault.message, file: fault.file, line: null } };
  const isEmpty = base.files.length === 0;
  if (isEmpty && choices.set === null) return { problem: noSet(choices.path) };
  const of = call.caller.organization.id;
  const kinds = Object.values(deps.definitions);
  let files: readonly SourceFile[] = base.files;
  let reading: Reading | undefined;
  const commits: GitNewCommit[] = [];
  try {
    for (let round = 1; ; round += 1) {
      const found = await lookedAt(deps, call, files, choices, reading);
      if ("message" in found) return { problem: found };
      const wanted = { since: choices.since, whole: round > 1 };
      const all = await pendingOf(deps, call, found, wanted);
      // What was written meanwhile is for the next look, which its write has asked for.
      const pending =
        round === 1 ? all : all.filter(({ record }) => !record || record.sequence <= choices.newest);
      if (pending.length === 0)
        return {
          commits,
          notes: [...base.passedOver, ...(isEmpty && round === 1 ? [noRows(choices.set)] : [])],
        };
      if (round > rounds) return { problem: unwritten(pending) };
      const taken = pending.filter(({ rewrite }) => rewrite.op === "remove").length;
      if (taken > freeDeletes && taken > (choices.allowDeletes ?? 0)) return { problem: tooMany(taken) };
      const acts = await actsBehind(deps, call, pending);
      const steps = acts.map(({ rows }) => rows.map(({ rewrite }) => rewrite));
      const rewritten = await rewrittenFiles({ files, kinds, folder: choices.path, steps }, of);
      if ("problem" in rewritten) return { problem: unwritten(pending, rewritten.problem) };
      const made = acts.map((act, index) => commitOf(deps, call, act, choices, rewritten.steps[index] ?? []));
      commits.push(...made.filter((commit) => commit.files.length > 0));
      ({ files, reading } = rewritten);
    }
  } catch (error) {
    if (error instanceof UnreadFiles || error instanceof Refusal) return { problem: whole(error.message) };
    throw error;
  }
}

/** What people did, with what the proposals say of why. */
async function actsBehind({ proposals }: PushingDeps, call: Call, pending: readonly Pending[]) {
  const acts = actsOf(pending);
  const records = acts.flatMap(({ record }) => record ?? []);
  return explained(acts, await proposals.reasonsOf(call.caller.organization.id, records));
}

/** What a plan of the files would do, or what stands against them. @param read what they say, where that is known */
export async function lookedAt(
  deps: PushingDeps,
  call: Call,
  files: readonly SourceFile[],
  { set, since }: Compared,
  read?: Reading,
): Promise<Looked | Problem> {
  const { definitions, planner } = deps;
  const of = call.caller.organization.id;
  const reading = { files, kinds: Object.values(definitions) };
  const { body, faults } = read ?? (await readFiles({ ...reading, places: [] }, of));
  if (faults[0] !== undefined) return problemOf(faults[0], faults.length);
  const planned = await planner.look(call, comparingOf(bundleEdits(definitions, body), set));
  const { problems } = planned.difference;
  if (problems.length > 0) return placed(problems, reading, of);
  const looked = await withGone(definitions, planned);
  return { ...looked, former: await formerRows(deps, call, looked, since) };
}

function commitOf(
  { siteUrl }: PushingDeps,
  call: Call,
  act: Act,
  { name }: Choices,
  files: readonly SourceFile[],
): GitNewCommit {
  const at = act.record?.at ?? call.now;
  const site = `${siteUrl}/o/${call.caller.organization.slug}`;
  return { message: messageOf(act, name, site), author: authorOf(act, siteUrl), at, files };
}

/** Without a set nothing says which rows belong in the files: all of an organization may be more than one repository may see. */
function noSet(path: string): Problem {
  return whole(
    `${path === "" ? "the repository" : `the folder ${path}`} holds no rows, and without a set nothing says which rows are to be written there; give the source a set, and put rows in it: orgconfig export, then orgconfig plan -f FILE --set NAME --adopt, and apply that`,
  );
}

function noRows(set: string | null): string {
  return `No row belongs to the set ${set} yet, so that nothing is written: plan rows with it, or make them with it, and they come here.`;
}

function tooMany(count: number): Problem {
  return whole(
    `${count} rows would be taken out of the files, more than ${freeDeletes}; if that is meant, call sync with allow_deletes`,
  );
}

function unwritten([first]: readonly Pending[], why?: string): Problem {
  const row = first === undefined ? "a row" : first.row;
  const because = why === undefined ? "" : ` (${why})`;
  return whole(
    `the files cannot be written so that they say ${row} as it is${because}; write it there by hand as the row has it, without aliases and merges, and call sync`,
  );
}
