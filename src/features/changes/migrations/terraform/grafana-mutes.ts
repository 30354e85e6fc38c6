/** Grafana's mute timings: rhythms in which the routes of the policies that name them are muted, or alone are active. */
import type { Json } from "../../../../kernel/field.ts";
import { isObject } from "../../../../kernel/validate.ts";
import { type Interval, intervalOf, UnreadableInterval } from "../alertmanager/intervals.ts";
import { addInactive, addMuted } from "../alertmanager/mutes.ts";
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";

export const muteTimingType = "grafana_mute_timing";

/** A policy with timings, and the ids of its routes here. */
export interface MutedPolicy {
  readonly attributes: Attributes;
  /** Names of timings in which it is muted. */
  readonly mutes: readonly string[];
  /** Names of timings outside of which it is muted. */
  readonly actives: readonly string[];
  readonly routes: readonly string[];
}

export function addMutesOf(policies: readonly MutedPolicy[], add: AddRow, context: MigrationContext): void {
  for (const name of new Set(policies.flatMap(({ mutes }) => mutes))) {
    const muted = policies.filter(({ mutes }) => mutes.includes(name));
    const intervals = intervalsOf(name, context);
    const note = (message: string) => noteAll(muted, "mute_timings", message);
    if (intervals === undefined)
      note(`${name} is not in the file, or cannot be read: its routes are never muted`);
    else
      addMuted(`Mute timing ${name}`, intervals, routesOf(muted), add, (message) =>
        note(`${name} ${message}`),
      );
  }
  const active = policies.filter(({ actives }) => actives.length > 0);
  // Several timings are as one: a policy is muted outside of all of them together.
  for (const key of new Set(active.map(keyOf))) {
    const alike = active.filter((policy) => keyOf(policy) === key);
    addInactiveOf(alike, add, context);
  }
}

function keyOf({ actives }: MutedPolicy): string {
  return JSON.stringify([...new Set(actives)].sort());
}

/** @param policies that are active in the same timings */
function addInactiveOf(policies: readonly MutedPolicy[], add: AddRow, context: MigrationContext): void {
  const names = [...new Set(policies[0]?.actives)];
  const all = names.map((name) => intervalsOf(name, context));
  const unknown = names.filter((_, index) => all[index] === undefined);
  const note = (message: string) => noteAll(policies, "active_timings", message);
  const parts = all.flatMap((one) => one ?? []);
  if (unknown.length === 0)
    addInactive(`mute timing ${names.join(", ")}`, parts, routesOf(policies), add, note);
  else
    note(
      `${unknown.join(", ")} is not in the file, or cannot be read: its routes are never muted, and more is sent than before`,
    );
}

function noteAll(policies: readonly MutedPolicy[], name: string, message: string): void {
  for (const { attributes } of policies) attributes.note(name, message);
}

function routesOf(policies: readonly MutedPolicy[]): readonly string[] {
  return policies.flatMap(({ routes }) => routes);
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
