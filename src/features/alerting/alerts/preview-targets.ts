/** What follows from a target that is switched off or has no secret: what then notifies nobody. */

import type { KindHooks, Previewed, RowMove } from "../../../engine/feature.ts";
import { rowsAfter } from "../../../engine/plan/rows-after.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Destination } from "../../../renderers/alerting/resolve.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import type { AlertDeps } from "./deps.ts";
import { isUnset, unsetReason } from "./rows.ts";
import { stepsFor, waitingText } from "./waiting-steps.ts";

export function previewTargets({
  store,
  rowsOf,
  withholding,
}: Pick<AlertDeps, "store" | "rowsOf" | "withholding">) {
  return {
    async preview(call, changed) {
      const goingOff = changed.filter(
        ({ kind, before, now }) => kind === outboundConfigs.kind && isOn(before) && !isOn(now),
      );
      if (goingOff.length === 0) return unset(changed);
      const rows = await rowsOf(store, call.caller.organization.id, call.now);
      const targets = rowsAfter(outboundConfigs, [...rows.targets.values()], changed, (row) => ({
        id: row.id,
        configuration: completed(outboundConfigs, row.configuration),
      }));
      const on = new Set(targets.flatMap(({ id, configuration }) => (configuration.enabled ? [id] : [])));
      const rules = rowsAfter(outboundRules, rows.rules, changed, (row) => ({
        id: row.id,
        configuration: completed(outboundRules, row.configuration),
      }));
      const routes = rowsAfter(alertRoutes, [...rows.routes.values()], changed, (row) => ({
        id: row.id,
        configuration: completed(alertRoutes, row.configuration),
      }));
      const heartbeats = rowsAfter(alertHeartbeats, rows.heartbeats, changed, (row) => ({
        id: row.id,
        configuration: completed(alertHeartbeats, row.configuration),
      }));
      const ids = goingOff.map(({ id }) => id);
      const waiting = await stepsFor({ withholding }, store, call, rows, ids);
      const silenced = goingOff.flatMap(({ kind, id }): Previewed[] => {
        const ofRules = rules
          .filter(({ configuration }) => configuration.enabled && configuration.outbound_config_id === id)
          .map(
            ({ configuration: { name } }) =>
              `is the target of the outbound rule "${name}", which then notifies nobody`,
          );
        const ofRoutes = routes
          .filter(({ configuration: { enabled, destinations } }) => enabled && isSilent(destinations, id, on))
          .map(
            ({ configuration: { name } }) =>
              `is the last destination of the alert route "${name}" that is on; the alerts that it takes then reach nobody`,
          );
        const ofHeartbeats = heartbeats
          .filter(({ configuration: { enabled, destinations } }) => enabled && isSilent(destinations, id, on))
          .map(
            ({ configuration: { name } }) =>
              `is the last destination of the heartbeat "${name}" that is on; its alert then reaches nobody`,
          );
        const steps = waiting.get(id);
        const ofSteps = steps === undefined ? [] : [waitingText(steps.alerts)];
        return [...ofRules, ...ofRoutes, ...ofHeartbeats, ...ofSteps].map((message) => ({
          kind,
          id,
          field: "enabled",
          reason: "last_target",
          message,
        }));
      });
      return [...unset(changed), ...silenced];
    },
  } satisfies KindHooks<typeof outboundConfigs>;
}

/** Targets that are to be on, and that nothing can be sent to. */
function unset(changed: readonly RowMove[]): Previewed[] {
  return changed
    .filter(({ kind, before, now }) => {
      const wasUnset = before !== undefined && isUnset(before);
      return kind === outboundConfigs.kind && now !== undefined && isUnset(now) && !wasUnset;
    })
    .map(({ kind, id, now }) => ({
      kind,
      id,
      field: "secret",
      reason: "no_secret",
      message: `${now && unsetReason(now)}: nothing can be sent to the target before it is saved`,
    }));
}

function isOn(row: StoredRow | undefined): boolean {
  return row !== undefined && row.configuration.enabled !== false;
}

/** Whether a route names the target, and nothing else that is on. */
function isSilent(destinations: readonly Destination[], id: string, on: ReadonlySet<string>): boolean {
  const targets = destinations.map(({ outbound_config_id }) => outbound_config_id);
  return targets.includes(id) && targets.every((target) => target !== undefined && !on.has(target));
}
