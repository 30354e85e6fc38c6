/** Asks the system that a saved row leads to, and shows what came back. */
import { useMutation } from "@tanstack/react-query";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { AskOutcome } from "../../api/engine-shapes.ts";
import { useForgetRows } from "../../api/queries.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Card } from "../../parts/card.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { useHere } from "../../shell/session.ts";
import type { PartProps } from "../part-props.ts";
import { Outcome } from "./outcome.tsx";
import * as texts from "./texts.ts";

export function ConnectorTest(props: PartProps) {
  return <ConnectionTest {...props} action={namedActions.testConnector} words={asking} />;
}

export function DataSourceTest(props: PartProps) {
  return <ConnectionTest {...props} action={namedActions.testDataSource} words={asking} />;
}

export function OutboundTargetTest(props: PartProps) {
  return <ConnectionTest {...props} action={namedActions.testOutboundConfig} words={sending} />;
}

export function ChangeNotificationTest(props: PartProps) {
  return <ConnectionTest {...props} action={namedActions.testChangeNotification} words={notifying} />;
}

const asking = {
  button: texts.testTheConnection,
  explanation: texts.sendsTheOtherSystemAHarmless,
};

const sending = {
  button: texts.sendATest,
  explanation: texts.sendsAMessageThatSaysThatItIsATest,
};

const notifying = {
  button: texts.sendATest,
  explanation: texts.sendsItsReceivers,
};

interface TestProps extends PartProps {
  readonly action: string;
  readonly words: { readonly button: string; readonly explanation: string };
}

function ConnectionTest({ loaded, editing, action, words }: TestProps) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const test = useMutation({
    mutationFn: async () => (await act<AskOutcome>(here.slug, action, { id: String(loaded.row.id) })).body,
    // Its health has moved.
    onSuccess: forget,
  });
  // The form has a test of its own, of what is typed.
  if (editing || !here.allows("operate")) return null;
  return (
    <Card title={texts.doesItWork} label={words.button} about={words.explanation}>
      <PlainButton loading={test.isPending} onClick={() => test.mutate()}>
        {words.button}
      </PlainButton>
      <div aria-live="polite" style={{ marginTop: test.isIdle ? 0 : 12 }}>
        <Refusal error={test.error} />
        {test.data === undefined ? null : <Outcome outcome={test.data} />}
      </div>
    </Card>
  );
}
