/** A dialog over whatever is open. It hides the page, which keeps what was typed, and no key closes anything below it. */
import { Modal } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { blockingDialog } from "./dialog-buttons.tsx";

let open = 0;
// Of the listeners on the window this is the first: those of dialogs that are open come after it.
window.addEventListener(
  "keydown",
  (event) => {
    if (open > 0 && event.key === "Escape") event.stopImmediatePropagation();
  },
  true,
);

export function OverAll({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  // Where the person was typing: they go on there.
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    open += 1;
    return () => {
      open -= 1;
      if (before instanceof HTMLElement) before.focus();
    };
  }, [before]);
  return (
    <Modal
      {...blockingDialog}
      opened
      onClose={() => undefined}
      title={title}
      size="sm"
      zIndex={400}
      // Whoever comes to a screen that was left alone reads nothing.
      overlayProps={{ backgroundOpacity: 1, color: "var(--side)" }}
    >
      {children}
    </Modal>
  );
}
