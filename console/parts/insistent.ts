/** A dialog that only its own button ends: not Escape, nor a click beside it. */
export const insistent = {
  withCloseButton: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
} as const;
