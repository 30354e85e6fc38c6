/** Whether the people are on call whom a test expects: by the shifts that live calls answer. Pure. */
import { foldEmail } from "../../../kernel/natural-key.ts";
import { readable } from "../../../kernel/readable.ts";
import { momentOf } from "../../../kernel/timestamps.ts";
import { countOf } from "../../../kernel/words.ts";
import { fromNow, type ProvedRota, usualDays } from "../../../shifts/coverage.ts";
import type { Members, Stretch } from "../../../shifts/shapes.ts";
import { shiftsOf } from "../../../shifts/shifts.ts";
import { without } from "../../../shifts/stretches.ts";
import type { TestRow } from "./rows.ts";

type Expected = NonNullable<TestRow["configuration"]["expect"]["on_call"]>;

/** @returns a sentence about the first time at which others are on call, or too few; none where there is none */
export function onCallFailures(
  rota: Omit<ProvedRota, "id" | "must_cover">,
  { role, at, people_at_least, people }: Expected,
  now: Date,
  members: Members | undefined,
): string[] {
  const moment = momentOf(at)?.getTime();
  const whole = moment === undefined ? fromNow(now, usualDays) : { from: moment, to: moment + 1 };
  const shifts = shiftsOf(rota, rota.overrides, whole.from, whole.to, members).filter(
    (one) => one.role === role,
  );
  const wanted = people?.map(foldEmail).sort().join();
  const isMet = (there: readonly string[]) =>
    wanted === undefined ? there.length >= (people_at_least ?? 0) : there.join() === wanted;
  const unmet: readonly Stretch[] = isMet([])
    ? shifts.filter((one) => !isMet(one.people))
    : without(
        whole,
        shifts.filter((one) => isMet(one.people)),
      );
  const [first, ...more] = unmet;
  if (first === undefined) return [];
  const there = shifts.find(({ from, to }) => from <= first.from && first.from < to)?.people ?? [];
  const who = there.length === 0 ? "nobody" : there.join(" and ");
  const when =
    moment === undefined ? `from ${readable(new Date(first.from))}` : `on ${readable(new Date(moment))}`;
  const others =
    more.length === 0 ? "" : `, and ${countOf(more.length, "more time")} in the next ${usualDays} days`;
  return [
    `${JSON.stringify(rota.name)} has ${who} on call as ${role} ${when}${others}; the test expects ${wantedText(people, people_at_least)}.`,
  ];
}

function wantedText(people: readonly string[] | undefined, atLeast: number | undefined): string {
  if (people === undefined) return `${atLeast} or more`;
  return people.length === 0 ? "nobody" : people.join(" and ");
}
