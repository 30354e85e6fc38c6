/** Proves that alerts about one thing reach people: starts a drill of it, and shows how far the last one has come. */
import { Checkbox, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useHere } from "../../shell/session.ts";
import { PlainButton } from "../buttons.tsx";
import { Card } from "../card.tsx";
import { drillsPath } from "../paths.ts";
import { Refusal } from "../refusal.tsx";
import { RichText } from "../rich-text.tsx";
import { Status } from "../status.tsx";
import { Fine, LinkTo } from "../text.tsx";
import { Moment } from "../time.tsx";
import { words } from "../words.ts";
import { Hops } from "./hops.tsx";
import * as texts from "./texts.ts";
import { type DrillAbout, useDrills, useStartDrill } from "./use-drills.ts";
import { drillTones, startADrill, starter, waitForSomebody, whatItDoes } from "./words.ts";

interface DrillCardProps {
  readonly about: DrillAbout;
  /** When it was last proved, where that is known for longer than drills are kept. */
  readonly provedAt?: string | null;
}

export function DrillCard({ about, provedAt }: DrillCardProps) {
  const here = useHere();
  const [acknowledged, setAcknowledged] = useState(false);
  const { data } = useDrills(about);
  const start = useStartDrill();
  const all = data?.pages[0]?.data ?? [];
  // Each way of a service's alerts has a drill of its own.
  const drills = all.filter(({ run_id }) => run_id === all[0]?.run_id).toReversed();
  return (
    <Card
      title={texts.doesItReachPeople}
      label={texts.drill}
      about={whatItDoes}
      action={<LinkTo to={drillsPath(here.slug)}>{texts.allDrills}</LinkTo>}
    >
      {provedAt === undefined ? null : (
        <Fine mb="xs">
          <RichText of={texts.lastProved} moment={<Moment at={provedAt} />} />
        </Fine>
      )}
      {here.allows("operate") ? (
        <Stack gap="xs">
          <Checkbox
            label={waitForSomebody}
            checked={acknowledged}
            onChange={({ currentTarget }) => setAcknowledged(currentTarget.checked)}
          />
          <PlainButton
            w="fit-content"
            loading={start.isPending}
            disabled={drills.some(({ status }) => status === "running")}
            onClick={() => start.mutate({ about, acknowledged })}
          >
            {startADrill}
          </PlainButton>
        </Stack>
      ) : null}
      <div aria-live="polite">
        <Refusal error={start.error} />
        {drills.map((drill) => (
          <Stack key={drill.id} gap={6} mt="sm">
            <Group gap="xs">
              <Status tone={drillTones[drill.status]} label={words(drill.status)} />
              <Fine>
                {starter(drill)}, <Moment at={drill.started_at} />
              </Fine>
            </Group>
            <Hops drill={drill} />
          </Stack>
        ))}
      </div>
    </Card>
  );
}
