import { Modal, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { RedButton } from "../parts/buttons.tsx";
import { DialogButtons } from "../parts/dialog-buttons.tsx";
import { hasAgreedToLeave, leaveAll } from "../parts/leaving.ts";
import * as texts from "./texts.ts";

/** Asks before somebody leaves what they typed next to a row's form, or in a form of its own. */
export function LeaveGuard({ dirty }: { readonly dirty: () => boolean }) {
  const blocker = useBlocker({
    // A row's own page stays as it is while its form is opened and closed.
    shouldBlockFn: ({ current, next }) =>
      dirty() &&
      !hasAgreedToLeave() &&
      (current.pathname !== next.pathname || (next.search as { readonly view?: string }).view === "history"),
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  return blocker.status === "blocked" ? <LeaveDialog stay={blocker.reset} leave={blocker.proceed} /> : null;
}

export function LeaveDialog({ stay, leave }: { readonly stay: () => void; readonly leave: () => void }) {
  return (
    <Modal opened onClose={stay} title={texts.leaveWithoutSaving}>
      <Text size="sm">{texts.yourChangesOnThisPage}</Text>
      <DialogButtons close={stay} leave={texts.stay} safe>
        <RedButton onClick={() => leaveAll(leave)}>{texts.leave}</RedButton>
      </DialogButtons>
    </Modal>
  );
}

/** The same of a dialog. */
export function DiscardDialog({
  what = texts.whatYouTyped,
  stay,
  leave,
}: {
  readonly what?: string;
  readonly stay: () => void;
  readonly leave: () => void;
}) {
  return (
    <Modal opened onClose={stay} title={texts.discardWhat(what)}>
      <Text size="sm">{texts.whatYouWrote}</Text>
      <DialogButtons close={stay} leave={texts.goOn} safe>
        <RedButton onClick={leave}>{texts.discard}</RedButton>
      </DialogButtons>
    </Modal>
  );
}
