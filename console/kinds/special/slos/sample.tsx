/** A burning budget with made-up figures, for whoever has nothing to measure yet: it says so before anything else. */
import { Alert, Text } from "@mantine/core";
import { useMemo } from "react";
import { figure } from "../../../../src/kernel/readable.ts";
import { later } from "../../../parts/in-time.ts";
import { Soon } from "../../../parts/page.tsx";
import { Quiet } from "../../../parts/text.tsx";
import { useTimeZone } from "../../../parts/time.tsx";
import { BudgetBar } from "./budget.tsx";
import { budgetLevels } from "./budget-levels.ts";
import { budgetPercent, lastsWords, leftWords, partWords } from "./budget-words.ts";
import * as texts from "./texts.ts";

const Chart = later(() => import("../../../parts/charts/chart.tsx"), "Chart");

const promise = { target: 99.9, days: 30 };
const hour = 3_600_000;
const hours = 168;
/** A quiet week, a bad hour, and errors that go on. */
const spent = (at: number) => 8 + at * 0.08 + (at > 60 ? 14 : 0) + Math.max(0, at - 150) * 1.6;

export function SampleBudget() {
  const zone = useTimeZone();
  const { now, series } = useMemo(() => {
    const end = Date.now();
    const points = Array.from({ length: hours + 1 }, (_, at) => ({
      at: end - (hours - at) * hour,
      value: 100 - spent(at),
    }));
    return { now: end, series: { label: texts.errorBudgetRemaining, shown: budgetPercent, points } };
  }, []);
  const left = 100 - spent(hours);
  const budget = { ...promise, left, burn: 11.5 };
  return (
    <section aria-label={texts.aSample}>
      <Alert color="yellow" mb="md" title={texts.aSampleTheseFigures}>
        <Text size="sm">{texts.thisIsHowAnSlos}</Text>
      </Alert>
      <Text fz="h1" fw={600} mb={8} component="p">
        {leftWords(budget)}; {lastsWords(budget, now, zone)}
      </Text>
      <BudgetBar left={left} tone="good" />
      <Quiet mt={4} mb="md">
        {partWords(left)}
        {texts.burnRateOfTheLast(figure(budget.burn))}
      </Quiet>
      <Soon>
        <Chart
          title={texts.errorBudgetRemainingASample}
          series={series}
          from={now - hours * hour}
          to={now}
          step={hour}
          levels={budgetLevels({ at_risk_percent: 20 })}
          height={200}
        />
      </Soon>
    </section>
  );
}
