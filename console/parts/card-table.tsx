/** Tables of what is not a row of a kind: people, credentials, sessions. */
import { Paper, Table, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { given } from "../../src/kernel/given.ts";
import { QuietButton } from "./buttons.tsx";
import * as texts from "./texts.ts";

/** A screen that is wide enough for a column. */
export type Width = "sm" | "md" | "lg";

interface CardTableProps {
  /** Headings, each alone or with the least width that shows its column; a last column is for actions. */
  readonly columns: readonly (string | readonly [string, Width])[];
  /** Columns of figures, which stand to the right. */
  readonly figures?: readonly string[];
  /** From which width on the column of actions shows; false where there is none. */
  readonly actionsFrom?: Width | false;
  readonly className?: string;
  readonly children: ReactNode;
}

export function CardTable({ columns, figures = [], actionsFrom, className, children }: CardTableProps) {
  return (
    <Paper p={0} style={{ overflow: "hidden" }}>
      <Table {...given({ className })}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => {
              const [name, from] = typeof column === "string" ? [column] : column;
              return (
                <Table.Th
                  key={name}
                  scope="col"
                  {...given({ visibleFrom: from })}
                  {...(figures.includes(name) ? { ta: "right" } : {})}
                >
                  {name}
                </Table.Th>
              );
            })}
            {actionsFrom === false ? null : (
              <Table.Th scope="col" {...given({ visibleFrom: actionsFrom })}>
                <VisuallyHidden>{texts.actions}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Paper>
  );
}

/** A row's button for what cannot be taken back; said aloud it names the row. Its question is red, and a column of it is not. */
export function TakeAway({
  verb,
  said,
  onClick,
}: {
  readonly verb: string;
  readonly said: string;
  readonly onClick: () => void;
}) {
  return (
    <QuietButton c="dimmed" onClick={onClick} aria-label={said}>
      {verb}
    </QuietButton>
  );
}
