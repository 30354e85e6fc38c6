/** What became of each resource, for people: in the terminal, in a file, and as comments next to the rows. */
import { terraformType } from "../../../kernel/terraform.ts";
import { countOf } from "../../../kernel/words.ts";
import type { Entry, Migration } from "./mapping.ts";
import { shiftLines } from "./on-call/proof.ts";
import { shown, type Unreached } from "./prove.ts";
import { environmentName, type NamedSecret } from "./rows.ts";

/** What differs in a resource from what it was, a line for each thing. */
export function noteLines({ notes }: Entry): string[] {
  return notes.map(({ field, message }) => `Note: ${field === "" ? "" : `${field}: `}${message}.`);
}

/** What no row was made of, a line for each resource and each of its reasons. */
export function unmappedLines(entries: readonly Entry[]): string[] {
  return entries
    .filter(({ result }) => result === "not mapped")
    .flatMap((entry) => [`Not mapped: ${entry.address}${reasonOf(entry)}`, ...noteLines(entry)]);
}

function reasonOf({ instead }: Entry): string {
  return instead === undefined ? "." : `: ${instead}.`;
}

/** `5 mapped, 2 in part, 3 not mapped`, and what they became. */
export function summaryOf({ entries, rows, foreign }: Migration): string {
  const count = (result: Entry["result"]) => entries.filter((entry) => entry.result === result).length;
  const results = (["mapped", "in part", "not mapped"] as const).map(
    (result) => `${count(result)} ${result}`,
  );
  const left = foreign === 0 ? "" : `; ${countOf(foreign, "resource")} of other tools left out`;
  return `${countOf(entries.length, "resource")}: ${results.join(", ")}. ${countOf(rows.all.length, "row")} written${left}.`;
}

/** The first ones stand for the others. */
const mostUnreached = 10;

/**
 * The report in Markdown.
 * @param unreached alerts that reach nobody any more
 */
export function markdownOf(migration: Migration, unreached: readonly Unreached[] = []): string {
  const nobody = unreached
    .slice(0, mostUnreached)
    .map(({ labels, why }) => `**${shown(labels)} reaches nobody: ${why}.**\n`);
  const part = (title: string, result: Entry["result"]) => {
    const entries = migration.entries.filter((entry) => entry.result === result);
    return entries.length === 0 ? [] : [`## ${title}\n`, ...entries.map(entryLines), ""];
  };
  return [
    ...migration.first.map((line) => `**${line}.**\n`),
    ...nobody,
    "# Migration\n",
    `${summaryOf(migration)}\n`,
    ...part("Not mapped", "not mapped"),
    ...part("In part", "in part"),
    ...part("Mapped", "mapped"),
    ...(migration.shifts.length === 0 ? [] : ["## Shifts\n", ...shiftLines(migration.shifts), ""]),
  ].join("\n");
}

function entryLines(entry: Entry): string {
  const made = entry.rows.map((row) => `${code(`${terraformType(row.definition)}.${row.label}`)}`).join(", ");
  const secrets = entry.rows.flatMap((row) => row.secrets.map(secretLine));
  const head = `- ${code(entry.address)}${made === "" ? reasonOf(entry) : ` → ${made}`}`;
  return [head, ...[...noteLines(entry), ...secrets].map((line) => `  - ${line.replace(/\s+/g, " ")}`)].join(
    "\n",
  );
}

/** What to fill in, and the variable that it is read from. */
export function secretLine({ holds, variable }: NamedSecret): string {
  return `Needs a secret: ${holds}. Its variable is ${environmentName(variable)}.`;
}

function code(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}
