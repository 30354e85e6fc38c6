/** What a change of routes would have meant for the alerts of the last week. */
import { List, Text } from "@mantine/core";
import { figure } from "../../../src/kernel/readable.ts";
import { undelivered } from "../../../src/kernel/replayed-alerts.ts";
import type { NamedRoute, ReroutedAlerts } from "../../api/plan-shapes.ts";
import { useHere } from "../../shell/session.ts";
import { Undelivered } from "../alerts/delivery.tsx";
import { Card } from "../card.tsx";
import { alertPath } from "../paths.ts";
import { LinkIn, QuietPart } from "../text.tsx";
import { Moment } from "../time.tsx";
import * as texts from "./texts.ts";

export function Reroutes({ of }: { readonly of: ReroutedAlerts }) {
  const here = useHere();
  const { count, data } = of;
  return (
    <Card title={texts.alertsOfTheLastWeek} gap={4} mb="md">
      <Text size="sm" role="status">
        {sentenceOf(of)}
      </Text>
      {data.length === 0 ? null : (
        <List size="sm" spacing={6} mt="xs" listStyleType="none" className="inline">
          {data.map(({ id, title, started_at, before, after }) => (
            <List.Item key={id} style={{ overflowWrap: "anywhere" }}>
              <LinkIn to={alertPath(here.slug, id)}>{title}</LinkIn> <Moment at={started_at} />
              <br />
              <QuietPart>{moveOf(before, after)}</QuietPart>
            </List.Item>
          ))}
        </List>
      )}
      {count > data.length ? (
        <Text size="sm" mt="xs">
          {texts.andMore(count - data.length)}
        </Text>
      ) : null}
      <Undelivered of={undelivered(data.flatMap(({ after }) => after))} />
    </Card>
  );
}

function sentenceOf({ count, looked_at, complete }: ReroutedAlerts): string {
  const all = texts.newestAlerts(complete, looked_at);
  if (looked_at === 0) return texts.noAlertCame;
  if (count === 0) return texts.noneOfTheWould(all);
  return texts.ofTheWouldHaveGone(figure(count), all);
}

function moveOf(before: readonly NamedRoute[], after: readonly NamedRoute[]): string {
  const [was, is] = [namesOf(before), namesOf(after)];
  return was === is ? texts.withOtherDestinations(was) : `${was} → ${is}`;
}

function namesOf(routes: readonly NamedRoute[]): string {
  return routes.length === 0 ? texts.noRoute : routes.map(({ name }) => name).join(", ");
}
