/** On a mute's page: how long it still mutes, and a way to make it longer. */
import { Group, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { Extend } from "../../../parts/alerts/extend.tsx";
import { MutedAlerts } from "../../../parts/alerts/muted-alerts.tsx";
import { span } from "../../../parts/alerts/words.ts";
import { Card } from "../../../parts/card.tsx";
import { rowPath } from "../../../parts/paths.ts";
import { Fine } from "../../../parts/text.tsx";
import { exactMinute, useTimeZone } from "../../../parts/time.tsx";
import { nameOf } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

export function TimeLeft({ definition, loaded: { row } }: PartProps) {
  const here = useHere();
  const go = useNavigate();
  const zone = useTimeZone();
  const { id, pattern, matchers, schedule, expires_at: endsAt } = row;
  const left = typeof endsAt === "string" ? Date.parse(endsAt) - Date.now() : undefined;
  // A rhythm goes on by itself, and what is over is made anew.
  if (
    (Array.isArray(schedule) && schedule.length > 0) ||
    typeof endsAt !== "string" ||
    left === undefined ||
    left <= 0
  )
    return null;
  return (
    <Card title={texts.timeLeft}>
      <Group justify="space-between" mb="sm">
        <div>
          <Text fw={600}>{span(left)}</Text>
          <Fine>{texts.ends(exactMinute(endsAt, zone), zone)}</Fine>
        </div>
        {here.allows(definition.level) ? (
          <Extend
            id={String(id)}
            name={nameOf(definition, row)}
            endsAt={endsAt}
            onExtended={(next) => go({ to: rowPath(here.slug, definition.kind, next), replace: true })}
          />
        ) : null}
      </Group>
      {pattern === null && Array.isArray(matchers) && matchers.length === 0 ? null : (
        <MutedAlerts mute={pattern === null ? { matchers: matchers ?? [] } : { pattern: pattern ?? "" }} />
      )}
    </Card>
  );
}
