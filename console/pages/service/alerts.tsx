/** The open alerts of a service, the newest first. */
import { Anchor, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ServiceFacts } from "../../api/service-shapes.ts";
import { Marks, SeverityMark } from "../../parts/alerts/row.tsx";
import { useNow } from "../../parts/alerts/use-alerts.ts";
import { ageOf } from "../../parts/alerts/words.ts";
import { alertPath, alertsPath } from "../../parts/paths.ts";
import { useHere } from "../../shell/session.ts";

const mostShown = 10;

export function ServiceAlerts({
  facts,
}: {
  readonly facts: Pick<ServiceFacts, "service" | "alerts" | "more_alerts">;
}) {
  const here = useHere();
  const now = useNow();
  const { service, alerts, more_alerts: more } = facts;
  const rest = alerts.length - mostShown;
  return (
    <Paper component="section" aria-label="Open alerts">
      <Title order={2} mb="sm">
        Open alerts{alerts.length > 0 ? ` · ${alerts.length}${more ? "+" : ""}` : ""}
      </Title>
      {alerts.length === 0 ? (
        <Text size="sm" c="dimmed">
          No alert is open.
        </Text>
      ) : null}
      <Stack gap={10}>
        {alerts.slice(0, mostShown).map((alert) => (
          <Group key={alert.id} justify="space-between" wrap="nowrap" gap="md" align="baseline">
            <div style={{ minWidth: 0 }}>
              <Anchor component={Link} to={alertPath(here.slug, alert.id)} size="sm" fw={550} lineClamp={2}>
                {alert.title}
              </Anchor>
              <Group gap={6}>
                <Marks alert={alert} />
                <Text size="xs" c="dimmed">
                  {ageOf(alert, now)}
                </Text>
              </Group>
            </div>
            <span style={{ flex: "none" }}>
              <SeverityMark severity={alert.severity} />
            </span>
          </Group>
        ))}
      </Stack>
      {rest > 0 || more ? (
        <Anchor
          component={Link}
          to={alertsPath(here.slug)}
          search={{ service } as never}
          size="sm"
          mt="sm"
          display="inline-block"
        >
          All alerts of {service}
        </Anchor>
      ) : null}
    </Paper>
  );
}
