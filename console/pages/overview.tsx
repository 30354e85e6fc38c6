/** The organization at a glance; for somebody new, the way to a first call that works. */
import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAlerts } from "../alerts/use-alerts.ts";
import { namedActions } from "../api/calls.ts";
import { send } from "../api/client.ts";
import { readQuery, useDefinitions } from "../api/queries.ts";
import type { ApiKey, AuditRecord, Listed } from "../api/shapes.ts";
import { AuditEntry } from "../parts/audit-entry.tsx";
import { GroupIcon } from "../parts/icon.tsx";
import { Page, Rows } from "../parts/page.tsx";
import { alertsPath } from "../parts/paths.ts";
import { Refusal } from "../parts/refusal.tsx";
import { Status } from "../parts/status.tsx";
import { Moment } from "../parts/time.tsx";
import { words } from "../parts/words.ts";
import { usePages } from "../shell/navigation.tsx";
import { useHere } from "../shell/session.ts";
import { Attention } from "./attention.tsx";
import { Welcome } from "./welcome.tsx";

export function OverviewPage() {
  const here = useHere();
  const admin = here.allows("admin");
  const keys = useQuery({
    queryKey: ["keys", here.slug],
    queryFn: async () => (await send<Listed<ApiKey>>("list_api_keys", { org: here.slug })).body,
    enabled: admin,
  });
  const untouched = keys.data?.data.every(({ last_used_at }) => last_used_at === null) === true;
  return (
    <Page
      title={here.name}
      about={`Your role is ${words(here.role)}; the plan is ${words(here.plan)}.`}
      action={
        <Button component="a" href="/docs" target="_blank" variant="default">
          API reference
        </Button>
      }
    >
      {admin && untouched ? <Welcome /> : null}
      <OpenAlerts />
      <SimpleGrid cols={{ base: 1, lg: admin ? 2 : 1 }} spacing="md" mb="xl">
        <Attention />
        {admin ? <Recent /> : null}
      </SimpleGrid>
      <Groups />
    </Page>
  );
}

/** How many alerts are open, and the way to them. */
function OpenAlerts() {
  const here = useHere();
  const { data } = useAlerts("open");
  if (data === undefined) return null;
  const count = data.data.length;
  const shown = `${new Intl.NumberFormat("en").format(count)}${data.truncated ? "+" : ""}`;
  return (
    <Group mb="md" gap="sm">
      <Anchor component={Link} to={alertsPath(here.slug)} size="sm" fw={550}>
        <Status
          tone={count === 0 ? "good" : "bad"}
          label={count === 0 ? "No open alerts" : count === 1 ? "1 open alert" : `${shown} open alerts`}
        />
      </Anchor>
    </Group>
  );
}

const newest = 6;

/** The newest of the audit log. */
function Recent() {
  const here = useHere();
  const query = useQuery(
    readQuery<{ data: readonly AuditRecord[] }>(here.slug, namedActions.listAudit, { limit: newest }),
  );
  const { data, error } = query;
  return (
    <Paper component="section" aria-label="Recent changes">
      <Group justify="space-between" mb="sm">
        <Title order={2}>Recent changes</Title>
        <Anchor component={Link} to={`/o/${here.slug}/audit`} size="sm">
          Audit log
        </Anchor>
      </Group>
      <Refusal error={error} again={query} />
      {data === undefined && error === null ? <Rows count={newest} /> : null}
      <Stack gap={10}>
        {data?.data.map((record) => (
          <Group key={record.sequence} justify="space-between" wrap="nowrap" align="baseline" gap="md">
            <AuditEntry record={record} />
            <Text span c="dimmed">
              <Moment at={record.at} />
            </Text>
          </Group>
        ))}
      </Stack>
      {data?.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          No changes yet.
        </Text>
      ) : null}
    </Paper>
  );
}

function Groups() {
  const here = useHere();
  const pages = usePages(here);
  const { kinds } = useDefinitions();
  const groups = [...new Set(pages.map(({ group }) => group))];
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, xl: 4 }} spacing="md">
      {groups.map((group) => (
        <Paper key={group} component="section" aria-label={`Pages: ${group}`}>
          <Group gap={8} mb="sm" c="dimmed">
            <GroupIcon group={group} />
            <Title order={2} c="var(--mantine-color-text)">
              {group}
            </Title>
          </Group>
          <Stack gap={10}>
            {pages
              .filter((page) => page.group === group)
              .map(({ to, title }) => {
                const kind = kinds.find(({ kind }) => to.endsWith(`/settings/${kind}`));
                return (
                  <div key={to}>
                    <Anchor component={Link} to={to} size="sm" fw={550}>
                      {title}
                    </Anchor>
                    {kind === undefined ? null : (
                      <Text size="xs" c="dimmed">
                        {kind.description.split(/(?<=[.:;]) /)[0]?.replace(/[.:;]$/, "")}
                      </Text>
                    )}
                  </div>
                );
              })}
          </Stack>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
