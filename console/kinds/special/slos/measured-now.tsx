/** The budget of an SLO that nothing evaluates yet: measured once by the service, from what the data source has. */
import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { figure } from "../../../../src/kernel/readable.ts";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import { namedActions } from "../../../api/calls.ts";
import type { MeasureOutcome } from "../../../api/engine-shapes.ts";
import { readQuery } from "../../../api/queries.ts";
import { SmallButton } from "../../../parts/buttons.tsx";
import { later } from "../../../parts/in-time.ts";
import { Rows, Soon } from "../../../parts/page.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { RichText } from "../../../parts/rich-text.tsx";
import { Fine, Quiet } from "../../../parts/text.tsx";
import { Moment } from "../../../parts/time.tsx";
import { useHere } from "../../../shell/session.ts";
import { Outcome } from "../../connection-tests/outcome.tsx";
import { BudgetBar } from "./budget.tsx";
import { budgetLevels } from "./budget-levels.ts";
import { budgetPercent, leftWords, partWords } from "./budget-words.ts";
import * as texts from "./texts.ts";

const Chart = later(() => import("../../../parts/charts/chart.tsx"), "Chart");

type Measured = NonNullable<MeasureOutcome["measured"]>;

export function MeasuredNow({ row }: { readonly row: JsonObject }) {
  const here = useHere();
  const may = here.allows("operate") && row.enabled !== false;
  const query = useQuery({
    ...readQuery<MeasureOutcome>(here.slug, namedActions.measureSlo, { id: String(row.id) }),
    enabled: may,
    staleTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (!may) return <Quiet>{texts.nothingIsMeasuredYet}</Quiet>;
  if (query.error !== null) return <Refusal error={query.error} again={query} />;
  if (query.data === undefined)
    return (
      <>
        <Quiet mb="xs">{texts.itsDataSourceIsAsked}</Quiet>
        <Rows count={3} />
      </>
    );
  const { measured } = query.data;
  return (
    <div aria-live="polite">
      {measured === null ? <Outcome outcome={query.data} /> : <Figures measured={measured} row={row} />}
      <Group mt="sm">
        <SmallButton loading={query.isFetching} onClick={() => void query.refetch()}>
          {texts.measureAgain}
        </SmallButton>
      </Group>
    </div>
  );
}

function Figures({ measured, row }: { readonly measured: Measured; readonly row: JsonObject }) {
  const { error_budget_remaining_percent: left, burn_rate: burn, known_since: since, cut } = measured;
  if (left === null || since === null) return <Quiet>{texts.itsDataSourceAnswers}</Quiet>;
  const promise = { target: Number(row.target_percent), days: Number(row.window_days) };
  const atRisk = Number(row.at_risk_percent);
  return (
    <>
      <Text fz="h1" fw={600} mb={8} component="p">
        {leftWords({ ...promise, left, burn })}
      </Text>
      <BudgetBar left={left} tone={left < 0 ? "bad" : left < atRisk ? "warning" : "good"} />
      <Quiet mt={4}>
        {partWords(left)}
        {burn === null ? "" : texts.burnRateOfTheLast(figure(burn))}
      </Quiet>
      <Fine mt={4} mb="md">
        <RichText
          of={texts.measuredOnceByThisService}
          moment={<Moment at={since} />}
          cut={cut ? texts.thereWasNoTime : ""}
        />
      </Fine>
      <Over measured={measured} row={row} />
    </>
  );
}

function Over({ measured, row }: { readonly measured: Measured; readonly row: JsonObject }) {
  const levels = useMemo(() => budgetLevels(row), [row]);
  const series = useMemo(
    () => ({
      label: texts.errorBudgetRemaining,
      shown: budgetPercent,
      points: measured.points.map(({ at, error_budget_remaining_percent: value }) => ({
        at: Date.parse(at),
        value,
      })),
    }),
    [measured],
  );
  const { points } = series;
  const [first, second] = points;
  const last = points.at(-1);
  if (first === undefined || second === undefined || last === undefined) return null;
  return (
    <Soon>
      <Chart
        title={texts.errorBudgetRemaining}
        series={series}
        from={first.at}
        to={last.at}
        step={second.at - first.at}
        levels={levels}
        height={200}
      />
    </Soon>
  );
}
