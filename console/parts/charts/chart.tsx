/** A line or bars over time, drawn by uPlot; the same figures stand in a table for those who would rather read. */
import { Faded, Strong } from "../text.tsx";
import "uplot/dist/uPlot.min.css";
import { Group, Table, useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import UPlot from "uplot";
import { exact, useTimeZone } from "../time.tsx";
import { tickText, yRange } from "./axes.ts";
import { drawLevels, drawMarks } from "./draw-marks.ts";
import type { Level, Mark } from "./marks.ts";
import { TableSwitch } from "./table-switch.tsx";
import * as texts from "./texts.ts";

export interface Series {
  readonly label: string;
  /** What a value is shown as, with its unit. */
  readonly shown: (value: number) => string;
  readonly points: readonly { readonly at: number; readonly value: number }[];
  readonly bars?: boolean;
  /** The axis begins where the figures do, and not at 0: for shares, whose last parts in a hundred are what matters. */
  readonly close?: boolean;
  /** How it is now, where a point stands for more than the newest report. */
  readonly now?: number | undefined;
  /** There are no parts of it: the axis has whole numbers. */
  readonly whole?: boolean;
}

interface ChartProps {
  readonly title: string;
  readonly series: Series;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds that a point stands for: a gap of more breaks the line. */
  readonly step: number;
  /** Times that are shaded, such as those that do not count. */
  readonly spans?: readonly { readonly from: number; readonly until: number }[] | undefined;
  /** Levels of the figures that matter: the axis has room for them. */
  readonly levels?: readonly Level[];
  /** What happened meanwhile. The page says it in text, too. */
  readonly marks?: readonly Mark[];
  /** In pixels. */
  readonly height?: number;
}

const usualHeight = 150;
const nothing: readonly never[] = [];
const wholeSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000, 1_000_000];

export function Chart({ title, series, from, to, step, spans, ...more }: ChartProps) {
  const { levels = nothing, marks = nothing, height = usualHeight } = more;
  const zone = useTimeZone();
  const { ref, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const [asTable, setAsTable] = useState(false);
  const [said, setSaid] = useState("");
  // It has the colours of the page.
  const scheme = useComputedColorScheme();
  const plot = useRef<UPlot>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is another one after the table, and so are the colours of another scheme
  useEffect(() => {
    if (place.current === null || width === 0) return;
    const drawing = { series, from, to, step, spans, levels, marks, height, width, zone };
    plot.current = drawn(place.current, drawing);
    return () => {
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [series, from, to, step, spans, levels, marks, height, width, zone, asTable, scheme]);
  const { points, shown } = series;
  const last = series.now ?? points.at(-1)?.value;
  const move = (by: number) => {
    const data = plot.current?.data[0] ?? [];
    const next = Math.max(0, Math.min(data.length - 1, (plot.current?.cursor.idx ?? data.length) + by));
    const x = data[next];
    const y = plot.current?.data[1]?.[next];
    if (plot.current === undefined || x === undefined) return;
    plot.current.setCursor({ left: plot.current.valToPos(x, "x"), top: height / 2 });
    setSaid(texts.valueAt(exact(x * 1_000, zone), y === null || y === undefined ? texts.nothing : shown(y)));
  };
  return (
    <figure className="chart" aria-label={title}>
      <Group justify="space-between" mb={4} wrap="nowrap">
        <Strong>
          {title}
          {last === undefined ? null : <Faded fw={450}>{` ${shown(last)}`}</Faded>}
        </Strong>
        <TableSwitch asTable={asTable} setAsTable={setAsTable} />
      </Group>
      {asTable ? (
        <FigureTable title={title} series={series} />
      ) : (
        <div ref={ref} style={{ minHeight: height }}>
          <div
            ref={place}
            role="slider"
            tabIndex={0}
            aria-label={texts.arrowsMoveThroughTime(title)}
            aria-valuemin={0}
            aria-valuemax={points.length}
            aria-valuenow={points.length}
            aria-valuetext={said || (last === undefined ? texts.nothingYet : shown(last))}
            onKeyDown={({ key }) => {
              if (key === "ArrowLeft") move(-1);
              if (key === "ArrowRight") move(1);
            }}
          />
        </div>
      )}
    </figure>
  );
}

function FigureTable({ title, series }: Pick<ChartProps, "title" | "series">) {
  const zone = useTimeZone();
  return (
    <Table.ScrollContainer
      minWidth={0}
      mah={usualHeight * 2}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": title } }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.when}</Table.Th>
            <Table.Th scope="col" ta="right">
              {series.label}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...series.points].reverse().map(({ at, value }) => (
            <Table.Tr key={at}>
              <Table.Td>{exact(at, zone)}</Table.Td>
              <Table.Td ta="right">{series.shown(value)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface Drawing extends Omit<Required<ChartProps>, "title"> {
  readonly width: number;
  readonly zone: string;
}

function drawn(place: HTMLElement, drawing: Drawing): UPlot {
  const { series, from, to, step, spans = [], levels, marks, height, width, zone } = drawing;
  const style = getComputedStyle(place);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const accent = colour("--mantine-color-accent-6") || "#4c53d1";
  const quiet = colour("--mantine-color-dimmed");
  const line = colour("--line");
  const axis = {
    stroke: quiet,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    font: "12px inherit",
  };
  const { x, y } = withGaps(series.points, step);
  const paints = {
    bad: colour("--bad"),
    warn: colour("--warn"),
    quiet,
    accent,
    text: colour("--mantine-color-text"),
  };
  const values = levels.map(({ value }) => value);
  return new UPlot(
    {
      width,
      height,
      padding: [8, 8, 0, 0],
      tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), zone),
      legend: { show: false },
      hooks: {
        drawClear: [(plot) => shade(plot, spans, `${quiet}33`)],
        draw: [
          (plot) => {
            drawLevels(plot, levels, paints);
            drawMarks(plot, marks, paints);
          },
        ],
      },
      cursor: { y: false, points: { size: 6 } },
      scales: {
        x: { min: from / 1_000, max: to / 1_000 },
        ...(series.close
          ? {}
          : {
              y: {
                range: (_, least, most) =>
                  yRange(Math.min(least ?? 0, ...values), Math.max(most ?? 0, ...values)),
              },
            }),
      },
      axes: [
        {
          ...axis,
          values: (_, splits, __, ___, step) => splits.map((seconds) => tickText(seconds, step, zone)),
        },
        {
          ...axis,
          size: 56,
          ...(series.whole ? { incrs: wholeSteps } : {}),
          values: (_, values) => values.map((value) => series.shown(value)),
        },
      ],
      series: [
        {},
        {
          label: series.label,
          stroke: accent,
          width: 1.5,
          fill: `${accent}22`,
          points: { show: true, filter: () => [...lone(y)] },
          ...(series.bars && UPlot.paths.bars !== undefined
            ? { paths: UPlot.paths.bars({ size: [0.7, 40] }) }
            : {}),
        },
      ],
    },
    [x, y],
    place,
  );
}

function shade({ ctx, bbox, valToPos }: UPlot, spans: NonNullable<ChartProps["spans"]>, colour: string) {
  ctx.save();
  ctx.fillStyle = colour;
  for (const { from, until } of spans) {
    const place = (at: number) =>
      Math.min(Math.max(valToPos(at / 1_000, "x", true), bbox.left), bbox.left + bbox.width);
    const [left, right] = [place(from), place(until)];
    if (right > left) ctx.fillRect(left, bbox.top, Math.max(right - left, 2), bbox.height);
  }
  ctx.restore();
}

/** Samples that no line leads to, which would be seen nowhere: they are dots. */
function lone(values: readonly (number | null)[]): readonly number[] {
  const isGap = (index: number) => (values[index] ?? null) === null;
  return values.flatMap((_, index) => (!isGap(index) && isGap(index - 1) && isGap(index + 1) ? [index] : []));
}

/** Where nothing was reported there is no line. */
function withGaps(points: Series["points"], step: number): { x: number[]; y: (number | null)[] } {
  const x: number[] = [];
  const y: (number | null)[] = [];
  for (const [index, { at, value }] of points.entries()) {
    const before = points[index - 1];
    if (before !== undefined && at - before.at > 3 * step) {
      x.push((before.at + step) / 1_000);
      y.push(null);
    }
    x.push(at / 1_000);
    y.push(value);
  }
  return { x, y };
}
