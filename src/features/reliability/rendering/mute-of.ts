import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { muteTimes } from "../../../kernel/mute-times.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Mute } from "../../../renderers/alerting/mutes.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";

/** A row of alert_mutes, as alerts are compared with it. */
export function muteOf({
  id,
  configuration,
  state,
}: Pick<StoredRow, "id" | "configuration" | "state">): Mute {
  const whole = completed(alertMutes, configuration);
  const { pattern, matchers, route_ids, reason } = whole;
  return { id, pattern, matchers, routeIds: route_ids, reason, times: muteTimes(whole, madeAt(state)) };
}

function madeAt({ starts_at }: JsonObject): string | undefined {
  return typeof starts_at === "string" ? starts_at : undefined;
}
