/** A service's gate as it stands now, a freeze in one step, and the override for 72 hours. */
import { Button, Group, SegmentedControl, Stack, TextInput, VisuallyHidden } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import { readQuery, useForgetRows } from "../../../api/queries.ts";
import type { GateDecision } from "../../../api/shapes.ts";
import { problemsOf } from "../../../forms/context.ts";
import { LeaveGuard } from "../../../forms/leave-dialog.tsx";
import { timePresets } from "../../../forms/time-presets.ts";
import { QuietButton, SmallButton } from "../../../parts/buttons.tsx";
import { Calendar } from "../../../parts/calendar.tsx";
import { Card } from "../../../parts/card.tsx";
import { Form } from "../../../parts/form.tsx";
import { Loading } from "../../../parts/loading.tsx";
import { fromLocal, toLocal } from "../../../parts/local-time.ts";
import { Refusal } from "../../../parts/refusal.tsx";
import { RichText } from "../../../parts/rich-text.tsx";
import { Fine } from "../../../parts/text.tsx";
import { exactMinute, useTypedZone } from "../../../parts/time.tsx";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";
import { Verdict } from "./gate-verdict.tsx";
import * as texts from "./texts.ts";

/** Freezes that people ask for: some hours, and to the morning of a working day. */
function freezes(now: number, zone: string) {
  const hours = [4, 24, 72].map((count) => ({
    text: texts.hours(count),
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
    <Card title={texts.deployGateNow} label={texts.deployGate}>
      <Loading of={query} count={2} />
      {data === undefined ? null : <Verdict decision={data} />}
      {data !== undefined && here.allows("admin") ? <OverrideForm decision={data} /> : null}
      {children}
    </Card>
  );
}

function Freeze({ definition, form }: Pick<PartProps, "definition" | "form">) {
  const here = useHere();
  const zone = useTypedZone();
  const [opened] = useState(Date.now);
  if (!here.allows(definition.level)) return null;
  const set = form.value("freeze_until");
  const until = typeof set === "string" && Date.parse(set) > Date.now() ? set : undefined;
  const freeze = (moment: string) => form.set("freeze_until", moment.replace(/\.\d+Z$/, "Z"));
  return (
    <Card
      title={texts.freeze}
      about={
        until === undefined
          ? texts.holdsEveryDeployUntil
          : texts.deploysAreHeldUntilOnce(exactMinute(until, zone), "freeze_until" in form.draft)
      }
    >
      <Group gap="xs" mb="sm">
        {freezes(opened, zone).map(({ text, moment }) => (
          <SmallButton key={text} onClick={() => freeze(moment)}>
            {text}
          </SmallButton>
        ))}
        {until === undefined ? null : (
          <QuietButton onClick={() => form.set("freeze_until", null)}>{texts.endTheFreeze}</QuietButton>
        )}
      </Group>
      <Calendar
        label={texts.freezeThroughADay}
        from={toLocal(new Date().toISOString(), zone).slice(0, 10)}
        until={until === undefined ? undefined : toLocal(until, zone).slice(0, 10)}
        onChoose={(day) => freeze(fromLocal(`${day}T23:59`, zone))}
      />
      <Fine mt={6}>{texts.theFreezeLastsThrough(zone)}</Fine>
    </Card>
  );
}

/** An override decides over the policy for 72 hours, and says why. */
function OverrideForm({ decision: { service, override } }: { readonly decision: GateDecision }) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const [open, setOpen] = useState(false);
  const [side, setSide] = useState("allow");
  const [reason, setReason] = useState("");
  const set = useMutation({
    mutationFn: () =>
      act(here.slug, namedActions.overrideGate, { service, allow: side === "allow", reason, confirm: true }),
    onSuccess() {
      setOpen(false);
      setReason("");
      forget();
    },
  });
  const clear = useMutation({
    mutationFn: () => act(here.slug, namedActions.clearOverride, { service }),
    onSuccess: forget,
  });
  const problem = problemsOf(set.error).get("reason");
  if (!open) {
    return (
      <Group gap="xs" mt="md">
        <SmallButton onClick={() => setOpen(true)}>
          {override === undefined ? texts.overrideFor72Hours : texts.replaceTheOverride}
        </SmallButton>
        {override === undefined ? null : (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            onClick={() => clear.mutate()}
            loading={clear.isPending}
          >
            {texts.endTheOverride}
          </Button>
        )}
        <Refusal error={clear.error} />
      </Group>
    );
  }
  return (
    <Form submit={() => set.mutate()}>
      <Stack gap="sm" mt="md">
        <LeaveGuard dirty={() => reason !== ""} />
        {problem === undefined ? <Refusal error={set.error} /> : null}
        <SegmentedControl
          aria-label={texts.whatTheOverrideDoes}
          value={side}
          onChange={setSide}
          data={[
            { value: "allow", label: texts.allowDeploys },
            { value: "hold", label: texts.holdDeploys },
          ]}
        />
        <TextInput
          label={texts.reason}
          withAsterisk
          autoFocus
          value={reason}
          error={problem}
          description={texts.shownInTheAuditLog}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={set.isPending}>
            <RichText
              of={texts.override}
              visuallyHidden={<VisuallyHidden>{texts.theGateOf(service)}</VisuallyHidden>}
            />
          </Button>
          <SmallButton onClick={() => setOpen(false)}>{texts.cancel}</SmallButton>
        </Group>
      </Stack>
    </Form>
  );
}
