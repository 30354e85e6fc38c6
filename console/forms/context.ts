/** What every input of a form has to know: the service's problems by path, and whether it may be changed. */
import { createContext, useContext } from "react";
import type { ItemField, Json } from "../../src/kernel/field.ts";
import { Refused } from "../api/client.ts";

export interface FormState {
  /** The message for a path such as `metric_selectors[0].namespace`. */
  readonly problems: ReadonlyMap<string, string>;
  readonly disabled: boolean;
}

export const FormContext = createContext<FormState>({ problems: new Map(), disabled: false });

export interface InputProps<F extends ItemField = ItemField> {
  readonly name: string;
  readonly path: string;
  readonly field: F;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  /** Inside of a list the item's place says what it is. */
  readonly label?: string;
  readonly disabled?: boolean;
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

function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
