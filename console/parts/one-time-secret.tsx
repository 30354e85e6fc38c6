/** A value that is shown only once. */
import { Alert, Button, Group, Modal, Text } from "@mantine/core";
import { CopyButton } from "./copy.tsx";
import { blockingDialog } from "./dialog-buttons.tsx";

/** The whole value, with a button that copies it. */
export function OneTimeSecret({ value }: { readonly value: string }) {
  return (
    <Group wrap="nowrap" align="flex-start">
      <Text component="code" className="mono one-time-secret" data-testid="one-time-secret">
        {value}
      </Text>
      <CopyButton value={value} />
    </Group>
  );
}

/** The last step of creating a credential: its value, and a button that confirms it was copied. */
export function OneTimeSecretDialog({
  name,
  value,
  what,
  close,
}: {
  readonly name: string;
  readonly value: string;
  readonly what: string;
  readonly close: () => void;
}) {
  return (
    <Modal {...blockingDialog} opened onClose={close} title={`The ${what} ${name} was created`} size="lg">
      <Alert color="yellow" mb="md">
        Copy the {what} now. Only its hash is stored, so it cannot be shown again.
      </Alert>
      <OneTimeSecret value={value} />
      <Group justify="flex-end" mt="lg">
        <Button onClick={close}>I have copied it</Button>
      </Group>
    </Modal>
  );
}
