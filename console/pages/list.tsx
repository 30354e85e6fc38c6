/** A kind's page: its list, or for a setting its form. */
import { Alert, Anchor, Button, Group, Kbd, Pagination, Paper, Table, Text, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Suspense, useRef } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition, useDefinitions } from "../api/queries.ts";
import { listParts } from "../kinds/list-parts.ts";
import { Cell } from "../parts/cell.tsx";
import { Empty } from "../parts/empty.tsx";
import { Page, Rows } from "../parts/page.tsx";
import { newPath, rowPath } from "../parts/paths.ts";
import { Refusal } from "../parts/refusal.tsx";
import { nameOf, oneOf } from "../parts/words.ts";
import { Missing } from "../shell/missing.tsx";
import { useHere } from "../shell/session.ts";
import { type Column, columnsOf, type Names, pointedAt, searched, sorted } from "./columns.ts";
import { SettingPage } from "./setting.tsx";

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
  const { data, error, isPending } = useQuery(rowsQuery(here.slug, definition));
  const may = here.allows(definition.level) && definition.verbs.includes("create");
  const { kind, title, description } = definition;
  const Part = listParts[kind];
  const add = may ? (
    <Button component={Link} to={newPath(here.slug, kind)}>
      New {oneOf(definition)}
    </Button>
  ) : null;
  return (
    <Page
      title={title}
      about={data?.data.length === 0 ? undefined : description}
      action={data?.data.length ? add : null}
    >
      <Refusal error={error} />
      {isPending ? <Rows /> : null}
      {data?.data.length === 0 ? (
        <Empty title={`No ${title.toLowerCase()} yet`} about={description}>
          {may ? (
            add
          ) : (
            <Text size="sm">Somebody with the role {roleFor(definition)} can make the first.</Text>
          )}
        </Empty>
      ) : null}
      {data?.data.length ? (
        <Found definition={definition} rows={data.data} truncated={data.truncated} org={here.slug} />
      ) : null}
      <Suspense>{Part === undefined ? null : <Part definition={definition} />}</Suspense>
    </Page>
  );
}

export function roleFor({ level }: Definition): string {
  return level === "admin" ? "Org admin" : "Member";
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
  const found = sorted(definition, searched(rows, search.q ?? "", names), search.sort, names);
  const pages = Math.ceil(found.length / pageSize);
  const page = Math.min(Math.max(1, Number(search.page ?? 1) || 1), Math.max(1, pages));
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  return (
    <>
      <Group mb="sm" justify="space-between">
        <TextInput
          ref={input}
          aria-label={`Search ${definition.title.toLowerCase()}`}
          placeholder="Search"
          rightSection={<Kbd size="xs">/</Kbd>}
          value={search.q ?? ""}
          onChange={({ currentTarget }) => set({ q: currentTarget.value, page: "" })}
          w={{ base: "100%", xs: 280 }}
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          {found.length === rows.length ? `${rows.length} in all` : `${found.length} of ${rows.length}`}
        </Text>
      </Group>
      {truncated ? (
        <Alert color="yellow" mb="sm">
          The list is cut at {rows.length}; the export has every row.
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
        {found.length === 0 ? (
          <Text p="md" size="sm" c="dimmed">
            Nothing matches “{search.q}”.
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
    </>
  );
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
