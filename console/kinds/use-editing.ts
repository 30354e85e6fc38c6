/** Whether a row is read or edited at this moment. The address says it; what is not saved yet keeps the form open. */
import { type RefObject, useEffect, useRef, useState } from "react";
import type { RowForm } from "../forms/form-state.ts";
import { useView } from "./view.ts";

export interface Editing {
  /** Whether the person may. */
  readonly may: boolean;
  readonly on: boolean;
  readonly open: () => void;
  /** Back to reading. */
  readonly close: () => void;
  /** The button that opens the form: the focus comes back to it. */
  readonly button: RefObject<HTMLButtonElement | null>;
}

export function useEditing(form: RowForm, may: boolean): Editing {
  const { view, show } = useView();
  const button = useRef<HTMLButtonElement>(null);
  const begun = Object.keys(form.draft).length > 0;
  const live = view === "edit" || begun;
  // The form is kept behind the history, with texts that nobody can read yet.
  const [kept, setKept] = useState(live);
  if (view !== "history" && kept !== live) setKept(live);
  const on = may && (live || (view === "history" && kept));
  // A part next to the summary filled in the form: it is shown, and has its own address like any other.
  const opens = may && begun && view === "summary";
  const openHere = useRef(() => {});
  openHere.current = () => show("edit", { replace: true });
  useEffect(() => {
    if (opens) openHere.current();
  }, [opens]);
  const was = useRef(on);
  useEffect(() => {
    if (was.current && !on && document.activeElement === document.body) button.current?.focus();
    was.current = on;
  }, [on]);
  return { may, on, button, open: () => show("edit"), close: () => show("summary", { replace: true }) };
}
