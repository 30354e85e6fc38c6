/** ⌘K: every page, every row, every action, by a few letters. */
import { Box, Group, Modal, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueries } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { allows, levelOfRole } from "../../src/kernel/access.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { namedQuery } from "../api/find.ts";
import { rowsQuery, useDefinitions } from "../api/queries.ts";
import { useOffered } from "../api/service-queries.ts";
import { special } from "../kinds/special.ts";
import { rowPath, servicePath } from "../parts/paths.ts";
import { failedOf, Refusal } from "../parts/refusal.tsx";
import { Fine, Quiet } from "../parts/text.tsx";
import { useTimeZone } from "../parts/time.tsx";
import { nameOf } from "../parts/words.ts";
import { type Hit, useAlertHits, useFixedHits, usePinHit } from "./hits.ts";
import { ranked } from "./ranked.ts";
import { sentenceLevel, sentenceTitle } from "./sentence-words.ts";
import { type Sentence, sentenceOf } from "./sentences.ts";
import { useOrganization } from "./session.ts";
import * as texts from "./texts.ts";

const maxHits = 40;
/** Rows are looked for from so many letters on: each kind's list is read then, once. */
const minLetters = 2;

interface PaletteProps {
  readonly close: () => void;
  /** Shows what a sentence would do, and does it when that is confirmed. */
  readonly ask: (sentence: Sentence) => void;
}

export function Palette({ close, ask }: PaletteProps) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const { hits: found, looking, failed } = useHits(text);
  const all = [...useSentenceHits(text, ask), ...found];
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
      attributes={{ content: { "aria-label": texts.findAnything } }}
    >
      <TextInput
        autoFocus
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={hits.length > 0 ? `${id}-${chosen}` : undefined}
        aria-label={texts.findAPageARow}
        placeholder={texts.findAPageARow}
        size="md"
        value={text}
        onKeyDown={key}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
      />
      <Box mah="50vh" mt="xs" style={{ overflowY: "auto" }}>
        <Box role="listbox" id={`${id}-list`} aria-label={texts.found}>
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
          <Quiet p="sm">{looking ? texts.looking : texts.nothingFound}</Quiet>
        ) : null}
        <Refusal {...failed} title={texts.someRowsCould} />
      </Box>
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
        what: texts.action,
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
    return { key: to, title: service, what: texts.service, run: open(to) };
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

/** A sentence that the text is, such as "mute search until tomorrow 9:00": before all that is only found. */
function useSentenceHits(text: string, ask: (sentence: Sentence) => void): readonly Hit[] {
  const here = useOrganization();
  const zone = useTimeZone();
  const kinds = useDefinitions().kinds;
  if (here === undefined) return [];
  const sentence = sentenceOf(text, Date.now(), zone);
  if (sentence === undefined) return [];
  const level = sentenceLevel(sentence.act, kinds);
  if (level !== undefined && !allows(levelOfRole(here.role), level)) return [];
  return [
    {
      key: "sentence",
      title: sentenceTitle(sentence, zone),
      what: texts.shownFirst,
      run: () => ask(sentence),
    },
  ];
}
