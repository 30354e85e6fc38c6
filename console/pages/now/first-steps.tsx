/** What an organization still needs before its alerts are known to reach somebody: ticked by itself, gone when all of it is there. */
import { ActionIcon, Button, CheckIcon, CloseIcon, Group, Paper, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { firstSteps, type KindStep, stepPath, useSteps } from "../../parts/first-steps/use-steps.ts";
import { RichText } from "../../parts/rich-text.tsx";
import { Quiet, Strong, Tally } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

export function FirstSteps() {
  const steps = useSteps();
  if (steps === undefined) return null;
  const { isDone, next, done, hide } = steps;
  // Most of the way is behind: only what is next is left to say.
  const shown = 2 * done > firstSteps.length ? [next] : firstSteps;
  return (
    <Paper mb="md" component="section" aria-label={texts.setUp}>
      <Group justify="space-between" wrap="nowrap" mb="md">
        <Title order={2}>
          <RichText of={texts.setUpTally} tally={<Tally>{texts.ofDone(done, firstSteps.length)}</Tally>} />
        </Title>
        <ActionIcon aria-label={texts.hideTheseSteps} onClick={hide}>
          <CloseIcon size="16px" />
        </ActionIcon>
      </Group>
      <ol className="steps">
        {shown.map((step) => (
          <Step key={step.title} step={step} done={isDone(step)} next={step === next} />
        ))}
      </ol>
    </Paper>
  );
}

interface StepProps {
  readonly step: KindStep;
  readonly done: boolean;
  /** The first one that is not done. */
  readonly next: boolean;
}

function Step({ step, done, next }: StepProps) {
  const here = useHere();
  const { title, about, button } = step;
  return (
    <li data-done={done || undefined} aria-current={next ? "step" : undefined}>
      <span className="tick">{done ? <CheckIcon size={11} aria-label={texts.done} /> : null}</span>
      <div>
        <Strong {...(done ? { c: "dimmed" } : {})}>{title}</Strong>
        {done ? null : <Quiet>{about}</Quiet>}
      </div>
      {done ? null : (
        <Button
          component={Link}
          to={stepPath(here.slug, step)}
          size="xs"
          variant={next ? "filled" : "subtle"}
        >
          {button}
        </Button>
      )}
    </li>
  );
}
