/** Runs the query that stands in a field just now, saved or not, on the data source that the form names. */
import { Button, Stack, Table, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { namedActions } from "../api/calls.ts";
import { act } from "../api/client.ts";
import type { QueryOutcome } from "../api/shapes.ts";
import { Refusal } from "../parts/refusal.tsx";
import { useHere } from "../shell/session.ts";
import { Outcome } from "./outcome.tsx";
import type { FieldPartProps } from "./part-props.ts";

export function TryQuery({ name, label, form }: FieldPartProps) {
  const here = useHere();
  const query = form.value(name);
  const id = form.value("data_source_id");
  const ask = useMutation({
    mutationFn: async (input: { readonly id: string; readonly query: string }) =>
      (await act<QueryOutcome>(here.slug, namedActions.testQuery, input)).body,
  });
  if (!here.allows("operate") || typeof query !== "string" || query.trim() === "") return null;
  // An answer is shown beside what was asked, and no longer.
  const current = ask.variables?.query === query && ask.variables.id === id;
  return (
    <Stack gap={6} mt={6} align="flex-start">
      <Button
        size="xs"
        variant="default"
        aria-label={`Try ${label}`}
        disabled={typeof id !== "string"}
        loading={ask.isPending}
        onClick={() => ask.mutate({ id: String(id), query })}
      >
        Try it
      </Button>
      {typeof id === "string" ? null : (
        <Text size="xs" c="dimmed">
          Choose a data source first.
        </Text>
      )}
      <div aria-live="polite" style={{ width: "100%" }}>
        {current ? <Refusal error={ask.error} /> : null}
        {current && ask.data !== undefined ? (
          <section aria-label={`Answer to ${label}`}>
            <Answer outcome={ask.data} />
          </section>
        ) : null}
      </div>
    </Stack>
  );
}

function Answer({ outcome }: { readonly outcome: QueryOutcome }) {
  const series = outcome.result?.series ?? [];
  return (
    <>
      <Outcome outcome={outcome} />
      {series.length === 0 ? null : (
        <div style={{ maxHeight: 240, overflow: "auto", marginTop: 8 }}>
          <Table verticalSpacing={4} highlightOnHover={false}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Labels</Table.Th>
                <Table.Th scope="col" ta="right">
                  Value
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {series.map(({ labels, value }) => {
                const text = labelsOf(labels);
                return (
                  <Table.Tr key={`${text} ${value}`}>
                    <Table.Td className="mono" style={{ overflowWrap: "anywhere" }}>
                      {text}
                    </Table.Td>
                    <Table.Td className="mono" ta="right" style={{ overflowWrap: "anywhere" }}>
                      {value}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </>
  );
}

/** As people write them in a query. */
function labelsOf({ __name__: metric = "", ...labels }: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `${metric}{${pairs.join(", ")}}`;
}
