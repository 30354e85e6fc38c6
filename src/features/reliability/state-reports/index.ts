/** What was seen of rows from outside: by checkers, and by agents next to engines. */
import type { Feature } from "../../../engine/feature.ts";
import type { RaiseEvent } from "../../../engine/ports/raise-event.ts";
import type { Ground } from "../../ground.ts";
import { reportAllOperation, reportOperation, type SeenBy } from "./operations.ts";
import { createReports, type Reports } from "./reports.ts";

export type { Reports, RowReport } from "./reports.ts";

export interface StateReports extends Feature {
  readonly reports: Reports;
}

export function createStateReports(
  ground: Ground,
  { events, seenBy }: { readonly events: { readonly raise: RaiseEvent }; readonly seenBy: SeenBy },
): StateReports {
  const reports = createReports({ store: ground.store, raiseEvent: events.raise });
  const deps = { ...ground, reports, seenBy };
  return { name: "state reports", operations: [reportOperation(deps), reportAllOperation(deps)], reports };
}
