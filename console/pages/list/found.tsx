/** A list as the service finds it: search, filters, order and page are in the address, so that they can be shared. */
import { Button, Checkbox, Group, Kbd, Popover, ScrollArea, Skeleton, Stack, TextInput } from "@mantine/core";
import { useHotkeys, useWindowEvent } from "@mantine/hooks";
import IconColumns from "@tabler/icons-react/dist/esm/icons/IconColumns3.mjs";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { specialOf } from "../../kinds/special.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Empty } from "../../parts/empty.tsx";
import { changedSearch, type ListAddress, readAddress, type Search } from "../../parts/list-address.ts";
import { useOwnText } from "../../parts/own-text.ts";
import { Rows } from "../../parts/page.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Fine } from "../../parts/text.tsx";
import { phrase } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { BulkBar } from "./bulk.tsx";
import { allColumns, type Column, columnsOf } from "./columns.ts";
import { Filters } from "./filters.tsx";
import { useSelection } from "./selection.tsx";
import { ListTable } from "./table.tsx";
import * as texts from "./texts.ts";
import { pageSize, useFound, useNames } from "./use-rows.ts";
import { ViewsMenu } from "./views-menu.tsx";

/** How long somebody stops typing before the service is asked. */
const pauseMs = 200;

export function Found({ definition }: { readonly definition: Definition }) {
  const here = useHere();
  const search = useSearch({ strict: false }) as Search;
  const go = useNavigate();
  // Every choice can be gone back from; of a text that is typed, only the last letter counts.
  const show = (next: Search, replace = false) => void go({ to: ".", search: next as never, replace });
  const usual = specialOf(definition.kind).list?.sort ?? "";
  const asked = readAddress(search);
  const address = { ...asked, sort: asked.sort === "" ? usual : asked.sort };
  const set = (change: Partial<ListAddress>, replace = false) => show(changedSearch(search, change), replace);
  const [own, setOwn] = useState(() => ownColumns(definition.kind));
  const columns = columnsOf(definition, address.columns ?? own);
  const settled = usePaused(address);
  const query = useFound(here.slug, definition, settled);
  const { data, error, isPlaceholderData } = query;
  const rows = data?.data ?? [];
  const total = data?.total ?? 0;
  const names = useNames(here.slug, columns, rows);
  const selection = useSelection(definition);
  const pages = Math.ceil(total / pageSize);
  const beyond = settled.q === address.q && !isPlaceholderData && pages > 0 && address.page > pages;
  // Rows may have been deleted since the address was made.
  useEffect(() => {
    if (beyond) set({ page: pages }, true);
  });
  const narrowed = address.q !== "" || address.where.size > 0;
  return (
    <>
      <div className="toolbar">
        <SearchInput title={definition.title} q={address.q} search={(q) => set({ q }, true)} />
        <Filters definition={definition} address={settled} set={(where) => set({ where })} />
        <Group gap={6} wrap="nowrap" className="toolbar-menus">
          <ViewsMenu definition={definition} search={search} go={show} />
          <ColumnsMenu
            definition={definition}
            columns={columns}
            set={(chosen) => {
              keepColumns(definition.kind, chosen);
              setOwn(chosen);
              set({ columns: chosen, page: address.page }, true);
            }}
          />
        </Group>
      </div>
      <Refusal error={error} again={query} />
      <Group mt="xs" mb={6} mih={20}>
        {data === undefined ? (
          error === null && <Skeleton h={12} w={120} />
        ) : (
          <Fine aria-live="polite">{countOf(total, rows.length, address.page, narrowed)}</Fine>
        )}
      </Group>
      {data === undefined && error === null ? <Rows /> : null}
      {data !== undefined && total === 0 ? (
        <NothingFound definition={definition} clear={() => set({ q: "", where: new Map(), page: 1 })} />
      ) : null}
      {rows.length > 0 ? (
        <div aria-busy={isPlaceholderData}>
          <ListTable
            definition={definition}
            columns={columns}
            rows={rows}
            names={names}
            selection={selection}
            sort={address.sort}
            setSort={(sort) => set({ sort })}
          />
        </div>
      ) : null}
      <Pages size="sm" gap={4} withEdges pages={pages} page={address.page} show={(page) => set({ page })} />
      <BulkBar definition={definition} selection={selection} address={address} total={total} />
    </>
  );
}

interface SearchInputProps {
  readonly title: string;
  readonly q: string;
  readonly search: (q: string) => void;
}

function SearchInput({ title, q, search }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => input.current?.focus()]]);
  // What was typed gives way to what the page says that is gone back to.
  useWindowEvent("popstate", () => input.current?.blur());
  const text = useOwnText(q, search);
  return (
    <TextInput
      ref={input}
      aria-label={texts.searchTitle(phrase(title))}
      placeholder={texts.search}
      rightSection={<Kbd size="xs">/</Kbd>}
      {...text}
      className="toolbar-search"
    />
  );
}

interface NothingFoundProps {
  readonly definition: Definition;
  readonly clear: () => void;
}

function NothingFound({ definition, clear }: NothingFoundProps) {
  return (
    <Empty title={texts.nothingMatches} about={texts.noMatchTheSearch(phrase(definition.title))}>
      <PlainButton onClick={clear}>{texts.clearThem}</PlainButton>
    </Empty>
  );
}

function countOf(total: number, shown: number, page: number, narrowed: boolean): string {
  const all = narrowed ? texts.found(figure(total)) : texts.inTotal(figure(total));
  if (total <= pageSize) return all;
  const first = (page - 1) * pageSize + 1;
  if (shown === 0) return all;
  return texts.rangeOf(figure(first), figure(first + shown - 1), all);
}

/** The address once nobody types: what is chosen by a click is asked for at once. */
function usePaused(address: ListAddress): ListAddress {
  const [q, setQ] = useState(address.q);
  useEffect(() => {
    const timer = setTimeout(() => setQ(address.q), pauseMs);
    return () => clearTimeout(timer);
  }, [address.q]);
  return { ...address, q: address.q === "" ? "" : q };
}

/** The columns that somebody chose for a kind in this browser, where the address names none. */
const keyOf = (kind: string) => `orgconfig.columns.${kind}`;

function ownColumns(kind: string): readonly string[] | undefined {
  try {
    return localStorage.getItem(keyOf(kind))?.split(",");
  } catch {
    return undefined; // a browser that keeps nothing
  }
}

function keepColumns(kind: string, names: readonly string[] | undefined): void {
  try {
    if (names === undefined) localStorage.removeItem(keyOf(kind));
    else localStorage.setItem(keyOf(kind), names.join(","));
  } catch {
    // The address has them all the same.
  }
}

/** Which columns a list shows: kept in the address, and for this browser where the address says nothing. */

interface ColumnsMenuProps {
  readonly definition: Definition;
  readonly columns: readonly Column[];
  /** Undefined puts the usual ones back. */
  readonly set: (names: readonly string[] | undefined) => void;
}

function ColumnsMenu({ definition, columns, set }: ColumnsMenuProps) {
  const [open, setOpen] = useState(false);
  const all = allColumns(definition);
  const shown = columns.map(({ name }) => name);
  // The first names the row, and stays.
  const [first, ...others] = all;
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          fw={450}
          leftSection={<IconColumns size={14} stroke={1.7} />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          visibleFrom="sm"
        >
          {texts.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <ScrollArea.Autosize mah={320} type="auto">
          <Checkbox.Group
            aria-label={texts.columns}
            value={shown}
            onChange={(names) =>
              set(all.map(({ name }) => name).filter((name) => name === first?.name || names.includes(name)))
            }
          >
            <Stack gap={6} p={4}>
              {others.map(({ name, label }) => (
                <Checkbox key={name} size="xs" value={name} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
        </ScrollArea.Autosize>
        <Group mt={8}>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => set(undefined)}>
            {texts.defaultColumns}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
