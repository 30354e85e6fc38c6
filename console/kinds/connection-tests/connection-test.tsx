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

export function ConnectorTest(props: PartProps) {
  return <ConnectionTest {...props} action={namedActions.testConnector} words={asking} />;
}

export function DataSourceTest(props: PartProps) {
  return <ConnectionTest {...props} action={namedActions.testDataSource} words={asking} />;
}

export function OutboundTargetTest(props: PartProps) {
  return <ConnectionTest {...props} action={namedActions.testOutboundConfig} words={sending} />;
}

const asking = {
  button: "Test the connection",
  explanation: "Sends the other system a harmless request, with the saved credentials.",
};

const sending = {
  button: "Send a test",
  explanation:
    "Sends a message that says that it is a test, with the saved settings. A pager gets an incident and its end.",
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
    <Card title="Does it work?" label={words.button} about={words.explanation}>
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
