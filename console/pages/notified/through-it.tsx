/** Sends a test through what is chosen or lit: a real drill, with the times of the places that it comes past. */
import { Group, Paper, Stack } from "@mantine/core";
import IconSend from "@tabler/icons-react/dist/esm/icons/IconSend.mjs";
import type { UseMutationResult } from "@tanstack/react-query";
import type { Resolution } from "../../api/alert-shapes.ts";
import type { AlertFlow } from "../../api/flow-shapes.ts";
import type { Drill } from "../../api/shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { PlainButton, QuietButton } from "../../parts/buttons.tsx";
import { Hops } from "../../parts/drills/hops.tsx";
import type { DrillAbout } from "../../parts/drills/use-drills.ts";
import { drillTones } from "../../parts/drills/words.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Status } from "../../parts/status.tsx";
import { Fine } from "../../parts/text.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";
import { type Part, readPart } from "./view.ts";

interface ThroughItProps {
  readonly flow: AlertFlow;
  readonly through: Part | undefined;
  /** Those that were typed. */
  readonly labels: Readonly<Record<string, string>>;
  readonly resolution: Resolution | undefined;
  readonly start: UseMutationResult<unknown, Error, DrillAbout>;
  readonly drill: Drill | undefined;
  readonly clear: () => void;
}

export function ThroughIt({ flow, through, labels, resolution, start, drill, clear }: ThroughItProps) {
  const here = useHere();
  const about = through === undefined ? aboutLabels(labels, resolution) : aboutPart(flow, through);
  return (
    <div>
      {here.allows("operate") && about !== undefined && drill?.status !== "running" ? (
        <Group gap="sm">
          <PlainButton
            leftSection={<IconSend size={15} aria-hidden />}
            loading={start.isPending}
            onClick={() => start.mutate(about)}
          >
            {texts.test}
          </PlainButton>
          <Fine>{texts.testAbout}</Fine>
        </Group>
      ) : null}
      <div aria-live="polite">
        <Refusal error={start.error} />
        {drill === undefined ? null : (
          <Paper component="section" aria-label={texts.testTitle} mt="sm">
            <Stack gap={6}>
              <Group justify="space-between">
                <Status tone={drillTones[drill.status]} label={words(drill.status)} />
                <QuietButton onClick={clear}>{texts.close}</QuietButton>
              </Group>
              <Hops drill={drill} />
            </Stack>
          </Paper>
        )}
      </div>
    </div>
  );
}

/** Of typed labels, the first route that takes them; where none does, their service. */
function aboutLabels(
  { service }: Readonly<Record<string, string>>,
  resolution: Resolution | undefined,
): DrillAbout | undefined {
  if (resolution === undefined) return undefined;
  const taking = resolution.routes.find(({ taken, receivers = [] }) => taken && receivers.length > 0);
  if (taking !== undefined) return { route_id: taking.id };
  return service === undefined ? undefined : { service };
}

/** Of a chosen part; of a team or a mailbox the first route that leads there. */
function aboutPart({ routes, receivers }: AlertFlow, part: Part): DrillAbout | undefined {
  const { column, id } = readPart(part) ?? { column: "service", id: "" };
  if (id === "" || id === "*") return undefined;
  if (column === "service") return { service: id };
  const receiver = receivers.find(
    (one) => one.id === id || (column === "person" && one.people.some(({ email }) => email === id)),
  );
  if (receiver?.kind === kindNames.target) return { target_id: id };
  const route = routes.find((one) =>
    column === "route" ? one.id === id : receiver !== undefined && one.receivers.includes(receiver.id),
  );
  // A heartbeat sends by itself: a drill goes through routes.
  return route?.kind === kindNames.route ? { route_id: route.id } : undefined;
}
