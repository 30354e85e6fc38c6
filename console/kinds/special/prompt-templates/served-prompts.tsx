/** What the model is served for each type of work. */
import { Table } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { namedActions } from "../../../api/calls.ts";
import { readQuery } from "../../../api/queries.ts";
import { Card } from "../../../parts/card.tsx";
import { rowPath } from "../../../parts/paths.ts";
import { failedOf, Refusal } from "../../../parts/refusal.tsx";
import { Status } from "../../../parts/status.tsx";
import { LinkTo } from "../../../parts/text.tsx";
import { words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import type { ListPartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

interface Served {
  readonly prompt_type: string;
  readonly source: "template" | "built_in";
  readonly template_id: string | null;
  readonly name: string | null;
}

export function ServedPrompts({ definition }: ListPartProps) {
  const here = useHere();
  const field = definition.fields.prompt_type;
  const types = field?.type === "choice" ? field.choices : [];
  const served = useQueries({
    queries: types.map((prompt_type) =>
      readQuery<Served>(here.slug, namedActions.resolvePrompt, { prompt_type }),
    ),
  });
  return (
    <Card title={texts.promptsInUse} about={texts.modelsGetTheApprovedEnabled} mt="xl">
      <Refusal {...failedOf(served)} />
      <Table verticalSpacing={6} horizontalSpacing={0} highlightOnHover={false}>
        <Table.Tbody>
          {types.map((type, index) => {
            const answer = served[index]?.data;
            return (
              <Table.Tr key={type}>
                <Table.Th scope="row" fw={400}>
                  {words(type)}
                </Table.Th>
                <Table.Td>
                  {answer === undefined ? (
                    "…"
                  ) : answer.template_id === null ? (
                    <Status tone="quiet" label={texts.builtIn} />
                  ) : (
                    <LinkTo to={rowPath(here.slug, definition.kind, answer.template_id)}>
                      {answer.name}
                    </LinkTo>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
