/** Four weeks of a rota as a table: a line for each person, a column for each day of the rota's zone. */
import { VisuallyHidden } from "@mantine/core";
import { Fragment } from "react";
import type { Cell, Day, PersonLine, Piece } from "./calendar.ts";
import { heldIn, personLines } from "./calendar.ts";
import { PersonChip } from "./person.tsx";
import { type RotaProps, useShownZone } from "./shown.ts";
import * as texts from "./texts.ts";
import { useReader } from "./use-on-call.ts";
import { shortDay, termText } from "./words.ts";

interface WeeksProps extends RotaProps {
  readonly days: readonly Day[];
}

export function Strip({ rota, hand, days }: WeeksProps) {
  const { shifts = [], coverage, posts } = rota;
  const roles = posts.map(({ role }) => role);
  return (
    <table className="weeks">
      <caption>{texts.fourWeeks}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.person}</th>
          {days.map((day, index) => (
            <DayHead
              key={day.date}
              day={day}
              zone={rota.zone}
              isToday={index === 0}
              // Two months next to each other would be one word.
              isNamed={index === 0 ? !days[1]?.date.endsWith("-01") : day.date.endsWith("-01")}
            />
          ))}
        </tr>
      </thead>
      {roles.map((role) => {
        const people = personLines(heldIn(role, shifts, coverage?.gaps ?? []), days);
        return (
          <tbody key={role}>
            {roles.length === 1 ? null : (
              <tr>
                <th scope="rowgroup" colSpan={days.length + 1} className="weeks-role">
                  {role}
                </th>
              </tr>
            )}
            {people.map((line) => (
              <PersonRow key={line.person ?? ""} rota={rota} hand={hand} line={line} />
            ))}
            {people.length === 0 ? (
              <tr>
                <td colSpan={days.length + 1}>{texts.nobodyInFourWeeks}</td>
              </tr>
            ) : null}
          </tbody>
        );
      })}
    </table>
  );
}

function DayHead({
  day,
  zone,
  isToday,
  isNamed,
}: {
  readonly day: Day;
  readonly zone: string;
  readonly isToday: boolean;
  /** Whether its month stands below. */
  readonly isNamed: boolean;
}) {
  const [weekday = "", date = "", month = ""] = shortDay(day.from, zone).split(" ");
  return (
    <th
      scope="col"
      data-weekend={isWeekend(weekday)}
      data-today={isToday}
      aria-current={isToday ? "date" : undefined}
    >
      <VisuallyHidden>
        {shortDay(day.from, zone)}
        {isToday ? ` (${texts.today})` : ""}
      </VisuallyHidden>
      <span aria-hidden>
        {weekday.slice(0, 1)}
        <span className="weeks-second">{weekday.slice(1, 2)}</span>
        <b>{date}</b>
        <i>{isNamed ? month : ""}</i>
      </span>
    </th>
  );
}

function isWeekend(weekday: string): boolean {
  return weekday.startsWith("S");
}

function PersonRow({ rota, hand, line: { person, cells } }: RotaProps & { readonly line: PersonLine }) {
  return (
    <tr>
      <th scope="row">
        {person === undefined ? (
          <span className="person nobody">{texts.nobody}</span>
        ) : (
          <PersonChip email={person} />
        )}
      </th>
      {cells.map((cell, index) => (
        <PersonCell key={cell.day.date} {...{ rota, hand, cell, person }} isToday={index === 0} />
      ))}
    </tr>
  );
}

interface PersonCellProps extends RotaProps {
  readonly cell: Cell;
  readonly person: string | undefined;
  readonly isToday: boolean;
}

function PersonCell({ rota, hand, cell: { day, pieces, goesOn }, person, isToday }: PersonCellProps) {
  const weekend = isWeekend(shortDay(day.from, rota.zone));
  return (
    <td data-weekend={weekend} data-today={isToday}>
      {goesOn ? <VisuallyHidden>{person === undefined ? texts.nobody : texts.goesOn}</VisuallyHidden> : null}
      {pieces.map((piece) => (
        <Fragment key={piece.held.from}>
          <Bar {...{ rota, hand, piece, person }} />
        </Fragment>
      ))}
    </td>
  );
}

interface BarProps extends RotaProps {
  readonly piece: Piece;
  readonly person: string | undefined;
}

/** A shift from where it begins, over the days that it lasts. */
function Bar({ rota, hand, piece: { held, begins, ends }, person }: BarProps) {
  const { nameOf, shortOf, colourOf } = useReader();
  const zone = useShownZone(rota);
  const name = person === undefined ? texts.nobody : nameOf(person);
  const when = termText(held, zone);
  return (
    <button
      type="button"
      className="bar-of"
      data-colour={person === undefined ? undefined : colourOf(person)}
      data-nobody={person === undefined}
      // A day is as wide as its cell and the line before it.
      style={{
        left: `calc(${begins} * (100% + 1px))`,
        width: `calc(${ends - begins} * (100% + 1px) - 2px)`,
      }}
      title={texts.nameAndTerm(name, when)}
      aria-label={texts.nameAndTerm(texts.nameAs(name, held.role), when)}
      onClick={() => hand({ rota, held, mode: undefined })}
    >
      <span>{person === undefined ? texts.nobody : shortOf(person)}</span>
    </button>
  );
}
