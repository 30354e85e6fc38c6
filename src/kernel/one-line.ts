/**
 * One line without control characters, line separators, or marks that turn the reading direction: what people or
 * programs wrote, for use in a header, a log or a sentence. Longer than `max` code points it is
 * cut.
 */
export function oneLine(text: string, max: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu, "")
    .trim();
  const points = Array.from(line);
  return points.length <= max ? line : `${points.slice(0, max - 1).join("")}…`;
}

/** A character that shows: no blank, no control, and none of those that Unicode draws as nothing (UAX #44, Default_Ignorable_Code_Point). */
const visible = /[^\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has anything that can be read: blanks and invisible characters say nothing. */
export function saysSomething(text: string): boolean {
  return visible.test(text);
}
