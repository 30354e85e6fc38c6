/** A month of days to choose from; days before the first one are disabled. */
import "@mantine/dates/styles.css";
import { DatePicker } from "@mantine/dates";
import { dayText } from "../../src/kernel/readable.ts";
import * as texts from "./texts.ts";

export interface CalendarProps {
  readonly label: string;
  /** Days as `2026-11-21`, in the organization's time zone. */
  readonly from: string;
  readonly until: string | undefined;
  readonly onChoose: (day: string) => void;
}

export function Calendar({ label, from, until, onChoose }: CalendarProps) {
  return (
    <section aria-label={label}>
      <DatePicker
        value={until ?? null}
        defaultDate={until !== undefined && until > from ? until : from}
        minDate={from}
        hideOutsideDates
        // A freeze treats every day alike, and the library's red for weekends is too pale to read.
        weekendDays={[]}
        ariaLabels={{ previousMonth: texts.previousMonth, nextMonth: texts.nextMonth }}
        getDayAriaLabel={(day) => dayText(day)}
        getDayProps={(day) => ({
          "aria-pressed": day === until,
          ...(until === undefined || until <= from
            ? {}
            : {
                inRange: day >= from && day <= until,
                firstInRange: day === from,
                lastInRange: day === until,
              }),
        })}
        onChange={(day) => day !== null && onChoose(day)}
      />
    </section>
  );
}
