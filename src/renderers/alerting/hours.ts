/** Active hours of outbound rules: whether a moment is within them, and when they begin next. */
import { firstMoment, type Hours, isWithin } from "../../kernel/hours.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import type { outboundRules } from "../../resources/outbound-rules.ts";

export type ActiveHours = NonNullable<ConfigurationOf<typeof outboundRules>["active_hours"]>;

/** Every day of the week begins within it, whatever its clock does. */
const horizonMs = 15 * 24 * 3_600_000;

/** @param hours null is always */
export function isActive(hours: ActiveHours | null, moment: Date): boolean {
  return hours === null || isWithin(zoned(hours), moment.getTime());
}

/** The first moment within the hours that is not before this one; the moment itself where it is within them. */
export function nextActive(hours: ActiveHours | null, moment: Date): Date {
  if (hours === null) return moment;
  const horizon = new Date(moment.getTime() + horizonMs);
  return firstMoment([zoned(hours)], moment, true, horizon) ?? horizon;
}

function zoned({ timezone, ...hours }: ActiveHours): Hours {
  return { ...hours, time_zone: timezone };
}
