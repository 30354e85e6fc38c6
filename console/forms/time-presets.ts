/** Moments that people name rather than work out: in two hours, tomorrow morning, at the start of the week. */
import { fromLocal, toLocal } from "../parts/local-time.ts";

export interface TimePreset {
  readonly text: string;
  /** RFC 3339. */
  readonly moment: string;
}

const dayMs = 86_400_000;

/**
 * @param now milliseconds since 1970
 * @param timeZone the one on whose clocks the morning is
 * @param until whether something lasts until then
 */
export function timePresets(now: number, timeZone: string, until: boolean): readonly TimePreset[] {
  const today = Date.parse(`${toLocal(new Date(now).toISOString(), timeZone).slice(0, 10)}T00:00Z`);
  const monday = daysToMonday(today);
  // On a Sunday the two are one, which people know as Monday.
  const named = [...new Set([1, monday])].map((ahead): TimePreset => {
    const day = ahead === monday ? "Monday" : "tomorrow";
    const date = new Date(today + ahead * dayMs).toISOString().slice(0, 10);
    return {
      text: capitalized(`${until ? "until " : ""}${day} 09:00`),
      moment: withoutParts(fromLocal(`${date}T09:00`, timeZone)),
    };
  });
  const soon = Math.ceil(now / 60_000) * 60_000 + 2 * 3_600_000;
  return [
    { text: until ? "For 2 h" : "In 2 h", moment: withoutParts(new Date(soon).toISOString()) },
    ...named,
  ];
}

/** From 1 to 7: a Monday leads to the next one. */
function daysToMonday(midnight: number): number {
  return 7 - ((new Date(midnight).getUTCDay() + 6) % 7);
}

function withoutParts(moment: string): string {
  return moment.replace(".000Z", "Z");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
