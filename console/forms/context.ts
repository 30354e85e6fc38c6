/** What every input of a form has to know: the service's problems by path, and whether it may be changed. */
import { type ComponentType, createContext, useContext } from "react";
import type { ItemField, Json } from "../../src/kernel/field.ts";
import { Refused } from "../api/client.ts";
import { sentence } from "../parts/words.ts";
import type { Decided } from "./variant.ts";

export interface FormState {
  /** The message for a path such as `metric_selectors[0].namespace`. */
  readonly problems: ReadonlyMap<string, string>;
  /** The field that the address names. */
  readonly asked: string | undefined;
  readonly disabled: boolean;
  /** Whether the row is being made, so that what is left out gets its default. */
  readonly making: boolean;
  /** Whether somebody tried to save: from then on every text that cannot be read says so. */
  readonly tried: boolean;
  /** What a field of the row holds at this moment, as it stands or as it was typed. */
  readonly current: (name: string) => Json | undefined;
  /** Says the form that the input at a path cannot be read, or undefined that it can. */
  readonly note: (path: string, problem: string | undefined) => void;
  /** The vendor that the row is about, which calls fields by its own words. */
  readonly decided: Decided | undefined;
}

/** Of an input that stands outside of a row's form. */
export const noForm: FormState = {
  problems: new Map(),
  asked: undefined,
  disabled: false,
  making: false,
  tried: false,
  current: () => undefined,
  note: () => {},
  decided: undefined,
};

export const FormContext = createContext(noForm);

export interface InputProps<F extends ItemField = ItemField> {
  readonly name: string;
  readonly path: string;
  readonly field: F;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  /** Inside of a list the item's place says what it is. */
  readonly label?: string;
  readonly disabled?: boolean | undefined;
}

/** Of an input that holds others: what draws each of them. */
export interface OuterInputProps<F extends ItemField = ItemField> extends InputProps<F> {
  readonly Inner: ComponentType<InputProps>;
}

export function useProblem(path: string): string | undefined {
  return useContext(FormContext).problems.get(path);
}

/** The service's problems by their paths. */
export function problemsOf(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof Refused) || error.status !== 422) return new Map();
  const { field, fields, message } = error.body;
  const problems = fields ?? (field === undefined ? [] : [{ field, message }]);
  const texts = new Map<string, string>();
  for (const problem of problems) {
    const known = texts.get(problem.field);
    texts.set(
      problem.field,
      known === undefined ? sentence(problem.message) : `${known} ${sentence(problem.message)}`,
    );
  }
  return texts;
}
