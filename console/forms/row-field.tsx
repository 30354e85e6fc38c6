/** One field of a row's form, with what its kind shows below it. */
import type { ComponentType } from "react";
import type { Field } from "../../src/kernel/field.ts";
import type { FieldPartProps } from "../kinds/part-props.ts";
import { Soon } from "../parts/page.tsx";
import { Quiet } from "../parts/text.tsx";
import { labelOf, phrase } from "../parts/words.ts";
import { FieldInput } from "./field.tsx";
import type { RowForm } from "./form-state.ts";
import { SecretInput } from "./secret.tsx";

export interface RowFieldProps {
  readonly name: string;
  readonly field: Field;
  readonly form: RowForm;
  readonly Below: ComponentType<FieldPartProps> | undefined;
  /** Others follow from it, once it is chosen. */
  readonly decides: boolean;
}

export function RowField({ name, field, form, Below, decides }: RowFieldProps) {
  if (field.type === "computed") return null;
  if (field.type === "secret") {
    return (
      <SecretInput
        name={name}
        field={field}
        stored={form.base?.row[`${name}_set`] === true}
        value={form.draft[name]}
        onChange={(value) => form.set(name, value)}
      />
    );
  }
  const input = (
    <FieldInput
      name={name}
      path={name}
      field={field}
      value={form.value(name)}
      disabled={field.fixed === true && form.base !== undefined}
      onChange={(value) => form.set(name, value)}
    />
  );
  const open = decides && (form.whole[name] ?? null) === null;
  // One shape whatever is chosen: an input that moved in it would lose the focus.
  return (
    <div>
      {input}
      {open ? <Quiet mt="lg">Choose a {phrase(labelOf(name, field))} to see its fields.</Quiet> : null}
      {Below === undefined ? null : (
        <Soon>
          <Below name={name} label={labelOf(name, field)} form={form} />
        </Soon>
      )}
    </div>
  );
}
