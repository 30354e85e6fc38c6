/** Next to a test: whether it holds now, and which rows decide that. */
import { List, Text } from "@mantine/core";
import { useDefinitions } from "../../../api/queries.ts";
import { DeliveryMark } from "../../../parts/alerts/delivery.tsx";
import { Card } from "../../../parts/card.tsx";
import { Loading } from "../../../parts/loading.tsx";
import { pathOf } from "../../../parts/paths.ts";
import { kindWords } from "../../../parts/plans/words.ts";
import { TestStatus, useTestRuns } from "../../../parts/tests/runs.tsx";
import { LinkTo, Quiet, QuietPart } from "../../../parts/text.tsx";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

export function TestResult({ loaded: { row }, editing }: PartProps) {
  return editing ? null : <Result id={String(row.id)} />;
}

function Result({ id }: { readonly id: string }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const query = useTestRuns({ tests: [id] });
  const run = query.data?.data[0];
  if (run === undefined)
    return (
      <Card title={texts.result}>
        <Loading of={query} count={2} />
      </Card>
    );
  const { message, decided_by } = run;
  return (
    <Card title={texts.result}>
      <TestStatus of={run} />
      {message === null ? null : (
        <Text size="sm" mt="xs" style={{ overflowWrap: "anywhere" }}>
          {message}
        </Text>
      )}
      {decided_by.length === 0 ? (
        run.ok === null ? null : (
          <Quiet mt="xs">{texts.noRowDecidesIt}</Quiet>
        )
      ) : (
        <>
          <Quiet mt="sm">{texts.decidedByOrNames}</Quiet>
          <List size="sm" spacing={4} listStyleType="none">
            {decided_by.map(({ resource, id: other, name, delivery = null }) => (
              <List.Item key={`${resource}/${other}`} style={{ overflowWrap: "anywhere" }}>
                <QuietPart>{kindWords(kinds, resource)}</QuietPart>{" "}
                <LinkTo to={pathOf(here.slug, kinds, resource, other)}>{name}</LinkTo>{" "}
                {delivery === null ? null : <DeliveryMark of={delivery} />}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Card>
  );
}
