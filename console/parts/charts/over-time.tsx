/** What a row reported over time: a chart for each field whose reports are kept. */
import { Group, Paper, SegmentedControl, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import type { Field } from "../../../src/kernel/field.ts";
import { percent } from "../../../src/kernel/readable.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import { readQuery } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import { later } from "../in-time.ts";
import { Loading } from "../loading.tsx";
import { Soon } from "../page.tsx";
import { Quiet } from "../text.tsx";
import { labelOf, measured, unitOf } from "../words.ts";
import * as texts from "./texts.ts";

const Chart = later(() => import("./chart.tsx"), "Chart");

export interface Figures {
  readonly step_seconds: number;
  readonly since: string;
  readonly until: string;
  readonly series: readonly {
    readonly field: string;
    readonly points: readonly { readonly at: string; readonly mean: number }[];
  }[];
  /** Of an SLO: what its budget leaves out. */
  readonly corrections?: readonly {
    readonly id: string;
    readonly starts_at: string;
    readonly ends_at: string;
  }[];
  readonly budget_notes?: readonly string[];
}

export const ranges = [
  { value: "24h", label: "24 h" },
  { value: "7d", label: "7 d" },
  { value: "30d", label: "30 d" },
  { value: "90d", label: "90 d" },
];

/** Whether the kind's reports are kept at all. */
export function hasFigures({ fields }: Definition): boolean {
  return Object.values(fields).some((field) => field.type === "computed" && field.history === true);
}

interface OverTimeProps {
  readonly definition: Definition;
  readonly id: string;
  /** Whose figures they are, where the page is about something else. */
  readonly title?: string;
  /** Fields whose figures the page shows in its own way. */
  readonly without?: readonly string[];
}

const noFields: readonly string[] = [];

export function OverTime({ definition, id, title = texts.overTime, without = noFields }: OverTimeProps) {
  const heading = <Title order={2}>{title}</Title>;
  return (
    <Paper component="section" aria-label={title}>
      <FiguresOverTime definition={definition} id={id} title={heading} without={without} />
    </Paper>
  );
}

interface FiguresOverTimeProps extends Omit<OverTimeProps, "title"> {
  /** Next to the choice of the range. */
  readonly title?: ReactNode;
}

/** The charts of a row, with the choice of how far they reach back. */
export function FiguresOverTime({ definition, id, title, without = noFields }: FiguresOverTimeProps) {
  const here = useHere();
  const [range, setRange] = useState("24h");
  const query = useQuery({
    ...readQuery<Figures>(here.slug, namedActions.getFigures, { kind: definition.kind, id, range }),
    refetchInterval: 60_000,
    // The charts stay as they are, also as tables, until those of another range are here.
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const spans = useMemo(() => chartSpans(data), [data]);
  const shown =
    data?.series.filter(({ field, points }) => points.length > 0 && !without.includes(field)) ?? [];
  return (
    <>
      <Group justify={title === undefined ? "flex-end" : "space-between"} mb="sm">
        {title}
        <SegmentedControl
          size="xs"
          aria-label={texts.range}
          data={ranges}
          value={range}
          onChange={setRange}
        />
      </Group>
      <Loading of={query} count={3} />
      {data !== undefined && shown.length === 0 ? <Quiet>{texts.nothingWasReported}</Quiet> : null}
      <Corrected figures={data} />
      <div className="charts">
        {data === undefined
          ? null
          : shown.map(({ field, points }) => (
              <Soon key={field}>
                <Chart
                  title={titleOf(definition, field)}
                  series={{
                    label: titleOf(definition, field),
                    shown: (value) => shownAs(definition, field, value),
                    close: isShare(definition, field),
                    points: points.map(({ at, mean }) => ({ at: Date.parse(at), value: mean })),
                  }}
                  from={Date.parse(data.since)}
                  to={Date.parse(data.until)}
                  step={data.step_seconds * 1_000}
                  spans={spans}
                />
              </Soon>
            ))}
      </div>
    </>
  );
}

/** The times that a chart shades: those that corrections leave out. */
export function chartSpans(figures: Figures | undefined) {
  return figures?.corrections?.map(({ starts_at, ends_at }) => ({
    from: Date.parse(starts_at),
    until: Date.parse(ends_at),
  }));
}

/** What the budget makes of corrections, in words. */
export function Corrected({ figures }: { readonly figures: Figures | undefined }) {
  return (figures?.budget_notes ?? []).map((note) => <Quiet key={note}>{note}</Quiet>);
}

/** A state is reported as the share of time in which it was not bad. */
function titleOf({ fields }: Definition, name: string): string {
  const field = fields[name];
  return field !== undefined && isState(field) ? texts.uptime : labelOf(name, field);
}

function shownAs({ fields }: Definition, name: string, value: number): string {
  const field = fields[name];
  if (field === undefined || isState(field)) return percent(value);
  return measured(name, field, value);
}

/** Whether the figure is percent of something: of 99.9 and 99.8 the difference matters, and not how far both are from 0. */
function isShare({ fields }: Definition, name: string): boolean {
  const field = fields[name];
  return field === undefined || isState(field) || unitOf(name, field) === "percent";
}

function isState(field: Field): boolean {
  return field.type === "computed" && field.shape.type === "choice";
}
