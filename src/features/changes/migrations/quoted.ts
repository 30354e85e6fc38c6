/** Names and values of files in sentences: short, and readable as they are written. */

const longest = 200;

export function cut(text: string): string {
  const points = Array.from(text);
  return points.length <= longest ? text : `${points.slice(0, longest - 1).join("")}…`;
}

/** In quotes of the sort that the text does not have itself. */
export function quoted(text: string): string {
  const mark = text.includes('"') ? "'" : '"';
  return `${mark}${cut(text)}${mark}`;
}
