/** A service's gate as it stands now, a freeze in one step, and the override for 72 hours. */
import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { namedActions } from "../../../api/calls.ts";
import { readQuery } from "../../../api/queries.ts";
import type { GateDecision } from "../../../api/shapes.ts";
import { timePresets } from "../../../forms/time-presets.ts";
import { QuietButton, SmallButton } from "../../../parts/buttons.tsx";
import { Calendar } from "../../../parts/calendar.tsx";
import { Card } from "../../../parts/card.tsx";
import { Loading } from "../../../parts/loading.tsx";
import { fromLocal, toLocal } from "../../../parts/local-time.ts";
import { Fine } from "../../../parts/text.tsx";
import { exactMinute, useTimeZone } from "../../../parts/time.tsx";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";
import { OverrideForm } from "./gate-override.tsx";
import { Verdict } from "./gate-verdict.tsx";

/** Freezes that people ask for: some hours, and to the morning of a working day. */
function freezes(now: number, zone: string) {
  const hours = [4, 24, 72].map((count) => ({
    text: `${count} hours`,
    moment: new Date(now + count * 3_600_000).toISOString(),
  }));
  return [...hours, ...timePresets(now, zone, true).slice(1)];
}

export function DeployPolicy({ definition, loaded, form }: PartProps) {
  const service = String(loaded.row.service);
  return (
    <>
      <Gate service={service} />
      <Freeze form={form} definition={definition} />
    </>
  );
}

interface GateProps {
  readonly service: string;
  /** What stands below the answer. */
  readonly children?: ReactNode;
}

export function Gate({ service, children }: GateProps) {
  const here = useHere();
  const query = useQuery({
    ...readQuery<GateDecision>(here.slug, namedActions.resolveGate, { service }),
    refetchInterval: 30_000,
  });
  const { data } = query;
  return (
    <Card title="Deploy gate now" label="Deploy gate">
      <Loading of={query} count={2} />
      {data === undefined ? null : <Verdict decision={data} />}
      {data !== undefined && here.allows("admin") ? <OverrideForm decision={data} /> : null}
      {children}
    </Card>
  );
}

function Freeze({ definition, form }: Pick<PartProps, "definition" | "form">) {
  const here = useHere();
  const zone = useTimeZone();
  const [opened] = useState(Date.now);
  if (!here.allows(definition.level)) return null;
  const set = form.value("freeze_until");
  const until = typeof set === "string" && Date.parse(set) > Date.now() ? set : undefined;
  const freeze = (moment: string) => form.set("freeze_until", moment.replace(/\.\d+Z$/, "Z"));
  return (
    <Card
      title="Freeze"
      about={
        until === undefined
          ? "Holds every deploy until the time that you choose. This fills in the form; save it to apply. Give a reason for those whose deploys are held."
          : `Deploys are held until ${exactMinute(until, zone)}${"freeze_until" in form.draft ? ", once saved" : ""}.`
      }
    >
      <Group gap="xs" mb="sm">
        {freezes(opened, zone).map(({ text, moment }) => (
          <SmallButton key={text} onClick={() => freeze(moment)}>
            {text}
          </SmallButton>
        ))}
        {until === undefined ? null : (
          <QuietButton onClick={() => form.set("freeze_until", null)}>End the freeze</QuietButton>
        )}
      </Group>
      <Calendar
        label="Freeze through a day"
        from={toLocal(new Date().toISOString(), zone).slice(0, 10)}
        until={until === undefined ? undefined : toLocal(until, zone).slice(0, 10)}
        onChoose={(day) => freeze(fromLocal(`${day}T23:59`, zone))}
      />
      <Fine mt={6}>The freeze lasts through the last minute of the day, in {zone} time.</Fine>
    </Card>
  );
}
