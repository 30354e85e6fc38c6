/** What stands against single rows of a plan, in words. */
import { type Problem, Refusal } from "../../kernel/problem.ts";
import type { Resource } from "../../kernel/resource.ts";
import { pointing } from "../row-facts.ts";

/** What a refusal of the steps says, problem by problem. */
export function problemsOf(error: unknown, resource: Resource): Problem[] {
  if (!(error instanceof Refusal)) throw error;
  const { detail, code, message } = error;
  const { fields, field, reason } = detail;
  if (fields !== undefined) return [...fields];
  const inUse = detail.references === undefined ? undefined : `${pointing(detail.references)} at it`;
  return [
    {
      field: field ?? (code === "conflict" && inUse === undefined ? (resource.naturalKey[0] ?? "") : ""),
      message:
        inUse === undefined
          ? message
          : `cannot be deleted: ${inUse}; change or delete ${whoPoints(detail.references)} first`,
      reason: reason ?? code,
    },
  ];
}

function whoPoints(references: Refusal["detail"]["references"] = []): string {
  const shown = references.slice(0, 5).map(({ resource, id, field }) => `${resource} ${id} (${field})`);
  const more = references.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

export function nameless({ kind, naturalKey }: Resource): Problem {
  return {
    field: naturalKey[0] ?? "",
    message: `is needed in a bundle: without it a row of ${kind} could not be found again`,
    reason: "no_natural_key",
  };
}

export function unchangeable({ kind }: Resource, field: string): Problem {
  return {
    field,
    message: `cannot be changed: rows of ${kind} are made and deleted only; delete the row first, or write what it has`,
    reason: "fixed",
  };
}

export function displaced({ kind, oneDefault }: Resource): Problem {
  return {
    field: oneDefault?.field ?? "",
    message: `is true in another entry of ${kind} too, which takes its place; write it in one of them only`,
    reason: "duplicate",
  };
}
