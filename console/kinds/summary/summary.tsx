/** What a row is, to be read: its settings with their labels, drawn from the definition. Forms come only with Edit. */
import { Paper, Stack, Title } from "@mantine/core";
import { type ComponentType, type ReactNode, useId, useState } from "react";
import type { Field } from "../../../src/kernel/field.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import type { RowForm } from "../../forms/form-state.ts";
import { plainly } from "../../forms/help.ts";
import { QuietButton } from "../../parts/buttons.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Soon } from "../../parts/page.tsx";
import { Quiet } from "../../parts/text.tsx";
import { labelOf } from "../../parts/words.ts";
import type { FieldPartProps } from "../part-props.ts";
import { useSpecial } from "../use-special.ts";
import { type SummarySection, summaryOf } from "./facts.ts";
import { Shown } from "./shown.tsx";
import * as texts from "./texts.ts";

export interface SummaryProps {
  readonly definition: Definition;
  readonly form: RowForm;
  /** Fields that the page shows in its own way. */
  readonly without?: readonly string[];
}

export function Summary({ definition, form, without = [] }: SummaryProps) {
  const [all, setAll] = useState(false);
  const id = useId();
  const sections = summaryOf(definition, form.whole, without);
  const folded = sections.flatMap(({ fields }) => fields).filter((field) => field.folded).length;
  const shown = sections
    .map((section) => ({ ...section, fields: section.fields.filter((field) => all || !field.folded) }))
    .filter(({ fields }) => fields.length > 0);
  return (
    <Paper component="section" aria-label={texts.settings} className="summary">
      <Stack gap="lg" id={id}>
        {shown.map((section) => (
          <SectionFacts
            key={section.name}
            definition={definition}
            form={form}
            section={section}
            titled={shown.length > 1 && section.name !== "Basics"}
          />
        ))}
        {shown.length === 0 ? <Quiet>{texts.nothingIsSet}</Quiet> : null}
      </Stack>
      {folded === 0 ? null : (
        <QuietButton mt="md" ml={-8} aria-expanded={all} aria-controls={id} onClick={() => setAll(!all)}>
          {all ? texts.showLess : texts.showMoreFolded(folded)}
        </QuietButton>
      )}
    </Paper>
  );
}

interface SectionFactsProps extends Required<Pick<SummaryProps, "definition" | "form">> {
  readonly section: SummarySection;
  readonly titled: boolean;
}

function SectionFacts({ definition: { fields, kind }, form, section, titled }: SectionFactsProps) {
  const row = form.whole;
  const { belowField = {} } = useSpecial(kind);
  const facts = section.fields.map(({ name, quiet }) => {
    const field = fields[name] as Field;
    return {
      title: labelOf(name, field),
      about: plainly(field.description),
      value: (
        <WithPart form={form} name={name} label={labelOf(name, field)} Below={belowField[name]}>
          <span className={quiet ? "quiet" : undefined}>
            <Shown name={name} field={field} value={row[name]} row={row} />
          </span>
        </WithPart>
      ),
    };
  });
  return (
    <section aria-label={section.name}>
      {titled ? (
        <Title order={2} size="h3" mb={4}>
          {section.name}
        </Title>
      ) : null}
      <Facts facts={facts} />
    </section>
  );
}

interface WithPartProps {
  readonly form: RowForm;
  readonly name: string;
  readonly label: string;
  readonly Below: ComponentType<FieldPartProps> | undefined;
  readonly children: ReactNode;
}

function WithPart({ form, name, label, Below, children }: WithPartProps) {
  if (Below === undefined) return children;
  return (
    <>
      {children}
      <Soon>
        <Below name={name} label={label} form={form} />
      </Soon>
    </>
  );
}
