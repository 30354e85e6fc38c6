import Table from "cli-table3";
import { plain } from "./plain.ts";

/** Prints an answer: as JSON for programs, else rows as a table and one object as lines. */
export function print(answer: Record<string, unknown>, columns: readonly string[], json: boolean): void {
  if (json) {
    printJson(answer);
  } else if (Array.isArray(answer.data)) {
    const table = new Table({
      head: [...columns],
      chars: { ...noBorders, middle: "  " },
      style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    });
    for (const row of answer.data as Record<string, unknown>[])
      table.push(columns.map((column) => text(row[column])));
    process.stdout.write(`${table.toString()}\n`);
  } else {
    for (const [name, value] of Object.entries(answer)) process.stdout.write(`${name}: ${text(value)}\n`);
  }
}

/** The table's lines, by the names that it has for their parts. */
const noBorders = Object.fromEntries(
  ["top", "mid", "bottom", "left", "right"].flatMap((side) =>
    [side, `${side}-left`, `${side}-mid`, `${side}-right`].map((part) => [part, ""]),
  ),
);

let printedJson = false;

/** Whether the standard output has its one document already. */
export function hasPrintedJson(): boolean {
  return printedJson;
}

/** An answer for programs: one document, which is all of the standard output. JSON takes the controls of C1 as they are, and a terminal may obey them. */
export function printJson(answer: object): void {
  printedJson = true;
  const text = JSON.stringify(answer, null, 2).replace(
    /[\u007f-\u009f]/g,
    (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`,
  );
  process.stdout.write(`${text}\n`);
}

/** A value as one line; control characters of stored text must not reach the terminal. */
function text(value: unknown): string {
  if (value === null || value === undefined) return "-";
  const shown = Array.isArray(value)
    ? value.join(", ")
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
  return plain(shown);
}
