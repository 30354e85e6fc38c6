/** Proves that a route reaches people: a drill, and how far the last one has come. */
import { Checkbox, Group, List, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Tone } from "../../../../src/kernel/field.ts";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import { readQuery } from "../../../api/queries.ts";
import type { Drill } from "../../../api/shapes.ts";
import { PlainButton } from "../../../parts/buttons.tsx";
import { Card } from "../../../parts/card.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Status } from "../../../parts/status.tsx";
import { Fine } from "../../../parts/text.tsx";
import { Moment } from "../../../parts/time.tsx";
import { phrase } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";

/** How often one that is under way is looked at. */
const lookMs = 2_000;

export function RouteDrill({ loaded: { row }, editing }: PartProps) {
  const here = useHere();
  const client = useQueryClient();
  const [acknowledged, setAcknowledged] = useState(false);
  const last = readQuery<{ readonly data: readonly Drill[] }>(here.slug, namedActions.listDrills, {
    route_id: String(row.id),
  });
  const { data } = useQuery({
    ...last,
    refetchInterval: ({ state }) => (state.data?.data[0]?.status === "running" ? lookMs : false),
  });
  const start = useMutation({
    mutationFn: () =>
      act(here.slug, namedActions.startDrill, {
        route_id: String(row.id),
        until: acknowledged ? "acknowledged" : "sent",
      }),
    onSettled: () => client.invalidateQueries({ queryKey: last.queryKey }),
  });
  if (editing) return null;
  const drill = data?.data[0];
  return (
    <Card
      title="Does it reach people?"
      label="Drill"
      about="A drill sends an alert that is marked as one the way real alerts go. Those whom the route names are notified."
    >
      {here.allows("operate") ? (
        <Stack gap="xs">
          <Checkbox
            label="Wait until somebody acknowledges it"
            checked={acknowledged}
            onChange={({ currentTarget }) => setAcknowledged(currentTarget.checked)}
          />
          <PlainButton
            w="fit-content"
            loading={start.isPending}
            disabled={drill?.status === "running"}
            onClick={() => start.mutate()}
          >
            Start a drill
          </PlainButton>
        </Stack>
      ) : null}
      <div aria-live="polite">
        <Refusal error={start.error} />
        {drill === undefined ? null : <Progress drill={drill} />}
      </div>
    </Card>
  );
}

const tones: Readonly<Record<Drill["status"], Tone>> = { running: "quiet", proved: "good", failed: "bad" };

function Progress({ drill: { status, message, started_at, started_by, hops } }: { readonly drill: Drill }) {
  return (
    <Stack gap={6} mt="sm">
      <Group gap="xs">
        <Status tone={tones[status]} label={phrase(status)} />
        <Fine>
          Started by {started_by}, <Moment at={started_at} />
        </Fine>
      </Group>
      {message === null ? null : <Text size="sm">{message}</Text>}
      <List size="sm" type="ordered">
        {hops.map(({ name, at, detail }) => (
          <List.Item key={name}>
            {detail} <Moment at={at} />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
