/** When a route's messages leave, in words. Pure. */
import { spelled } from "../../../forms/number.ts";

export interface Timing {
  readonly group_by: readonly string[];
  readonly group_wait_seconds: number;
  readonly group_interval_seconds: number;
  readonly repeat_interval_seconds: number;
}

export function timingWords({ group_by, ...seconds }: Timing): string {
  const said = (value: number) => spelled(value, "seconds") ?? `${value} s`;
  const wait = seconds.group_wait_seconds;
  const together =
    group_by.length === 0
      ? "All its alerts are sent together"
      : `Alerts with the same ${listed(group_by)} are sent together`;
  const first = wait === 0 ? "at once" : `${said(wait)} after the first`;
  return `${together}: ${first}, new ones after ${said(seconds.group_interval_seconds)}, and what has not changed again after ${said(seconds.repeat_interval_seconds)}.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
