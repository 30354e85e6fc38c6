import { Modal, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { RedButton } from "../parts/buttons.tsx";
import { DialogButtons } from "../parts/dialog-buttons.tsx";

/** Asks before somebody leaves what they typed next to a row's form, or in a form of its own. */
export function LeaveGuard({ dirty }: { readonly dirty: () => boolean }) {
  const blocker = useBlocker({
    // A row's own page stays as it is while its form is opened and closed.
    shouldBlockFn: ({ current, next }) =>
      dirty() &&
      (current.pathname !== next.pathname || (next.search as { readonly view?: string }).view === "history"),
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  return blocker.status === "blocked" ? <LeaveDialog stay={blocker.reset} leave={blocker.proceed} /> : null;
}

export function LeaveDialog({ stay, leave }: { readonly stay: () => void; readonly leave: () => void }) {
  return (
    <Modal opened onClose={stay} title="Leave without saving?">
      <Text size="sm">Your changes on this page are not saved and will be lost.</Text>
      <DialogButtons close={stay} leave="Stay" safe>
        <RedButton onClick={leave}>Leave</RedButton>
      </DialogButtons>
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
      <DialogButtons close={stay} leave="Go on" safe>
        <RedButton onClick={leave}>Discard</RedButton>
      </DialogButtons>
    </Modal>
  );
}
