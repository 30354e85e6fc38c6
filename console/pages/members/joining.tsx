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
import * as texts from "./texts.ts";

/** Where the invitation's link went. */
export function InvitedDialog({
  member: { email, invite_url },
  close,
}: {
  readonly member: Member;
  readonly close: () => void;
}) {
  return (
    <LinkDialog title={texts.isInvited(email)} mailed={texts.aOneTimeLink} url={invite_url} close={close} />
  );
}

interface LinkDialogProps {
  readonly title: string;
  /** What to say where the link was mailed. */
  readonly mailed: string;
  /** The link, where it is handed over. */
  readonly url: string | undefined;
  readonly close: () => void;
}

/** Where a one-time link went: by mail, or here to be handed over. */
export function LinkDialog({ title, mailed, url, close }: LinkDialogProps) {
  return (
    <Modal opened onClose={close} title={title} size="lg">
      {url === undefined ? (
        <>
          <Text size="sm">{mailed}</Text>
          <Group justify="flex-end" mt="lg">
            <Button onClick={close}>{texts.done}</Button>
          </Group>
        </>
      ) : (
        <>
          <Alert color="yellow" mb="md">
            {texts.mailIsNotSetUp}
          </Alert>
          <OneTimeSecret value={url} />
          <CopyAndClose value={url} close={close} leave={texts.done} />
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
    <Modal opened onClose={close} title={texts.addAMember}>
      <Form submit={() => add.mutate()}>
        <Stack>
          <Refusal error={problems.size === 0 ? add.error : null} />
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="off"
            withAsterisk
            data-autofocus
            value={email}
            error={problems.get("email")}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <Select
            label={texts.role}
            allowDeselect={false}
            data={roles.map((one) => ({ value: one, label: words(one) }))}
            value={role}
            error={problems.get("role")}
            description={texts.aViewerCanRead}
            onChange={(value) => value !== null && setRole(value)}
          />
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={add.isPending}>
              {texts.addMember}
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}
