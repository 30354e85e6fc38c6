/** Looks for rows of which reports have stopped, and raises and ends the alert that says so. */
import type { Connection } from "../../../database/database.ts";
import { currentTime } from "../../../engine/clock.ts";
import { eachOnItsOwn } from "../../../engine/periodic.ts";
import { sightOf } from "../../../kernel/staleness.ts";
import { certificateMonitors } from "../../../resources/certificate-monitors.ts";
import { slos } from "../../../resources/slos.ts";
import { syntheticChecks } from "../../../resources/synthetic-checks.ts";
import type { Ground } from "../../ground.ts";
import type { Identity } from "../../identity/index.ts";
import type { Renderer } from "../../reliability/index.ts";
import { type Alerts, reportsSource } from "../alerts/index.ts";
import { sql } from "./queries.generated.ts";
import { stoppedIn, stoppedReportsAlert } from "./stopped-reports.ts";

const reportedKinds = [slos, syntheticChecks, certificateMonitors];
const kinds = reportedKinds.map(({ kind }) => kind);
const sights = new Map<string, ReturnType<typeof sightOf>>(
  reportedKinds.map(({ kind, fields }) => [kind, sightOf(fields)]),
);

/** No row may be without a report for less. */
const leastMs = 60_000;

/** Whether an open alert says that reports have stopped. */
export const isOfReports = ({ connectorId }: { readonly connectorId: string }) =>
  connectorId === reportsSource;

type ReportStore = ReturnType<typeof createReportStore>;

function createReportStore(database: Pick<Connection, "query">) {
  return {
    organizations: async (before: Date) =>
      (await database.query(sql.listOrganizationsWithoutReports, { kinds, before })).map(
        ({ organizationId }) => organizationId,
      ),
    rows: (organizationId: string, before: Date) =>
      database.query(sql.listReportedRows, { organizationId, kinds, before }),
  };
}

export interface ReportWatchNeeds {
  readonly renderer: Pick<Renderer, "rendersOf">;
  readonly alerts: Pick<Alerts, "raise" | "confirm" | "end" | "heldEnds">;
  readonly identity: Pick<Identity, "store">;
  /** Since when the service has been up without a gap. */
  readonly upSince: () => Promise<Date>;
}

/** Answers what looks once at every organization. */
export function createReportWatch(ground: Ground, needs: ReportWatchNeeds): () => Promise<void> {
  const { store } = ground;
  const reported = createReportStore(ground.database);
  return async () => {
    const before = new Date(currentTime().getTime() - leastMs);
    const open = await needs.alerts.heldEnds.in(store).organizations();
    const silent = await reported.organizations(before);
    await eachOnItsOwn([...new Set([...open, ...silent])], (id) => lookAt(ground, needs, reported, id));
  };
}

async function lookAt(
  { store, siteUrl }: Ground,
  { renderer, alerts, identity, upSince }: ReportWatchNeeds,
  reported: ReportStore,
  organizationId: string,
): Promise<void> {
  const organization = await identity.store.organizations.find(organizationId);
  if (organization === undefined) return;
  const now = currentTime();
  const renders = await renderer.rendersOf(organizationId, now);
  const facts = { renders, sightOf: (kind: string) => sights.get(kind), upSince: await upSince() };
  const rows = await reported.rows(organizationId, new Date(now.getTime() - leastMs));
  const stopped = async (reader: Parameters<typeof alerts.heldEnds.in>[0]) =>
    stoppedIn(rows, (await alerts.heldEnds.in(reader).lost(organizationId)).filter(isOfReports), facts, now);
  const found = await stopped(store);
  for (const { id } of found.over) await alerts.end(organizationId, reportsSource, async () => id);
  await alerts.confirm(
    organizationId,
    reportsSource,
    found.going.filter(({ unconfirmed }) => unconfirmed),
  );
  if (found.rows.length === 0) return;
  await alerts.raise(organizationId, reportsSource, async (writer) => {
    // Another node may have raised it.
    const left = await stopped(writer);
    if (left.rows.length === 0) return undefined;
    return stoppedReportsAlert(left.rows, renders.rows, `${siteUrl}/o/${organization.slug}`, now);
  });
}
