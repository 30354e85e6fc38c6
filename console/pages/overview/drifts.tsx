/** Sets whose rows were changed outside of their bundles. */
import { Group, Paper, Stack, Title } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { namedActions } from "../../api/calls.ts";
import type { Drift, Plans } from "../../api/plan-shapes.ts";
import { readQuery } from "../../api/queries.ts";
import { driftPath } from "../../parts/paths.ts";
import { Status } from "../../parts/status.tsx";
import { LinkTo, Tally } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";

/** Each is a comparison of all of its rows. */
const mostSets = 5;

export function Drifts() {
  const here = useHere();
  const plans = useQuery({
    ...readQuery<Plans>(here.slug, namedActions.listPlans, {}),
    staleTime: 60_000,
  });
  const sets = (plans.data?.sets ?? []).slice(0, mostSets);
  const drifts = useQueries({
    queries: sets.map(({ name }) => ({
      ...readQuery<Drift>(here.slug, namedActions.getDrift, { set: name }),
      staleTime: 60_000,
    })),
  });
  const drifted = sets.filter((_, index) => drifts[index]?.data?.drifted === true);
  if (drifted.length === 0) return null;
  return (
    <Paper component="section" aria-label="Drift" p="md">
      <Title order={3} mb="xs">
        Drift <Tally>{drifted.length}</Tally>
      </Title>
      <Stack gap={10}>
        {drifted.map(({ name }) => (
          <Group key={name} justify="space-between">
            <Status tone="warning" label={name} />
            <LinkTo to={driftPath(here.slug, name)}>See what changed</LinkTo>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}
