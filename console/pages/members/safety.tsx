/** What an org admin does for a member whose browser was stolen, whose phone is lost, or who forgot their password. */
import { Button, Menu, Modal, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { membersQuery } from "../../api/queries.ts";
import type { Member } from "../../api/shapes.ts";
import { QuietButton } from "../../parts/buttons.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { RevokeDialog, type RevokeDialogProps } from "../../parts/revoke-dialog.tsx";
import { useHere, useWhoAmI } from "../../shell/session.ts";
import { LinkDialog } from "./joining.tsx";
import * as texts from "./texts.ts";

type Act = "end_member_sessions" | "reset_member_second_factors";

const questions: Readonly<Record<Act, Pick<RevokeDialogProps, "what" | "verb" | "consequence">>> = {
  end_member_sessions: {
    what: texts.sessionsOf,
    verb: texts.end,
    consequence: texts.theyAreSignedOut,
  },
  reset_member_second_factors: {
    what: texts.secondFactorsOf,
    verb: texts.remove,
    consequence: texts.theirPasswordAloneSignsThem,
  },
};

export function MemberSafety({ member }: { readonly member: Member }) {
  const here = useHere();
  const { user } = useWhoAmI();
  const client = useQueryClient();
  const [act, setAct] = useState<Act>();
  const [sending, setSending] = useState(false);
  if (member.status === "invited" || member.id === user.id) return null;
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <QuietButton c="dimmed" aria-label={texts.moreAbout(member.email)}>
            {texts.more}
          </QuietButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setSending(true)}>{texts.sendALink}</Menu.Item>
          <Menu.Item onClick={() => setAct("end_member_sessions")}>{texts.endSessions}</Menu.Item>
          {member.second_factor ? (
            <Menu.Item onClick={() => setAct("reset_member_second_factors")}>
              {texts.removeSecondFactors}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {sending ? <PasswordLink email={member.email} id={member.id} close={() => setSending(false)} /> : null}
      {act === undefined ? null : (
        <RevokeDialog
          {...questions[act]}
          name={member.email}
          close={() => setAct(undefined)}
          revoke={() => send(act, { org: here.slug, user_id: member.id })}
          done={() => client.invalidateQueries({ queryKey: membersQuery(here.slug).queryKey })}
        />
      )}
    </>
  );
}

interface PasswordLinkProps {
  readonly email: string;
  readonly id: string;
  readonly close: () => void;
}

function PasswordLink({ email, id, close }: PasswordLinkProps) {
  const here = useHere();
  const give = useMutation({
    mutationFn: async () =>
      (await send<{ reset_url?: string }>("reset_member_password", { org: here.slug, user_id: id })).body,
  });
  const title = texts.aNewPasswordFor(email);
  if (give.data !== undefined)
    return (
      <LinkDialog title={title} mailed={texts.theLinkWasMailed} url={give.data.reset_url} close={close} />
    );
  return (
    <Modal opened onClose={close} title={title}>
      <Form submit={() => give.mutate()}>
        <Refusal error={give.error} />
        <Text size="sm">{texts.theyChooseANewPassword}</Text>
        <DialogButtons close={close}>
          <Button type="submit" data-autofocus loading={give.isPending}>
            {texts.sendTheLink}
          </Button>
        </DialogButtons>
      </Form>
    </Modal>
  );
}
