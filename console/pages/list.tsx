/** A kind's page: its list, or for a setting its form. */
import { Alert, Anchor, Button, Group, Kbd, Pagination, Paper, Table, Text, TextInput } from "@mantine/core";
import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { namedQuery } from "../api/find.ts";
import { countsQuery, rowsQuery, useDefinition, useDefinitions } from "../api/queries.ts";
import type { Rows as RowsRead } from "../api/shapes.ts";
import { listParts } from "../kinds/list-parts.ts";
import { LiveHere } from "../kinds/live.tsx";
import { Cell } from "../parts/cell.tsx";
import { Empty } from "../parts/empty.tsx";
import { later } from "../parts/in-time.ts";
import { useOwnText } from "../parts/own-text.ts";
import { Page, Rows, Soon } from "../parts/page.tsx";
import { newPath, rowPath } from "../parts/paths.ts";
import { Refusal } from "../parts/refusal.tsx";
import { labelOf, nameOf, oneOf, phrase, roleFor } from "../parts/words.ts";
import { Missing } from "../shell/missing.tsx";
import { useHere } from "../shell/session.ts";
import { BulkBar, SelectAll, SelectRow, useSelection } from "./bulk.tsx";
import { type Column, columnsOf, type Names, pointedAt, searched, sorted } from "./columns.ts";
import { SettingPage } from "./setting.tsx";

const Reorder = later(async () => (await import("./reorder.tsx")).Reorder);

const pageSize = 50;

export function ListPage() {
  const { kind = "" } = useParams({ strict: false });
  const definition = useDefinition(kind);
  if (definition === undefined) return <Missing what="kind" />;
  return definition.shape === "setting" ? (
    <SettingPage key={kind} definition={definition} />
  ) : (
    <Collection key={kind} definition={definition} />
  );
}

function Collection({ definition }: { readonly definition: Definition }) {
  const here = useHere();
  const query = useQuery(rowsQuery(here.slug, definition));
  const { data, error, isPending } = query;
  const may = here.allows(definition.level) && definition.verbs.includes("create");
  const { kind, title, description } = definition;
  const Part = listParts[kind];
  const [ordering, setOrdering] = useState(false);
  const add = may ? (
    <Button component={Link} to={newPath(here.slug, kind)}>
      New {oneOf(definition)}
    </Button>
  ) : null;
  return (
    <Page
      title={title}
      about={data?.data.length === 0 ? undefined : description}
      action={
        data?.data.length && !ordering ? (
          <Group gap="xs">
            {isMovable(definition, data) && here.allows(definition.level) ? (
              <Button variant="default" onClick={() => setOrdering(true)}>
                Change order
              </Button>
            ) : null}
            {add}
          </Group>
        ) : null
      }
    >
      <Refusal error={error} again={query} />
      {isPending ? <Rows /> : null}
      {data?.data.length === 0 ? (
        <Empty title={`No ${title.toLowerCase()} yet`} about={description}>
          {may ? (
            add
          ) : (
            <Text size="sm">Somebody with the role {roleFor(definition)} can create the first one.</Text>
          )}
        </Empty>
      ) : null}
      <Soon>
        <LiveHere definition={definition} />
        {ordering && data !== undefined ? (
          <Reorder definition={definition} rows={data.data} close={() => setOrdering(false)} />
        ) : null}
      </Soon>
      {data?.data.length && !ordering ? (
        <Found definition={definition} rows={data.data} truncated={data.truncated} org={here.slug} />
      ) : null}
      <Soon>{Part === undefined ? null : <Part definition={definition} />}</Soon>
    </Page>
  );
}

/** Whether its rows are in an order that people give them, and all of them are there to be put in it. */
function isMovable({ order, verbs }: Definition, { data, truncated }: RowsRead): boolean {
  return order === "position" && verbs.includes("update") && data.length > 1 && !truncated;
}

interface FoundProps {
  readonly definition: Definition;
  readonly rows: readonly JsonObject[];
  readonly truncated: boolean;
  readonly org: string;
}

/** The list itself; search, order and page live in the address, so that they can be shared. */
function Found({ definition, rows, truncated, org }: FoundProps) {
  const search = useSearch({ strict: false }) as { q?: string; sort?: string; page?: string };
  const go = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => input.current?.focus()]]);
  const set = (change: Record<string, string>) => {
    const next = Object.fromEntries(
      Object.entries({ ...search, ...change }).filter(([, value]) => value !== ""),
    );
    void go({ to: ".", search: next, replace: true });
  };
  const columns = columnsOf(definition);
  const names = useNames(org, columns);
  const q = search.q ?? "";
  const text = useOwnText(q, (next) => set({ q: next, page: "" }));
  const past = usePast(org, definition, truncated ? q : "");
  const total = useTotal(org, definition, truncated) ?? rows.length;
  const near = searched(rows, q, names);
  const known = new Set(near.map(({ id }) => id));
  const all = [...near, ...past.rows.filter(({ id }) => !known.has(id))];
  const found = sorted(definition, all, search.sort, names);
  const pages = Math.ceil(found.length / pageSize);
  const page = Math.min(Math.max(1, Number(search.page ?? 1) || 1), Math.max(1, pages));
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  const selection = useSelection(definition);
  return (
    <>
      <Group mb="sm" justify="space-between">
        <TextInput
          ref={input}
          aria-label={`Search ${definition.title.toLowerCase()}`}
          placeholder="Search"
          rightSection={<Kbd size="xs">/</Kbd>}
          {...text}
          w={{ base: "100%", xs: 280 }}
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          {q === "" && !truncated
            ? `${figure.format(total)} in total`
            : `${figure.format(found.length)} of ${figure.format(total)}`}
        </Text>
      </Group>
      <Refusal error={past.error} again={past.again} />
      {truncated ? (
        <Alert color="yellow" mb="sm">
          Only the first {figure.format(rows.length)} of {figure.format(total)} are listed. To find another,
          search for its full{" "}
          {definition.naturalKey.map((name) => phrase(labelOf(name, definition.fields[name]))).join(" or ")},
          or its id. The export has every row.
        </Alert>
      ) : null}
      <Paper p={0} style={{ overflow: "hidden" }}>
        <Table.ScrollContainer
          minWidth={0}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, "aria-label": definition.title, role: "region" } }}
        >
          <Table>
            <Table.Thead>
              <Table.Tr>
                <SelectAll selection={selection} shown={shown} />
                {columns.map((column) => (
                  <Head
                    key={column.name}
                    column={column}
                    sort={search.sort}
                    onSort={(sort) => set({ sort, page: "" })}
                  />
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((row) => (
                <Table.Tr key={String(row.id)} className="way">
                  <SelectRow definition={definition} selection={selection} row={row} />
                  {columns.map((column) => (
                    <Table.Td key={column.name} {...hiding(column)}>
                      {column.first ? (
                        <Anchor
                          component={Link}
                          to={rowPath(org, definition.kind, String(row.id))}
                          fw={550}
                          size="sm"
                          className="clip"
                        >
                          {nameOf(definition, row)}
                        </Anchor>
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
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {found.length === 0 && past.error === null ? (
          <Text p="md" size="sm" c="dimmed" role="status">
            {past.looking
              ? "Looking…"
              : truncated
                ? `None of the first ${figure.format(rows.length)} matches “${q}”, and no other has exactly this name. Search for the full name.`
                : `Nothing matches “${q}”.`}
          </Text>
        ) : null}
      </Paper>
      {pages > 1 ? (
        <Pagination
          mt="md"
          total={pages}
          value={page}
          onChange={(next) => set({ page: String(next) })}
          getControlProps={(control) => ({ "aria-label": `${control} page` })}
          getItemProps={(number) => ({ "aria-label": `Page ${number}` })}
        />
      ) : null}
      <BulkBar definition={definition} selection={selection} />
    </>
  );
}

const figure = new Intl.NumberFormat("en");

/** Rows past the list's cap that a text names, asked of the service once somebody has stopped to type. */
function usePast(org: string, definition: Definition, text: string) {
  const [settled] = useDebouncedValue(text.trim(), 200);
  const query = useQuery({ ...namedQuery(org, definition, settled), enabled: settled !== "" });
  const looking = settled !== text.trim() || (query.isPending && settled !== "");
  return { rows: settled === "" ? [] : (query.data ?? []), looking, error: query.error, again: query };
}

/** How many rows there are past the cap, once it is known. */
function useTotal(org: string, definition: Definition, truncated: boolean): number | undefined {
  const { data } = useQuery({ ...countsQuery(org), enabled: truncated });
  return data?.get(definition.kind)?.count;
}

/** What the cells show in place of ids; empty until it is read. */
function useNames(org: string, columns: readonly Column[]): Names {
  const kinds = pointedAt(columns);
  const targets = useDefinitions().kinds.filter(({ kind }) => kinds.has(kind));
  const lists = useQueries({
    queries: targets.map((target) => ({ ...rowsQuery(org, target), staleTime: 30_000 })),
  });
  return new Map(
    targets.flatMap((target, index) =>
      (lists[index]?.data?.data ?? []).map((row) => [String(row.id), nameOf(target, row)] as const),
    ),
  );
}

interface HeadProps {
  readonly column: Column;
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
}

function Head({ column, sort, onSort }: HeadProps) {
  const { name, label } = column;
  const up = sort === name;
  const down = sort === `-${name}`;
  return (
    <Table.Th scope="col" aria-sort={up ? "ascending" : down ? "descending" : "none"} {...hiding(column)}>
      <button type="button" className="sortable" onClick={() => onSort(up ? `-${name}` : down ? "" : name)}>
        {label} {up ? "↑" : down ? "↓" : ""}
      </button>
    </Table.Th>
  );
}

function hiding({ from }: Column): { visibleFrom?: "sm" | "lg" } {
  return from === "always" ? {} : { visibleFrom: from };
}
