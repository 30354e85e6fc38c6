/** What the rows of routes say of their drills, and what of that needs attention. */
import type { KindHooks, NeedsAttention, Written } from "../../engine/feature.ts";
import { completed } from "../../engine/render.ts";
import { counted, readable } from "../../kernel/readable.ts";
import { alertRoutes } from "../../resources/alert-routes.ts";
import type { DrillDeps } from "./look.ts";
import type { DrillStore } from "./store.ts";

/** Keeps what drills need of a row next to it; a route that is off is neither drilled nor to be proved. */
export function routeHooks(drills: DrillStore) {
  return {
    async onWrite(writer, call, { before, after }) {
      const { id: organizationId } = call.caller.organization;
      const own = drills.in(writer);
      if (after === undefined) {
        if (before !== undefined) await own.deleteRoute(organizationId, before.id);
        return;
      }
      const [was, is] = [wantedBy(before), wantedBy(after)];
      if (JSON.stringify(was) !== JSON.stringify(is)) await own.putRoute(organizationId, after.id, is);
    },
  } satisfies KindHooks<typeof alertRoutes>;
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
      data: found.slice(0, shown).map(({ routeId, name, failedAt, failure, provedAt, proveEveryDays }) => ({
        resource: alertRoutes.kind,
        id: routeId,
        name,
        ...(failedAt === null
          ? {
              tone: "warning",
              state: "unproved",
              why: whyUnproved(provedAt, proveEveryDays),
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

function whyUnproved(provedAt: Date | null, everyDays: number | null): string {
  const wanted =
    everyDays === null
      ? ""
      : ` It is to be proved every ${everyDays === 1 ? "day" : counted(everyDays, "day")}.`;
  return provedAt === null
    ? `No drill has proved it yet.${wanted}`
    : `A drill last proved it on ${readable(provedAt)}.${wanted}`;
}
