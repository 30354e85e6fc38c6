/** Grafana's mute timings: rhythms in which the routes of the policies that name them are muted. */
import type { Json } from "../../../kernel/field.ts";
import { isObject } from "../../../kernel/validate.ts";
import {
  hoursOf,
  type Interval,
  intervalOf,
  isWeekly,
  UnreadableInterval,
} from "../alertmanager/intervals.ts";
import { addMutes } from "../alertmanager/mutes.ts";
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";

export const muteTimingType = "grafana_mute_timing";

/** A policy that is muted, and the ids of its routes here. */
export interface MutedPolicy {
  readonly attributes: Attributes;
  readonly timings: readonly string[];
  readonly routes: readonly string[];
}

export function addMutesOf(policies: readonly MutedPolicy[], add: AddRow, context: MigrationContext): void {
  const names = new Set(policies.flatMap(({ timings }) => timings));
  for (const name of names) {
    const muted = policies.filter(({ timings }) => timings.includes(name));
    const intervals = intervalsOf(name, context);
    const weekly = intervals?.filter(isWeekly) ?? [];
    for (const { attributes } of muted) {
      if (intervals === undefined)
        attributes.note(
          "mute_timings",
          `${name} is not in the file, or cannot be read: its routes are never muted`,
        );
      else if (weekly.length < intervals.length)
        attributes.note(
          "mute_timings",
          `${name} has days of the month, months or years, which a rhythm here does not have: nothing is muted then, and more is sent than before`,
        );
    }
    addMutes(
      `Mute timing ${name}`,
      hoursOf(weekly),
      muted.flatMap(({ routes }) => routes),
      add,
    );
  }
}

/** Undefined where the timing is not in the files. */
export function intervalsOf(name: string, { sources }: MigrationContext): readonly Interval[] | undefined {
  const values = sources(muteTimingType, "name", name)[0]?.values.intervals;
  if (!Array.isArray(values)) return undefined;
  try {
    return values.map((interval: Json) => intervalOf(asAlertmanager(interval)));
  } catch (error) {
    if (error instanceof UnreadableInterval) return undefined;
    throw error;
  }
}

/** Terraform's provider calls the ends of times otherwise, and writes what is left out as empty. */
function asAlertmanager(interval: Json): Json {
  if (!isObject(interval)) return interval;
  const { times, location, ...rest } = interval;
  return {
    ...rest,
    ...(location ? { location } : {}),
    times: Array.isArray(times)
      ? times.map((time: Json) =>
          isObject(time) ? { start_time: time.start ?? null, end_time: time.end ?? null } : time,
        )
      : null,
  };
}
