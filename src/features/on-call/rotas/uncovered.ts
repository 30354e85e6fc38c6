/** Rotas with a time in the days to come that must be covered and belongs to nobody: on Now, and as a figure. */
import { type Call, turnOf } from "../../../engine/context.ts";
import type { NeedsAttention } from "../../../engine/feature.ts";
import type { Reader } from "../../../engine/ports/rows.ts";
import { inPieces, type Pieces, type Turn } from "../../../kernel/time-slices.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { dayMs } from "../../../shifts/clock.ts";
import { fromNow, type Gap, gapsOf } from "../../../shifts/coverage.ts";
import type { OnCallRota, OnCallRows, ReadOnCall } from "./rows.ts";
import { stretchText } from "./words.ts";

/** How far ahead a gap is on Now. */
export const daysOfNow = 14;

export interface Uncovered {
  readonly rota: OnCallRota;
  readonly first: Gap;
  /** How many gaps there are. */
  readonly gaps: number;
}

export interface UncoveredDeps {
  readonly store: Reader;
  readonly rowsOf: ReadOnCall;
}

/** Those of an organization, the soonest first. */
export async function uncoveredOf(
  { store, rowsOf }: UncoveredDeps,
  organizationId: string,
  now: Date,
  turn: Turn,
): Promise<readonly Uncovered[]> {
  const rotas = await store.rowsMatching(organizationId, onCallRotas.kind, {});
  if (rotas.length === 0) return [];
  return inPieces(uncoveredIn(await rowsOf(store, organizationId, rotas), now), turn);
}

function* uncoveredIn({ rotas, members }: OnCallRows, now: Date): Pieces<readonly Uncovered[]> {
  const found: Uncovered[] = [];
  for (const rota of rotas) {
    if (rota.must_cover === null) continue;
    yield;
    const gaps = gapsOf(rota, fromNow(now, daysOfNow), members);
    const [first] = gaps.toSorted((a, b) => a.from - b.from);
    if (first !== undefined) found.push({ rota, first, gaps: gaps.length });
  }
  return found.sort((a, b) => a.first.from - b.first.from);
}

/** It is worked out at each call: what was stored would be wrong as time goes by. */
export function uncoveredRotas(deps: UncoveredDeps): NeedsAttention {
  return async (call: Call, shown) => {
    const found = await uncoveredOf(deps, call.caller.organization.id, call.now, turnOf(call));
    return {
      section: "on_call",
      resource: onCallRotas.kind,
      total: found.length,
      data: found.slice(0, shown).map(({ rota, first, gaps }) => ({
        ...{ resource: onCallRotas.kind, id: rota.id, name: rota.name },
        tone: isSoon(first, call.now) ? "bad" : "warning",
        state: "uncovered",
        why: whyOf(rota, first, gaps, call.now),
        since: null,
      })),
    };
  };
}

/** Within a day. */
export function isSoon({ from }: Gap, now: Date): boolean {
  return from < now.getTime() + dayMs;
}

function whyOf({ timezone }: OnCallRota, first: Gap, gaps: number, now: Date): string {
  const when = stretchText(first, timezone, fromNow(now, daysOfNow));
  const more =
    gaps === 1 ? "" : `, and ${gaps - 1} more ${gaps === 2 ? "time" : "times"} within ${daysOfNow} days`;
  return `Nobody is on call as ${first.role} ${when}${more}. Put somebody on call then with an override, or change the rota.`;
}
