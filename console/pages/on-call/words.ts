/** Times and people of the page, as it says them. */
import { minuteText, weekdayText } from "../../../src/kernel/readable.ts";
import type { Term } from "../../api/on-call-shapes.ts";
import * as texts from "./texts.ts";

type At = string | number;

/** `Mon 7 Dec, 09:00`: the year goes without saying, since nobody looks further than one ahead. */
export function shortMoment(at: At, zone: string): string {
  return `${weekdayText(at, zone).slice(0, 3)} ${minuteText(at, zone).replace(/ \d+,/, ",")}`;
}

/** `Mon 7 Dec`. */
export function shortDay(at: At, zone: string): string {
  return shortMoment(at, zone).split(",")[0] ?? "";
}

/** `09:00`. */
export function clockTime(at: At, zone: string): string {
  return minuteText(at, zone).slice(-5);
}

/** `Mon 7 Dec, 09:00 to 17:00`, or with the day of the end where it is another one. */
export function termText({ from, to }: Term, zone: string): string {
  const end = shortDay(from, zone) === shortDay(to, zone) ? clockTime(to, zone) : shortMoment(to, zone);
  return texts.fromTo(shortMoment(from, zone), end);
}

/** `Berlin`: what people call a time zone. */
export function placeOf(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}
