import { Button, Group, Modal, Text } from "@mantine/core";

export function LeaveDialog({ stay, leave }: { readonly stay: () => void; readonly leave: () => void }) {
  return (
    <Modal opened onClose={stay} title="Leave without saving?">
      <Text size="sm">Your changes on this page are not saved and will be lost.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={stay} data-autofocus>
          Stay
        </Button>
        <Button color="red.9" onClick={leave}>
          Leave
        </Button>
      </Group>
    </Modal>
  );
}

/** The same of a form in a dialog. */
export function DiscardDialog({
  what,
  stay,
  leave,
}: {
  readonly what: string;
  readonly stay: () => void;
  readonly leave: () => void;
}) {
  return (
    <Modal opened onClose={stay} title={`Discard ${what}?`}>
      <Text size="sm">What you wrote is not saved and will be lost.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={stay} data-autofocus>
          Go on
        </Button>
        <Button color="red.9" onClick={leave}>
          Discard
        </Button>
      </Group>
    </Modal>
  );
}
