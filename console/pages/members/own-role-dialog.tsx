/** One's own role is changed on purpose: what follows is said first, and only somebody else can undo it. */
import { Modal, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Role } from "../../../src/kernel/access.ts";
import { send } from "../../api/client.ts";
import { sessionQuery } from "../../api/queries.ts";
import { RedButton } from "../../parts/buttons.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { words } from "../../parts/words.ts";
import { useHere, useWhoAmI } from "../../shell/session.ts";

/** What is left to somebody in a role. */
const left: Readonly<Record<Role, string>> = {
  viewer: "You can read everything here, and change nothing.",
  member: "You can mute alerts and write incidents, and read everything else.",
  org_admin: "You can change everything here.",
};

export function OwnRoleDialog({ role, close }: { readonly role: Role; readonly close: () => void }) {
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
    <Modal opened onClose={close} title={`Change your own role to ${words(role)}?`}>
      <Refusal error={change.error} />
      <Text size="sm">
        {left[role]} You can no longer change members, keys and settings in {here.name}, and only another org
        admin can give you this role back.
      </Text>
      <DialogButtons close={close} leave={<>Stay {words(here.role)}</>} safe>
        <RedButton onClick={() => change.mutate()} loading={change.isPending}>
          Become {words(role)}
        </RedButton>
      </DialogButtons>
    </Modal>
  );
}
