/** A dialog that only its own buttons close: neither Escape nor a click outside does. */
export const blockingDialog = {
  withCloseButton: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
} as const;
