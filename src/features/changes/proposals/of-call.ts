/** A call that writes rows, kept as a proposal in its place. */
import type { Call } from "../../../engine/context.ts";
import type { RowChange } from "../../../engine/plan/differences.ts";
import type { PlanRequest } from "../../../engine/plan/edits.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { withRowsOfNames } from "../plans/index.ts";
import type { ProposalDeps } from "./look.ts";
import { keepPrepared, longestTitle, prepared } from "./propose.ts";

/**
 * @returns the proposal as every door shows it
 * @throws Refusal 422 where nothing would change, or something stands against it: the call would have been refused
 */
export async function proposeCall(
  deps: ProposalDeps,
  call: Call,
  request: PlanRequest,
  reason: string,
): Promise<JsonObject> {
  const named = { ...request, ...(await withRowsOfNames(deps, call, request)) };
  const titled = (changes: readonly RowChange[]) => titleOf(deps, changes);
  const made = await prepared(deps, call, named, { title: titled, reason });
  const { problems, changes } = made.shown;
  if (problems.length > 0) throw unplannable(problems);
  if (changes.length === 0) throw noChange();
  return keepPrepared(deps, call, made);
}

const verbs = { create: "Make", update: "Change", delete: "Delete", adopt: "Take over", detach: "Let go" };

/** Such as "Change SLO checkout", or of several rows how many they are. */
function titleOf({ definitions }: Pick<ProposalDeps, "definitions">, changes: readonly RowChange[]): string {
  const [first] = changes;
  if (first === undefined || changes.length > 1) return `Change ${changes.length} rows`;
  const { action, resource, key, id } = first;
  const { singular = resource, shape } = definitions[resource] ?? {};
  const name = key.name ?? Object.values(key).find((part) => typeof part === "string") ?? id;
  const words = singular.replaceAll("_", " ").replace(/\b(aws|slo)\b/g, (word) => word.toUpperCase());
  const title = [verbs[action], words, ...(shape === "setting" ? [] : [name])];
  return title.join(" ").slice(0, longestTitle);
}

function noChange(): Refusal {
  return new Refusal(
    "unprocessable_entity",
    "Nothing would change, so that there is nothing to propose. Rows are already as the call would leave them.",
    { reason: "no_change" },
  );
}

function unplannable(problems: readonly JsonObject[]): Refusal {
  const [first = {}] = problems;
  const field = String(first.field ?? "");
  return new Refusal(
    "unprocessable_entity",
    `This cannot be proposed: ${first.resource} ${field} ${first.message}. Correct it, and send it again.`,
    { reason: "plan_invalid", ...(field !== "" && { field }) },
  );
}
