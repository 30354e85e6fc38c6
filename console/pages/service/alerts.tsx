/** The open alerts of a service, the newest first. */
import { Group, Stack } from "@mantine/core";
import type { ServiceFacts } from "../../api/service-shapes.ts";
import { Marks, SeverityMark } from "../../parts/alerts/row.tsx";
import { useNow } from "../../parts/alerts/use-alerts.ts";
import { ageOf } from "../../parts/alerts/words.ts";
import { Card } from "../../parts/card.tsx";
import { alertPath, alertsPath } from "../../parts/paths.ts";
import { Fine, LinkTo, Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

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
    <Card title={texts.openAlerts} more={alerts.length > 0 ? ` · ${alerts.length}${more ? "+" : ""}` : ""}>
      {alerts.length === 0 ? <Quiet>{texts.noAlertIsOpen}</Quiet> : null}
      <Stack gap={10}>
        {alerts.slice(0, mostShown).map((alert) => (
          <Group key={alert.id} justify="space-between" wrap="nowrap" gap="md" align="baseline">
            <div style={{ minWidth: 0 }}>
              <LinkTo to={alertPath(here.slug, alert.id)} fw={550} lineClamp={2}>
                {alert.title}
              </LinkTo>
              <Group gap={6}>
                <Marks alert={alert} />
                <Fine>{ageOf(alert, now)}</Fine>
              </Group>
            </div>
            <span style={{ flex: "none" }}>
              <SeverityMark severity={alert.severity} />
            </span>
          </Group>
        ))}
      </Stack>
      {rest > 0 || more ? (
        <LinkTo to={alertsPath(here.slug)} search={{ service }} mt="sm" display="inline-block">
          {texts.allAlertsOf(service)}
        </LinkTo>
      ) : null}
    </Card>
  );
}
