/** ⌘K: every page, every row, every action, by a few letters. */
import { Box, Group, Modal, ScrollArea, Text, TextInput, useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { allows, levelOfRole } from "../../src/kernel/access.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import type { Alert } from "../api/alert-shapes.ts";
import { namedActions } from "../api/calls.ts";
import { namedQuery } from "../api/find.ts";
import { readQuery, rowsQuery, useDefinitions } from "../api/queries.ts";
import { useOffered } from "../api/service-queries.ts";
import type { Listed } from "../api/shapes.ts";
import { kindNames } from "../kinds/names.ts";
import { special } from "../kinds/special.ts";
import { useAlertAction, useAlertRights } from "../parts/alerts/use-alerts.ts";
import { alertPath, newPath, rowPath, servicePath } from "../parts/paths.ts";
import { failedOf, Refusal } from "../parts/refusal.tsx";
import { Fine, Quiet } from "../parts/text.tsx";
import { nameOf, oneOf } from "../parts/words.ts";
import { useSignOut } from "./account-menu.tsx";
import { actionPages } from "./action-pages.ts";
import { accountPages, menuPages, usePages } from "./all-pages.ts";
import { ranked } from "./ranked.ts";
import { useOrganization, useWhoAmI } from "./session.ts";
import { useMenu } from "./use-menu.ts";

interface Hit {
  readonly key: string;
  readonly title: string;
  readonly what: string;
  readonly run: () => void;
}

const maxHits = 40;
/** Rows are looked for from so many letters on: each kind's list is read then, once. */
const minLetters = 2;

export function Palette({ close }: { readonly close: () => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const { hits: all, looking, failed } = useHits(text);
  const hits = all.slice(0, maxHits);
  const chosen = Math.min(at, Math.max(0, hits.length - 1));
  const run = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    close();
    hit.run();
  };
  const key = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = (chosen + step + hits.length) % Math.max(1, hits.length);
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
    }
    if (event.key === "Enter") {
      event.preventDefault();
      run(hits[chosen]);
    }
  };
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      padding="xs"
      size="lg"
      yOffset="12vh"
      centered={false}
      // It is there with the keys that open it: what is typed next belongs into its field.
      transitionProps={{ duration: 0 }}
      attributes={{ content: { "aria-label": "Find anything" } }}
    >
      <TextInput
        autoFocus
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={hits.length > 0 ? `${id}-${chosen}` : undefined}
        aria-label="Find a page, a row or an action"
        placeholder="Find a page, a row or an action"
        size="md"
        value={text}
        onKeyDown={key}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
      />
      <ScrollArea.Autosize mah="50vh" mt="xs">
        <Box role="listbox" id={`${id}-list`} aria-label="Found">
          {hits.map((hit, index) => (
            // The input holds the focus and receives the keys, as a combobox does.
            <Option
              key={hit.key}
              id={`${id}-${index}`}
              hit={hit}
              chosen={index === chosen}
              run={() => run(hit)}
            />
          ))}
        </Box>
        {hits.length === 0 && failed.error === null ? (
          <Quiet p="sm">{looking ? "Looking…" : "Nothing found."}</Quiet>
        ) : null}
        <Refusal {...failed} title="Some rows could not be searched" />
      </ScrollArea.Autosize>
    </Modal>
  );
}

interface OptionProps {
  readonly id: string;
  readonly hit: Hit;
  readonly chosen: boolean;
  readonly run: () => void;
}

function Option({ id, hit, chosen, run }: OptionProps) {
  return (
    <Group
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className="hit"
      justify="space-between"
      wrap="nowrap"
      onClick={run}
    >
      <Text size="sm" className="clip">
        {hit.title}
      </Text>
      <Fine style={{ flex: "none" }}>{hit.what}</Fine>
    </Group>
  );
}

interface Found {
  readonly hits: readonly Hit[];
  /** Whether there may be more in a moment. */
  readonly looking: boolean;
  readonly failed: ReturnType<typeof failedOf>;
}

function useHits(text: string): Found {
  const go = useNavigate();
  const here = useOrganization();
  const { kinds } = useDefinitions();
  const [settled] = useDebouncedValue(text.trim(), 120);
  const org = here?.slug ?? "";
  const lists = kinds.filter(({ shape, verbs }) => shape === "collection" && verbs.includes("list"));
  const rows = useQueries({
    queries: lists.map((definition) => ({
      ...rowsQuery(org, definition),
      staleTime: 60_000,
      enabled: here !== undefined && settled.length >= minLetters,
    })),
  });
  const truncated = lists.filter((_, index) => rows[index]?.data?.truncated);
  const past = useQueries({
    queries: truncated.map((definition) => ({
      ...namedQuery(org, definition, settled),
      enabled: settled.length >= minLetters,
    })),
  });
  const services = useOffered(settled, here !== undefined && settled.length >= minLetters);
  const reading = [...rows, ...past, services];
  const level = here === undefined ? "read" : levelOfRole(here.role);
  const open = (to: string) => () => void go({ to });
  const all: Hit[] = [...useFixedHits(lists)];
  const alertHits = useAlertHits(settled.length >= minLetters);
  all.push(usePinHit());
  const sought = text.trim().toLowerCase().split(/\s+/);
  const matches = (title: string, what: string) =>
    sought.every((word) => `${title} ${what}`.toLowerCase().includes(word));
  const found = all.filter(({ title, what }) => matches(title, what));
  if (settled.length < minLetters) return { hits: ranked(found, text), looking: false, failed: failedOf([]) };
  const hitOf = (definition: Definition, row: JsonObject): Hit => {
    const to = rowPath(org, definition.kind, String(row.id));
    return { key: to, title: nameOf(definition, row), what: definition.title, run: open(to) };
  };
  const verbs = [
    ...Object.entries(special).flatMap(([kind, { verb }]): Hit[] => {
      const index = lists.findIndex((definition) => definition.kind === kind);
      const definition = lists[index];
      if (verb === undefined || definition === undefined || !allows(level, definition.level)) return [];
      return (rows[index]?.data?.data ?? []).map((row) => ({
        key: `${verb.title} ${kind} ${row.id}`,
        title: `${verb.title} ${nameOf(definition, row)}`,
        what: "Action",
        run: () =>
          void go({
            to: rowPath(org, kind, String(row.id)),
            search: verb.view === undefined ? {} : { view: verb.view },
          }),
      }));
    }),
    ...alertHits,
  ].filter(({ title, what }) => matches(title, what));
  const near = lists.flatMap((definition, index) =>
    (rows[index]?.data?.data ?? [])
      .filter((row) => matches(nameOf(definition, row), definition.title) || row.id === text.trim())
      .map((row) => hitOf(definition, row)),
  );
  const beyond = truncated.flatMap((definition, index) =>
    (past[index]?.data ?? []).map((row) => hitOf(definition, row)),
  );
  const known = new Set(near.map(({ key }) => key));
  const named = (services.data?.data ?? []).map(({ service }): Hit => {
    const to = servicePath(org, service);
    return { key: to, title: service, what: "Service", run: open(to) };
  });
  return {
    hits: ranked(
      [...found, ...verbs, ...named, ...near, ...beyond.filter(({ key }) => !known.has(key))],
      text,
    ),
    looking: settled !== text.trim() || reading.some(({ isLoading }) => isLoading),
    failed: failedOf(reading),
  };
}

/** Pages and actions: what is there whatever the rows are. */
function useFixedHits(lists: readonly Definition[]): readonly Hit[] {
  const go = useNavigate();
  const here = useOrganization();
  const who = useWhoAmI();
  const { actions } = useDefinitions();
  const pages = usePages(here);
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const org = here?.slug ?? "";
  const level = here === undefined ? "read" : levelOfRole(here.role);
  const open = (to: string) => () => void go({ to });
  const action = (key: string, title: string, run: () => void): Hit => ({ key, title, what: "Action", run });
  return [
    ...pages.map(({ to, title, group }) => ({ key: to, title, what: group, run: open(to) })),
    ...(here === undefined ? [] : menuPages(org)).map(({ to, title }) => {
      return { key: `menu ${to}`, title, what: "Menu", run: open(to) };
    }),
    ...accountPages.map(({ to, title }) => ({ key: to, title, what: "Account", run: open(to) })),
    ...lists
      .filter((definition) => definition.verbs.includes("create") && allows(level, definition.level))
      .map((definition) => {
        const to = newPath(org, definition.kind);
        return action(to, `New ${oneOf(definition)}`, open(to));
      }),
    ...(here === undefined ? [] : actions)
      .filter(({ name, level: needed }) => actionPages[name] !== undefined && allows(level, needed))
      .map(({ name, title }) => action(name, title, open(`/o/${org}/${actionPages[name]}`))),
    ...(allows(level, "admin") && here !== undefined ? adminActions : []).map(([path, title]) =>
      action(`${path}?new`, title, () => void go({ to: `/o/${org}/${path}`, search: { new: "yes" } })),
    ),
    action("token", "New access token", () => void go({ to: "/account/tokens", search: { new: "yes" } })),
    ...who.organizations
      .filter(({ id }) => id !== here?.id)
      .map(({ slug, name }) => {
        return { key: slug, title: `Go to ${name}`, what: "Organization", run: open(`/o/${slug}`) };
      }),
    action("light", "Light appearance", () => setColorScheme("light")),
    action("dark", "Dark appearance", () => setColorScheme("dark")),
    action("out", "Sign out", () => signOut.mutate()),
  ];
}

/** Open alerts, to be acknowledged on the spot or muted in a form that is filled in. */
function useAlertHits(wanted: boolean): readonly Hit[] {
  const here = useOrganization();
  const go = useNavigate();
  const rights = useAlertRights();
  const acknowledge = useAlertAction("acknowledgeAlert");
  const { data } = useQuery({
    ...readQuery<Listed<Alert>>(here?.slug ?? "", namedActions.listAlerts, { status: "open" }),
    staleTime: 10_000,
    enabled: wanted && here !== undefined,
  });
  if (here === undefined) return [];
  return (data?.data ?? []).flatMap(({ id, title, muted_by }): Hit[] => {
    const hit = (verb: string, run: () => void): Hit => {
      return { key: `${verb} ${id}`, title: `${verb} ${title}`, what: "Open alert", run };
    };
    const acknowledgeIt = hit("Acknowledge", () => {
      acknowledge.mutate(id);
      void go({ to: alertPath(here.slug, id) });
    });
    const muteIt = hit("Mute", () => {
      void go({ to: newPath(here.slug, kindNames.mute), search: { pattern: title } });
    });
    return [
      ...(rights.acknowledge ? [acknowledgeIt] : []),
      ...(rights.mute && muted_by === null ? [muteIt] : []),
    ];
  });
}

/** The page behind the palette, kept in the menu or taken out of it. */
function usePinHit(): Hit {
  const { pathname, searchStr } = useLocation();
  const { pinned, pin, unpin } = useMenu();
  const to = `${pathname}${searchStr}`;
  const isPinned = pinned.some((place) => place.to === to);
  return {
    key: "pin",
    title: isPinned ? "Unpin this page" : "Pin this page",
    what: "Action",
    run: () => (isPinned ? unpin(to) : pin({ to, title: document.title.replace(/ · orgconfig$/, "") })),
  };
}

const adminActions = [
  ["keys", "New API key"],
  ["members", "Invite a member"],
] as const;
