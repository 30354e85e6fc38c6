/** Times and people of the page, as it says them. */
import { counted, figure, minuteText, weekdayText } from "../../../src/kernel/readable.ts";
import type { Load, PersonLoad, Term } from "../../api/on-call-shapes.ts";
import { span } from "../../parts/alerts/words.ts";
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

/** The same of what is left of it: shifts are read from today on, so that nothing says when one of now began. */
export function leftText(term: Term, zone: string, now: number): string {
  return Date.parse(term.from) > now ? termText(term, zone) : texts.untilWhen(shortMoment(term.to, zone));
}

/** `Berlin`: what people call a time zone. */
export function placeOf(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

/** `168.5`: a tenth of an hour says enough. */
export function hoursText(hours: number): string {
  return figure(Math.round(hours * 10) / 10);
}

/** `168 h, 7 nights, 1 weekend`. */
export function loadText({ hours, nights, weekends }: Load): string {
  return [
    texts.hoursOf(hoursText(hours)),
    counted(nights, texts.night),
    counted(weekends, texts.weekend),
  ].join(", ");
}

/** How long somebody took to acknowledge; a dash where they acknowledged nothing. */
export function waitText(seconds: number | null): string {
  return seconds === null ? texts.nothingAcknowledged : span(seconds * 1_000);
}

/** `4, 2 at night, acknowledged after 3 min`. */
export function pagesText({ pages, pages_at_night, seconds_to_acknowledge: seconds }: PersonLoad): string {
  if (pages === 0 && seconds === null) return texts.noPages;
  return texts.pagesOf(figure(pages), pages_at_night, seconds === null ? "" : waitText(seconds));
}
