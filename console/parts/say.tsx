/** What screen readers say of what changes by itself: one place over all pages, which is there before any text is. */
import { VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, useSyncExternalStore } from "react";

let said = "";
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says a text at the next pause; said twice it is another text, because the same one is not read again. */
export function say(text: string): void {
  said = said === text ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

/** Says a text that takes the place of another one. What a page begins with is read as the page is. */
export function useSay(text: string | undefined): void {
  const before = useRef<string>(undefined);
  useEffect(() => {
    if (text === undefined) return;
    if (before.current !== undefined && before.current !== text) say(text);
    before.current = text;
  }, [text]);
}

let waiting = 0;

/** While something is loaded; where nothing else is, its end is said. */
export function useSaidWhenLoaded(text: string): void {
  useEffect(() => {
    waiting += 1;
    return () => {
      waiting -= 1;
      // What takes its place may wait for more.
      setTimeout(() => waiting === 0 && say(text), 0);
    };
  }, [text]);
}

export function Said() {
  const text = useSyncExternalStore(listen, () => said);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
