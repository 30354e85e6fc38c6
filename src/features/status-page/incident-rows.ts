/** The incidents that a page is made of, and that move by themselves. */
import { connectionOf } from "../../database/executor.ts";
import { storedRow } from "../../database/store.ts";
import type { Store, StoredRow } from "../../engine/ports/rows.ts";
import { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import { sql } from "./queries.generated.ts";

const most = 1_000;
const over = ["resolved", "completed"];

/** The newest of an organization, and of those before them the ones that are open. */
export async function incidentRows(
  reader: Pick<Store, "list" | "executor">,
  organizationId: string,
  now: Date,
): Promise<StoredRow[]> {
  const { kind } = statusPageIncidents;
  const newest = (await reader.list(organizationId, kind, "newest_first", [], most, now)).map((row) =>
    row.read(),
  );
  if (newest.length < most) return newest;
  const known = new Set(newest.map(({ id }) => id));
  const open = await connectionOf(reader).query(sql.listOpenIncidents, {
    organizationId,
    kind,
    over,
    limit: most,
  });
  return [...newest, ...open.map(storedRow).filter(({ id }) => !known.has(id))];
}
