/** The filters of the audit log: names, kinds, actions and people from lists, spans of time in words. */
import { Autocomplete, Group, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { doors } from "../../../src/kernel/access.ts";
import { keysQuery, membersQuery, useDefinitions } from "../../api/queries.ts";
import { useOffered } from "../../api/service-queries.ts";
import type { AuditRecord } from "../../api/shapes.ts";
import { dateExample } from "../../forms/texts.ts";
import { QuietButton } from "../../parts/buttons.tsx";
import { useTypedZone } from "../../parts/time.tsx";
import { MomentInput } from "../../parts/until-input.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { type Filters, spans } from "./filters.ts";
import * as texts from "./texts.ts";
import { UndoRun } from "./undo-run.tsx";

interface FilterBarProps {
  readonly filters: Filters;
  /** The records that are shown: who is in them may be gone since. */
  readonly seen: readonly AuditRecord[];
}

const custom = "custom";

export function FilterBar({ filters, seen }: FilterBarProps) {
  const zone = useTypedZone();
  const go = useNavigate();
  const [byHand, setByHand] = useState(filters.since !== undefined || filters.until !== undefined);
  const set = (change: Filters) => {
    const next = Object.entries({ ...filters, ...change }).filter(
      ([, text]) => text !== undefined && text !== "",
    );
    void go({ to: ".", search: Object.fromEntries(next) as never, replace: true });
  };
  const clear = () => {
    setByHand(false);
    void go({ to: ".", search: {}, replace: true });
  };
  const kinds = useKinds();
  const actions = useActions();
  const people = usePeople(seen, filters.actor);
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4, xl: 8 }} spacing="sm" mb="sm" style={{ alignItems: "end" }}>
        <TextFilter
          label={texts.name}
          placeholder={texts.includesDeletedRows}
          value={filters.name ?? ""}
          set={(name) => set({ name })}
        />
        <Choice
          label={texts.kind}
          data={kinds}
          value={filters.resource}
          set={(resource) => set({ resource })}
        />
        <ServiceFilter value={filters.service ?? ""} set={(service) => set({ service })} />
        <Choice
          label={texts.action}
          data={actions}
          value={filters.action}
          set={(action) => set({ action })}
        />
        <Choice label={texts.who} data={people} value={filters.actor} set={(actor) => set({ actor })} />
        <Choice
          label={texts.door}
          data={doors.map((door) => ({ value: door, label: words(door) }))}
          value={filters.door}
          set={(door) => set({ door })}
        />
        <TextFilter
          label={texts.run}
          placeholder={texts.exactName}
          value={filters.run ?? ""}
          set={(run) => set({ run })}
        />
        <Choice
          label={texts.when}
          data={[
            ...Object.entries(spans).map(([value, { label }]) => ({ value, label })),
            { value: custom, label: texts.fromTo },
          ]}
          value={byHand ? custom : filters.last}
          set={(when) => {
            setByHand(when === custom);
            set({ last: when === custom ? "" : when, since: "", until: "" });
          }}
        />
      </SimpleGrid>
      <Below filters={filters} zone={zone} byHand={byHand} set={set} clear={clear} />
    </>
  );
}

interface BelowProps {
  readonly filters: Filters;
  readonly zone: string;
  /** The times are chosen one by one. */
  readonly byHand: boolean;
  readonly set: (change: Filters) => void;
  readonly clear: () => void;
}

function Below({ filters, zone, byHand, set, clear }: BelowProps) {
  return (
    <Group gap="sm" mb="md" align="end">
      {byHand ? (
        <>
          <TimeFilter label={texts.from} value={filters.since} zone={zone} set={(since) => set({ since })} />
          <TimeFilter label={texts.to} value={filters.until} zone={zone} set={(until) => set({ until })} />
        </>
      ) : null}
      {filters.run === undefined ? null : <UndoRun key={filters.run} run={filters.run} />}
      {Object.keys(filters).length > 0 ? (
        <QuietButton onClick={clear}>{texts.clearFilters}</QuietButton>
      ) : null}
    </Group>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

interface ChoiceProps {
  readonly label: string;
  readonly data: readonly (Option | { readonly group: string; readonly items: readonly Option[] })[];
  readonly value: string | undefined;
  readonly set: (value: string) => void;
}

function Choice({ label, data, value, set }: ChoiceProps) {
  return (
    <Select
      label={label}
      size="xs"
      searchable
      clearable
      clearButtonProps={{ "aria-label": texts.clear(label) }}
      placeholder={texts.any}
      data={data as never}
      value={value ?? null}
      onChange={(chosen) => set(chosen ?? "")}
    />
  );
}

/** How long somebody stops typing before the log is asked. */
const pauseMs = 250;

interface TextFilterProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly set: (text: string) => void;
}

function TextFilter({ label, placeholder, value, set }: TextFilterProps) {
  const [text, setText] = usePausedText(value, set);
  return (
    <TextInput
      label={label}
      size="xs"
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

/** Of rows that name it now, or named it then: the log knows names that no row has any more. */
function ServiceFilter({ value, set }: Pick<TextFilterProps, "value" | "set">) {
  const [text, setText] = usePausedText(value, set);
  const { data } = useOffered(value);
  return (
    <Autocomplete
      label={texts.service}
      size="xs"
      placeholder={texts.any}
      data={(data?.data ?? []).map(({ service }) => service)}
      value={text}
      onChange={setText}
    />
  );
}

/** What is typed, which is asked for once nobody types. */
function usePausedText(value: string, set: (text: string) => void) {
  const [text, setText] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed moves the address, and nothing else here does
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => set(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => setText(value), [value]);
  return [text, setText] as const;
}

interface TimeFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly zone: string;
  readonly set: (moment: string) => void;
}

/** A part of the log that is over: a whole date, or a day, which begins at midnight. */
function TimeFilter({ label, value, zone, set }: TimeFilterProps) {
  const known = value === undefined || Number.isNaN(Date.parse(value)) ? undefined : value;
  return (
    <MomentInput
      label={label}
      zone={zone}
      moment={known}
      set={(moment) => set(moment ?? "")}
      placeholder={dateExample}
      size="xs"
      isOver
    />
  );
}

/** What is no kind, and has records all the same. */
const otherSubjects = ["api_keys", "members", "tokens", "sessions", "account"];

function useKinds() {
  const { kinds } = useDefinitions();
  const groups = [...new Set(kinds.map(({ group }) => group))];
  return [
    ...groups.map((group) => ({
      group,
      items: kinds
        .filter((kind) => kind.group === group)
        .map(({ kind, title }) => ({ value: kind, label: title })),
    })),
    { group: texts.peopleAndKeys, items: otherSubjects.map((kind) => ({ value: kind, label: words(kind) })) },
  ];
}

/** What happens to people and keys has no action that can be called for a row. */
const otherActions = [
  ...["sign_in", "sign_out", "accept_invitation", "change_password", "reset_password", "update_account"],
  "authenticate",
  ...["add_second_factor", "remove_second_factor", "make_recovery_codes"],
  ...["reset_member_password", "reset_member_second_factors", "end_member_sessions"],
  ...["add_member", "update_member", "remove_member", "renew_invitation"],
  ...["create_api_key", "rotate_api_key", "revoke_api_key", "create_token", "revoke_token", "revoke_session"],
];

function useActions(): readonly Option[] {
  const { kinds, actions } = useDefinitions();
  const ofRows = kinds.flatMap(({ verbs, actionNames }) =>
    verbs.filter((verb) => verb !== "list" && verb !== "get").map((verb) => actionNames[verb]),
  );
  const names = new Set([...ofRows, ...actions.map(({ name }) => name), ...otherActions]);
  return [...names]
    .map((name) => ({ value: name, label: words(name) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** Members and keys, and whoever is in the records or the address. */
function usePeople(seen: readonly AuditRecord[], chosen: string | undefined): readonly Option[] {
  const { slug: org } = useHere();
  const members = useQuery(membersQuery(org));
  const keys = useQuery(keysQuery(org));
  const known = new Map<string, string>([
    ...seen.map(({ actor }) => [actor.id, actor.name] as const),
    ...(keys.data?.data ?? []).map(({ id, name }) => [id, name] as const),
    ...(members.data?.data ?? []).map(({ id, name, email }) => [id, name || email] as const),
  ]);
  if (chosen !== undefined && !known.has(chosen)) known.set(chosen, chosen);
  return [...known]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
