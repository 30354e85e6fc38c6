/** A small line without axes, next to the figure that it leads to. For those who cannot see it there is a text. */
import type { Tone } from "../../../src/kernel/field.ts";
import { sparkOf, sparkText } from "./spark.ts";

interface SparklineProps {
  /** What it is of, and how long it reaches back, such as `Error budget, 30 days`. */
  readonly title: string;
  readonly values: readonly (number | null)[];
  readonly shown: (value: number) => string;
  readonly tone: Tone;
}

const size = { width: 104, height: 24 } as const;

export function Sparkline({ title, values, shown, tone }: SparklineProps) {
  const { line, dots, zero } = sparkOf(values, size);
  const text = `${title}: ${sparkText(values, shown)}`;
  return (
    <span className="spark" data-tone={tone}>
      <svg {...size} role="img" aria-label={text}>
        <title>{text}</title>
        <line x1={0} x2={size.width} y1={zero} y2={zero} className="spark-zero" />
        <path d={line} />
        {values.some((value) => value !== null && value < 0) ? (
          // What is below 0 is bad, whatever the state is called.
          <svg
            y={zero}
            {...size}
            viewBox={`0 ${zero} ${size.width} ${size.height}`}
            className="spark-below"
            aria-hidden
          >
            <path d={line} />
          </svg>
        ) : null}
        {dots.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r={1.5} />
        ))}
      </svg>
    </span>
  );
}
