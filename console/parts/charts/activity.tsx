/** Alerts, messages and changes, day by day: whether a day was out of the ordinary. */
import { Paper, SimpleGrid, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import { namedActions } from "../../api/calls.ts";
import { readQuery } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import { later } from "../in-time.ts";
import { fromLocal } from "../local-time.ts";
import { Soon } from "../page.tsx";
import { useTimeZone } from "../time.tsx";
import * as texts from "./texts.ts";

const Chart = later(() => import("./chart.tsx"), "Chart");

type Days = readonly { readonly day: string; readonly count: number }[];
type Activity = Readonly<Record<"alerts" | "deliveries" | "changes", Days>>;

const days = 30;
const dayMs = 86_400_000;
const titles = {
  alerts: texts.alertsADay,
  deliveries: texts.messagesADay,
  changes: texts.changesADay,
} as const;

export function ActivityCharts() {
  const here = useHere();
  const zone = useTimeZone();
  const { data } = useQuery({
    ...readQuery<Activity>(here.slug, namedActions.getActivity, { days, timezone: zone }),
    staleTime: 60_000,
  });
  const to = useMemo(() => Date.now(), []);
  if (data === undefined) return null;
  return (
    <Paper component="section" aria-label={texts.theLast30Days} p="md">
      <Title order={2} mb="sm">
        {texts.theLastDays(days)}
      </Title>
      <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="lg">
        {(["alerts", "deliveries", "changes"] as const).map((what) => (
          <Soon key={what}>
            <Chart
              title={titles[what]}
              series={{
                label: titles[what],
                shown: (value) => figure(value),
                points: data[what].map(({ day, count }) => ({
                  at: Date.parse(fromLocal(`${day}T12:00`, zone)),
                  value: count,
                })),
                bars: true,
                whole: true,
              }}
              from={to - days * dayMs}
              to={to}
              step={days * dayMs}
            />
          </Soon>
        ))}
      </SimpleGrid>
    </Paper>
  );
}
