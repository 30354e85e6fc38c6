/** What a plan means for who is on call: gaps that it opens and closes, whose load moves, and who is on call now by it. */
import type { Call } from "../../../engine/context.ts";
import type { RowMove } from "../../../engine/feature.ts";
import { rowsAfter, rowsBefore } from "../../../engine/plan/rows-after.ts";
import type { Reader } from "../../../engine/ports/rows.ts";
import { figure } from "../../../kernel/readable.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { fromNow, type Gap, type ProvedRota, usualDays } from "../../../shifts/coverage.ts";
import { movedGaps, movedLoad, movedPosts, pairsOf } from "../../../shifts/difference.ts";
import type { Load } from "../../../shifts/load.ts";
import type { Stretch } from "../../../shifts/shapes.ts";
import { movesShifts, rotasOf } from "./judge.ts";
import type { ReadOnCall } from "./rows.ts";
import { shownGap } from "./shapes.ts";
import { stretchText } from "./words.ts";

/** Gaps that are listed of each sort. */
const mostGaps = 100;

/** @returns null where nothing changes that shifts follow from */
export type OnCallEffects = (call: Call, changed: readonly RowMove[]) => Promise<JsonObject | null>;

export function createOnCallEffects(reader: Reader, rowsOf: ReadOnCall): OnCallEffects {
  return async (call, changed) => {
    const moves = changed.filter(movesShifts);
    if (moves.length === 0) return null;
    const read = await rowsOf(reader, call.caller.organization.id);
    const [was, is] = [read.side(moves, rowsBefore), read.side(moves, rowsAfter)];
    const whole = fromNow(call.now, usualDays);
    const sides = { before: was.rotas, after: is.rotas, members: is.members, whole };
    const pairs = pairsOf(sides, new Set(moves.flatMap(rotasOf)));
    const moved = pairs.flatMap((pair) => {
      const rota = (pair.is ?? pair.was)?.rota;
      return rota === undefined
        ? []
        : [{ rota, gaps: movedGaps(pair, sides), posts: movedPosts(pair, sides) }];
    });
    const nameOf = (email: string) => is.names.get(email) ?? email;
    const gapsOf = (sort: "opened" | "closed" | "waived", says: Says) =>
      moved.flatMap(({ rota, gaps }) => gaps[sort].map((gap) => saidGap(rota, gap, whole, says)));
    const opened = inTime(gapsOf("opened", (place, when) => `nobody for ${place} ${when}`));
    const closed = inTime([
      ...gapsOf("closed", (place, when) => `somebody for ${place} again ${when}`),
      ...gapsOf("waived", (place, when) => `nobody has to cover ${place} any more ${when}`),
    ]);
    return {
      gaps_opened: opened.slice(0, mostGaps),
      gaps_closed: closed.slice(0, mostGaps),
      cut: opened.length > mostGaps || closed.length > mostGaps,
      load: movedLoad(pairs, sides).map(({ email, by }) => ({
        email,
        ...{ ...by, hours: rounded(by.hours) },
        message: `${nameOf(email)} ${loadText(by)}`,
      })),
      now: moved.flatMap(({ rota, posts }) =>
        posts.map(({ role, before, after }) => ({
          ...{ rota: rota.name, role, before: [...before], after: [...after] },
          message: `${placeOf(rota, role)} now: ${peopleText(before.map(nameOf))} -> ${peopleText(after.map(nameOf))}`,
        })),
      ),
    };
  };
}

type Says = (place: string, when: string) => string;

function saidGap(rota: ProvedRota, gap: Gap, whole: Stretch, says: Says) {
  const when = stretchText(gap, rota.timezone, whole);
  return {
    ...{ rota: rota.name, ...shownGap(gap) },
    message: says(placeOf(rota, gap.role), when),
  };
}

function inTime<T extends { readonly from: string }>(gaps: readonly T[]): T[] {
  return [...gaps].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

function placeOf({ name }: ProvedRota, role: string): string {
  return `${name} (${role})`;
}

function peopleText(people: readonly string[]): string {
  return people.length === 0 ? "nobody" : people.join(" and ");
}

/** `+16 h, +2 nights, -1 weekend`. */
function loadText({ hours, nights, weekends }: Load): string {
  const more = (count: number, one: string, many = `${one}s`) =>
    count === 0
      ? []
      : [`${count > 0 ? "+" : "-"}${figure(Math.abs(count))} ${Math.abs(count) === 1 ? one : many}`];
  return [...more(nights, "night"), ...more(weekends, "weekend"), ...more(rounded(hours), "h", "h")].join(
    ", ",
  );
}

function rounded(hours: number): number {
  return Math.round(hours * 10) / 10;
}
