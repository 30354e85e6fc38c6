/** One drill: how it stands, what it is about, and the places that it has come past. */
import { Group, Paper, Text } from "@mantine/core";
import { useState } from "react";
import type { Drill } from "../../api/shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { Hops } from "../../parts/drills/hops.tsx";
import { drillTones, elapsed, starter } from "../../parts/drills/words.ts";
import { rowPath, servicePath } from "../../parts/paths.ts";
import { Status } from "../../parts/status.tsx";
import { Fine, LinkTo } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { Unfold } from "../../parts/unfold.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

interface DrillLineProps {
  readonly drill: Drill;
  /** By id, what routes and targets are called. */
  readonly names: ReadonlyMap<string, string>;
}

export function DrillLine({ drill, names }: DrillLineProps) {
  const [chosen, setOpen] = useState<boolean>();
  // One that is under way shows where it is.
  const open = chosen ?? drill.status === "running";
  const subject = useSubject(drill, names);
  const { status, started_at, ended_at } = drill;
  return (
    <Paper component="article" px="sm" py={8} aria-label={texts.drillOf(subject.name)}>
      <Group justify="space-between" wrap="nowrap" gap="md" align="baseline">
        <Group gap={6} wrap="nowrap" align="baseline" style={{ minWidth: 0 }}>
          <Unfold open={open} set={setOpen} label={texts.whereTheDrillOfCame(subject.name)} />
          <div style={{ minWidth: 0 }}>
            <Group gap="0 12px" align="baseline">
              <Status tone={drillTones[status]} label={words(status)} />
              <LinkTo to={subject.to} fw={550} style={{ overflowWrap: "anywhere" }}>
                {subject.name}
              </LinkTo>
            </Group>
            <Fine>
              {starter(drill)}
              {ended_at === null ? "" : texts.took(elapsed(started_at, ended_at))}
            </Fine>
          </div>
        </Group>
        <Text span size="sm" c="dimmed" style={{ flex: "none" }}>
          <Moment at={started_at} />
        </Text>
      </Group>
      {open ? (
        <div className="record-details" aria-live={status === "running" ? "polite" : "off"}>
          <Hops drill={drill} />
        </div>
      ) : null}
    </Paper>
  );
}

/** What it is about, and the page of that. */
function useSubject(
  { route_id, target_id, service }: Drill,
  names: DrillLineProps["names"],
): { readonly name: string; readonly to: string } {
  const here = useHere();
  if (service !== null) return { name: service, to: servicePath(here.slug, service) };
  const id = route_id ?? target_id ?? "";
  const kind = route_id === null ? kindNames.target : kindNames.route;
  return { name: names.get(id) ?? id, to: rowPath(here.slug, kind, id) };
}
