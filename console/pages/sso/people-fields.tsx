/** Who is let in, with which role and in which teams. */
import { Checkbox, CloseButton, Group, Select, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { roles } from "../../../src/kernel/access.ts";
import { rowsQuery, useDefinition } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { SmallButton } from "../../parts/buttons.tsx";
import { Card } from "../../parts/card.tsx";
import { Quiet } from "../../parts/text.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import type { Draft } from "./draft.ts";
import type { FieldsProps } from "./provider-fields.tsx";
import * as texts from "./texts.ts";

const roleOptions = roles.map((role) => ({ value: role, label: words(role) }));
const refused = "refused";

export function PeopleFields({ draft, change, problems }: FieldsProps) {
  return (
    <Card title={texts.of3WhoIsLetIn}>
      <Stack>
        <TextInput
          label={texts.claimWithGroups}
          description={texts.theClaimThatLists}
          value={draft.groups_claim}
          error={problems.get("groups_claim")}
          onChange={({ currentTarget }) => change({ groups_claim: currentTarget.value })}
        />
        <RoleMappings draft={draft} change={change} problems={problems} />
        <Select
          label={texts.roleOfEverybodyElse}
          allowDeselect={false}
          data={[{ value: refused, label: texts.noneTheyAreRefused }, ...roleOptions]}
          value={draft.default_role ?? refused}
          error={problems.get("default_role")}
          onChange={(role) =>
            change({ default_role: role === refused ? null : (role as Draft["default_role"]) })
          }
        />
        <TeamMappings draft={draft} change={change} problems={problems} />
        <TagsInput
          label={texts.domains}
          description={texts.onlyAddressesOfTheseDomains}
          placeholder="example.com"
          value={[...draft.allowed_domains]}
          error={problems.get("allowed_domains")}
          onChange={(allowed_domains) => change({ allowed_domains })}
        />
        <Checkbox
          label={texts.letInPeopleWhomNobody}
          description={texts.theyBecomeMembersAtTheir}
          checked={draft.auto_create}
          onChange={({ currentTarget }) => change({ auto_create: currentTarget.checked })}
        />
      </Stack>
    </Card>
  );
}

/** One of a list's entries is changed, or goes. */
function replaced<T>(list: readonly T[], at: number, entry: T | undefined): T[] {
  return list.flatMap((one, index) => (index !== at ? [one] : entry === undefined ? [] : [entry]));
}

function RoleMappings({ draft: { role_mappings: list }, change, problems }: FieldsProps) {
  const set = (at: number, entry: (typeof list)[number] | undefined) =>
    change({ role_mappings: replaced(list, at, entry) });
  return (
    <Mappings
      title={texts.roles}
      about={texts.whichGroupGivesWhichRole}
      add={() => change({ role_mappings: [...list, { value: "", role: "member" }] })}
    >
      {list.map((mapping, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have nothing else that stays
        <Group key={at} gap="xs" wrap="nowrap" align="flex-start">
          <Value
            at={at}
            what={texts.role}
            value={mapping.value}
            error={problems.get(`role_mappings[${at}].value`)}
            change={(value) => set(at, { ...mapping, value })}
          />
          <Select
            aria-label={texts.roleOfGroup(at + 1)}
            w={150}
            allowDeselect={false}
            data={roleOptions}
            value={mapping.role}
            onChange={(role) => role !== null && set(at, { ...mapping, role: role as typeof mapping.role })}
          />
          <CloseButton aria-label={texts.removeRole(at + 1)} onClick={() => set(at, undefined)} />
        </Group>
      ))}
    </Mappings>
  );
}

function TeamMappings({ draft: { team_mappings: list }, change, problems }: FieldsProps) {
  const teams = useTeams();
  const set = (at: number, entry: (typeof list)[number] | undefined) =>
    change({ team_mappings: replaced(list, at, entry) });
  const [first] = teams;
  return (
    <Mappings
      title={texts.teams}
      about={teams.length === 0 ? texts.thereIsNoTeamYet : texts.whichGroupBelongs}
      add={first && (() => change({ team_mappings: [...list, { value: "", team_id: first.value }] }))}
    >
      {list.map((mapping, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have nothing else that stays
        <Group key={at} gap="xs" align="flex-start">
          <Value
            at={at}
            what={texts.team}
            value={mapping.value}
            error={problems.get(`team_mappings[${at}].value`)}
            change={(value) => set(at, { ...mapping, value })}
          />
          <Select
            aria-label={texts.teamOfGroup(at + 1)}
            w={180}
            allowDeselect={false}
            data={teams}
            value={mapping.team_id}
            error={problems.get(`team_mappings[${at}].team_id`)}
            onChange={(team) => team !== null && set(at, { ...mapping, team_id: team })}
          />
          <Checkbox
            mt={8}
            label={texts.othersLeave}
            checked={mapping.remove === true}
            onChange={({ currentTarget }) => set(at, { ...mapping, remove: currentTarget.checked })}
          />
          <CloseButton aria-label={texts.removeTeam(at + 1)} onClick={() => set(at, undefined)} />
        </Group>
      ))}
    </Mappings>
  );
}

interface MappingsProps {
  readonly title: string;
  readonly about: string;
  readonly add: (() => void) | undefined;
  readonly children: ReactNode;
}

function Mappings({ title, about, add, children }: MappingsProps) {
  return (
    <Stack gap="xs" role="group" aria-label={title}>
      <div>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <Quiet>{about}</Quiet>
      </div>
      {children}
      {add === undefined ? null : (
        <SmallButton w="fit-content" onClick={add}>
          {texts.addAGroup}
        </SmallButton>
      )}
    </Stack>
  );
}

interface ValueProps {
  readonly at: number;
  readonly what: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly change: (value: string) => void;
}

function Value({ at, what, value, error, change }: ValueProps) {
  return (
    <TextInput
      aria-label={texts.groupWithA(at + 1, what)}
      placeholder={texts.group}
      style={{ flex: "1 1 160px" }}
      value={value}
      error={error}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

function useTeams(): readonly { readonly value: string; readonly label: string }[] {
  const here = useHere();
  const definition = useDefinition(kindNames.team);
  const { data } = useQuery({
    ...rowsQuery(here.slug, definition as NonNullable<typeof definition>),
    enabled: definition !== undefined,
  });
  return (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: String(name) }));
}
