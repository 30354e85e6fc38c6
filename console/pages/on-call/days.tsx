/** The same four weeks as a list by day, for a narrow screen: days that are alike stand together. */
import { Text } from "@mantine/core";
import { useState } from "react";
import { MoreButton } from "../../parts/few.tsx";
import { type Day, type DayLine, dayLines, type Held, heldIn } from "./calendar.ts";
import { Chips } from "./person.tsx";
import { type RotaProps, useShownZone } from "./shown.ts";
import * as texts from "./texts.ts";
import { useReader } from "./use-on-call.ts";
import { clockTime, shortDay, shortMoment, termText } from "./words.ts";

interface WeeksProps extends RotaProps {
  readonly days: readonly Day[];
}

export function Days({ rota, hand, days }: WeeksProps) {
  const { shifts = [], coverage, posts } = rota;
  const roles = posts.map(({ role }) => role);
  return roles.map((role) => (
    <section key={role} aria-label={texts.daysOf(rota.name, role)}>
      <Text size="sm" fw={600} mt="sm" mb={4}>
        {roles.length === 1 ? texts.fourWeeks : texts.fourWeeksOf(role)}
      </Text>
      <Lines {...{ rota, hand, days }} lines={dayLines(heldIn(role, shifts, coverage?.gaps ?? []), days)} />
    </section>
  ));
}

/** Lines that are shown at first: about a week of a rota that changes every day. */
const most = 8;

function Lines({ rota, hand, days, lines }: WeeksProps & { readonly lines: readonly DayLine[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, most);
  return (
    <>
      <ul className="days">
        {shown.map(({ first, last, parts }) => (
          <li
            key={first.date}
            data-today={first === days[0]}
            aria-current={first === days[0] ? "date" : undefined}
          >
            <span className="days-when">{dayText(first, last, rota.zone, first === days[0])}</span>
            <span className="days-who">
              {parts.length === 0 ? <span className="days-none">{texts.noShift}</span> : null}
              {parts.map(({ held, from, to }) => (
                <Part key={held.from} {...{ rota, hand, held, from, to }} />
              ))}
            </span>
          </li>
        ))}
      </ul>
      <MoreButton all={all} others={lines.length - shown.length} set={setAll} />
    </>
  );
}

interface PartProps extends RotaProps {
  readonly held: Held;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

function Part({ rota, hand, held, from, to }: PartProps) {
  const { nameOf, own } = useReader();
  const zone = useShownZone(rota);
  const timeText = (at: number) => (own ? shortMoment(at, zone) : clockTime(at, zone));
  const name = held.people.length === 0 ? texts.nobody : held.people.map(nameOf).join(", ");
  return (
    <button
      type="button"
      className="days-part"
      aria-label={texts.nameAndTerm(texts.nameAs(name, held.role), termText(held, zone))}
      onClick={() => hand({ rota, held, mode: undefined })}
    >
      <Chips people={held.people} />
      <span>
        {from === undefined
          ? to === undefined
            ? ""
            : texts.untilTime(timeText(to))
          : to === undefined
            ? texts.fromTime(timeText(from))
            : texts.fromTo(timeText(from), timeText(to))}
      </span>
    </button>
  );
}

function dayText(first: Day, last: Day, zone: string, isToday: boolean): string {
  const begin = shortDay(first.from, zone);
  if (isToday) return `${texts.todayDay} ${begin}`;
  if (first === last) return begin;
  const end = shortDay(last.from, zone);
  const month = end.slice(-4);
  return `${begin.endsWith(month) ? begin.slice(0, -month.length) : begin} – ${end}`;
}
