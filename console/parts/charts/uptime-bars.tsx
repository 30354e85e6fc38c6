/** Uptime as bars, one a day: how high and in which colour says how much. A day without a report is a gap. */
import { toneOfDay, type UptimeDay, uptimeText } from "./uptime.ts";

interface UptimeBarsProps {
  /** What it is of, such as `Uptime of checkout answers, 30 days`. */
  readonly title: string;
  readonly days: readonly UptimeDay[];
}

const [width, height, step] = [3, 20, 4] as const;

/** Days that were not good are lower, too. */
const heights = { good: height, warning: 14, bad: 8, quiet: 1 } as const;

export function UptimeBars({ title, days }: UptimeBarsProps) {
  const text = `${title}: ${uptimeText(days)}`;
  return (
    <svg
      className="uptime"
      viewBox={`0 0 ${days.length * step} ${height}`}
      width={days.length * step}
      height={height}
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      {days.map((day, index) => {
        const tone = toneOfDay(day);
        return (
          <rect
            key={day.day}
            data-tone={tone}
            x={index * step}
            y={height - heights[tone]}
            width={width}
            height={heights[tone]}
          />
        );
      })}
    </svg>
  );
}
