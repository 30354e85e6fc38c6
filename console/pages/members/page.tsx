/** Members and open invitations: who may do what, and who joins. */
import { Button, Group, Modal, Select, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Role, roles } from "../../../src/kernel/access.ts";
import { send } from "../../api/client.ts";
import { membersQuery, sessionQuery } from "../../api/queries.ts";
import type { Member } from "../../api/shapes.ts";
import { PlainButton, RedButton } from "../../parts/buttons.tsx";
import { CardTable, TakeAway } from "../../parts/card-table.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { RevokeDialog } from "../../parts/revoke-dialog.tsx";
import { Status } from "../../parts/status.tsx";
import { Fine, Strong } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { useNew } from "../../parts/use-new.ts";
import { words } from "../../parts/words.ts";
import { useHere, useWhoAmI } from "../../shell/session.ts";
import { InvitedDialog, NewMemberDialog } from "./joining.tsx";
import { MemberSafety } from "./safety.tsx";
import * as texts from "./texts.ts";

export function MembersPage() {
  const here = useHere();
  const client = useQueryClient();
  const go = useNavigate();
  const [adding, setAdding] = useNew();
  const [removing, setRemoving] = useState<Member>();
  const admin = here.allows("admin");
  const again = () => client.invalidateQueries({ queryKey: membersQuery(here.slug).queryKey });
  const query = useQuery({ ...membersQuery(here.slug), enabled: admin });
  const { data } = query;
  const { user } = useWhoAmI();
  const [own, setOwn] = useState<Role>();
  // People who removed themselves have no page here any more.
  const leave = async () => {
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    await go({ to: "/" });
  };
  const change = useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) =>
      send("update_member", { org: here.slug, user_id: id }, { role }),
    onSettled: again,
  });
  const renew = useMutation({
    mutationFn: async ({ id }: Member) =>
      (await send<Member>("renew_invitation", { org: here.slug, user_id: id })).body,
  });
  if (!admin) {
    return (
      <Page title={texts.members}>
        <Text>{texts.onlyAnOrgAdminCan}</Text>
      </Page>
    );
  }
  return (
    <Page
      title={texts.members}
      about={texts.aViewerCanRead}
      action={<Button onClick={() => setAdding(true)}>{texts.addAMember}</Button>}
    >
      <Loading of={query} />
      <Refusal error={change.error ?? renew.error} />
      {data === undefined ? null : (
        <MemberTable
          members={data.data}
          busy={change.isPending || renew.isPending}
          renew={renew.mutate}
          setRole={(id, role) => (id === user.id ? setOwn(role) : change.mutate({ id, role }))}
          remove={setRemoving}
        />
      )}
      {adding ? <NewMemberDialog close={() => setAdding(false)} added={again} /> : null}
      {renew.data === undefined ? null : <InvitedDialog member={renew.data} close={renew.reset} />}
      {removing === undefined ? null : (
        <RevokeDialog
          what={removing.status === "invited" ? texts.invitationOf : texts.member}
          name={removing.email}
          verb={removing.status === "invited" ? texts.withdraw : texts.remove}
          consequence={
            removing.id === user.id ? texts.thisIsYourOwnAccount : texts.theyLoseAccessImmediatelyLeave
          }
          close={() => setRemoving(undefined)}
          revoke={() => send("remove_member", { org: here.slug, user_id: removing.id })}
          done={() => (removing.id === user.id ? leave() : again())}
        />
      )}
      {own === undefined ? null : <OwnRoleDialog role={own} close={() => setOwn(undefined)} />}
    </Page>
  );
}

interface MemberTableProps {
  readonly members: readonly Member[];
  readonly busy: boolean;
  readonly renew: (member: Member) => void;
  readonly setRole: (id: string, role: Role) => void;
  readonly remove: (member: Member) => void;
}

function MemberTable({ members, busy, renew, setRole, remove }: MemberTableProps) {
  const { user } = useWhoAmI();
  return (
    <CardTable
      columns={[texts.person, texts.role, [texts.status, "sm"], [texts.added, "lg"]]}
      actionsFrom="sm"
      className="people"
    >
      {members.map((member) => (
        <Table.Tr key={member.id}>
          <Table.Td>
            <Strong className="clip">
              {texts.you(member.name === "" ? member.email : member.name, member.id === user.id)}
            </Strong>
            {member.name === "" ? null : <Fine className="clip">{member.email}</Fine>}
            {member.second_factor ? <Fine>{texts.withASecondFactor}</Fine> : null}
            <Group hiddenFrom="sm" gap={4}>
              <Button size="compact-xs" variant="subtle" color="gray" px={0} onClick={() => remove(member)}>
                {texts.remove}
              </Button>
              <MemberSafety member={member} />
              {member.status === "invited" ? <Again member={member} busy={busy} renew={renew} /> : null}
            </Group>
          </Table.Td>
          <Table.Td>
            <Select
              aria-label={texts.roleOf(member.email)}
              size="xs"
              w={{ base: 112, sm: 130 }}
              allowDeselect={false}
              disabled={busy}
              data={roles.map((role) => ({ value: role, label: words(role) }))}
              value={member.role}
              onChange={(role) => role !== null && role !== member.role && setRole(member.id, role as Role)}
            />
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Group gap={8} wrap="nowrap">
              <Status tone={member.status === "invited" ? "warning" : "good"} label={words(member.status)} />
              {member.status === "invited" ? <Again member={member} busy={busy} renew={renew} /> : null}
            </Group>
          </Table.Td>
          <Table.Td visibleFrom="lg">
            <Moment at={member.created_at} />
          </Table.Td>
          <Table.Td ta="right" visibleFrom="sm">
            <Group gap={0} wrap="nowrap" justify="flex-end">
              <MemberSafety member={member} />
              <TakeAway
                verb={member.status === "invited" ? texts.withdraw : texts.remove}
                said={texts.removeInvited(member.status === "invited", member.email)}
                onClick={() => remove(member)}
              />
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </CardTable>
  );
}

function Again({
  member,
  busy,
  renew,
}: Pick<MemberTableProps, "busy" | "renew"> & { readonly member: Member }) {
  return (
    <PlainButton
      size="compact-xs"
      disabled={busy}
      aria-label={texts.sendAgainTheInvitationOf(member.email)}
      onClick={() => renew(member)}
    >
      {texts.sendAgain}
    </PlainButton>
  );
}

/** One's own role is changed on purpose: what follows is said first, and only somebody else can undo it. */

/** What is left to somebody in a role. */
const left: Readonly<Record<Role, string>> = {
  viewer: texts.youCanReadEverythingHere,
  member: texts.youCanMuteAlerts,
  org_admin: texts.youCanChangeEverythingHere,
};

function OwnRoleDialog({ role, close }: { readonly role: Role; readonly close: () => void }) {
  const here = useHere();
  const client = useQueryClient();
  const { user } = useWhoAmI();
  const change = useMutation({
    mutationFn: () => send("update_member", { org: here.slug, user_id: user.id }, { role }),
    async onSuccess() {
      close();
      await client.invalidateQueries({ queryKey: ["members", here.slug] });
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  return (
    <Modal opened onClose={close} title={texts.changeYourOwnRoleTo(words(role))}>
      <Refusal error={change.error} />
      <Text size="sm">{texts.youCanNoLongerChange(left[role], here.name)}</Text>
      <DialogButtons close={close} leave={texts.stay(words(here.role))} safe>
        <RedButton onClick={() => change.mutate()} loading={change.isPending}>
          {texts.become(words(role))}
        </RedButton>
      </DialogButtons>
    </Modal>
  );
}
