/** A table as text, RFC 4180. */
import type { PersonLoad } from "./count.ts";

type Cell = string | number | null;

const columns: readonly (readonly [string, (person: PersonLoad) => Cell])[] = [
  ["email", ({ email }) => email],
  ["name", ({ name }) => name],
  ["past_hours", ({ past }) => past.hours],
  ["past_nights", ({ past }) => past.nights],
  ["past_weekends", ({ past }) => past.weekends],
  ["planned_hours", ({ planned }) => planned.hours],
  ["planned_nights", ({ planned }) => planned.nights],
  ["planned_weekends", ({ planned }) => planned.weekends],
  ["pages", ({ pages }) => pages],
  ["pages_at_night", (person) => person.pages_at_night],
  ["acknowledged", ({ acknowledged }) => acknowledged],
  ["seconds_to_acknowledge", (person) => person.seconds_to_acknowledge],
];

/** A line for each person; what is not known is empty. */
export function csvOf(people: readonly PersonLoad[]): string {
  const lines = [
    columns.map(([name]) => name),
    ...people.map((one) => columns.map(([, of]) => cell(of(one)))),
  ];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}

function cell(value: Cell): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  // A program that shows tables takes such a text for a formula (CWE-1236).
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
