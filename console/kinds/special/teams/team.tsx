/** Who is in the team; only members of the organization can be. */
import { ActionIcon, Autocomplete, CloseIcon, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { act } from "../../../api/client.ts";
import { membersQuery, useDefinition, useForgetRows } from "../../../api/queries.ts";
import type { User } from "../../../api/shapes.ts";
import { problemsOf } from "../../../forms/context.ts";
import { PlainButton } from "../../../parts/buttons.tsx";
import { Card } from "../../../parts/card.tsx";
import { Form } from "../../../parts/form.tsx";
import { teamAlertsPath } from "../../../parts/paths.ts";
import { Refusal } from "../../../parts/refusal.tsx";
import { Fine, LinkTo, Quiet } from "../../../parts/text.tsx";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import type { PartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

export function Team({ loaded: { row } }: PartProps) {
  const here = useHere();
  const places = useDefinition(kindNames.teamMember);
  const forget = useForgetRows(here.slug);
  const may = here.allows("admin") && places !== undefined;
  const members = (row.members ?? []) as unknown as readonly User[];
  const [email, setEmail] = useState("");
  const known = useQuery({ ...membersQuery(here.slug), enabled: may });
  const team_id = String(row.id);
  const add = useMutation({
    mutationFn: () => act(here.slug, places?.actionNames.create ?? "", { team_id, email }),
    onSuccess() {
      setEmail("");
      forget();
    },
  });
  const remove = useMutation({
    mutationFn: (address: string) =>
      act(here.slug, places?.actionNames.delete ?? "", { team_id, email: address, confirm: true }),
    onSuccess: forget,
  });
  const problem = problemsOf(add.error).get("email");
  const taken = new Set(members.map((member) => member.email));
  return (
    <Card title={texts.members} more={members.length > 0 ? ` · ${members.length}` : ""}>
      <Stack gap={6} mb={may ? "md" : 0}>
        {members.length === 0 ? <Quiet>{texts.noMembersYetTheTeam}</Quiet> : null}
        {members.map((member) => (
          <MemberLine key={member.id} member={member} remove={may ? remove.mutate : undefined} />
        ))}
      </Stack>
      <Refusal error={remove.error ?? (problem === undefined ? add.error : null)} />
      {may ? (
        <Form submit={() => add.mutate()}>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <Autocomplete
              aria-label={texts.emailOfAMember}
              placeholder={texts.memberExampleCom}
              flex={1}
              value={email}
              onChange={setEmail}
              error={problem}
              data={(known.data?.data ?? [])
                .filter((member) => member.status === "active" && !taken.has(member.email))
                .map((member) => member.email)}
            />
            <PlainButton type="submit" loading={add.isPending} disabled={email === ""}>
              {texts.add}
            </PlainButton>
          </Group>
        </Form>
      ) : null}
      {may ? (
        <LinkTo to={teamAlertsPath(here.slug)} search={{ team: row.name }} mt="sm" display="inline-block">
          {texts.sendItsAlertsToSlack}
        </LinkTo>
      ) : null}
    </Card>
  );
}

interface MemberLineProps {
  readonly member: User;
  /** Takes the person out of the team; undefined for those who may not. */
  readonly remove: ((email: string) => void) | undefined;
}

function MemberLine({ member, remove }: MemberLineProps) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" className="clip">
          {member.name === "" ? member.email : member.name}
        </Text>
        {member.name === "" ? null : <Fine className="clip">{member.email}</Fine>}
      </div>
      {remove === undefined ? null : (
        <ActionIcon aria-label={texts.removeFromTheTeam(member.email)} onClick={() => remove(member.email)}>
          <CloseIcon size="16px" />
        </ActionIcon>
      )}
    </Group>
  );
}
