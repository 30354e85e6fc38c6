/** What cannot be taken back is asked for by its name. */
import { Modal, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { RedButton } from "./buttons.tsx";
import { DialogButtons } from "./dialog-buttons.tsx";
import { Form } from "./form.tsx";
import { Refusal } from "./refusal.tsx";
import { RichText } from "./rich-text.tsx";
import * as texts from "./texts.ts";

export interface RevokeDialogProps {
  readonly what: string;
  readonly name: string;
  readonly consequence: string;
  readonly verb?: string;
  readonly close: () => void;
  readonly revoke: () => Promise<unknown>;
  readonly done: () => unknown;
}

export function RevokeDialog({
  what,
  name,
  consequence,
  verb = texts.revoke,
  close,
  revoke,
  done,
}: RevokeDialogProps) {
  const [typed, setTyped] = useState("");
  const doIt = useMutation({
    mutationFn: revoke,
    onSuccess() {
      done();
      close();
    },
  });
  const submit = () => {
    if (typed === name) doIt.mutate();
  };
  return (
    <Modal opened onClose={close} title={texts.the(verb, what, name)}>
      <Form submit={submit}>
        <Refusal error={doIt.error} />
        <Text size="sm" mb="md">
          {consequence}
        </Text>
        <TextInput
          label={<RichText of={texts.typeToContinue} name={<span className="mono">{name}</span>} />}
          value={typed}
          data-autofocus
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <DialogButtons close={close}>
          <RedButton type="submit" disabled={typed !== name} loading={doIt.isPending}>
            {verb}
          </RedButton>
        </DialogButtons>
      </Form>
    </Modal>
  );
}
