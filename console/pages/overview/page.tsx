/** The organization at a glance; for somebody new, the way to a first call that works. */
import { Button, Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { figure } from "../../../src/kernel/readable.ts";
import { namedActions } from "../../api/calls.ts";
import { send } from "../../api/client.ts";
import { keysQuery, readQuery } from "../../api/queries.ts";
import type { AuditRecord } from "../../api/shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { AuditEntry } from "../../parts/audit-entry.tsx";
import { PlainButton } from "../../parts/buttons.tsx";
import { Card } from "../../parts/card.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { later } from "../../parts/in-time.ts";
import { Loading } from "../../parts/loading.tsx";
import { fromLocal, toLocal } from "../../parts/local-time.ts";
import { Page, Soon } from "../../parts/page.tsx";
import { changesPath, driftPath, kindPath } from "../../parts/paths.ts";
import { useUnsettled } from "../../parts/plans/use-unsettled.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Status } from "../../parts/status.tsx";
import { LinkTo, Quiet, Tally } from "../../parts/text.tsx";
import { Moment, useTimeZone } from "../../parts/time.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { Needs } from "./attention.tsx";

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
        <LinkTo to={changesPath(here.slug)}>All changes</LinkTo>
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

/** Sets whose rows were changed outside of their bundles. */
function Drifts() {
  const here = useHere();
  const { drifted } = useUnsettled();
  if (drifted.length === 0) return null;
  return (
    <Paper component="section" aria-label="Drift" p="md">
      <Title order={3} mb="xs">
        Drift <Tally>{drifted.length}</Tally>
      </Title>
      <Stack gap={10}>
        {drifted.map((name) => (
          <Group key={name} justify="space-between">
            <Status tone="warning" label={name} />
            <LinkTo to={driftPath(here.slug, name)}>See what changed</LinkTo>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

/** The first run: a key, and a `curl` to paste that works. */

interface NewKey {
  readonly key: string;
}

function Welcome() {
  const here = useHere();
  const make = useMutation({
    mutationFn: async () =>
      (
        await send<NewKey>(
          "create_api_key",
          { org: here.slug },
          { name: "First steps", scopes: ["api:admin"] },
        )
      ).body,
  });
  const { origin } = window.location;
  const curl =
    make.data === undefined
      ? ""
      : `curl -X POST ${origin}/api/v1/config/teams \\\n  -H "Authorization: Bearer ${make.data.key}" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"name": "Platform"}'`;
  const business = here.plan === "business";
  return (
    <Card title="First steps" gap={0} mb="lg" p="lg">
      <Quiet mt={4} mb="md" maw={680}>
        Everything here also works from a terminal, with Terraform and with an assistant. “Show as code” on a
        page gives you the call. {business ? "You need an API key." : ""}
      </Quiet>
      {business ? (
        <List type="ordered" size="sm" spacing="sm">
          <List.Item>
            {make.data === undefined ? (
              <Button size="xs" onClick={() => make.mutate()} loading={make.isPending}>
                Create an api:admin key
              </Button>
            ) : (
              "The key is in the command below. It is shown only once."
            )}
          </List.Item>
          <List.Item>Paste the command into a terminal. It creates your first team.</List.Item>
          <List.Item>
            See it under{" "}
            <LinkTo to={kindPath(here.slug, kindNames.team)} underline="always">
              Teams
            </LinkTo>
            .
          </List.Item>
        </List>
      ) : (
        <Text size="sm">
          The configuration API and the MCP server are part of the plan Business. On the plan{" "}
          {words(here.plan)} you set everything on these pages.
        </Text>
      )}
      <Refusal error={make.error} />
      {curl === "" ? null : (
        <Group align="flex-start" mt="md" wrap="nowrap">
          <CodeBlock label="First call" name="first" wrap style={{ flex: 1 }}>
            {curl}
          </CodeBlock>
          <CopyButton value={curl} label="Copy" />
        </Group>
      )}
    </Card>
  );
}
