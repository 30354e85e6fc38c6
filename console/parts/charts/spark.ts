/** The shape of a sparkline: from 0 to the most, gaps as gaps, a sample alone as a dot. Pure. */
import { yRange } from "./axes.ts";

export interface Spark {
  /** The `d` of a path, with a move for each part of the line. */
  readonly line: string;
  readonly dots: readonly { readonly x: number; readonly y: number }[];
  /** Where 0 is, in pixels from above. */
  readonly zero: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Room for the line's own width. */
const edge = 2;

/** @param values one for each step, the oldest first; null where nothing was reported */
export function sparkOf(values: readonly (number | null)[], { width, height }: Size): Spark {
  const known = values.filter((value) => value !== null);
  const [least, most] = yRange(Math.min(0, ...known), Math.max(0, ...known));
  const x = (place: number) => tidy(edge + (place * (width - 2 * edge)) / Math.max(1, values.length - 1));
  const y = (value: number) => tidy(height - edge - ((value - least) / (most - least)) * (height - 2 * edge));
  const parts: { x: number; y: number }[][] = [];
  for (const [place, value] of values.entries()) {
    if (value === null) continue;
    if (place === 0 || values[place - 1] === null) parts.push([]);
    parts.at(-1)?.push({ x: x(place), y: y(value) });
  }
  const line = parts
    .filter((part) => part.length > 1)
    .map((part) => `M${part.map((point) => `${point.x} ${point.y}`).join("L")}`)
    .join("");
  return { line, dots: parts.flatMap((part) => (part.length === 1 ? part : [])), zero: y(0) };
}

function tidy(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/**
 * The same in words: how it began, how it is, and the least of it.
 * @param shown a value with its unit
 */
export function sparkText(values: readonly (number | null)[], shown: (value: number) => string): string {
  const known = values.filter((value) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return "nothing was reported";
  if (known.length === 1) return shown(last);
  return `from ${shown(first)} to ${shown(last)}, the least ${shown(Math.min(...known))}`;
}
