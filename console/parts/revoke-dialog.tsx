/** What cannot be taken back is asked for by its name. */
import { Button, Group, Modal, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Refusal } from "./refusal.tsx";

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
  verb = "Revoke",
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === name) doIt.mutate();
  };
  return (
    <Modal opened onClose={close} title={`${verb} the ${what} ${name}?`}>
      <form onSubmit={submit}>
        <Refusal error={doIt.error} />
        <Text size="sm" mb="md">
          {consequence}
        </Text>
        <TextInput
          label={
            <>
              Type <span className="mono">{name}</span> to continue
            </>
          }
          value={typed}
          data-autofocus
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color="red.9" disabled={typed !== name} loading={doIt.isPending}>
            {verb}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
