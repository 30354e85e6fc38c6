/** Moments that people name rather than work out: in two hours, tomorrow morning, at the start of the week. */
import { mornings } from "../parts/mornings.ts";

export interface TimePreset {
  readonly text: string;
  /** RFC 3339. */
  readonly moment: string;
}

/**
 * @param now milliseconds since 1970
 * @param timeZone the one on whose clocks the morning is
 * @param until whether something lasts until then
 */
export function timePresets(now: number, timeZone: string, until: boolean): readonly TimePreset[] {
  const soon = Math.ceil(now / 60_000) * 60_000 + 2 * 3_600_000;
  return [
    { text: until ? "For 2 h" : "In 2 h", moment: momentOf(soon) },
    ...mornings(now, timeZone).map(({ name, at }) => ({
      text: until ? `Until ${name}` : capitalized(name),
      moment: momentOf(at),
    })),
  ];
}

/** To the second, as fields take it. */
function momentOf(at: number): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
