/** After "Add" the new item has the focus: what somebody asked for is where they type next. */
import { type RefObject, useEffect, useRef } from "react";

const inputs = "input:not([type=hidden]), textarea, select";

/** @param place holds the items as its children, and behind them the button */
export function useFocusOnNew(place: RefObject<HTMLElement | null>): () => void {
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    const items = [...(place.current?.children ?? [])].filter((item) => item.querySelector(inputs) !== null);
    items.at(-1)?.querySelector<HTMLElement>(inputs)?.focus();
  });
  return () => {
    wanted.current = true;
  };
}
