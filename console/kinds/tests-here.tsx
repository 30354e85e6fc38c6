/** At a row that decides: the behaviour tests that it decides or that name it, each with its result. */
import { Group, List, Text } from "@mantine/core";
import { figure } from "../../src/kernel/readable.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { Card } from "../parts/card.tsx";
import { rowPath } from "../parts/paths.ts";
import { TestStatus, useTestRuns } from "../parts/tests/runs.tsx";
import { LinkTo, Quiet, Tally } from "../parts/text.tsx";
import { useHere } from "../shell/session.ts";
import { kindNames } from "./names.ts";
import * as texts from "./texts.ts";

interface TestsHereProps {
  readonly definition: Definition;
  readonly id: string;
}

const shownTests = 10;

export function TestsHere({ definition: { kind, decides }, id }: TestsHereProps) {
  return decides === true && kind !== kindNames.behaviourTest ? <Tests kind={kind} id={id} /> : null;
}

/** Nothing where no test is about the row. */
function Tests({ kind, id }: { readonly kind: string; readonly id: string }) {
  const { slug } = useHere();
  const { data } = useTestRuns({ about: { resource: kind, id } });
  if (data === undefined || data.total === 0) return null;
  const more = data.total - shownTests;
  return (
    <Card
      title={texts.behaviourTests}
      more={<Tally>{texts.ofFail(data.failed, figure(data.total))}</Tally>}
      about={texts.theyAreDecided}
    >
      <List size="sm" spacing={6} listStyleType="none">
        {data.data.slice(0, shownTests).map((run) => (
          <List.Item key={run.id} style={{ overflowWrap: "anywhere" }}>
            <Group gap="xs">
              <TestStatus of={run} />
              <LinkTo to={rowPath(slug, kindNames.behaviourTest, run.id)}>{run.name}</LinkTo>
            </Group>
            {run.message === null ? null : <Text size="sm">{run.message}</Text>}
          </List.Item>
        ))}
      </List>
      {more > 0 ? <Quiet mt="xs">{texts.andMore(figure(more))}</Quiet> : null}
    </Card>
  );
}
