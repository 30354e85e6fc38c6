/** What a plan would have meant for SLOs: their budgets, and the burn alerts that would have fired. */

import type { ServerAddress } from "../../../database/database.ts";
import { type NotReplayedRow, type ReplayPart, sinceDays } from "../../../engine/plan/replay-part.ts";
import { createReplaying, NotReplayed } from "../../../engine/plan/replaying.ts";
import { stepSeconds } from "../../../kernel/event-series.ts";
import { given } from "../../../kernel/given.ts";
import { asksEngine } from "../../../kernel/replayed-slo.ts";
import type { Pieces } from "../../../kernel/time-slices.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { slos } from "../../../resources/slos.ts";
import type { Ground } from "../../ground.ts";
import type { RangeQueryStore } from "../range-queries/index.ts";
import { askedSlos, refusalOf } from "./engine-figures.ts";
import { type EventsOf, type KeptEvents, readEvents } from "./events.ts";
import { changedSlos, decidingKinds, figuresOf, rowSides, type Unmeasured } from "./rows.ts";
import { firstStep, type ReplayedSlo, type SloReplayRequest, sharedDays, sloReplayOf } from "./spending.ts";

export { sloReplayFields } from "./shapes.ts";

/** SLOs of one replay. */
const mostSlos = 1_000;

/** SLOs that are replayed in pieces. */
const inPieces = 20;

/** What is replayed, and the events or where a thread reads them. */
export type SloReplayOrder = Omit<SloReplayRequest, keyof KeptEvents> & {
  readonly events: KeptEvents | (EventsOf & { readonly server: ServerAddress });
};

const replay = createReplaying<SloReplayOrder, readonly ReplayedSlo[]>(import.meta.url, replayHere, {
  inPieces,
  memoryMb: 1_024,
});

function replayHere({ events, ...request }: SloReplayOrder): Pieces<readonly ReplayedSlo[]> {
  if ("server" in events) throw new Error("only a thread reads events by itself");
  return sloReplayOf({ ...request, ...events });
}

export function createSloReplay({ store, database }: Ground, queries: RangeQueryStore): ReplayPart {
  return async (call, changed, days, query) => {
    if (!changed.some(({ kind }) => decidingKinds.has(kind))) return { fields: { slos: [] } };
    const sides = rowSides(store, call, changed);
    const { changed: kept, measured } = await changedSlos(sides, changed);
    const since = sinceDays(call, days).getTime();
    const { id: organizationId } = call.caller.organization;
    const refused = query ? refusalOf(call) : asksEngine;
    const asked =
      refused === undefined && measured.length > 0
        ? await askedSlos(queries, call, sides, changed, since)
        : { slos: [], days: [], cannot: measured.map((one) => notMeasured(one, refused ?? "")) };
    const found = [...asked.slos, ...kept];
    const some = found.slice(0, mostSlos);
    const cannot: NotReplayedRow[] = [...asked.cannot, ...beyond(found.slice(mostSlos))];
    if (some.length === 0) return { fields: { slos: [] }, cannot };
    const ids = some.map(({ id }) => id);
    const both = some.flatMap(({ before, after }) => [before, after]);
    const from = new Date(firstStep(both, since) * stepSeconds * 1_000);
    const which = { organizationId, ids, since: from, now: call.now };
    const { server } = database;
    const events =
      server === undefined || some.length <= inPieces
        ? await readEvents(database, which)
        : { ...which, server };
    const said = await figuresOf(store, call, new Set(ids));
    const asRows = some.map((one) => ({ ...one, ...given({ row: said.get(one.id) }) }));
    const order = { slos: asRows, events, since, now: call.now.getTime(), asked: sharedDays(asked.days) };
    const replayed = await replay(call, order, some.length);
    if (replayed instanceof NotReplayed) {
      const why = { resource: slos.kind, id: ids[0] ?? "", why: replayed.message };
      return { fields: { slos: [] }, cannot: [...cannot, why] };
    }
    const [known, unknown] = [
      replayed.filter(({ known_since }) => known_since !== null),
      replayed.filter(({ known_since }) => known_since === null),
    ];
    return {
      fields: { slos: known.toSorted(byDifference) as unknown as JsonObject[] },
      cannot: [
        ...cannot,
        ...unknown.map(({ id }) => ({
          ...{ resource: slos.kind, id },
          why: asked.days.some((one) => one.id === id) ? noneAtEngine : noEvents,
        })),
      ],
    };
  };
}

const noEvents =
  "no events of it are kept: they are from total_rate and bad_rate of its reports, for 90 days";

const noneAtEngine =
  "its engine was asked, and has no events of it in this time: try the queries of its SLI on the data source";

/** Those first whose budget moves most. */
function byDifference(one: ReplayedSlo, other: ReplayedSlo): number {
  const difference = ({ budget_before: before, budget_after: after }: ReplayedSlo) =>
    Math.abs((before ?? 100) - (after ?? 100));
  return difference(other) - difference(one) || (one.name < other.name ? -1 : 1);
}

/** @param rest the way out, or why there is none */
function notMeasured({ resource, id, isNew }: Unmeasured, rest: string): NotReplayedRow {
  const why = isNew
    ? "it is new, so that no events of it are kept"
    : "it would measure something else than the events that are kept";
  return { resource, id, why: `${why}; ${rest}` };
}

function beyond(left: readonly { readonly id: string }[]): readonly NotReplayedRow[] {
  const [first] = left;
  if (first === undefined) return [];
  const more = left.length === 1 ? "" : `, and ${left.length - 1} more`;
  return [
    {
      resource: slos.kind,
      id: first.id,
      why: `a replay takes ${mostSlos} SLOs, and there are more: this one${more}`,
    },
  ];
}
