/** Which errors the page shows where they were asked for, so that nothing is said twice and nothing is left unsaid. */
import { useEffect, useSyncExternalStore } from "react";

let shown: readonly unknown[] = [];
const listeners = new Set<() => void>();

function show(next: readonly unknown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** For as long as it is drawn, the error is one that the page shows. */
export function useShown(error: unknown): void {
  useEffect(() => {
    if (error === null || error === undefined) return;
    show([...shown, error]);
    return () => {
      const place = shown.indexOf(error);
      show(shown.filter((_, index) => index !== place));
    };
  }, [error]);
}

/** All that are shown now. */
export function useShownErrors(): readonly unknown[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
