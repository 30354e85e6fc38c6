/** What is said of routes that Alertmanager takes, and that do not repeat when they seem to. */
import type { RendererRows, Warning } from "../renderer.ts";

/** Alertmanager's own: 120 hours (`--data.retention`; of Mimir's tenants `-alertmanager.storage.retention`). */
const usualRetentionSeconds = 432_000;

export function routeWarnings({ alertRoutes }: Pick<RendererRows, "alertRoutes">): Warning[] {
  return alertRoutes.flatMap(({ id, configuration }) => {
    const found = repeatFault(configuration);
    return found === undefined
      ? []
      : [{ resource: "alert_routes", id, field: "repeat_interval_seconds", ...found }];
  });
}

function repeatFault({
  repeat_interval_seconds: repeat,
  group_interval_seconds: interval,
}: RendererRows["alertRoutes"][number]["configuration"]): Pick<Warning, "reason" | "message"> | undefined {
  if (repeat < interval)
    return {
      reason: "repeat_below_group_interval",
      message: `does not repeat after ${repeat} s: Alertmanager looks at a group once in group_interval_seconds (${interval}); write ${interval} or more, or a shorter group_interval_seconds`,
    };
  if (repeat > usualRetentionSeconds)
    return {
      reason: "repeat_beyond_retention",
      message: `repeats after ${usualRetentionSeconds} s already: after these 120 hours Alertmanager forgets what it has sent; write ${usualRetentionSeconds} or less, or start Alertmanager with a longer --data.retention`,
    };
  return undefined;
}
