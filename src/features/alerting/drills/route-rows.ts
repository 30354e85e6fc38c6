/** What the rows of routes say of their drills, and what of that needs attention. */
import type { KindHooks, NeedsAttention, Written } from "../../../engine/feature.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { sameJson } from "../../../kernel/equal.ts";
import { counted, readable } from "../../../kernel/readable.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import type { DrillDeps } from "./look.ts";
import type { DrillStore, UnprovedRoute } from "./store.ts";

/** Keeps what drills need of a row next to it; a route that is off is neither drilled nor to be proved. */
export function routeHooks(drills: DrillStore) {
  return {
    follows: ({ before, after }) =>
      after === undefined ||
      (before !== undefined && triedOfRoute(before) !== triedOfRoute(after)) ||
      !sameJson(wantedBy(before), wantedBy(after)),
    async onWrite(writer, call, { before, after }) {
      const { id: organizationId } = call.caller.organization;
      const own = drills.in(writer);
      if (after === undefined) {
        if (before !== undefined) await own.deleteRoute(organizationId, before.id);
        return;
      }
      if (before !== undefined && triedOfRoute(before) !== triedOfRoute(after))
        await own.noteChangedRoute(organizationId, after.id);
      const is = wantedBy(after);
      if (!sameJson(wantedBy(before), is)) await own.putRoute(organizationId, after.id, is);
    },
  } satisfies KindHooks<typeof alertRoutes>;
}

/** A target that gets alerts in another way than before was not tried. */
export function targetHooks(drills: DrillStore) {
  return {
    follows: ({ before, after }) =>
      before !== undefined && after !== undefined && triedOfTarget(before) !== triedOfTarget(after),
    async onWrite(writer, call, { after }) {
      if (after !== undefined)
        await drills.in(writer).noteChangedTarget(call.caller.organization.id, after.id);
    },
  } satisfies KindHooks<typeof outboundConfigs>;
}

/** All of a route that a drill tries: what is left out says nothing of which alerts it takes and who gets them how. */
function triedOfRoute({ configuration }: StoredRow): string {
  const { name, owning_team_id, publish, drill_schedule, prove_every_days, ...tried } = completed(
    alertRoutes,
    configuration,
  );
  return JSON.stringify(tried);
}

function triedOfTarget({ configuration, secrets }: StoredRow): string {
  const { name, ...tried } = completed(outboundConfigs, configuration);
  return JSON.stringify([tried, secrets]);
}

const nothing = { schedule: null, proveEveryDays: null } as const;

function wantedBy(row: Written["after"]) {
  if (row === undefined) return nothing;
  const { enabled, drill_schedule, prove_every_days } = completed(alertRoutes, row.configuration);
  return enabled ? { schedule: drill_schedule, proveEveryDays: prove_every_days } : nothing;
}

/** Routes whose last drill failed, and those that none has proved for as long as they ask. */
export function unprovedRoutes({
  drills,
  alerts,
  store,
}: Pick<DrillDeps, "drills" | "alerts" | "store">): NeedsAttention {
  return async (call, shown) => {
    const { id: organizationId } = call.caller.organization;
    const { routes } = await alerts.rowsOf(store, organizationId, call.now);
    const found = (await drills.unproved(organizationId)).flatMap((one) => {
      const route = routes.get(one.routeId)?.configuration;
      return route?.enabled ? [{ ...one, name: route.name }] : [];
    });
    return {
      section: "drills",
      resource: alertRoutes.kind,
      total: found.length,
      data: found.slice(0, shown).map(({ routeId, name, failedAt, failure, ...standing }) => ({
        resource: alertRoutes.kind,
        id: routeId,
        name,
        ...(failedAt === null
          ? {
              tone: "warning",
              state: "unproved",
              why: whyUnproved(standing),
              since: null,
            }
          : {
              tone: "bad",
              state: "drill_failed",
              why: failure,
              since: failedAt.toISOString(),
            }),
      })),
    };
  };
}

function whyUnproved({ provedAt, changedAt, proveEveryDays }: UnprovedRoute): string {
  const wanted =
    proveEveryDays === null
      ? ""
      : ` It is to be proved every ${proveEveryDays === 1 ? "day" : counted(proveEveryDays, "day")}.`;
  if (provedAt !== null) return `A drill last proved it on ${readable(provedAt)}.${wanted}`;
  return changedAt === null
    ? `No drill has proved it yet.${wanted}`
    : `No drill has proved it since it, or a target of it, changed on ${readable(changedAt)}.${wanted}`;
}
