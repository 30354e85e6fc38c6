import { type RefObject, useEffect } from "react";

/**
 * The field that the address names; without one the first field of a new row, and of any other the form itself, so
 * that the next Tab leads to its first input.
 */
export function useFirstFocus(
  element: RefObject<HTMLFormElement | null>,
  isNew: boolean,
  /** The field that the address names. */
  asked: string | undefined,
): void {
  useEffect(() => {
    if (asked === undefined) {
      if (document.activeElement !== document.body) return;
      // A new row begins with typing; on a touch screen that would raise the keyboard unasked.
      const first =
        isNew && matchMedia("(pointer: fine)").matches && element.current !== null
          ? firstToType(element.current)
          : undefined;
      (first ?? element.current)?.focus({ preventScroll: true });
      return;
    }
    const place = element.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(asked)}"]`);
    const inner = place?.querySelector<HTMLElement>("input, textarea, button");
    (inner ?? place)?.focus();
    (inner ?? place)?.scrollIntoView({ block: "center" });
  }, [element, isNew, asked]);
}

/** What a new row begins with: the first input that is empty, or where none is, the first one. */
export function firstToType(place: HTMLElement): HTMLElement | undefined {
  const inputs = [...place.querySelectorAll<HTMLInputElement>("input, textarea")];
  return inputs.find(({ value, type }) => value === "" && type !== "checkbox") ?? inputs[0];
}

export function useFirstProblem(
  element: RefObject<HTMLFormElement | null>,
  error: unknown,
  /** Tries to save what cannot be read: each leads to the first of it, too. */
  tries: number,
): void {
  useEffect(() => {
    if (error === null && tries === 0) return;
    const wrong = element.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    const target = wrong ?? element.current?.querySelector<HTMLElement>("[role=alert]");
    target?.focus();
    target?.scrollIntoView({ block: "center" });
  }, [element, error, tries]);
}

/** What a save was refused for that is not about one input: a taken name, a missing right, an unreachable service. */
