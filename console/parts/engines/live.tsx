/** Whether engines run what is saved, and since when: at kinds that they are given whole. */
import { Group } from "@mantine/core";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import type { Render } from "../../api/engine-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import { rowPath } from "../paths.ts";
import { Status } from "../status.tsx";
import { LinkTo, QuietPart } from "../text.tsx";
import { Moment } from "../time.tsx";
import { engineState, liveSince } from "./state.ts";
import * as texts from "./texts.ts";
import { useRenders } from "./use-renders.ts";

export function LiveHere({ definition }: { readonly definition: Definition }) {
  const renders = (useRenders().data?.data ?? []).filter(
    ({ enabled, whole_kinds }) => enabled && whole_kinds.includes(definition.kind),
  );
  if (renders.length === 0) return null;
  return (
    <Group component="section" aria-label={texts.engines} aria-live="polite" gap="lg" mb="md">
      {renders.map((render) => (
        <Line key={render.connector_id} render={render} />
      ))}
    </Group>
  );
}

function Line({ render }: { readonly render: Render }) {
  const here = useHere();
  const since = liveSince(render);
  const { tone, label } = engineState(render, Date.now());
  const name = (
    <LinkTo to={rowPath(here.slug, kindNames.connector, render.connector_id)}>{render.name}</LinkTo>
  );
  if (since === undefined || tone !== "good")
    return (
      <Group gap={6}>
        <Status tone={tone} label={texts.savedNotLiveIn} /> {name}
        <QuietPart>{label}</QuietPart>
      </Group>
    );
  return (
    <Group gap={6}>
      <Status tone={tone} label={texts.liveIn} /> {name}
      <QuietPart>{texts.since}</QuietPart>
      <Moment at={since} />
    </Group>
  );
}
