/** Somebody joins: by a one-time link, which is mailed or handed over here. */
import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { roles } from "../../../src/kernel/access.ts";
import { send } from "../../api/client.ts";
import type { Member } from "../../api/shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { CopyAndClose, OneTimeSecret } from "../../parts/one-time-secret.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";

/** Where the invitation's link went: by mail, or here to be handed over. */
export function InvitedDialog({
  member: { email, invite_url },
  close,
}: {
  readonly member: Member;
  readonly close: () => void;
}) {
  return (
    <Modal opened onClose={close} title={`${email} is invited`} size="lg">
      {invite_url === undefined ? (
        <>
          <Text size="sm">
            A one-time link was mailed. It works for 24 hours; the membership begins when the link is used.
          </Text>
          <Group justify="flex-end" mt="lg">
            <Button onClick={close}>Done</Button>
          </Group>
        </>
      ) : (
        <>
          <Alert color="yellow" mb="md">
            Mail is not set up, so send this one-time link yourself. It is shown only once and works for 24
            hours.
          </Alert>
          <OneTimeSecret value={invite_url} />
          <CopyAndClose value={invite_url} close={close} leave="Done" />
        </>
      )}
    </Modal>
  );
}

export function NewMemberDialog({
  close,
  added,
}: {
  readonly close: () => void;
  readonly added: () => unknown;
}) {
  const here = useHere();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("member");
  const add = useMutation({
    mutationFn: async () => (await send<Member>("add_member", { org: here.slug }, { email, role })).body,
    onSuccess: added,
  });
  const problems = problemsOf(add.error);
  if (add.data !== undefined) return <InvitedDialog member={add.data} close={close} />;
  return (
    <Modal opened onClose={close} title="Add a member">
      <Form submit={() => add.mutate()}>
        <Stack>
          <Refusal error={problems.size === 0 ? add.error : null} />
          <TextInput
            label="Email"
            type="email"
            autoComplete="off"
            withAsterisk
            data-autofocus
            value={email}
            error={problems.get("email")}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <Select
            label="Role"
            allowDeselect={false}
            data={roles.map((one) => ({ value: one, label: words(one) }))}
            value={role}
            error={problems.get("role")}
            description="A viewer can read. A member can also mute alerts and write incidents. An org admin can change everything."
            onChange={(value) => value !== null && setRole(value)}
          />
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={add.isPending}>
              Add member
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}
