/** What an organization still needs before its alerts reach somebody: ticked by itself, gone when all of it is there. */
import { ActionIcon, Button, CheckIcon, CloseIcon, Group, Paper, Title } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { countsQuery } from "../../api/queries.ts";
import { special } from "../../kinds/special.ts";
import type { FirstStep } from "../../kinds/special-type.ts";
import { kindPath, newPath } from "../../parts/paths.ts";
import { Quiet, Strong, Tally } from "../../parts/text.tsx";
import { useHere, useWhoAmI } from "../../shell/session.ts";

interface KindStep extends FirstStep {
  readonly kind: string;
}

const firstSteps: readonly KindStep[] = Object.entries(special)
  .flatMap(([kind, { firstStep }]) => (firstStep === undefined ? [] : [{ ...firstStep, kind }]))
  .sort((a, b) => a.place - b.place);

export function FirstSteps() {
  const here = useHere();
  const { user } = useWhoAmI();
  const [dismissed, setDismissed] = useLocalStorage({
    key: `orgconfig.first-steps.${user.id}.${here.id}`,
    defaultValue: false,
    // Read at once: what was dismissed is never seen for a moment.
    getInitialValueInEffect: false,
  });
  const may = here.allows("admin");
  const { data } = useQuery({ ...countsQuery(here.slug), enabled: may && !dismissed });
  if (!may || dismissed || data === undefined) return null;
  const isDone = ({ kind }: KindStep) => (data.get(kind)?.count ?? 0) > 0;
  const next = firstSteps.find((step) => !isDone(step));
  if (next === undefined) return null;
  const done = firstSteps.filter(isDone).length;
  // Most of the way is behind: only what is next is left to say.
  const shown = 2 * done > firstSteps.length ? [next] : firstSteps;
  return (
    <Paper mb="md" component="section" aria-label="Set up">
      <Group justify="space-between" wrap="nowrap" mb="md">
        <Title order={2}>
          Set up{" "}
          <Tally>
            {done} of {firstSteps.length}
          </Tally>
        </Title>
        <ActionIcon aria-label="Hide these steps" onClick={() => setDismissed(true)}>
          <CloseIcon size="16px" />
        </ActionIcon>
      </Group>
      <ol className="steps">
        {shown.map((step) => (
          <Step key={step.kind} step={step} done={isDone(step)} next={step === next} />
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

function Step({ step: { kind, title, about, button, at }, done, next }: StepProps) {
  const here = useHere();
  return (
    <li data-done={done || undefined} aria-current={next ? "step" : undefined}>
      <span className="tick">{done ? <CheckIcon size={11} aria-label="Done" /> : null}</span>
      <div>
        <Strong {...(done ? { c: "dimmed" } : {})}>{title}</Strong>
        {done ? null : <Quiet>{about}</Quiet>}
      </div>
      {done ? null : (
        <Button
          component={Link}
          to={at === undefined ? newPath(here.slug, kind) : kindPath(here.slug, at)}
          size="xs"
          variant={next ? "filled" : "default"}
        >
          {button}
        </Button>
      )}
    </li>
  );
}
