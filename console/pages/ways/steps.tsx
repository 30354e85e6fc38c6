/** By which ways a person is reached, one after the other, and when each. */
import { Badge, Button, Group, NativeSelect, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import type { Step, Steps, Urgency, Way } from "../../api/way-shapes.ts";
import { QuietButton, SmallButton } from "../../parts/buttons.tsx";
import { Card } from "../../parts/card.tsx";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import * as texts from "./texts.ts";
import { useAgain } from "./use-ways.ts";

/** What is offered; a step that was set elsewhere has its own next to these. */
const times = [0, 30, 60, 120, 180, 300, 600, 900, 1_800, 3_600];

interface StepsCardProps {
  readonly urgency: Urgency;
  readonly ways: readonly Way[];
  readonly steps: Steps;
}

export function StepsCard({ urgency, ways, steps }: StepsCardProps) {
  const again = useAgain();
  const stored = steps[urgency];
  const [shown, setShown] = useState(stored);
  const isDefault = steps.defaults.includes(urgency);
  const save = useMutation({
    mutationFn: (wanted: readonly Step[]) => send("set_steps", {}, bodyOf(steps, urgency, wanted)),
    onSuccess: again,
  });
  const set = (at: number, change: Partial<Step>) =>
    setShown(shown.map((step, index) => (index === at ? { ...step, ...change } : step)));
  const remove = (at: number) => setShown(shown.filter((_, index) => index !== at));
  const usable = ways.filter(({ verified }) => verified);
  const changed = JSON.stringify(shown) !== JSON.stringify(stored);
  const last = shown.at(-1)?.after_seconds ?? 0;
  const next = usable.find(({ id }) => !shown.some(({ way_id }) => way_id === id)) ?? usable[0];
  return (
    <Card
      title={texts.steps[urgency]}
      about={texts.stepsAbout[urgency]}
      more={
        isDefault ? (
          <Badge variant="default" tt="none" ml={8}>
            {texts.byDefault}
          </Badge>
        ) : null
      }
      className="form"
      mb="md"
    >
      <Form submit={() => save.mutate(inOrder(shown))}>
        <Stack gap="sm">
          <Refusal error={save.error} />
          {isDefault ? <Quiet>{texts.isDefault[urgency]}</Quiet> : null}
          <Stack component="ol" gap="xs" style={{ listStyle: "none", margin: 0, padding: 0 }}>
            {shown.map((step, at) => (
              <StepLine
                // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike
                key={at}
                {...{ step, at, usable }}
                set={(change) => set(at, change)}
                remove={() => remove(at)}
              />
            ))}
          </Stack>
          {shown.length === 0 ? <Quiet>{texts.noSteps}</Quiet> : null}
          <Group gap="xs">
            {next === undefined ? null : (
              <SmallButton
                onClick={() => setShown([...shown, { way_id: next.id, after_seconds: soonAfter(last) }])}
              >
                {texts.addStep}
              </SmallButton>
            )}
            <Button type="submit" size="xs" disabled={!changed} loading={save.isPending}>
              {texts.save}
            </Button>
            {isDefault ? null : <QuietButton onClick={() => save.mutate([])}>{texts.useDefault}</QuietButton>}
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}

interface StepLineProps {
  readonly step: Step;
  readonly at: number;
  readonly usable: readonly Way[];
  readonly set: (change: Partial<Step>) => void;
  readonly remove: () => void;
}

function StepLine({ step, at, usable, set, remove }: StepLineProps) {
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      <NativeSelect
        aria-label={texts.way(at + 1)}
        style={{ flex: "1 1 60%", minWidth: 0 }}
        value={step.way_id}
        data={usable.map(({ id, name, kind }) => ({
          value: id,
          label: texts.wayOption(name, texts.kinds[kind]),
        }))}
        onChange={({ currentTarget }) => set({ way_id: currentTarget.value })}
      />
      <NativeSelect
        aria-label={texts.when(at + 1)}
        style={{ flex: "1 1 40%", minWidth: 0 }}
        value={String(step.after_seconds)}
        data={timesWith(step.after_seconds)}
        onChange={({ currentTarget }) => set({ after_seconds: Number(currentTarget.value) })}
      />
      <QuietButton px={6} aria-label={texts.removeStep(at + 1)} onClick={remove}>
        {texts.cross}
      </QuietButton>
    </Group>
  );
}

/** An urgency that has its default keeps it. */
function bodyOf(steps: Steps, urgency: Urgency, wanted: readonly Step[]): Record<Urgency, readonly Step[]> {
  const kept = (one: Urgency) => (steps.defaults.includes(one) ? [] : steps[one]);
  return { page: kept("page"), other: kept("other"), [urgency]: wanted };
}

function inOrder(steps: readonly Step[]): readonly Step[] {
  return [...steps].sort((a, b) => a.after_seconds - b.after_seconds);
}

function timesWith(seconds: number) {
  return [...new Set([...times, seconds])]
    .sort((a, b) => a - b)
    .map((time) => ({ value: String(time), label: time === 0 ? texts.atOnce : texts.after(time) }));
}

/** The next of the times that are offered. */
function soonAfter(seconds: number): number {
  return times.find((time) => time > seconds) ?? seconds;
}
