/** Moments that people name rather than work out: in two hours, tomorrow morning, at the start of the week. */
import { mornings } from "../parts/mornings.ts";

export interface TimePreset {
  readonly text: string;
  /** RFC 3339. */
  readonly moment: string;
}

/** How long planned things last, in hours. */
const lengths = [0.5, 1, 2, 4, 8] as const;

/** A preset that counts from the beginning, and moves with it. */
export interface LengthPreset {
  readonly text: string;
  /** Milliseconds. */
  readonly lasting: number;
}

/** Of an end whose beginning is known. */
export const lengthPresets: readonly LengthPreset[] = lengths.map((hours) => ({
  text: hours < 1 ? `For ${hours * 60} min` : `For ${hours} h`,
  lasting: hours * 3_600_000,
}));

/** Ends of fields that begin by another one, by their names. */
const beginnings: Readonly<Record<string, string>> = {
  scheduled_until: "scheduled_for",
  ends_at: "starts_at",
  until: "starts_at",
};

/** The field from which an end counts; undefined for a time that ends nothing, or that counts from now. */
export function beginningOf(name: string): string | undefined {
  return beginnings[name];
}

/** Whether something lasts until a field's time. */
export function isEnd(name: string): boolean {
  return name in beginnings || name.endsWith("_until");
}

/** So long after a beginning, in RFC 3339. */
export function after(beginning: string, lasting: number): string {
  return momentOf(Date.parse(beginning) + lasting);
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
