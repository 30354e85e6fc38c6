/** What every input of a form has in common: its label and help, and how wide it is. */
import { useContext } from "react";
import { mustBeSent } from "../../src/kernel/field.ts";
import { labelOf } from "../parts/words.ts";
import { FormContext, type InputProps, useProblem } from "./context.ts";
import { documented } from "./documented.tsx";
import { helpOf } from "./help.ts";

/** What all inputs share: label, help, the service's problem, and whether something has to stand there. */
export function useCommon({ name, path, field, label, disabled }: InputProps) {
  const form = useContext(FormContext);
  const required = mustBeSent(field);
  const own = labelOf(name, field);
  return {
    label: label ?? own,
    description: label === undefined ? documented(helpOf(field, own), field.link) : undefined,
    error: useProblem(path),
    disabled: form.disabled || disabled === true,
    withAsterisk: required && label === undefined,
    "data-path": path,
  };
}

/** The input is as wide as its values; its help takes the column. */
export const narrow = { wrapper: { maxWidth: 260 } };
export const medium = { wrapper: { maxWidth: 420 } };
