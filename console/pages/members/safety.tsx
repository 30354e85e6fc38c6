/** What an org admin does for a member whose browser was stolen, or whose phone is lost. */
import { Menu } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { membersQuery } from "../../api/queries.ts";
import type { Member } from "../../api/shapes.ts";
import { QuietButton } from "../../parts/buttons.tsx";
import { RevokeDialog, type RevokeDialogProps } from "../../parts/revoke-dialog.tsx";
import { useHere, useWhoAmI } from "../../shell/session.ts";
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
          <Menu.Item onClick={() => setAct("end_member_sessions")}>{texts.endSessions}</Menu.Item>
          {member.second_factor ? (
            <Menu.Item onClick={() => setAct("reset_member_second_factors")}>
              {texts.removeSecondFactors}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
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
