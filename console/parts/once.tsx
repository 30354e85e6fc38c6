/** A value that is shown this once. */
import { Alert, Button, Group, Modal, Text } from "@mantine/core";
import { CopyButton } from "./copy.tsx";
import { insistent } from "./insistent.ts";

export function Once({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <>
      <Alert color="yellow" mb="md">
        Copy the {what} now: only a hash of it is kept, and nobody can read it again.
      </Alert>
      <Group wrap="nowrap" align="flex-start">
        <Text component="code" className="mono once" data-testid="once">
          {value}
        </Text>
        <CopyButton value={value} />
      </Group>
    </>
  );
}

/** What ends the making of a credential: its value, and a button that says it is safe. */
export function OnceDialog({
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
    <Modal {...insistent} opened onClose={close} title={`The ${what} ${name} is made`} size="lg">
      <Once value={value} what={what} />
      <Group justify="flex-end" mt="lg">
        <Button onClick={close}>I have copied it</Button>
      </Group>
    </Modal>
  );
}
