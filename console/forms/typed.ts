/** An input whose text is the person's own: it is read, and while they write never written over. */

import { useContext, useLayoutEffect, useState } from "react";
import { defaultOf, type Json } from "../../src/kernel/field.ts";
import { sentence } from "../parts/words.ts";
import { FormContext, type InputProps } from "./context.ts";
import type { Reading } from "./number.ts";

export interface TypedOptions {
  /** The value as the input shows it while nobody writes. */
  readonly write: (value: Json) => string;
  /** What a text that is not empty stands for. */
  readonly read: (text: string) => Reading<Json>;
  /** What an empty one stands for. */
  readonly empty: Reading<Json | undefined>;
  /** The problem with what the browser itself cannot read, such as half of a date. */
  readonly unfinished?: string;
  /** Several lines stay as they were written: in another form they would push what is below away from under the hand. */
  readonly asWritten?: true;
}

interface Typed {
  readonly text: string;
  /** The browser says that there is something in the input, and cannot say what. */
  readonly bad: boolean;
}

/** What an element of the page says of its text. */
type Element = Pick<HTMLInputElement, "value" | "validity">;

interface Typing {
  readonly currentTarget: Element;
}

/**
 * The text of one input. What cannot be read is kept as it is and reported to the form, which is not saved meanwhile,
 * and taken back from the draft: nothing but what is seen is ever sent.
 */
export function useTyped(
  { path, value, onChange }: Pick<InputProps, "path" | "value" | "onChange">,
  { write, read, empty, unfinished = "cannot be read", asWritten }: TypedOptions,
) {
  const { note, tried } = useContext(FormContext);
  const [typed, setTyped] = useState<Typed>();
  const [left, setLeft] = useState(true);
  const readingOf = ({ text, bad }: Typed): Reading<Json | undefined> => {
    if (bad) return { problem: unfinished };
    return text.trim() === "" ? empty : read(text);
  };
  const reading = typed === undefined ? undefined : readingOf(typed);
  const problem = reading !== undefined && "problem" in reading ? sentence(reading.problem) : undefined;
  useLayoutEffect(() => {
    note(path, problem);
    return () => note(path, undefined);
  }, [note, path, problem]);

  const take = (next: Typed): Reading<Json | undefined> => {
    const found = readingOf(next);
    onChange("problem" in found ? undefined : found.value);
    return found;
  };
  const change = (element: Element) => {
    const next = { text: element.value, bad: element.validity.badInput };
    setLeft(false);
    setTyped(next);
    take(next);
  };
  const shown = typed?.text ?? (value === null || value === undefined ? "" : write(value));
  return {
    text: shown,
    /** What the text says just now, where somebody wrote one that can be read. */
    reading: reading !== undefined && "value" in reading ? reading.value : undefined,
    /** Whether the text can be read, so that there is a value to report. */
    read: problem === undefined,
    problem: left || tried ? problem : undefined,
    /** Takes a value that was chosen in the place of a text. */
    put(next: Json) {
      setTyped(undefined);
      setLeft(true);
      onChange(next);
    },
    /** What makes an input, or a text area, hold the text. */
    input: {
      value: shown,
      onChange: ({ currentTarget }: Typing) => change(currentTarget),
      /** The browser reports half of a date by no event of its own, so it is looked for after every key. */
      onKeyUp({ currentTarget }: Typing) {
        if (currentTarget.validity.badInput !== (typed?.bad ?? false)) change(currentTarget);
      },
      /** A text that was read shows its value's own form from here on; another one stays as it is. */
      onBlur({ currentTarget }: Typing) {
        setLeft(true);
        const next = { text: currentTarget.value, bad: currentTarget.validity.badInput };
        if (typed === undefined && !next.bad) return;
        setTyped("problem" in take(next) || asWritten ? next : undefined);
      },
    },
  };
}

/**
 * What an emptied input stands for: null where that is a value, or else the default. What is left out gets it
 * from the service; only in a row that is there it has to be sent.
 */
export function useEmptied({ name, path, field }: InputProps): Reading<Json | undefined> {
  const { making } = useContext(FormContext);
  if (making && field.filled) return { value: undefined };
  if (field.nullable) return { value: null };
  if (making || path !== name) return { value: undefined };
  const start = defaultOf(field);
  return start === undefined ? { problem: "must not be empty" } : { value: start };
}
