/** Alerts that a replay shows, as the command line and the console list them. Pure. */

/** As the API answers them (effects.replay.top). */
export interface ShownAlert {
  readonly title: string;
  readonly severity: string | null;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Left out by plans of before. */
  readonly notified?: readonly ShownNotified[];
}

/** Whom something names, and whether what is sent there arrives. */
export interface ShownNotified {
  readonly target: string;
  readonly delivery: { readonly status: string; readonly reason?: string | null };
}

export type AlikeAlerts<Alert extends ShownAlert> = Alert & {
  readonly times: number;
  /** Whether no more of them are left out. */
  readonly isAll: boolean;
};

/** Of a replay, as the API answers it: those that it shows, and of each day how many there were. */
interface ShownReplay<Alert extends ShownAlert> {
  readonly top: readonly Alert[];
  readonly by_day: readonly { readonly changed: number }[];
}

/** Alerts of one title of which the same becomes are one: the first of them. */
export function alikeAlerts<Alert extends ShownAlert>({
  top,
  by_day,
}: ShownReplay<Alert>): readonly AlikeAlerts<Alert>[] {
  const isCut = by_day.reduce((sum, { changed }) => sum + changed, 0) > top.length;
  // The most urgent come first, so that only those of the last one's severity are left out.
  const least = urgency(top.at(-1)?.severity ?? null);
  const found = new Map<string, AlikeAlerts<Alert>>();
  for (const one of top) {
    const { title, severity, before, after } = one;
    const key = JSON.stringify([title, severity, before, after]);
    const isAll = !isCut || urgency(severity) !== least;
    const { times, ...first } = found.get(key) ?? { ...one, isAll, times: 0 };
    found.set(key, { ...first, times: times + 1 } as AlikeAlerts<Alert>);
  }
  return [...found.values()];
}

/** An alert that says no severity counts as critical. */
function urgency(severity: string | null): string {
  return severity ?? "critical";
}

/** `, at least 3 times`; nothing of one. */
export function timesOf({ times, isAll }: Pick<AlikeAlerts<ShownAlert>, "times" | "isAll">): string {
  return times === 1 ? "" : `,${isAll ? "" : " at least"} ${times} times`;
}

/** Names, each that does not get what is sent to it with what is the matter: `pager (failing)`. */
export function namesWithDelivery(names: readonly string[], notified: readonly ShownNotified[] = []): string {
  const statuses = new Map(notified.map(({ target, delivery }) => [target, delivery.status]));
  return names
    .map((name) => {
      const status = statuses.get(name) ?? "ok";
      return status === "ok" ? name : `${name} (${status})`;
    })
    .join(", ");
}

/** Of what alerts come to, each that does not get what is sent to it, or not by all of their ways, once. */
export function undelivered<Notified extends ShownNotified>(
  routes: readonly { readonly notified?: readonly Notified[] }[],
): readonly Notified[] {
  const all = routes.flatMap(({ notified = [] }) => notified);
  return [...new Map(all.map((one) => [one.target, one])).values()].filter(
    ({ delivery: { status, reason = null } }) => status !== "ok" || reason !== null,
  );
}
