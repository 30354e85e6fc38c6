/** What every input of a form has in common: its label and help, and how wide it is. */
import { useContext } from "react";
import { mustBeSent, type VariantField } from "../../src/kernel/field.ts";
import { labelOf, sentence } from "../parts/words.ts";
import { FormContext, type InputProps, useProblem } from "./context.ts";
import { documented } from "./documented.tsx";
import { helpOf } from "./help.ts";
import { variantField } from "./variant.ts";

/** What all inputs share: label, help, the service's problem, and whether something has to stand there. */
export function useCommon({ name, path, field, label, disabled }: InputProps) {
  const form = useContext(FormContext);
  const said = variantField(form.decided, path);
  const required = mustBeSent(field) || isWanted(said);
  const own = said?.title ?? labelOf(name, field);
  const help = said?.help === undefined ? helpOf(field, own) : sentence(said.help);
  return {
    label: label ?? own,
    description: label === undefined ? documented(help, field.link) : undefined,
    error: useProblem(path),
    disabled: form.disabled || disabled === true,
    withAsterisk: required && label === undefined,
    "data-path": path,
  };
}

/** Whether the vendor's form marks it as required. */
export function isWanted(said: VariantField | undefined): boolean {
  return (said?.needs ?? []).length > 0;
}

/** The input is as wide as its values; its help takes the column. */
export const narrow = { wrapper: { maxWidth: 260 } };
export const medium = { wrapper: { maxWidth: 420 } };
