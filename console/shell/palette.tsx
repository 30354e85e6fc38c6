/** ⌘K: every page, every row, every action, by a few letters or as people ask for it. It always has an answer. */
import { Box, Group, Modal, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { allows, levelOfRole } from "../../src/kernel/access.ts";
import { namedQuery } from "../api/find.ts";
import { rowsQuery, useDefinitions } from "../api/queries.ts";
import { offeredQuery } from "../api/service-queries.ts";
import { specialOf } from "../kinds/special.ts";
import { rowPath, servicePath } from "../parts/paths.ts";
import { failedOf, Refusal } from "../parts/refusal.tsx";
import { Fine, Quiet } from "../parts/text.tsx";
import { useTimeZone } from "../parts/time.tsx";
import { nameOf, roleOf } from "../parts/words.ts";
import { type Hit, useAlertHits, useEverywhere, useFixedHits, usePinHit } from "./hits.ts";
import { type Answer, answerTo } from "./ranked.ts";
import { sentenceLevel, sentenceTitle } from "./sentence-words.ts";
import { type Sentence, sentenceOf } from "./sentences.ts";
import { useOrganization } from "./session.ts";
import { soughtIn } from "./spoken.ts";
import * as texts from "./texts.ts";

const maxHits = 40;
/** So many words of a text may be names of services. */
const mostAsked = 5;
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
  const { hits, how, looking, failed, refused } = useHits(text, ask);
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
        {refused === undefined ? null : <Quiet p="sm">{refused}</Quiet>}
        {how === "near" && hits.length > 0 ? <Quiet p="sm">{texts.nearest}</Quiet> : null}
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
  readonly how: Answer<Hit>["how"];
  /** Whether there may be more in a moment. */
  readonly looking: boolean;
  readonly failed: ReturnType<typeof failedOf>;
  /** What the text asks to do, and may not by this role. */
  readonly refused: string | undefined;
}

function useHits(text: string, ask: PaletteProps["ask"]): Found {
  const here = useOrganization();
  const [settled] = useDebouncedValue(text.trim(), 120);
  const isWanted = settled.length >= minLetters;
  const rows = useRowHits(settled, isWanted);
  const services = useNamedServices(settled, isWanted);
  const fixed = [...useFixedHits(), usePinHit()];
  const alerts = useAlertHits(isWanted);
  const everywhere = useEverywhere();
  const sentence = useSentence(text, services.names, ask);
  const go = useNavigate();
  const named = services.names.map((service): Hit => {
    const to = servicePath(here?.slug ?? "", service);
    return { key: to, title: service, what: texts.service, run: () => void go({ to }) };
  });
  const all = isWanted ? [...fixed, ...rows.acts, ...alerts, ...named, ...rows.hits] : fixed;
  const { hits, how } = answerTo(all, text);
  const reading = [...rows.reading, ...services.reading];
  const looking = isWanted && (settled !== text.trim() || reading.some(({ isLoading }) => isLoading));
  const asked = sentence.hit === undefined ? [] : [sentence.hit];
  // A name that is known is meant, whatever else has these words.
  const first = how !== "exact" || sentence.isKnown;
  const whole = first ? [...asked, ...hits] : [...hits, ...asked];
  // What is near only is no answer while the rows are on their way.
  const some = looking && how === "near" ? asked : whole.slice(0, maxHits);
  const seek = how === "exact" || looking || text.trim() === "" ? [] : everywhere(text.trim());
  return {
    hits: [...some, ...seek],
    how: asked.length > 0 ? "meant" : how,
    looking,
    failed: isWanted ? failedOf(reading) : failedOf([]),
    refused: sentence.refused,
  };
}

interface RowHits {
  readonly hits: readonly Hit[];
  /** What people do to rows by their names. */
  readonly acts: readonly Hit[];
  readonly reading: readonly UseQueryResult[];
}

function useRowHits(text: string, isWanted: boolean): RowHits {
  const go = useNavigate();
  const here = useOrganization();
  const { kinds } = useDefinitions();
  const org = here?.slug ?? "";
  const level = here === undefined ? "read" : levelOfRole(here.role);
  const lists = kinds.filter(({ shape, verbs }) => shape === "collection" && verbs.includes("list"));
  const rows = useQueries({
    queries: lists.map((definition) => ({
      ...rowsQuery(org, definition),
      staleTime: 60_000,
      enabled: here !== undefined && isWanted,
    })),
  });
  const truncated = lists.filter((_, index) => rows[index]?.data?.truncated);
  const past = useQueries({
    queries: truncated.map((definition) => ({
      ...namedQuery(org, definition, text),
      enabled: isWanted,
    })),
  });
  const found = lists.map((definition, index) => {
    const own = rows[index]?.data?.data ?? [];
    const beyond = past[truncated.indexOf(definition)]?.data ?? [];
    const byId = new Map([...own, ...beyond].map((row) => [String(row.id), row]));
    return { definition, rows: [...byId.values()] };
  });
  const hits = found.flatMap(({ definition, rows: some }) =>
    some.map((row): Hit => {
      const to = rowPath(org, definition.kind, String(row.id));
      return {
        key: to,
        title: nameOf(definition, row),
        what: definition.title,
        text: () => JSON.stringify(row),
        run: () => void go({ to }),
      };
    }),
  );
  const acts = found.flatMap(({ definition, rows: some }): readonly Hit[] => {
    const { verb } = specialOf(definition.kind);
    if (verb === undefined || !allows(level, definition.level)) return [];
    return some.map((row) => ({
      key: `${verb.title} ${definition.kind} ${row.id}`,
      title: `${verb.title} ${nameOf(definition, row)}`,
      what: texts.action,
      run: () =>
        void go({
          to: rowPath(org, definition.kind, String(row.id)),
          search: verb.view === undefined ? {} : { view: verb.view },
        }),
    }));
  });
  return { hits, acts, reading: [...rows, ...past] };
}

/** The services that the text's words name: each word is asked for, since nobody types only a name. */
function useNamedServices(text: string, isWanted: boolean) {
  const org = useOrganization()?.slug ?? "";
  const parts = [...new Set([text, ...soughtIn(text).said])].slice(0, mostAsked);
  const reading = useQueries({
    queries: parts.map((part) => ({
      ...offeredQuery(org, part),
      enabled: isWanted && org !== "" && part.length >= minLetters,
    })),
  });
  const names = new Set(reading.flatMap(({ data }) => (data?.data ?? []).map(({ service }) => service)));
  return { names: [...names], reading };
}

/** What the text says to do, such as "mute search until tomorrow 9:00". */
function useSentence(text: string, known: readonly string[], ask: PaletteProps["ask"]) {
  const here = useOrganization();
  const zone = useTimeZone();
  const kinds = useDefinitions().kinds;
  const sentence = here === undefined ? undefined : sentenceOf(text, Date.now(), zone, known);
  if (sentence === undefined || here === undefined) return { isKnown: false };
  const title = sentenceTitle(sentence, zone);
  const level = sentenceLevel(sentence.act, kinds);
  if (level !== undefined && !allows(levelOfRole(here.role), level)) {
    return { isKnown: false, refused: texts.takesTheRole(title, roleOf(level)) };
  }
  const hit: Hit = { key: "sentence", title, what: texts.shownFirst, run: () => ask(sentence) };
  return { isKnown: known.includes(sentence.service), hit };
}
