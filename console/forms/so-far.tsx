/** Next to a form: what a new row is by now and what it still needs, or what a save would change. */
import { Text } from "@mantine/core";
import type { Field } from "../../src/kernel/field.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import type { AuditChange } from "../api/shapes.ts";
import { Card } from "../parts/card.tsx";
import { Changes } from "../parts/diff/changes.tsx";
import { TypedZone, Value } from "../parts/diff/value.tsx";
import { Facts } from "../parts/facts.tsx";
import { Faded, Quiet } from "../parts/text.tsx";
import { useTypedZone } from "../parts/time.tsx";
import type { RowForm } from "./form-state.ts";
import { saidSoFar } from "./said-so-far.ts";
import * as texts from "./texts.ts";
import { labelIn } from "./variant.ts";

interface SoFarProps {
  readonly definition: Definition;
  readonly form: RowForm;
}

export function SoFar(props: SoFarProps) {
  // Times are on the clock of the fields next to it.
  return (
    <TypedZone value={useTypedZone()}>
      {props.form.base === undefined ? <Made {...props} /> : <Changed {...props} />}
    </TypedZone>
  );
}

function Changed({ definition: { fields }, form: { base, draft, decided } }: SoFarProps) {
  const changes = Object.entries(draft).map(([field, after]): AuditChange => {
    if (fields[field]?.type !== "secret") return { field, before: base?.row[field] ?? null, after };
    return { field, secret: after === null ? "cleared" : "changed" };
  });
  return (
    <Card title={texts.whatChanges} className="so-far">
      {changes.length === 0 ? (
        <Quiet>{texts.nothingYet}</Quiet>
      ) : (
        <Changes changes={changes} fields={fields} label={(name) => labelIn(decided, name, fields[name])} />
      )}
    </Card>
  );
}

/** What has to be there, and what else was filled in; all other fields have their defaults. */
function Made({ definition: { fields }, form }: SoFarProps) {
  const facts = saidSoFar(fields, form).map(({ path, title, is }) => ({
    title,
    value:
      is === "there" ? (
        <Short name={path} field={fields[path] as Field} form={form} />
      ) : (
        <Faded>{is === "none" ? texts.sentAsNone : texts.needed}</Faded>
      ),
  }));
  return (
    <Card title={texts.whatItWillBe} className="so-far" gap="xs">
      <Facts facts={facts} />
      <Quiet mt="xs">{texts.theRestKeepsItsDefault}</Quiet>
    </Card>
  );
}

/** Parts of it may be secret, or long: the form has them. */
function Short({
  name,
  field,
  form,
}: {
  readonly name: string;
  readonly field: Field;
  readonly form: RowForm;
}) {
  const value = form.whole[name] ?? null;
  const { type } = field;
  const isWhole = type !== "secret" && type !== "map" && type !== "object";
  if (Array.isArray(value) && value.some((item) => typeof item === "object"))
    return <Text size="sm">{value.length}</Text>;
  return (
    <Text size="sm" component="div" lineClamp={3}>
      {isWhole ? <Value of={value} field={field} name={name} /> : texts.filledIn}
    </Text>
  );
}
