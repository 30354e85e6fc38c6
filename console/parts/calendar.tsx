/** A month of days to choose from; what lies before the first day cannot be chosen. */
import { ActionIcon, Group, Text } from "@mantine/core";
import { useState } from "react";

export interface CalendarProps {
  readonly label: string;
  /** Days as `2026-11-21`, in the organization's time zone. */
  readonly from: string;
  readonly until: string | undefined;
  readonly onChoose: (day: string) => void;
}

const weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const dayMs = 86_400_000;

export function Calendar({ label, from, until, onChoose }: CalendarProps) {
  const [month, setMonth] = useState((until !== undefined && until > from ? until : from).slice(0, 7));
  const first = Date.parse(`${month}-01`);
  // Weeks begin on Monday.
  const lead = (new Date(first).getUTCDay() + 6) % 7;
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const move = (by: number) => {
    const there = new Date(first);
    there.setUTCMonth(there.getUTCMonth() + by);
    setMonth(there.toISOString().slice(0, 7));
  };
  return (
    <section aria-label={label} className="calendar">
      <Group justify="space-between" mb={4}>
        <ActionIcon
          aria-label="Month before"
          onClick={() => move(-1)}
          disabled={month <= from.slice(0, 7)}
          size="md"
        >
          ‹
        </ActionIcon>
        <Text size="sm" fw={600} aria-live="polite">
          {new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" }).format(first)}
        </Text>
        <ActionIcon aria-label="Month after" onClick={() => move(1)} size="md">
          ›
        </ActionIcon>
      </Group>
      <div className="days">
        {weekdays.map((name) => (
          <span key={name} className="weekday" aria-hidden>
            {name}
          </span>
        ))}
        {Array.from({ length: days }, (_, index) => {
          const day = new Date(first + index * dayMs).toISOString().slice(0, 10);
          return (
            <button
              key={day}
              type="button"
              className="day"
              style={index === 0 ? { gridColumnStart: lead + 1 } : undefined}
              disabled={day < from}
              aria-pressed={day === until}
              aria-label={new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone: "UTC" }).format(
                Date.parse(day),
              )}
              data-within={until !== undefined && day >= from && day <= until}
              onClick={() => onChoose(day)}
            >
              {index + 1}
            </button>
          );
        })}
      </div>
    </section>
  );
}
