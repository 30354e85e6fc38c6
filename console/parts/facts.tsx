/** What is so, line by line: a title, and what stands for it. */
import { Table } from "@mantine/core";
import type { ReactNode } from "react";

export interface Fact {
  readonly title: string;
  /** In a sentence, on hover. */
  readonly about?: string;
  readonly value: ReactNode;
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Table
      className="facts"
      verticalSpacing={6}
      horizontalSpacing={0}
      highlightOnHover={false}
      withRowBorders={false}
    >
      <Table.Tbody>
        {facts.map(({ title, about, value }) => (
          <Table.Tr key={title}>
            <Table.Th scope="row" fw={400} pr="md" style={{ verticalAlign: "top" }} title={about}>
              {title}
            </Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
