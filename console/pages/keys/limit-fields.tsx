/** The limits of a new key: each only takes away from its scopes. */
import { Fieldset, MultiSelect, Select, Stack, TagsInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type KeyVerb, keyVerbs } from "../../../src/kernel/access.ts";
import { rowsQuery, useDefinition, useDefinitions } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

/** As they stand in the form: nothing named is no limit. */
export interface Limits {
  readonly kinds: readonly string[];
  readonly verbs: readonly string[];
  readonly services: readonly string[];
  readonly team_id: string | null;
  readonly addresses: readonly string[];
}

export const noLimits: Limits = { kinds: [], verbs: [], services: [], team_id: null, addresses: [] };

/** As the call takes them. */
export function sentOf({ team_id, ...lists }: Limits) {
  const given = Object.entries(lists).map(([name, items]) => [name, items.length === 0 ? null : items]);
  return { ...Object.fromEntries(given), team_id };
}

const verbNames: Readonly<Record<KeyVerb, string>> = {
  read: texts.read,
  create: texts.create,
  update: texts.update,
  delete: texts.deleteNow,
  operate: texts.operateAcknowledgeTestReport,
};

interface LimitFieldsProps {
  readonly limits: Limits;
  readonly change: (limits: Limits) => void;
  readonly problems: ReadonlyMap<string, string>;
}

export function LimitFields({ limits, change, problems }: LimitFieldsProps) {
  const { kinds } = useDefinitions();
  /** A problem of an item stands at its list. */
  const problemOf = (name: string) =>
    [...problems].find(([field]) => field === name || field.startsWith(`${name}[`))?.[1];
  const list = (name: Exclude<keyof Limits, "team_id">) => ({
    value: [...limits[name]],
    error: problemOf(name),
    onChange: (value: string[]) => change({ ...limits, [name]: value }),
  });
  return (
    <Fieldset legend={texts.limits}>
      <Stack gap="sm">
        <MultiSelect
          label={texts.kinds}
          description={texts.itReachesTheseKinds}
          data={kinds.map(({ kind, title }) => ({ value: kind, label: title }))}
          searchable
          clearable
          {...list("kinds")}
        />
        <MultiSelect
          label={texts.verbs}
          description={texts.whatItMayDo}
          data={keyVerbs.map((verb) => ({ value: verb, label: verbNames[verb] }))}
          clearable
          {...list("verbs")}
        />
        <TagsInput label={texts.services} description={texts.itReachesOnlyRows} {...list("services")} />
        <TeamField
          value={limits.team_id}
          error={problemOf("team_id")}
          change={(team_id) => change({ ...limits, team_id })}
        />
        <TagsInput label={texts.addresses} description={texts.itWorksOnlyFromThese} {...list("addresses")} />
      </Stack>
    </Fieldset>
  );
}

interface TeamFieldProps {
  readonly value: string | null;
  readonly error: string | undefined;
  readonly change: (id: string | null) => void;
}

function TeamField({ value, error, change }: TeamFieldProps) {
  const here = useHere();
  const definition = useDefinition(kindNames.team);
  if (definition === undefined) throw new Error("there are teams");
  const { data } = useQuery(rowsQuery(here.slug, definition));
  const teams = data?.data.map(({ id, name }) => ({ value: String(id), label: String(name) })) ?? [];
  return (
    <Select
      label={texts.team}
      description={texts.itReachesOnlyThisTeam}
      data={teams}
      value={value}
      error={error}
      searchable
      clearable
      onChange={change}
    />
  );
}
