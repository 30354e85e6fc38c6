/** What stands against a plan, in words for its readers. */

import type { Kind } from "../../kernel/kind.ts";
import { keyPhrase } from "../../kernel/natural-key.ts";
import { type Problem, type Referrer, Refusal } from "../../kernel/problem.ts";
import { pointing } from "../row-facts.ts";
import type { PlanProblem, RowProblem } from "./edits.ts";

/** Most problems that a plan shows. A body of a few hundred kilobytes can have a hundred thousand. */
const mostPlanProblems = 5_000;

/** The first problems, and where there are more, how many. */
export function shownOf(problems: readonly PlanProblem[]): readonly PlanProblem[] {
  if (problems.length <= mostPlanProblems) return problems;
  const shown = problems.slice(0, mostPlanProblems - 1);
  const [{ kind }] = problems.slice(shown.length) as [PlanProblem];
  const message = `and ${problems.length - shown.length} more problems, which are not shown; fix these first, and plan again`;
  return [...shown, { kind, key: null, index: null, field: "", reason: "more_problems", message }];
}

/** What a refusal of the steps says, problem by problem. */
export function problemsOf(error: unknown, definition: Kind): RowProblem[] {
  if (!(error instanceof Refusal)) throw error;
  const { detail, code, message } = error;
  const { fields, field, reason } = detail;
  if (fields !== undefined) return [...fields];
  if (code === "conflict") return [taken(definition)];
  return [{ field: field ?? "", message, reason: reason ?? code }];
}

/** Most who get a reference wrong wrote a name where an id belongs. */
export function withKeyHint(problem: RowProblem): RowProblem {
  if (problem.reason !== "missing_reference") return problem;
  const message = `${problem.message}, or name the row by its key, as an object: {"name": "…"}`;
  return { ...problem, message };
}

export function inUse(references: readonly Referrer[]): Problem {
  const shown = references.slice(0, 5).map(({ kind, id, field }) => `${kind} ${id} (${field})`);
  const more = references.length > shown.length ? ` and ${references.length - shown.length} more` : "";
  const message = `cannot be deleted: ${pointing(references)} at it; change or delete ${shown.join(", ")}${more} first`;
  return { field: "", message, reason: "in_use" };
}

function taken(definition: Kind): Problem {
  const message = `is taken: another row has this ${keyPhrase(definition)}; give one of them another`;
  return { field: definition.naturalKey[0] ?? "", message, reason: "conflict" };
}

/** Two entries that both want a place that only one row can have. */
export function displaced({ kind, oneDefault }: Kind): Problem {
  const field = oneDefault?.field ?? "";
  const message = `is true in another entry too, and only one row of ${kind} can have it; leave it true in one of them`;
  return { field, message, reason: "duplicate" };
}

export function nameless({ kind, naturalKey }: Kind): Problem {
  return {
    field: naturalKey[0] ?? "",
    message: `is needed in a bundle: without it a row of ${kind} could not be found again`,
    reason: "no_natural_key",
  };
}

export function alreadyThere({ kind, naturalKey }: Kind): Problem {
  return {
    field: naturalKey[0] ?? "",
    message: `is taken: there is such a row of ${kind} already; change that one`,
    reason: "duplicate",
  };
}

export function unchangeable({ kind }: Kind, field: string): Problem {
  return {
    field,
    message: `cannot be changed: rows of ${kind} are made and deleted only; delete the row first, or write what it has`,
    reason: "fixed",
  };
}
