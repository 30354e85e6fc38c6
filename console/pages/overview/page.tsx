/** The organization at a glance; for somebody new, the way to a first call that works. */
import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { figure } from "../../../src/kernel/readable.ts";
import { namedActions } from "../../api/calls.ts";
import { keysQuery, readQuery } from "../../api/queries.ts";
import type { AuditRecord } from "../../api/shapes.ts";
import { AuditEntry } from "../../parts/audit-entry.tsx";
import { PlainButton } from "../../parts/buttons.tsx";
import { later } from "../../parts/in-time.ts";
import { Loading } from "../../parts/loading.tsx";
import { fromLocal, toLocal } from "../../parts/local-time.ts";
import { Page, Soon } from "../../parts/page.tsx";
import { LinkTo, Quiet, Tally } from "../../parts/text.tsx";
import { Moment, useTimeZone } from "../../parts/time.tsx";
import { useHere } from "../../shell/session.ts";
import { Needs } from "./attention.tsx";
import { Drifts } from "./drifts.tsx";
import { Welcome } from "./welcome.tsx";

const ActivityCharts = later(() => import("../../parts/charts/activity.tsx"), "ActivityCharts");
const FirstSteps = later(() => import("./first-steps.tsx"), "FirstSteps");

export function OverviewPage() {
  const here = useHere();
  const admin = here.allows("admin");
  const keys = useQuery({ ...keysQuery(here.slug), enabled: admin });
  const untouched = keys.data?.data.every(({ last_used_at }) => last_used_at === null) === true;
  return (
    <Page
      title={here.name}
      action={
        <PlainButton component="a" href="/docs" target="_blank">
          API reference
        </PlainButton>
      }
    >
      {admin && untouched ? <Welcome /> : null}
      <Soon>
        <FirstSteps />
      </Soon>
      <Stack gap="xl">
        <Needs />
        <Soon>
          <Drifts />
        </Soon>
        <Soon>
          <ActivityCharts />
        </Soon>
        {admin ? <Today /> : null}
      </Stack>
    </Page>
  );
}

const newest = 8;
/** More are reported as "100+". */
const most = 100;

/** Midnight of the day that it is in the time zone, as RFC 3339. */
function startOfToday(zone: string): string {
  return fromLocal(`${toLocal(new Date().toISOString(), zone).slice(0, 10)}T00:00`, zone);
}

/** What was changed today, the newest first. */
function Today() {
  const here = useHere();
  const zone = useTimeZone();
  const since = startOfToday(zone);
  const query = useQuery(
    readQuery<{ data: readonly AuditRecord[]; next_cursor: string | null }>(
      here.slug,
      namedActions.listAudit,
      {
        since,
        limit: most,
      },
    ),
  );
  const { data } = query;
  return (
    <Paper component="section" aria-label="Changes today" p="md">
      <Group justify="space-between" mb="sm">
        <Title order={2}>
          Changes today{" "}
          {data === undefined ? null : (
            <Tally>
              {figure(data.data.length)}
              {data.next_cursor === null ? "" : "+"}
            </Tally>
          )}
        </Title>
        <LinkTo to={`/o/${here.slug}/audit`}>Audit log</LinkTo>
      </Group>
      <Loading of={query} count={newest} />
      <Stack gap={10}>
        {data?.data.slice(0, newest).map((record) => (
          <Group key={record.sequence} justify="space-between" wrap="nowrap" align="baseline" gap="md">
            <AuditEntry record={record} />
            <Text span c="dimmed">
              <Moment at={record.at} />
            </Text>
          </Group>
        ))}
      </Stack>
      {data?.data.length === 0 ? <Quiet>Nothing was changed today.</Quiet> : null}
    </Paper>
  );
}
