/** Tests what stands in a form just now, saved or not, and shows what came back next to it. */
import { Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import { act, Refused } from "../../api/client.ts";
import type { AskOutcome } from "../../api/engine-shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { type Draft, sameValue } from "../../forms/draft.ts";
import { plainly } from "../../forms/help.ts";
import { type Decided, labelIn } from "../../forms/variant.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { fieldWords } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import type { FormPartProps } from "../part-props.ts";
import { Outcome } from "./outcome.tsx";
import * as texts from "./texts.ts";
import { concerned, hindranceOf, inputOf } from "./unsaved.ts";

export function UnsavedConnectorTest(props: FormPartProps) {
  return <UnsavedTest {...props} action={namedActions.testUnsavedConnector} words={asking} />;
}

export function UnsavedDataSourceTest(props: FormPartProps) {
  return <UnsavedTest {...props} action={namedActions.testUnsavedDataSource} words={asking} />;
}

export function UnsavedTargetTest(props: FormPartProps) {
  return <UnsavedTest {...props} action={namedActions.testUnsavedOutboundConfig} words={sending} />;
}

const asking = {
  button: texts.testConnection,
  explanation: texts.sendsTheOtherSystem,
};

const sending = {
  button: texts.sendATest,
  explanation: texts.sendsAMessageThatSays,
};

interface UnsavedTestProps extends FormPartProps {
  readonly action: string;
  readonly words: { readonly button: string; readonly explanation: string };
}

function UnsavedTest({ definition, form, onRefused, action, words }: UnsavedTestProps) {
  const here = useHere();
  const about = useId();
  const input = inputOf(form);
  const test = useMutation({
    mutationFn: async (asked: Draft) => (await act<AskOutcome>(here.slug, action, asked)).body,
  });
  // An answer is shown next to what was asked, and no longer.
  const current =
    test.variables !== undefined &&
    sameValue(concerned(definition, test.variables), concerned(definition, input));
  const error = current ? test.error : null;
  useEffect(() => onRefused(error), [onRefused, error]);
  const hindrance = hindranceOf(definition, form);
  return (
    <section aria-label={words.button}>
      <Group gap="sm">
        <PlainButton
          aria-describedby={about}
          disabled={hindrance !== undefined}
          loading={test.isPending}
          onClick={() => test.mutate(input)}
        >
          {words.button}
        </PlainButton>
        <Quiet id={about} style={{ flex: "1 1 200px" }}>
          {hindrance ?? words.explanation}
        </Quiet>
      </Group>
      <div aria-live="polite" style={{ marginTop: current && !test.isPending ? 12 : 0 }}>
        <NotTested definition={definition} decided={form.decided} error={error} />
        {current && test.data !== undefined ? <Outcome outcome={test.data} /> : null}
      </div>
    </section>
  );
}

interface NotTestedProps {
  readonly definition: Definition;
  readonly decided: Decided | undefined;
  readonly error: unknown;
}

/** What is wrong stands at its field too, which may be far above. */
function NotTested({ definition, decided, error }: NotTestedProps) {
  if (!(error instanceof Refused) || error.status !== 422) return <Refusal error={error} />;
  return [...problemsOf(error)].map(([path, message]) => (
    <Text key={path} size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: "anywhere" }}>
      {path.includes(".") ? fieldWords(definition, path) : labelIn(decided, path, definition.fields[path])}:{" "}
      {plainly(message)}
    </Text>
  ));
}
