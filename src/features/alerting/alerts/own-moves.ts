/** What a plan means for the alerts that are made of rows, also those that never fired yet: which take other routes. */

import { type Call, turnOf } from "../../../engine/context.ts";
import { naturalKeyObject } from "../../../engine/plan/bundle-entry.ts";
import { rowsAfter } from "../../../engine/plan/rows-after.ts";
import type { StagedRow } from "../../../engine/plan/stage.ts";
import { allRows, type StoredRow } from "../../../engine/ports/rows.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { inPieces, type Pieces } from "../../../kernel/time-slices.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { createWays, takenOf, type WayRows } from "../../../renderers/alerting/deciding.ts";
import type { Labels } from "../../../renderers/alerting/facts.ts";
import type { RouteRow } from "../../../renderers/alerting/resolve.ts";
import { type OwnAlerts, ownAlertsOf } from "../../../renderers/alerting/row-alerts.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { teams } from "../../../resources/teams.ts";
import type { AlertDeps } from "./deps.ts";
import { ownRoutesOf } from "./heartbeats.ts";
import { completedRows, ownRowsOf, raisersIn, raising } from "./own-rows.ts";

/** Kinds of which a change may move the alerts of every row. */
const around: readonly string[] = [alertRoutes.kind, teams.kind];

const mostShown = 20;

/** Warnings of a plan; empty where nothing of it can move. */
export type OwnMovesOf = (call: Call, changed: readonly StagedRow[]) => Promise<readonly JsonObject[]>;

export function createOwnMoves({ store }: Pick<AlertDeps, "store">): OwnMovesOf {
  return async (call, changed) => {
    const isAround = changed.some(({ kind }) => around.includes(kind));
    const touched = new Set(changed.filter(({ kind }) => kind in raising).map(({ id }) => id));
    if (!isAround && touched.size === 0) return [];
    const stored = async ({ kind }: Kind) =>
      (await store.list(call.caller.organization.id, kind, "sort_key", [], allRows, call.now)).map((row) =>
        row.read(),
      );
    const looked = (id: string) => isAround || touched.has(id);
    const now = await sideOf(stored, looked);
    const then = await sideOf(
      async (kind) => rowsAfter(kind, await stored(kind), changed, (row) => row),
      looked,
    );
    const moved = await inPieces(movedAmong(now, then), turnOf(call));
    return moved
      .map(({ resource, id, message }, index) => ({
        resource,
        key: naturalKeyObject(raising[resource], then.configurations.get(id) ?? {}, () => undefined),
        field: "labels",
        reason: "alerts_elsewhere",
        message:
          index === mostShown - 1 && moved.length > mostShown
            ? `${message}; alerts of ${moved.length - mostShown} more rows take other routes too`
            : message,
      }))
      .slice(0, mostShown);
  };
}

interface Side extends WayRows {
  readonly alerts: ReadonlyMap<string, OwnAlerts>;
  readonly configurations: ReadonlyMap<string, JsonObject>;
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
    configurations: new Map(
      raisersIn(rows).map(({ id, configuration }): [string, JsonObject] => [id, configuration as JsonObject]),
    ),
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
