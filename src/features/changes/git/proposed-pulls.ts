/** One pull request for what waits on the branch of the service: opened once, and kept as the branch is. */
import { currentTime } from "../../../engine/clock.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { type Look, linkOf } from "./look.ts";
import { ForgeRefused, type PullRequest, type PullText, pullRequestsOf } from "./pull-requests.ts";

interface Waits {
  readonly tip: string | undefined;
  readonly subjects: readonly string[];
}

interface Shown {
  /** What the row keeps of it. */
  readonly state: JsonObject;
  readonly note?: string;
}

const none: Shown = {
  state: { pull_request: null, pull_request_number: null, pull_request_closed_since: null },
};

/** @param waits undefined where nothing does @returns undefined without a forge */
export async function shownAsPullRequest(look: Look, waits: Waits | undefined): Promise<Shown | undefined> {
  const calls = callsOf(look);
  if (calls === undefined) return undefined;
  if (waits === undefined) return none;
  const { state } = look.row;
  const number = typeof state.pull_request_number === "string" ? state.pull_request_number : undefined;
  const kept = { pull_request: state.pull_request ?? null, pull_request_number: number ?? null };
  const since = state.pull_request_closed_since ?? currentTime().toISOString();
  const moved = state.push_tip !== (waits.tip ?? null);
  const text = textOf(look, waits);
  try {
    const known = number === undefined ? await calls.open() : await calls.one(number);
    if (known?.state === "closed" && !moved)
      return { state: { ...kept, pull_request_closed_since: since }, note: closedNote(known.number) };
    if (known?.state === "open") {
      if (moved) await calls.update(known.number, text);
      return { state: stateOf(known) };
    }
    const made = (number === undefined ? undefined : await calls.open()) ?? (await calls.create(text));
    return made === undefined ? { state: kept } : { state: stateOf(made) };
  } catch (error) {
    if (!(error instanceof ForgeRefused)) throw error;
    return { state: kept, note: `The forge has no pull request for the branch: ${error.message}.` };
  }
}

/** Whether somebody has closed the pull request, or opened it again, and the row does not say so yet. */
export async function closedMeanwhile(look: Look): Promise<boolean> {
  const { pull_request_number: number, notes } = look.row.state;
  const calls = typeof number === "string" ? callsOf(look) : undefined;
  if (calls === undefined) return false;
  try {
    const one = await calls.one(String(number));
    if (one === undefined || one.state === "merged") return false;
    const isSaid = Array.isArray(notes) && notes.includes(closedNote(one.number));
    return isSaid !== (one.state === "closed");
  } catch (error) {
    if (error instanceof ForgeRefused) return false; // the next look asks again
    throw error;
  }
}

function callsOf({ deps, organization, source, credential }: Look) {
  const http = deps.http.of({ organizationId: organization.id, use: "change" });
  return pullRequestsOf(source, credential, http);
}

function stateOf({ number, link }: PullRequest): JsonObject {
  return { pull_request: link, pull_request_number: number, pull_request_closed_since: null };
}

/** Why a source needs attention that has pushed: somebody has to merge, or has closed the pull request. */
export function pushRemark(
  state: JsonObject,
): { readonly why: string; readonly since: string | null } | undefined {
  const { pull_request: link, pull_request_number: number, pull_request_closed_since: since } = state;
  if (state.status !== "pushed") return undefined;
  if (typeof number === "string" && typeof since === "string") return { why: closedNote(number), since };
  const where = typeof link === "string" ? `in ${link}` : "on push_branch";
  return { why: `What people changed here waits ${where} until somebody merges it.`, since: null };
}

function closedNote(number: string): string {
  return `Pull request ${number} was closed and not merged, so that files and rows differ: open it again, or change a row, and there is another one.`;
}

function textOf(look: Look, { subjects }: Waits): PullText {
  const { name } = look.source;
  const [only] = subjects;
  const title =
    subjects.length === 1 && only !== undefined ? only : `${subjects.length} changes of rows from ${name}`;
  const lines = subjects.map((subject) => `- ${subject}`);
  const about = `What was changed in rows of the Git source ${name}: ${linkOf(look)}`;
  return { title: oneLine(title, 200), body: [about, "", ...lines].join("\n") };
}
