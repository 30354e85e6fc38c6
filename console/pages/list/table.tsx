/** The table of a list: what is shown of each row, and the columns that it is sorted by. */
import { Paper, Table } from "@mantine/core";
import { sortNames } from "../../../src/kernel/findable.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { Cell } from "../../parts/cell.tsx";
import { rowPath } from "../../parts/paths.ts";
import { type Names, NamesContext } from "../../parts/row-names.ts";
import { LinkTo } from "../../parts/text.tsx";
import { nameOf } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import type { Column } from "./columns.ts";
import { RowMenu } from "./row-menu.tsx";
import { SelectAll, type Selection, SelectRow, selectByKey } from "./selection.tsx";

interface ListTableProps {
  readonly definition: Definition;
  readonly columns: readonly Column[];
  readonly rows: readonly JsonObject[];
  readonly names: Names;
  readonly selection: Selection;
  readonly sort: string;
  readonly setSort: (sort: string) => void;
}

export function ListTable({ definition, columns, rows, names, selection, sort, setSort }: ListTableProps) {
  const here = useHere();
  const sortable = new Set(sortNames(definition));
  return (
    <Paper p={0} style={{ overflow: "hidden" }}>
      <Table.ScrollContainer
        minWidth={0}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, "aria-label": definition.title, role: "region" } }}
      >
        <Table className="list">
          <Table.Thead>
            <Table.Tr>
              <SelectAll selection={selection} shown={rows} />
              {columns.map((column) => (
                <Head
                  key={column.name}
                  column={column}
                  sort={sort}
                  onSort={sortable.has(column.name) ? setSort : undefined}
                />
              ))}
              <Table.Th w={36} aria-label="More" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <NamesContext value={names}>
              {rows.map((row) => (
                <Table.Tr key={String(row.id)} className="way" onKeyDown={selectByKey(selection, row, rows)}>
                  <SelectRow definition={definition} selection={selection} row={row} shown={rows} />
                  {columns.map((column) => (
                    <Table.Td key={column.name} {...hiding(column)} {...alignment(column)}>
                      {column.first ? (
                        <LinkTo
                          to={rowPath(here.slug, definition.kind, String(row.id))}
                          fw={550}
                          className="clip"
                        >
                          {nameOf(definition, row)}
                        </LinkTo>
                      ) : (
                        <Cell
                          name={column.name}
                          shape={column.shape}
                          value={row[column.name] ?? null}
                          row={row}
                        />
                      )}
                    </Table.Td>
                  ))}
                  <RowMenu definition={definition} row={row} />
                </Table.Tr>
              ))}
            </NamesContext>
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

interface HeadProps {
  readonly column: Column;
  readonly sort: string;
  /** Left out where the column has no order. */
  readonly onSort: ((sort: string) => void) | undefined;
}

function Head({ column, sort, onSort }: HeadProps) {
  const { name, label } = column;
  const up = sort === name;
  const down = sort === `-${name}`;
  if (onSort === undefined)
    return (
      <Table.Th scope="col" {...hiding(column)}>
        {label}
      </Table.Th>
    );
  return (
    <Table.Th
      scope="col"
      aria-sort={up ? "ascending" : down ? "descending" : "none"}
      {...hiding(column)}
      {...alignment(column)}
    >
      <button type="button" className="sortable" onClick={() => onSort(up ? `-${name}` : down ? "" : name)}>
        {label} {up ? "↑" : down ? "↓" : ""}
      </button>
    </Table.Th>
  );
}

/** Numbers stand below each other at the right, so that they compare by their length. */
function alignment({ shape, first }: Column): { ta?: "right" } {
  return !first && (shape.type === "integer" || shape.type === "number") ? { ta: "right" } : {};
}

function hiding({ from }: Column): { visibleFrom?: "sm" | "lg" } {
  return from === "always" ? {} : { visibleFrom: from };
}
