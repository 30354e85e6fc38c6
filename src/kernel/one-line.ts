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
