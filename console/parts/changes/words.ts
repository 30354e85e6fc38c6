/** How records of one act are spoken of. */
import { figure } from "../../../src/kernel/readable.ts";
import type { AuditRecord } from "../../api/shapes.ts";

type Act = Pick<AuditRecord, "plan_id"> & Partial<Pick<AuditRecord, "outcome">>;

/** What many records of one act are, without the actor: "made 12 changes with a plan". */
export function runText(run: readonly Act[]): string {
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
