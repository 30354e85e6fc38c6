/** The form of a row, drawn from its kind's fields section by section; the service's problems stand at the fields. */
import { Alert, Anchor, Box, Button, Group, Stack, Text } from "@mantine/core";
import { Link, useBlocker, useLocation } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { Field } from "../../src/kernel/field.ts";
import { appliesTo } from "../../src/kernel/members.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { Refused } from "../api/client.ts";
import type { FormPartProps } from "../kinds/part-props.ts";
import { Preview } from "../kinds/preview.tsx";
import type { Job } from "../kinds/special-type.ts";
import { useSpecial } from "../kinds/use-special.ts";
import { PlainButton } from "../parts/buttons.tsx";
import { later } from "../parts/in-time.ts";
import { hasAgreedToLeave } from "../parts/leaving.ts";
import { Soon } from "../parts/page.tsx";
import { rowPath } from "../parts/paths.ts";
import type { Edit } from "../parts/plans/edit.ts";
import { Refusal } from "../parts/refusal.tsx";
import { RichText } from "../parts/rich-text.tsx";
import { Quiet } from "../parts/text.tsx";
import { fieldWords, nameOf } from "../parts/words.ts";
import { FormContext, problemsOf } from "./context.ts";
import { useFirstFocus, useFirstProblem } from "./first-field.ts";
import { FormSections } from "./form-sections.tsx";
import type { RowForm } from "./form-state.ts";
import { LeaveDialog } from "./leave-dialog.tsx";
import { useHeld } from "./needs-approval.tsx";
import { withoutDefaults } from "./prefilled.ts";
import { isAbout } from "./sections.ts";
import { StaleDialog } from "./stale-dialog.tsx";
import * as texts from "./texts.ts";
import { labelIn } from "./variant.ts";
import { VendorHeader } from "./vendors/header.tsx";

const SoFar = later(() => import("./so-far.tsx"), "SoFar");

export interface RowFormProps {
  readonly org: string;
  readonly definition: Definition;
  readonly form: RowForm;
  /** Leaves the form of a row that is there; a new one has its page to itself. */
  readonly close?: () => void;
  /** Fields that the page shows in its own way. */
  readonly without?: readonly string[];
  /** Shown after the fields, in their place. */
  readonly between?: ReactNode;
  /** Next to the vendor's name: leads to the others. */
  readonly another?: ReactNode;
  /** What a new row is made for. */
  readonly job?: Job | undefined;
}

export function RowFormView(props: RowFormProps) {
  const { org, definition, form, close = () => {}, without = [], between, another, job } = props;
  // What a part of the form asked about it and was reported no to.
  const [refused, setRefused] = useState<unknown>(null);
  const error = form.error ?? refused;
  const problems = new Map([...problemsOf(error), ...(form.tries > 0 ? form.unchosen : [])]);
  const element = useRef<HTMLFormElement>(null);
  // The address may name a field, as those do that lead here to fix one.
  const asked = useLocation({ select: ({ hash }) => (hash === "" ? undefined : hash) });
  useFirstFocus(element, form.base === undefined, asked);
  useFirstProblem(element, error, form.tries);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      form.dirty &&
      !form.leaving.current &&
      !hasAgreedToLeave() &&
      // The other sides of the same page keep what was typed.
      (current.pathname !== next.pathname || (next.search as { readonly view?: string }).view === undefined),
    enableBeforeUnload: () => form.dirty,
    withResolver: true,
  });
  const { chosenFields = [] } = useSpecial(definition.kind);
  const shown = form.base === undefined ? withoutDefaults(definition, chosenFields) : definition;
  const { fields } = definition;
  const names = Object.keys(fields).filter(
    (name) => !without.includes(name) && appliesTo(fields[name] as Field, form.whole),
  );
  const held = useHeld(org, definition, form, editOf(definition, form));
  const elsewhere = [...problems].filter(([path]) => !names.some((name) => isAbout(path, name)));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Half of a date that was not left yet: the browser says nothing of it until then.
    const half = [...event.currentTarget.querySelectorAll("input")].find(({ validity }) => validity.badInput);
    if (half !== undefined) half.blur();
    if (half !== undefined) half.focus();
    else if (form.dirty && !form.saving && !form.waits && !held.propose()) form.submit();
  };
  return (
    <FormContext
      value={{
        problems,
        asked,
        disabled: form.saving,
        making: form.base === undefined,
        tried: form.tries > 0,
        current: form.value,
        note: form.note,
        decided: form.decided,
      }}
    >
      <form ref={element} tabIndex={-1} onSubmit={submit} className="form of-row" noValidate>
        <div className="form-fields">
          <Above form={form} another={another} />
          <FormRefusal org={org} definition={definition} form={form} elsewhere={elsewhere} />
          <Stack gap="xl" key={form.round}>
            <FormSections definition={shown} form={form} without={without} job={job} />
            {between}
          </Stack>
        </div>
        <Follows definition={definition} form={form} onRefused={setRefused} />
        <SaveBar definition={definition} form={form} close={close} held={held.why} />
      </form>
      {held.dialog}
      {form.stale === undefined || form.base === undefined ? null : (
        <StaleDialog definition={definition} form={form} stale={form.stale} base={form.base.row} />
      )}
      {blocker.status === "blocked" ? (
        <LeaveDialog stay={blocker.reset} leave={() => form.discard(blocker.proceed)} />
      ) : null}
    </FormContext>
  );
}

/** What is said before the fields: whose row it is, and which vendor's. */
function Above({ form, another }: Pick<RowFormProps, "form" | "another">) {
  return (
    <>
      {form.decided === undefined ? null : <VendorHeader variant={form.decided.variant} another={another} />}
      <ManagedNote set={form.base?.managedBy ?? null} />
    </>
  );
}

/** What the form leads to: what the row is by now, what the kind shows of it, and what a save would do. */
function Follows({ definition, form, onRefused }: FormPartProps) {
  return (
    <div className="form-follows">
      <Soon>
        <SoFar key={form.round} definition={definition} form={form} />
      </Soon>
      <FormPart key={form.round} definition={definition} form={form} onRefused={onRefused} />
      <Preview
        kind={definition.kind}
        title={texts.beforeYouSave}
        edit={editOf(definition, form)}
        also={form.also}
      />
    </div>
  );
}

/** What the kind shows below its fields. */
function FormPart(props: FormPartProps) {
  const { BelowForm: Part } = useSpecial(props.definition.kind);
  return Part === undefined ? null : (
    <Box className="form-part">
      <Soon>
        <Part {...props} />
      </Soon>
    </Box>
  );
}

/** What a save would do, once it could. */
function editOf({ kind, shape }: Definition, form: RowForm): Edit | undefined {
  if (form.unread.size > 0 || form.unchosen.size > 0 || Object.keys(form.draft).length === 0)
    return undefined;
  const { base, draft, start } = form;
  if (base === undefined) return { op: "create", resource: kind, fields: { ...start, ...draft } };
  return { op: "save", resource: kind, id: shape === "setting" ? kind : String(base.row.id), fields: draft };
}

/** Said before somebody saves, and not after: a set owns the row, and its next plan takes the change back. */
function ManagedNote({ set }: { readonly set: string | null }) {
  if (set === null) return null;
  return (
    <Alert color="gray" mb="lg" role="note">
      <Text size="sm">
        <RichText of={texts.theSetManages} set={<span className="mono">{set}</span>} />
      </Text>
    </Alert>
  );
}

interface FormRefusalProps {
  readonly org: string;
  readonly definition: Definition;
  readonly form: RowForm;
  /** Problems with fields that no input shows. */
  readonly elsewhere: readonly (readonly [string, string])[];
}

function FormRefusal({ org, definition, form, elsewhere }: FormRefusalProps) {
  const { error } = form;
  if (error === null || form.stale !== undefined) return null;
  if (elsewhere.length > 0) {
    return (
      <Refusal
        error={
          new Error(
            elsewhere.map(([path, message]) => `${fieldWords(definition, path)}: ${message}`).join(" "),
          )
        }
      />
    );
  }
  if (problemsOf(error).size > 0) return null;
  const holder = error instanceof Refused && error.status === 409 ? error.body.current : undefined;
  return (
    <>
      <Refusal error={error} />
      {holder === undefined ? null : (
        <Text size="sm" mb="md">
          <RichText
            of={texts.theRowThatAlready}
            name={
              <Anchor component={Link} to={rowPath(org, definition.kind, String(holder.id))}>
                {nameOf(definition, holder)}
              </Anchor>
            }
          />
        </Text>
      )}
    </>
  );
}

/** What a form's save would change, and the way out. */

interface SaveBarProps {
  readonly definition: Definition;
  readonly form: RowForm;
  /** Leaves the form. */
  readonly close: () => void;
  /** What change policies ask for before it is made. */
  readonly held: readonly string[];
}

function SaveBar({ definition, form, close, held }: SaveBarProps) {
  const label = (name: string) => labelIn(form.decided, name, definition.fields[name]);
  const changed = Object.keys(form.draft).map(label);
  const unchosen = form.tries > 0 ? form.unchosen.keys() : [];
  const wrong = [
    ...new Set([...form.unread.keys(), ...unchosen].map((path) => path.split(/[.[]/)[0] ?? path)),
  ].map(label);
  const making = form.base === undefined;
  const usual = making ? texts.create : texts.save;
  const { SaveWords: Words } = useSpecial(definition.kind);
  const set = form.base?.managedBy ?? null;
  return (
    <Group className="bar" justify="space-between" mt="xl" wrap="nowrap">
      <Quiet aria-live="polite" lineClamp={2}>
        {wrong.length > 0
          ? texts.fixFirst(wrong.join(", "))
          : held.length > 0
            ? texts.heldBy(held)
            : changed.length > 0
              ? texts.changedDriftOf(making, changed.join(", "), set)
              : making
                ? texts.nothingFilledInYet
                : texts.noChanges}
      </Quiet>
      <Group gap="xs" wrap="nowrap">
        {making ? null : (
          <PlainButton onClick={() => form.discard(close)} disabled={form.saving}>
            {form.dirty ? texts.discard : texts.cancel}
          </PlainButton>
        )}
        <Button type="submit" loading={form.saving || form.waits} disabled={!form.dirty}>
          {held.length > 0 ? (
            texts.propose
          ) : Words === undefined ? (
            usual
          ) : (
            <Soon>
              <Words form={form} usual={usual} />
            </Soon>
          )}
        </Button>
      </Group>
    </Group>
  );
}
