/** The table of a list: what is shown of each row, and the columns that it is sorted by. */
import { ActionIcon, Menu, Modal, Paper, Skeleton, Table, VisuallyHidden } from "@mantine/core";
import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { sortNames } from "../../../src/kernel/findable.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { rowQuery } from "../../api/queries.ts";
import type { CellPartProps } from "../../kinds/part-props.ts";
import { specialOf } from "../../kinds/special.ts";
import { Cell } from "../../parts/cell.tsx";
import { CopyId } from "../../parts/copy-id.tsx";
import { later } from "../../parts/in-time.ts";
import { Soon } from "../../parts/page.tsx";
import { newPath, rowPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { type Names, NamesContext } from "../../parts/row-names.ts";
import { LinkTo } from "../../parts/text.tsx";
import { nameOf } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import type { Column } from "./columns.ts";
import { SelectAll, type Selection, SelectRow, selectByKey } from "./selection.tsx";
import * as texts from "./texts.ts";

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
                  definition={definition}
                  column={column}
                  sort={sort}
                  onSort={sortable.has(column.name) ? setSort : undefined}
                />
              ))}
              <Table.Th w={36}>
                <VisuallyHidden>{texts.more}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <NamesContext value={names}>
              {rows.map((row) => (
                <Table.Tr key={String(row.id)} className="way" onKeyDown={selectByKey(selection, row, rows)}>
                  <SelectRow definition={definition} selection={selection} row={row} shown={rows} />
                  {columns.map((column) => (
                    <Table.Td key={column.name} {...hiding(column)} {...alignment(definition, column)}>
                      {column.first ? (
                        <LinkTo
                          to={rowPath(here.slug, definition.kind, String(row.id))}
                          fw={550}
                          className="clip"
                        >
                          {nameOf(definition, row)}
                        </LinkTo>
                      ) : (
                        <RowCell definition={definition} column={column} row={row} shown={rows} />
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

interface RowCellProps extends CellPartProps {
  readonly column: Column;
}

function RowCell({ column: { name, shape }, ...props }: RowCellProps) {
  const Own = ownCell(props.definition, name);
  if (Own === undefined)
    return <Cell name={name} shape={shape} value={props.row[name] ?? null} row={props.row} />;
  return (
    <Suspense fallback={<Skeleton h={12} />}>
      <Own {...props} />
    </Suspense>
  );
}

function ownCell({ kind }: Definition, name: string) {
  return specialOf(kind).list?.cells?.[name];
}

interface HeadProps {
  readonly definition: Definition;
  readonly column: Column;
  readonly sort: string;
  /** Left out where the column has no order. */
  readonly onSort: ((sort: string) => void) | undefined;
}

function Head({ definition, column, sort, onSort }: HeadProps) {
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
      {...alignment(definition, column)}
    >
      <button type="button" className="sortable" onClick={() => onSort(up ? `-${name}` : down ? "" : name)}>
        {label} {up ? "↑" : down ? "↓" : ""}
      </button>
    </Table.Th>
  );
}

/** Numbers stand below each other at the right, so that they compare by their length. */
function alignment(definition: Definition, { name, shape, first }: Column): { ta?: "right" } {
  const plain = !first && ownCell(definition, name) === undefined;
  return plain && (shape.type === "integer" || shape.type === "number") ? { ta: "right" } : {};
}

function hiding({ from }: Column): { visibleFrom?: "sm" | "md" | "lg" } {
  return from === "always" ? {} : { visibleFrom: from };
}

/** What can be done with one row from its list. */

const DeleteDialog = later(() => import("../../kinds/delete-dialog.tsx"), "DeleteDialog");

interface RowMenuProps {
  readonly definition: Definition;
  readonly row: JsonObject;
}

function RowMenu({ definition, row }: RowMenuProps) {
  const here = useHere();
  const [deleting, setDeleting] = useState(false);
  const { kind, verbs, level } = definition;
  const may = here.allows(level);
  const id = String(row.id);
  return (
    <Table.Td className="above" w={36} pl={0}>
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={texts.moreFor(nameOf(definition, row))}
          >
            <IconDots size={16} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={rowPath(here.slug, kind, id)}>
            {texts.open}
          </Menu.Item>
          {may && verbs.includes("update") ? (
            <Menu.Item component={Link} to={rowPath(here.slug, kind, id)} search={{ view: "edit" } as never}>
              {texts.edit}
            </Menu.Item>
          ) : null}
          {may && verbs.includes("create") ? (
            <Menu.Item component={Link} to={newPath(here.slug, kind)} search={{ from: id } as never}>
              {texts.duplicate}
            </Menu.Item>
          ) : null}
          <Menu.Item component={Link} to={rowPath(here.slug, kind, id)} search={{ view: "history" } as never}>
            {texts.history}
          </Menu.Item>
          <CopyId id={id} />
          {may && verbs.includes("delete") ? (
            <Menu.Item color="red" onClick={() => setDeleting(true)}>
              {texts.deleteNow}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {deleting ? <Deleting definition={definition} id={id} close={() => setDeleting(false)} /> : null}
    </Table.Td>
  );
}

interface DeletingProps {
  readonly definition: Definition;
  readonly id: string;
  readonly close: () => void;
}

/** The row is read anew: what is deleted is what it is now. */
function Deleting({ definition, id, close }: DeletingProps) {
  const { slug } = useHere();
  const query = useQuery(rowQuery(slug, definition, id));
  const { data, error } = query;
  if (error !== null && data === undefined)
    return (
      <Modal opened onClose={close} title={texts.itCannotBeDeleted}>
        <Refusal error={error} again={query} />
      </Modal>
    );
  if (data === undefined) return null;
  return (
    <Soon>
      <DeleteDialog org={slug} definition={definition} loaded={data} close={close} stay />
    </Soon>
  );
}
