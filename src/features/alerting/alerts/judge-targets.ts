/** What follows from a target that is switched off or has no secret: what then notifies nobody. */

import type { Judge, Judgement, RowMove } from "../../../engine/feature.ts";
import { completedSide, rowsAfter } from "../../../engine/plan/rows-after.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import type { AlertDeps } from "./deps.ts";
import { isUnset, unsetReason } from "./rows.ts";
import { stepsFor, waitingText } from "./waiting-steps.ts";

export function judgeTargets({ rowsOf, withholding }: Pick<AlertDeps, "rowsOf" | "withholding">): Judge {
  return {
    kinds: [outboundConfigs.kind],
    async judge(reader, call, changed) {
      const goingOff = changed.filter(
        ({ kind, before, now }) => kind === outboundConfigs.kind && isOn(before) && !isOn(now),
      );
      if (goingOff.length === 0) return unset(changed);
      const rows = await rowsOf(reader, call.caller.organization.id, call.now);
      const rules = completedSide(rowsAfter, outboundRules, rows.rules, changed);
      const ids = goingOff.map(({ id }) => id);
      const waiting = await stepsFor({ withholding }, reader, call, rows, ids);
      const silenced = goingOff.flatMap(({ kind, id }): Judgement[] => {
        const own = { kind, id, field: "enabled" };
        const ofRules = rules
          .filter(({ configuration }) => configuration.enabled && configuration.outbound_config_id === id)
          .map(
            ({ configuration: { name } }): Judgement => ({
              ...own,
              reason: "last_target",
              message: `is the target of the outbound rule "${name}", which then notifies nobody`,
            }),
          );
        const steps = waiting.get(id);
        return steps === undefined
          ? ofRules
          : [...ofRules, { ...own, reason: "steps_wait", message: waitingText(steps.alerts) }];
      });
      return [...unset(changed), ...silenced];
    },
  };
}

/** Targets that are to be on, and that nothing can be sent to. */
function unset(changed: readonly RowMove[]): Judgement[] {
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
