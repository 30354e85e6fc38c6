/** Why an organization takes no changes. */
import { Refusal } from "./problem.ts";
import { readable } from "./readable.ts";

export interface Suspension {
  /** In the operator's words. */
  readonly reason: string;
  /** RFC 3339. */
  readonly since: string;
  /** When it is going to be deleted, in RFC 3339; null where it is suspended only. */
  readonly deleteAt: string | null;
}

/** What it means for the organization's people, in whole sentences. */
export function suspensionText(name: string, { reason, since, deleteAt }: Suspension): string {
  const what =
    deleteAt === null
      ? `${name} is suspended since ${readable(since)}`
      : `${name} is going to be deleted on ${readable(deleteAt)}, and takes no more changes`;
  const why = reason === "" ? "." : `: ${reason.replace(/[.\s]+$/, "")}.`;
  return `${what}${why} It can still be read and exported, and alerts still reach people.`;
}

/** A 403 for a change of a suspended organization. */
export function suspended(name: string, suspension: Suspension): Refusal {
  return new Refusal(
    "forbidden",
    `Nothing was changed. ${suspensionText(name, suspension)} Ask whoever runs this service to lift it.`,
    { reason: "suspended" },
  );
}
