/** At a row that was a step of the way: the next one, whose form begins with what is known. */
import { Button, Group, Paper } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { useDefinition } from "../../api/queries.ts";
import { namingField } from "../../forms/prefilled.ts";
import { useHere } from "../../shell/session.ts";
import { Quiet, Strong } from "../text.tsx";
import * as texts from "./texts.ts";
import { firstSteps, stepPath, useSteps } from "./use-steps.ts";

interface NextStepProps {
  readonly definition: Definition;
  readonly row: JsonObject;
}

export function NextStep({ definition, row }: NextStepProps) {
  const here = useHere();
  const steps = useSteps();
  const own = firstSteps.find(({ kind }) => kind === definition.kind);
  const target = useDefinition(steps?.next.kind ?? "");
  if (steps === undefined || own === undefined || !steps.isDone(own)) return null;
  const { next, done } = steps;
  const search = target === undefined ? {} : knownOf(target, definition, row);
  return (
    <Paper p="sm" mb="md" component="section" aria-label={texts.nextStep}>
      <Group justify="space-between" gap="sm">
        <div>
          <Strong>{texts.nextOfStepsDone(next.title, done, firstSteps.length)}</Strong>
          <Quiet>{next.about}</Quiet>
        </div>
        <Button component={Link} to={stepPath(here.slug, next)} search={search as never} size="xs">
          {next.button}
        </Button>
      </Group>
    </Paper>
  );
}

/** What a row says of one of the next kind: itself where that refers to it, and the service that both are about. */
function knownOf(next: Definition, { kind, fields }: Definition, row: JsonObject): Record<string, string> {
  const refers = Object.entries(next.fields).find(
    ([, field]) => field.type === "reference" && field.to === kind,
  );
  const [naming, own] = [namingField(next), namingField({ fields })];
  const service = own === undefined ? undefined : row[own];
  return {
    ...(refers === undefined ? {} : { [refers[0]]: String(row.id) }),
    ...(naming === undefined || typeof service !== "string" ? {} : { [naming]: service }),
  };
}
