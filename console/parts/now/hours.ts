/** The marks below the strip: full hours as the clocks of a time zone show them. Pure. */
import { fromLocal, toLocal } from "../local-time.ts";
import { placeOf, type Span } from "./span.ts";

export interface HourMark {
  /** RFC 3339. */
  readonly at: string;
  readonly label: string;
}

const hourMs = 3_600_000;
/** Hours between two marks. */
const every = 3;
/** A mark nearer to an end would be cut off there. */
const edge = 0.02;

export function hourMarks(span: Span, zone: string): readonly HourMark[] {
  const marks: HourMark[] = [];
  const [since, until] = [Date.parse(span.since), Date.parse(span.until)];
  for (let moment = Math.floor(since / hourMs) * hourMs; moment <= until; moment += hourMs) {
    const local = toLocal(new Date(moment).toISOString(), zone);
    // Zones differ by parts of an hour, too.
    const at = fromLocal(`${local.slice(0, 13)}:00`, zone);
    const hour = Number(local.slice(11, 13));
    const place = placeOf(at, span);
    if (hour % every === 0 && place > edge && place < 1 - edge && marks.at(-1)?.at !== at)
      marks.push({ at, label: `${String(hour).padStart(2, "0")}:00` });
  }
  return marks;
}
