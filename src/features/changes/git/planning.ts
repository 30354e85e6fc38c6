/** What the files of a commit say is planned and applied: all of it, or nothing with the first problem and its place. */
import type { Call } from "../../../engine/context.ts";
import type { Registry } from "../../../engine/feature.ts";
import { freeDeletes, type PlanRequest } from "../../../engine/plan/edits.ts";
import type { Place } from "../../../kernel/bundle-files.ts";
import type { Fault } from "../../../kernel/fault.ts";
import { rowByKey } from "../../../kernel/key-name.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { shortCommit } from "../../../kernel/short-commit.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { GitFolder } from "../../../transports/port.ts";
import { bundleEdits, type DriftDeps, type Planner } from "../plans/index.ts";
import type { Proposals } from "../proposals/index.ts";
import { withFormerRows } from "./former.ts";
import type { ReadingRequest } from "./reading.ts";
import { readFiles, UnreadFiles } from "./thread.ts";

/** What stands against a commit, as the row shows it. */
export type Problem = {
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
};

export interface Choices {
  readonly name: string;
  readonly set: string | null;
  readonly path: string;
  readonly propose: boolean;
  /** Whether a proposal was made of this commit already. */
  readonly isProposed: boolean;
  readonly allowDeletes: number | undefined;
}

/** What became of a commit; with a problem nothing did. */
export interface Outcome {
  readonly status: "synced" | "proposed" | "failed";
  readonly problem: Problem | null;
  readonly notes: readonly string[];
  /** The proposal that the commit became now. */
  readonly proposal?: string;
}

export interface PlanningDeps {
  readonly definitions: Registry;
  readonly planner: Pick<Planner, "make" | "apply" | "look">;
  readonly proposals: Pick<Proposals, "propose" | "statusOf" | "reasonsOf">;
}

/** A row that moves while it is planned makes the plan stale; it is planned anew as often. */
const attempts = 3;

export async function applyFolder(
  deps: PlanningDeps & Pick<DriftDeps, "audit">,
  call: Call,
  folder: GitFolder,
  choices: Choices & { readonly since: Date },
): Promise<Outcome> {
  const of = call.caller.organization.id;
  const refused = (problem: Problem): Outcome => ({ status: "failed", problem, notes: folder.passedOver });
  const fault = refusedBy(folder, choices.path);
  if (fault !== undefined) return refused(fault);
  const files = { files: folder.files, kinds: Object.values(deps.definitions) };
  try {
    const { body, faults, silent } = await readFiles({ ...files, places: [] }, of);
    if (faults[0] !== undefined) return refused(problemOf(faults[0], faults.length));
    if (choices.set !== null && Object.keys(body).length === 0)
      return refused(
        whole(
          `the files of ${whereOf(choices.path)} name no kind, so that every row of the set would be deleted; if that is meant, write one without rows, such as teams: []`,
        ),
      );
    const edits = requestOf(bundleEdits(deps.definitions, body), choices.set);
    const request = await withFormerRows(deps, call, edits, choices.since);
    const notes = [...folder.passedOver, ...silent.map((file) => `${file} names no kind`)].slice(
      0,
      mostNotes,
    );
    const decided = await decidedOn(deps, call, request, { folder, choices });
    if ("status" in decided) return { ...decided, problem: null, notes };
    if ("message" in decided) return refused(whole(decided.message));
    return refused(await placed(decided.problems, files, of));
  } catch (error) {
    if (error instanceof UnreadFiles) return refused(whole(error.message));
    throw error;
  }
}

/** What stands against the files before they are read. */
export function refusedBy(
  { faults, files }: Pick<GitFolder, "faults" | "files">,
  path: string,
): Problem | undefined {
  const [fault] = faults;
  if (fault !== undefined)
    return { message: counted(fault.message, faults.length), file: fault.file, line: null };
  return files.length > 0
    ? undefined
    : whole(`${whereOf(path)} holds no .yaml, .yml or .json file; correct path, or add one`);
}

function whereOf(path: string): string {
  return path === "" ? "the repository" : `the folder ${path}`;
}

/** Of what was passed over; the forge may have a word, too. */
const mostNotes = 39;

/** The rows of the set that the files do not name are deleted; those of no set that they name join it. */
export function requestOf(edits: Pick<PlanRequest, "edits" | "problems">, set: string | null): PlanRequest {
  return set === null
    ? { ...edits, replayDays: 0 }
    : { ...edits, replayDays: 0, set, prune: "delete", adopt: "free" };
}

type Decided =
  | { readonly status: "synced" }
  | { readonly status: "proposed"; readonly proposal?: string }
  | { readonly problems: readonly JsonObject[] }
  | { readonly message: string };

interface Made {
  readonly folder: Omit<GitFolder, "knownHosts">;
  readonly choices: Choices;
  /** Why it is proposed, beyond which commit it is. */
  readonly reason?: string | undefined;
}

export async function decidedOn(
  deps: PlanningDeps,
  call: Call,
  request: PlanRequest,
  made: Made,
): Promise<Decided> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return made.choices.propose
        ? await proposed(deps, call, request, made)
        : await applied(deps, call, request, made.choices);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { reason } = error.detail;
      if (reason === "plan_stale" && attempt < attempts) continue;
      // A rule wants somebody to look first.
      if (reason === "needs_approval" && !made.choices.propose) return proposed(deps, call, request, made);
      const many = `it deletes more than ${freeDeletes} rows; if that is meant, call sync with allow_deletes. `;
      return { message: `${reason === "too_many_deletes" ? many : ""}${error.message}` };
    }
  }
}

async function applied(
  { planner }: PlanningDeps,
  call: Call,
  request: PlanRequest,
  { allowDeletes }: Choices,
): Promise<Decided> {
  const plan = await planner.make(call, request);
  if (plan.status === "invalid") return { problems: plan.problems as unknown as readonly JsonObject[] };
  await planner.apply(call, String(plan.id), allowDeletes);
  return { status: "synced" };
}

/** A commit becomes one proposal; one that says what there is already, none. */
async function proposed(
  { planner, proposals }: PlanningDeps,
  call: Call,
  request: PlanRequest,
  { folder, choices, reason: why }: Made,
): Promise<Decided> {
  const { difference } = await planner.look(call, request);
  if (difference.problems.length > 0) return { problems: difference.problems };
  if (difference.changes.length === 0) return { status: "synced" };
  if (choices.isProposed) return { status: "proposed" };
  const { commit, author, email, subject } = folder;
  const title = oneLine(`${choices.name}: ${subject === "" ? shortCommit(commit) : subject}`, 200);
  const reason = [`Commit ${commit} by ${author} <${email}>`, ...(why === undefined ? [] : [why])].join("\n");
  const { id } = await proposals.propose(call, request, { title, reason });
  return { status: "proposed", proposal: String(id) };
}

/** The first problem of the plan, with the line that it is about. */
export async function placed(
  problems: readonly JsonObject[],
  files: Omit<ReadingRequest, "places">,
  of: string,
): Promise<Problem> {
  const [first = {}] = problems;
  const place = first as unknown as Place;
  const { positions } = await readFiles({ ...files, places: [place] }, of);
  const at = positions[0];
  const row = rowByKey(place.resource, place.key);
  const field = place.field === "" ? "" : `${place.field} `;
  const message = counted(`${row}: ${field}${String(first.message)}`, problems.length);
  return { message, file: at?.file ?? null, line: at?.line ?? null };
}

export function problemOf({ at, file, message }: Fault, count = 1): Problem {
  return { message: counted(message, count), file: at?.file ?? file ?? null, line: at?.line ?? null };
}

export function whole(message: string): Problem {
  return { message, file: null, line: null };
}

function counted(message: string, count: number): string {
  return count === 1 ? message : `${message} (and ${count - 1} more)`;
}
