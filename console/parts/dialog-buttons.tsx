/** The end of a dialog: the way out, and then what it is about. */
import { Group, type GroupProps } from "@mantine/core";
import type { ReactNode } from "react";
import { PlainButton } from "./buttons.tsx";
import * as texts from "./texts.ts";

interface DialogButtonsProps extends Pick<GroupProps, "mt"> {
  readonly close: () => void;
  /** What the way out is called. */
  readonly leave?: ReactNode;
  /** Whether the way out has the focus: what is behind the other button cannot be taken back. */
  readonly safe?: boolean;
  readonly children: ReactNode;
}

export function DialogButtons({
  close,
  leave = texts.cancel,
  safe,
  mt = "lg",
  children,
}: DialogButtonsProps) {
  return (
    <Group justify="flex-end" mt={mt}>
      <PlainButton onClick={close} data-autofocus={safe}>
        {leave}
      </PlainButton>
      {children}
    </Group>
  );
}

/** A dialog that only its own buttons close: neither Escape nor a click outside does. */
export const blockingDialog = {
  withCloseButton: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
} as const;
