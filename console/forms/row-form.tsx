/** The form of a row, drawn from its kind's fields in their order; the service's problems stand at the fields. */
import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { Link, useBlocker } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import type { Field } from "../../src/kernel/field.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { Refused } from "../api/client.ts";
import type { FieldParts } from "../kinds/part-props.ts";
import { Soon } from "../parts/page.tsx";
import { rowPath } from "../parts/paths.ts";
import { Refusal } from "../parts/refusal.tsx";
import { labelOf, nameOf } from "../parts/words.ts";
import { FormContext, problemsOf } from "./context.ts";
import { FieldInput } from "./field.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { SecretInput } from "./secret.tsx";
import { StaleDialog } from "./stale-dialog.tsx";
import type { RowForm } from "./use-row-form.ts";

export interface RowFormProps {
  readonly org: string;
  readonly definition: Definition;
  readonly form: RowForm;
  readonly readOnly: boolean;
  /** Fields that the page shows in its own way. */
  readonly without?: readonly string[];
  /** Shown after the fields, in their place. */
  readonly between?: ReactNode;
  /** What stands below fields, by their names. */
  readonly below?: FieldParts | undefined;
}

export function RowFormView({
  org,
  definition,
  form,
  readOnly,
  without = [],
  between,
  below = {},
}: RowFormProps) {
  const problems = problemsOf(form.error);
  const managedBy = form.base?.managedBy ?? null;
  const element = useRef<HTMLFormElement>(null);
  useFirstProblem(element, form.error, form.tries);
  const blocker = useBlocker({
    // Another side of the same page keeps what was typed.
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && form.dirty && !form.leaving.current,
    enableBeforeUnload: () => form.dirty,
    withResolver: true,
  });
  const names = Object.keys(definition.fields).filter((name) => !without.includes(name));
  const elsewhere = [...problems].filter(
    ([path]) => !names.some((name) => path === name || isUnder(path, name)),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Half of a date that was not left yet: the browser says nothing of it until then.
    const half = [...event.currentTarget.querySelectorAll("input")].find(({ validity }) => validity.badInput);
    if (half !== undefined) half.blur();
    if (half !== undefined) half.focus();
    else if (form.dirty && !form.saving) form.submit();
  };
  return (
    <FormContext
      value={{
        problems,
        disabled: readOnly || form.saving,
        making: form.base === undefined,
        tried: form.tries > 0,
        current: form.value,
        note: form.note,
      }}
    >
      <form ref={element} onSubmit={submit} className="form" noValidate>
        {readOnly ? null : <ManagedNote set={managedBy} />}
        <FormRefusal org={org} definition={definition} form={form} elsewhere={elsewhere} />
        <Stack gap="lg" key={form.round}>
          {names.map((name) => (
            <RowField
              key={name}
              name={name}
              field={definition.fields[name] as Field}
              form={form}
              Below={below[name]}
            />
          ))}
          {between}
        </Stack>
        {readOnly ? null : <SaveBar definition={definition} form={form} />}
      </form>
      {form.stale === undefined || form.base === undefined ? null : (
        <StaleDialog definition={definition} form={form} stale={form.stale} base={form.base.row} />
      )}
      {blocker.status === "blocked" ? <LeaveDialog stay={blocker.reset} leave={blocker.proceed} /> : null}
    </FormContext>
  );
}

function RowField({
  name,
  field,
  form,
  Below,
}: {
  readonly name: string;
  readonly field: Field;
  readonly form: RowForm;
  readonly Below: FieldParts[string] | undefined;
}) {
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
  if (Below === undefined) return input;
  return (
    <div>
      {input}
      <Soon>
        <Below name={name} label={labelOf(name, field)} form={form} />
      </Soon>
    </div>
  );
}

/** Said before somebody saves, and not after: a set owns the row, and its next plan takes the change back. */
function ManagedNote({ set }: { readonly set: string | null }) {
  if (set === null) return null;
  return (
    <Alert color="gray" mb="lg" role="note">
      <Text size="sm">
        The set <span className="mono">{set}</span> manages this. A change here is drift: the next plan of the
        set takes it back, unless its bundle is changed too.
      </Text>
    </Alert>
  );
}

function SaveBar({ definition, form }: { readonly definition: Definition; readonly form: RowForm }) {
  const changed = Object.keys(form.draft).map((name) => labelOf(name, definition.fields[name]));
  const wrong = [...new Set([...form.unread.keys()].map((path) => path.split(/[.[]/)[0] ?? path))].map(
    (name) => labelOf(name, definition.fields[name]),
  );
  const making = form.base === undefined;
  const set = form.base?.managedBy ?? null;
  return (
    <Group className="bar" justify="space-between" mt="xl" wrap="nowrap">
      <Text size="sm" c="dimmed" aria-live="polite" lineClamp={2}>
        {wrong.length > 0
          ? `Fix first: ${wrong.join(", ")}`
          : changed.length > 0
            ? `${making ? "Set" : "Changed"}: ${changed.join(", ")}${set === null ? "" : `. Drift of ${set}`}`
            : form.saved
              ? "Saved."
              : making
                ? "Nothing filled in yet"
                : "No changes"}
      </Text>
      <Group gap="xs" wrap="nowrap">
        {form.dirty && !making ? (
          <Button variant="default" onClick={form.discard} disabled={form.saving}>
            Discard
          </Button>
        ) : null}
        <Button type="submit" loading={form.saving} disabled={!form.dirty}>
          {making ? "Create" : "Save"}
        </Button>
      </Group>
    </Group>
  );
}

interface FormRefusalProps {
  readonly org: string;
  readonly definition: Definition;
  readonly form: RowForm;
  /** Problems with fields that no input shows. */
  readonly elsewhere: readonly (readonly [string, string])[];
}

/** What is not about one input: a taken name, a missing right, an unreachable service. */
function FormRefusal({ org, definition, form, elsewhere }: FormRefusalProps) {
  const { error } = form;
  if (error === null || form.stale !== undefined) return null;
  if (elsewhere.length > 0) {
    return <Refusal error={new Error(elsewhere.map(([path, message]) => `${path}: ${message}`).join(" "))} />;
  }
  if (error instanceof Refused && error.status === 422) return null;
  const holder = error instanceof Refused && error.status === 409 ? error.body.current : undefined;
  return (
    <>
      <Refusal error={error} />
      {holder === undefined ? null : (
        <Text size="sm" mb="md">
          The row that already has it:{" "}
          <Anchor component={Link} to={rowPath(org, definition.kind, String(holder.id))}>
            {nameOf(definition, holder)}
          </Anchor>
        </Text>
      )}
    </>
  );
}

function useFirstProblem(
  element: RefObject<HTMLFormElement | null>,
  error: unknown,
  /** Tries to save what cannot be read: each leads to the first of it, too. */
  tries: number,
): void {
  useEffect(() => {
    if (error === null && tries === 0) return;
    const wrong = element.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    const target = wrong ?? element.current?.querySelector<HTMLElement>("[role=alert]");
    target?.focus();
    target?.scrollIntoView({ block: "center" });
  }, [element, error, tries]);
}

function isUnder(path: string, name: string): boolean {
  return path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}
