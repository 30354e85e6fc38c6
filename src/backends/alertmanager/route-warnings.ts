/** What is said of routes that Alertmanager takes, and that do not do what they seem to. Pure. */
import type { RouteRow } from "../alerting/resolve.ts";

/** After the route's name, in small letters and without a full stop. */
export interface RouteWarning {
  readonly field: "repeat_interval_seconds";
  readonly reason: string;
  readonly message: string;
}

/** Alertmanager's own: 120 hours (`--data.retention`; of Mimir's tenants `-alertmanager.storage.retention`). */
const usualRetentionSeconds = 432_000;

export function routeWarnings({ configuration }: RouteRow): readonly RouteWarning[] {
  const { repeat_interval_seconds: repeat, group_interval_seconds: interval } = configuration;
  const field = "repeat_interval_seconds";
  if (repeat < interval)
    return [
      {
        field,
        reason: "repeat_below_group_interval",
        message: `does not repeat after ${repeat} s: Alertmanager looks at a group once in group_interval_seconds (${interval}); write ${interval} or more, or a shorter group_interval_seconds`,
      },
    ];
  if (repeat > usualRetentionSeconds)
    return [
      {
        field,
        reason: "repeat_beyond_retention",
        message: `repeats after ${usualRetentionSeconds} s already: after these 120 hours Alertmanager forgets what it has sent; write ${usualRetentionSeconds} or less, or start Alertmanager with a longer --data.retention`,
      },
    ];
  return [];
}
