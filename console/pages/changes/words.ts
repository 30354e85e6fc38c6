/** The texts of Changes. */
import { figure } from "../../../src/kernel/readable.ts";
import type { AuditRecord } from "../../api/shapes.ts";

export const title = "Changes";
export const about = "Who changed what, the newest first. Open a line for every field, and the way back.";
export const forAdmins = "Only an Org admin can read the audit log. The history of a row is on its own page.";
export const nothing = "Nothing matches these filters.";
export const chain = "Records are sealed into a chain, so that a changed or removed record is noticed.";
export const chainLimit =
  "This does not show whether the whole log was reset to an earlier state. To check that, run orgconfig audit verify --heads.";

/** What many records of one act are, without the actor: "made 12 changes with a plan". */
export function runText(run: readonly AuditRecord[]): string {
  const [first] = run;
  const how = first?.plan_id ? " with a plan" : "";
  return first?.outcome === "refused"
    ? `was refused ${figure(run.length)} times`
    : `made ${figure(run.length)} changes${how}`;
}

/** Kinds that are named before the others are only counted. */
const named = 3;

/** Behind what a run is: ": Teams, SLOs, SLIs and 4 more kinds". @param titles of each record, in their order */
export function kindsText(titles: readonly string[]): string {
  const each = [...new Set(titles)];
  const more = each.length - named;
  const rest = more > 0 ? ` and ${more} more ${more === 1 ? "kind" : "kinds"}` : "";
  return `: ${each.slice(0, named).join(", ")}${rest}`;
}
