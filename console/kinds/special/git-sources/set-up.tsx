/** A new Git source in three steps: where it is, what of it, and how it learns of commits. Nothing is saved before the last. */
import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import type { TriedAnswer } from "../../../api/git-shapes.ts";
import { FormContext, problemsOf } from "../../../forms/context.ts";
import { useFirstFocus, useFirstProblem } from "../../../forms/first-field.ts";
import { FormSections } from "../../../forms/form-sections.tsx";
import type { RowForm } from "../../../forms/form-state.ts";
import { isAbout } from "../../../forms/sections.ts";
import { useRowForm } from "../../../forms/use-row-form.ts";
import { PlainButton } from "../../../parts/buttons.tsx";
import { Form } from "../../../parts/form.tsx";
import { newPath } from "../../../parts/paths.ts";
import { Refusal } from "../../../parts/refusal.tsx";
import { useHere } from "../../../shell/session.ts";
import { hindranceOf } from "../../connection-tests/unsaved.ts";
import type { SetUpProps } from "../../part-props.ts";
import { NewSecret } from "./new-secret.tsx";
import { fieldsOf, others, type Step, stepOf, steps } from "./steps.ts";
import * as texts from "./texts.ts";
import { Tried } from "./tried.tsx";
import { Webhook } from "./webhook.tsx";

export function SetUp({ definition, settled }: SetUpProps) {
  const here = useHere();
  const [step, setStep] = useState<Step>("where");
  const [made, setMade] = useState<{ readonly row: JsonObject; readonly secret: string | undefined }>();
  const secret = useRef<string>(undefined);
  const form = useRowForm({
    ...{ org: here.slug, definition, loaded: undefined, start: settled },
    onSaved: (row) => setMade({ row, secret: secret.current }),
  });
  const given = form.value("webhook_secret");
  secret.current = typeof given === "string" ? given : undefined;
  if (made !== undefined) return <Webhook row={made.row} secret={made.secret} />;
  return (
    <Stack className="form">
      <Text size="sm">
        <Anchor component={Link} to={newPath(here.slug, definition.kind)} search={{ other: "yes" } as never}>
          {texts.oneForm}
        </Anchor>
      </Text>
      <StepForm key={step} definition={definition} form={form} step={step} go={setStep} />
    </Stack>
  );
}

interface StepProps extends Pick<SetUpProps, "definition"> {
  readonly form: RowForm;
  readonly step: Step;
  readonly go: (step: Step) => void;
}

function StepForm({ definition, form, step, go }: StepProps) {
  const here = useHere();
  const element = useRef<HTMLFormElement>(null);
  const tried = useMutation({
    mutationFn: async (input: JsonObject) =>
      (await act<TriedAnswer>(here.slug, namedActions.testUnsavedGitSource, input)).body,
  });
  const input = { ...form.start, ...form.draft };
  // An answer is about what was asked, and no longer.
  const current = tried.variables !== undefined && JSON.stringify(tried.variables) === JSON.stringify(input);
  const answer = current ? tried.data : undefined;
  const error = form.error ?? (current ? tried.error : null);
  const problems = problemsOf(error);
  useFirstFocus(element, true, undefined);
  useFirstProblem(element, error, form.tries);
  const names = fieldsOf(step, form.whole);
  const elsewhere = [...problems.keys()].find((path) => !names.some((name) => isAbout(path, name)));
  const place = steps.findIndex(({ id }) => id === step);
  const opens = step === "what" ? answer?.ok === true : answer !== undefined && answer.commit !== null;
  const next = () => go(steps[place + 1]?.id ?? step);
  const submit = () => {
    if (form.saving || tried.isPending) return;
    if (step === "learns") form.submit();
    else if (opens) next();
    else tried.mutate(input);
  };
  const hindrance = hindranceOf(definition, form);
  return (
    <FormContext
      value={{
        ...{ problems, asked: undefined, disabled: form.saving, making: true, tried: form.tries > 0 },
        ...{ current: form.value, note: form.note, decided: form.decided },
      }}
    >
      <Form ref={element} tabIndex={-1} submit={submit}>
        <Place at={place} />
        <Stack gap="lg" mt="lg">
          <FormSections
            definition={definition}
            form={form}
            without={others(definition, names)}
            job={{ title: "", about: "", fields: names, begins: {} }}
          />
          {step === "learns" ? <NewSecret form={form} name="webhook_secret" /> : null}
          <div aria-live="polite">
            {answer === undefined ? null : <Tried answer={answer} step={step} />}
            {problems.size > 0 && elsewhere === undefined ? null : <Refusal error={error} />}
          </div>
          {elsewhere === undefined || stepOf(elsewhere) === step ? null : (
            <PlainButton onClick={() => go(stepOf(elsewhere))}>{texts.toTheProblem}</PlainButton>
          )}
          <Group gap="sm">
            {place === 0 ? null : (
              <PlainButton onClick={() => go(steps[place - 1]?.id ?? step)}>{texts.back}</PlainButton>
            )}
            <Button type="submit" loading={form.saving || tried.isPending} disabled={hindrance !== undefined}>
              {step === "learns" ? texts.save : opens ? texts.next : texts.tryIt}
            </Button>
            {answer === undefined || opens ? null : (
              <PlainButton onClick={next}>{texts.goOnAllTheSame}</PlainButton>
            )}
            <Text size="sm">{hindrance}</Text>
          </Group>
        </Stack>
      </Form>
    </FormContext>
  );
}

function Place({ at }: { readonly at: number }) {
  return (
    <>
      <Title order={2} className="section">
        {texts.stepOf(at + 1, steps.length, steps[at]?.title ?? "")}
      </Title>
      <Text size="sm">{steps[at]?.about}</Text>
    </>
  );
}
