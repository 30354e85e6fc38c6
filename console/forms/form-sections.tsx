/** A form's fields, section by section. What is advanced stays folded until it differs from the defaults. */
import { Stack, Title, UnstyledButton } from "@mantine/core";
import { type ComponentType, type ReactNode, useContext, useId, useState } from "react";
import type { Field } from "../../src/kernel/field.ts";
import { appliesTo } from "../../src/kernel/members.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import type { FieldPartProps } from "../kinds/part-props.ts";
import type { FormSection, Job } from "../kinds/special-type.ts";
import { useSpecial } from "../kinds/use-special.ts";
import { Chevron } from "../parts/chevron.tsx";
import { Soon } from "../parts/page.tsx";
import { Quiet } from "../parts/text.tsx";
import { labelOf, phrase } from "../parts/words.ts";
import { FormContext, type InputProps } from "./context.ts";
import { FieldInput } from "./field.tsx";
import type { RowForm } from "./form-state.ts";
import { SecretInput } from "./secret.tsx";
import {
  deciders,
  type FieldSection,
  isAbout,
  isUnset,
  jobSections,
  sectionsOf,
  vendorSections,
} from "./sections.ts";
import * as texts from "./texts.ts";
import { labelIn } from "./variant.ts";

export interface FormSectionsProps {
  readonly definition: Definition;
  readonly form: RowForm;
  /** Fields that the page shows in its own way. */
  readonly without: readonly string[];
  readonly job?: Job | undefined;
}

export function FormSections({ definition, form, without, job }: FormSectionsProps) {
  const { fields, kind } = definition;
  const { belowField = {}, inputs: own = {}, sections: ownSections } = useSpecial(kind);
  const deciding = deciders(fields);
  const { decided } = form;
  const sections = sectionsOf(
    fields,
    decided === undefined ? without : [...without, decided.name],
    decided === undefined
      ? job === undefined
        ? ownSections
        : jobSections(fields, job)
      : vendorSections(fields, decided),
  )
    .map((section) => ({
      ...section,
      fields: section.fields.filter((name) => appliesTo(fields[name] as Field, form.whole)),
    }))
    .filter((section) => section.fields.length > 0);
  return sections.map((section) => {
    const inputs = section.fields.map((name) => (
      <RowField
        key={name}
        name={name}
        field={fields[name] as Field}
        form={form}
        Below={belowField[name]}
        Input={own[name]}
        decides={deciding.has(name)}
      />
    ));
    if (section.name === "Advanced")
      return (
        <Advanced
          key={section.name}
          definition={definition}
          form={form}
          section={section}
          Words={ownSections?.find(({ name }) => name === section.name)?.Words}
        >
          {inputs}
        </Advanced>
      );
    return (
      <section key={section.name} aria-label={section.name}>
        {sections.length === 1 || form.decided !== undefined || job !== undefined ? null : (
          <Title order={2} mb="sm" className="section">
            {section.name}
          </Title>
        )}
        <Stack gap="lg">{inputs}</Stack>
      </section>
    );
  });
}

interface AdvancedProps extends Pick<FormSectionsProps, "definition" | "form"> {
  readonly section: FieldSection;
  readonly Words: FormSection["Words"];
  readonly children: ReactNode;
}

/** Whether a field has what its vendor makes it begin with. */
function follows({ decided, whole }: RowForm, name: string): boolean {
  const begun = decided?.variant.begins?.[name];
  return begun !== undefined && begun === whole[name];
}

/** Folded by itself only when the form is opened: it never closes under somebody's hands. */
function Advanced({ definition: { fields }, form, section, Words, children }: AdvancedProps) {
  const { problems, asked } = useContext(FormContext);
  const [open, setOpen] = useState(() =>
    section.fields.some((name) => !isUnset(name, fields[name] as Field, form.whole) && !follows(form, name)),
  );
  const inside = (path: string) => section.fields.some((name) => isAbout(path, name));
  const called = [...problems.keys(), ...form.unread.keys(), ...(asked === undefined ? [] : [asked])];
  // A problem must be seen, and stays in sight once it is fixed.
  const wrong = called.some(inside);
  const [seen, setSeen] = useState(wrong);
  if (seen !== wrong) {
    setSeen(wrong);
    if (wrong) setOpen(true);
  }
  const shown = open || wrong;
  const id = useId();
  return (
    <section aria-label={section.name}>
      <Title order={2} className="section">
        <UnstyledButton
          className="fold"
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setOpen(!shown)}
        >
          <Chevron open={shown} />
          {section.name}
        </UnstyledButton>
      </Title>
      {Words === undefined ? null : (
        <Soon>
          <Words form={form} />
        </Soon>
      )}
      {shown ? null : (
        <Quiet>{section.fields.map((name) => labelIn(form.decided, name, fields[name])).join(", ")}</Quiet>
      )}
      <Stack id={id} gap="lg" mt="sm" hidden={!shown} display={shown ? undefined : "none"}>
        {children}
      </Stack>
    </section>
  );
}

/** One field of a row's form, with what its kind shows below it. */

interface RowFieldProps {
  readonly name: string;
  readonly field: Field;
  readonly form: RowForm;
  readonly Below: ComponentType<FieldPartProps> | undefined;
  /** Where the kind draws it in another way. */
  readonly Input: ComponentType<InputProps> | undefined;
  /** Others follow from it, once it is chosen. */
  readonly decides: boolean;
}

function RowField({ name, field, form, Below, Input = FieldInput, decides }: RowFieldProps) {
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
    <Soon>
      <Input
        name={name}
        path={name}
        field={field}
        value={form.value(name)}
        disabled={field.fixed === true && form.base !== undefined}
        onChange={(value) => form.set(name, value)}
      />
    </Soon>
  );
  const open = decides && (form.whole[name] ?? null) === null;
  // One shape whatever is chosen: an input that moved in it would lose the focus.
  return (
    <div>
      {input}
      {open ? <Quiet mt="lg">{texts.chooseAToSee(phrase(labelOf(name, field)))}</Quiet> : null}
      {Below === undefined ? null : (
        <Soon>
          <Below name={name} label={labelIn(form.decided, name, field)} form={form} />
        </Soon>
      )}
    </div>
  );
}
