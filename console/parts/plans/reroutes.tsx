/** What a change of routes would have meant for the alerts of the last week. */

import { Anchor, List, Paper, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { figure } from "../../../src/kernel/readable.ts";
import type { NamedRoute, ReroutedAlerts } from "../../api/plan-shapes.ts";
import { useHere } from "../../shell/session.ts";
import { alertPath } from "../paths.ts";
import { Moment } from "../time.tsx";

export function Reroutes({ of }: { readonly of: ReroutedAlerts }) {
  const here = useHere();
  const { count, data } = of;
  return (
    <Paper mb="md" component="section" aria-label="Alerts of the last week">
      <Title order={2} mb={4}>
        Alerts of the last week
      </Title>
      <Text size="sm" role="status">
        {sentenceOf(of)}
      </Text>
      {data.length === 0 ? null : (
        <List size="sm" spacing={6} mt="xs" listStyleType="none" className="inline">
          {data.map(({ id, title, started_at, before, after }) => (
            <List.Item key={id} style={{ overflowWrap: "anywhere" }}>
              <Anchor component={Link} to={alertPath(here.slug, id)} inherit underline="always">
                {title}
              </Anchor>{" "}
              <Moment at={started_at} />
              <br />
              <Text span size="sm" c="dimmed">
                {moveOf(before, after)}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
      {count > data.length ? (
        <Text size="sm" mt="xs">
          and {count - data.length} more
        </Text>
      ) : null}
    </Paper>
  );
}

function sentenceOf({ count, looked_at, complete }: ReroutedAlerts): string {
  const all = `${complete ? "" : "newest "}${figure(looked_at)} ${looked_at === 1 ? "alert" : "alerts"}`;
  if (looked_at === 0) return "No alert came in the last week, so that nothing shows what this would change.";
  if (count === 0) return `None of the ${all} would have gone elsewhere.`;
  return `${figure(count)} of the ${all} would have gone elsewhere:`;
}

function moveOf(before: readonly NamedRoute[], after: readonly NamedRoute[]): string {
  const [was, is] = [namesOf(before), namesOf(after)];
  return was === is ? `${was}, with other destinations` : `${was} → ${is}`;
}

function namesOf(routes: readonly NamedRoute[]): string {
  return routes.length === 0 ? "no route" : routes.map(({ name }) => name).join(", ");
}
