/** An SLO's budget over time, with where it ends, and what happened meanwhile. */
import { Group, SegmentedControl, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../../api/calls.ts";
import { readQuery } from "../../../api/queries.ts";
import type { Timeline } from "../../../api/timeline-shapes.ts";
import { QuietButton } from "../../../parts/buttons.tsx";
import { signs } from "../../../parts/charts/marks.ts";
import { Corrected, chartSpans, type Figures, ranges } from "../../../parts/charts/over-time.tsx";
import { later } from "../../../parts/in-time.ts";
import { Loading } from "../../../parts/loading.tsx";
import { Soon } from "../../../parts/page.tsx";
import { alertPath } from "../../../parts/paths.ts";
import { RichText } from "../../../parts/rich-text.tsx";
import { Fine, LinkTo, Quiet } from "../../../parts/text.tsx";
import { Moment } from "../../../parts/time.tsx";
import { labelOf } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import { budgetField } from "./budget.tsx";
import { budgetLevels } from "./budget-levels.ts";
import { budgetPercent } from "./budget-words.ts";
import { earlierPromise, type PastChange } from "./earlier-promise.ts";
import { type Happened, happenedTo, isCut } from "./happenings.ts";
import * as texts from "./texts.ts";

const Chart = later(() => import("../../../parts/charts/chart.tsx"), "Chart");

const title = texts.errorBudgetRemaining;
/** The longest that a timeline reaches back, less a moment that the clocks may differ by. */
const timelineMs = 31 * 86_400_000 - 60_000;
const none: readonly Happened[] = [];

interface BurnDownProps {
  readonly definition: Definition;
  readonly row: JsonObject;
}

export function BurnDown({ definition, row }: BurnDownProps) {
  const here = useHere();
  const [range, setRange] = useState("30d");
  const query = useQuery({
    ...readQuery<Figures>(here.slug, namedActions.getFigures, {
      kind: definition.kind,
      id: String(row.id),
      range,
    }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const { happened, cut, earlier } = useHappened(definition, row, data, query.dataUpdatedAt);
  const left = typeof row[budgetField] === "number" ? row[budgetField] : undefined;
  const levels = useMemo(() => budgetLevels(row), [row]);
  const spans = useMemo(() => chartSpans(data), [data]);
  const series = useMemo(() => {
    const points = data?.series.find(({ field }) => field === budgetField)?.points ?? [];
    return {
      label: title,
      shown: budgetPercent,
      now: left,
      points: points.map(({ at, mean }) => ({ at: Date.parse(at), value: mean })),
    };
  }, [data, left]);
  return (
    <>
      <Group justify="flex-end" mb="xs">
        <SegmentedControl
          size="xs"
          aria-label={texts.rangeOfTheBudget}
          data={ranges}
          value={range}
          onChange={setRange}
        />
      </Group>
      <Loading of={query} count={3} />
      {data === undefined ? null : (
        <Soon>
          <Chart
            title={title}
            series={series}
            from={Date.parse(data.since)}
            to={Date.parse(data.until)}
            step={data.step_seconds * 1_000}
            spans={spans}
            levels={levels}
            marks={happened}
            height={240}
          />
        </Soon>
      )}
      <Corrected figures={data} />
      {earlier === undefined ? null : (
        <Quiet>
          <RichText of={texts.drawnBefore} what={earlier.what} when={<Moment at={earlier.at} />} />
        </Quiet>
      )}
      <Happenings happened={happened} cut={cut} />
    </>
  );
}

/** What is known of the time that the chart shows: of the last month. */
function useHappened({ fields }: Definition, row: JsonObject, figures: Figures | undefined, readAt: number) {
  const here = useHere();
  const since = figures === undefined ? 0 : Date.parse(figures.since);
  // The last step of the chart may end long before now, and the row may have changed since it was read.
  const changed = typeof row.updated_at === "string" ? Date.parse(row.updated_at) + 1_000 : 0;
  const until = figures === undefined ? 0 : Math.max(Date.parse(figures.until), readAt, changed);
  const from = Math.max(since, until - timelineMs);
  const { data } = useQuery({
    ...readQuery<Timeline>(here.slug, namedActions.getTimeline, {
      since: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
    }),
    enabled: figures !== undefined,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (data === undefined) return { happened: none, cut: false, earlier: undefined };
    const rows = [String(row.id), String(row.sli_id)];
    const label = (field: string) => labelOf(field, fields[field]);
    return {
      happened: happenedTo(data, { service: String(row.service), rows, label }),
      cut: isCut(data) || from > since,
      earlier: earlierPromise(row, changesOf(data, String(row.id)), new Date(from).toISOString()),
    };
  }, [data, fields, row, from, since]);
}

/** The row's own changes, the newest first. */
function changesOf({ changes }: Timeline, id: string): readonly PastChange[] {
  return changes
    .filter(({ row_id }) => row_id === id)
    .map(({ at, changes: parts }) => ({
      at,
      before: Object.fromEntries(parts.map(({ field, before }) => [field, before])),
    }))
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** What is named below the chart before somebody asks for all of it. */
const fewest = 5;

interface HappeningsProps {
  readonly happened: readonly Happened[];
  readonly cut: boolean;
}

function Happenings({ happened, cut }: HappeningsProps) {
  const here = useHere();
  const [all, setAll] = useState(false);
  if (happened.length === 0) return <Fine mt="xs">{texts.noAlertDeployOrChange}</Fine>;
  return (
    <section aria-label={texts.whatHappenedMeanwhile}>
      <Quiet mt="xs" mb={4}>
        {texts.whatHappenedMeanwhileAlertChange(signs.alert, signs.change, signs.deploy, cut)}
      </Quiet>
      <ul className="happened">
        {(all ? happened : happened.slice(0, fewest)).map((one) => (
          <li key={`${one.what} ${one.at} ${one.title}`} className="happened-one">
            <span aria-hidden data-what={one.what}>
              {signs[one.what]}
            </span>
            {one.alert === undefined ? (
              <Text span size="sm">
                {one.title}
              </Text>
            ) : (
              <LinkTo to={alertPath(here.slug, one.alert)}>{one.title}</LinkTo>
            )}
            <Text span size="sm" c="dimmed">
              <Moment at={new Date(one.at).toISOString()} />
            </Text>
          </li>
        ))}
      </ul>
      {happened.length > fewest ? (
        <QuietButton onClick={() => setAll(!all)}>
          {all ? texts.showFewer : texts.showAll(happened.length)}
        </QuietButton>
      ) : null}
    </section>
  );
}
