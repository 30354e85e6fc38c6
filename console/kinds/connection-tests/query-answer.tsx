/** What a query gave: the outcome, and its series. */
import { Table } from "@mantine/core";
import type { QueryOutcome } from "../../api/engine-shapes.ts";
import { Outcome } from "./outcome.tsx";
import * as texts from "./texts.ts";

export function QueryAnswer({ outcome }: { readonly outcome: QueryOutcome }) {
  const series = outcome.result?.series ?? [];
  return (
    <>
      <Outcome outcome={outcome} />
      {series.length === 0 ? null : (
        <div style={{ maxHeight: 240, overflow: "auto", marginTop: 8 }}>
          <Table verticalSpacing={4} highlightOnHover={false}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{texts.labels}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {texts.value}
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
