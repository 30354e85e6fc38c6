/** What changes mean for the alerts that are made of rows, also those that never fired yet: which take other routes. */

import { type Call, turnOf } from "../../../engine/context.ts";
import type { Judge, Judgement, RowMove } from "../../../engine/feature.ts";
import { seesAll } from "../../../engine/limits.ts";
import { changesAny, rowsAfter, rowsBefore } from "../../../engine/plan/rows-after.ts";
import type { Reader, StoredRow } from "../../../engine/ports/rows.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { inPieces, type Pieces } from "../../../kernel/time-slices.ts";
import { createWays, takenOf, type WayRows } from "../../../renderers/alerting/deciding.ts";
import type { Labels } from "../../../renderers/alerting/facts.ts";
import type { RouteRow } from "../../../renderers/alerting/resolve.ts";
import { type OwnAlerts, ownAlertsOf } from "../../../renderers/alerting/row-alerts.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { connectors } from "../../../resources/connectors.ts";
import { dataSources } from "../../../resources/data-sources.ts";
import { slis } from "../../../resources/slis.ts";
import { slos } from "../../../resources/slos.ts";
import { teams } from "../../../resources/teams.ts";
import { ownRoutesOf } from "./heartbeats.ts";
import { completedRows, ownRowsOf, raising } from "./own-rows.ts";

/** Kinds whose rows raise alerts, and those of which a change may move the alerts of every row. */
const judging: readonly string[] = [alertRoutes.kind, teams.kind, ...Object.keys(raising)];

const mostShown = 20;

export const judgeOwnMoves: Judge = {
  kinds: judging,
  // Of rows of many kinds something is said.
  judge: async (reader, call, moves) => (seesAll(call.caller) ? elsewhere(reader, call, moves) : []),
};

async function elsewhere(
  reader: Reader,
  call: Call,
  moves: readonly RowMove[],
): Promise<readonly Judgement[]> {
  const isAround = moves.some((move) => leadsElsewhere(move));
  const touched = new Set(moves.filter(raisesOthers).map(({ id }) => id));
  if (!isAround && touched.size === 0) return [];
  const known = new Map<string, Promise<readonly StoredRow[]>>();
  const ofSlos = isAround || moves.some(({ kind }) => kind === slos.kind);
  const stored = async (kind: string) => {
    // Of one row that moves nothing else is looked at, and the moves have it; data sources are of SLOs.
    if (!isAround && kind in raising) return [];
    if (!ofSlos && measuring.includes(kind)) return [];
    const reading = known.get(kind) ?? reader.rowsMatching(call.caller.organization.id, kind, {});
    known.set(kind, reading);
    return reading;
  };
  const looked = (id: string) => isAround || touched.has(id);
  const side = (as: typeof rowsAfter) =>
    sideOf(async (kind) => as(kind, await stored(kind.kind), moves, (row) => row), looked);
  const moved = await inPieces(movedAmong(await side(rowsBefore), await side(rowsAfter)), turnOf(call));
  return moved.slice(0, mostShown).map(({ resource, id, message }, index) => ({
    kind: resource,
    id,
    field: "labels",
    reason: "alerts_elsewhere",
    message:
      index === mostShown - 1 && moved.length > mostShown
        ? `${message}; alerts of ${moved.length - mostShown} more rows take other routes too`
        : message,
  }));
}

const measuring: readonly string[] = [slis, dataSources, connectors].map(({ kind }) => kind);

/** A route that takes other alerts than before, or a team of another name, which is a label of alerts. */
function leadsElsewhere(move: RowMove): boolean {
  if (move.kind === teams.kind) return changesAny(move, ["name"]);
  return move.kind === alertRoutes.kind && changesAny(move, ["enabled", "position", "matchers", "continue"]);
}

/** What of a row its alerts have as labels, or goes by instead of routes. */
const labelling = [
  ...["name", "hostname", "service", "labels", "severity", "owning_team_id", "destinations"],
  ...["burn_alerts", "alert_days_before_expiry", "sli_id", "team_id", "kind", "target", "port"],
] as const;

/** A row that is there before and after, and whose alerts have other labels. */
function raisesOthers(move: RowMove): boolean {
  const isThere = move.before !== undefined && move.now !== undefined;
  return move.kind in raising && isThere && changesAny(move, labelling);
}

interface Side extends WayRows {
  readonly alerts: ReadonlyMap<string, OwnAlerts>;
}

async function sideOf(
  stored: (kind: Kind) => Promise<readonly StoredRow[]>,
  looked: (id: string) => boolean,
): Promise<Side> {
  const of = completedRows(stored);
  const rows = await ownRowsOf(of, ({ id }) => looked(id));
  return {
    alerts: new Map([...ownAlertsOf(rows)].map((one) => [one.id, one])),
    routes: await of(alertRoutes),
    ownRoutes: ownRoutesOf(rows.heartbeats),
  };
}

function* movedAmong(
  now: Side,
  then: Side,
): Pieces<(Pick<OwnAlerts, "resource" | "id"> & { readonly message: string })[]> {
  const [was, is] = [createWays(now), createWays(then)];
  const moved: (Pick<OwnAlerts, "resource" | "id"> & { readonly message: string })[] = [];
  for (const { resource, id, alerts } of then.alerts.values()) {
    const raisedBy = resource === "alert_heartbeats" ? id : undefined;
    const before = new Map(now.alerts.get(id)?.alerts.map((labels) => [nameOf(labels), labels]));
    const changes: string[] = [];
    for (const labels of alerts) {
      const name = nameOf(labels);
      const earlier = before.get(name);
      if (earlier === undefined) continue;
      const from = takenOf(yield* was({ labels: earlier, raisedBy }));
      const to = takenOf(yield* is({ labels, raisedBy }));
      if (idsOf(from) !== idsOf(to)) changes.push(`${name} takes ${namesOf(to)}, and took ${namesOf(from)}`);
    }
    if (changes.length > 0) moved.push({ resource, id, message: changes.join("; ") });
  }
  return moved;
}

/** One alert among a row's: those of an SLO differ by severity, those of a certificate by days. */
function nameOf(labels: Labels): string {
  const { alertname = "", severity, orgconfig_days_before_expiry: days } = labels;
  if (alertname === "SLOBurnRate") return `${alertname} (${severity})`;
  return days === undefined ? alertname : `${alertname} (${days} ${days === "1" ? "day" : "days"})`;
}

function idsOf(routes: readonly RouteRow[]): string {
  return routes.map(({ id }) => id).join();
}

function namesOf(routes: readonly RouteRow[]): string {
  if (routes.length === 0) return "no route";
  return routes.map(({ configuration: { name } }) => JSON.stringify(name)).join(", ");
}
