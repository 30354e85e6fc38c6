/**
 * What becomes of an alert at a moment, by an organization's rows alone: who is notified, what keeps it back, and what
 * each row says. Pure: each part of it is the function by which live alerts are decided.
 */
import { holdsAt, holdsUntil } from "../../../kernel/mute-times.ts";
import type { Pieces } from "../../../kernel/time-slices.ts";
import {
  type Candidate,
  createRuling,
  type Ruled,
  type RulingRows,
  type Sent,
  sentOf,
  standingOf,
  type TimedMute,
  takenOf,
} from "../../../renderers/alerting/deciding.ts";
import type { InhibitionRow } from "../../../renderers/alerting/inhibitions.ts";
import { createMuting, type Mute } from "../../../renderers/alerting/mutes.ts";
import { titleOf } from "../../../renderers/alerting/own-alerts.ts";
import { sourceOf } from "./rules.ts";

/** The rows that decide. */
export interface DecidingRows extends RulingRows {
  readonly mutes: readonly Mute[];
}

/** When it begins, and what else is open then. */
export interface Circumstances {
  /** When the alert begins to be open. */
  readonly opened: Date;
  /** How long nobody acknowledges it, and it stays open: what is sent until then counts. 0 where none is waited for. */
  readonly unacknowledgedSeconds: number;
  /** By source key (`Sides`), the open alerts that may keep it back. */
  readonly open: ReadonlyMap<string, string>;
}

export interface Outcome extends Pick<Ruled, "severity" | "routes" | "rules"> {
  /** The mutes that hold, wherever the alert goes. */
  readonly mutedBy: readonly Mute[];
  /** The mutes that hold, for some of the routes that take it only. */
  readonly routeMutes: readonly Mute[];
  /** False where the labels are too long for so many mutes: those that were not compared may keep it back too. */
  readonly complete: boolean;
  readonly inhibitedBy: { readonly rule: InhibitionRow; readonly sourceId: string } | undefined;
  /** What keeps it back at the beginning is sent when that ends, where it ends in time. */
  readonly sent: readonly Sent[];
}

/** Makes the rows ready for many alerts. It pauses between rows, of which there may be thousands. */
export function createOutcomes(rows: DecidingRows) {
  const ruling = createRuling(rows);
  const muting = createMuting(rows.mutes);
  return function* outcomeOf(candidate: Candidate, circumstances: Circumstances): Pieces<Outcome> {
    const { opened, open, unacknowledgedSeconds } = circumstances;
    const title = titleOf(candidate);
    const ruled = yield* ruling(candidate, opened);
    const { severity, routes, rules, targetKeys } = ruled;
    const taking = new Set(takenOf(routes).map(({ id }) => id));
    const until = new Date(opened.getTime() + unacknowledgedSeconds * 1_000);
    const { mutes, complete } = yield* muting({ title, labels: candidate.labels }, opened, until);
    const holding = mutes.filter(({ times }) => holdsAt(times, opened));
    const inhibitedBy = sourceOf(rows.inhibitions, targetKeys, open);
    const sent = sentOf(standingOf(ruled, rows), rows, {
      startedAt: opened.getTime(),
      // It is still open at that moment.
      ...{ endedAt: until.getTime() + 1, until: until.getTime() },
      mutes: mutes.map(timed),
      // What is open stays open.
      inhibitedUntil: () => (inhibitedBy === undefined ? undefined : Number.POSITIVE_INFINITY),
    });
    const mutedBy = holding.filter(({ routeIds }) => routeIds.length === 0);
    return {
      ...{ severity, routes, rules, mutedBy, complete, inhibitedBy, sent },
      routeMutes: holding.filter(({ routeIds }) => routeIds.some((id) => taking.has(id))),
    };
  };
}

function timed({ routeIds, times }: Mute): TimedMute {
  return {
    routeIds,
    heldUntil(at) {
      const moment = new Date(at);
      return holdsAt(times, moment) ? holdsUntil(times, moment).getTime() : undefined;
    },
  };
}
