/** Asks the system that a row leads to, and shows what came back. The service goes by what is saved. */
import { Button, Paper, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { namedActions } from "../api/calls.ts";
import { act } from "../api/client.ts";
import { useForgetRows } from "../api/queries.ts";
import type { AskOutcome } from "../api/shapes.ts";
import { Refusal } from "../parts/refusal.tsx";
import { useHere } from "../shell/session.ts";
import { Outcome } from "./outcome.tsx";
import type { PartProps } from "./part-props.ts";

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
  explanation: "Asks the other system for something harmless, with the saved credentials.",
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

function ConnectionTest({ loaded, form, action, words }: TestProps) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const test = useMutation({
    mutationFn: async () => (await act<AskOutcome>(here.slug, action, { id: String(loaded.row.id) })).body,
    // Its health has moved.
    onSuccess: forget,
  });
  if (!here.allows("operate")) return null;
  return (
    <Paper component="section" aria-label={words.button}>
      <Title order={2} mb={4}>
        Does it work?
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {form.dirty ? "Save first: the test uses the saved settings." : words.explanation}
      </Text>
      <Button variant="default" disabled={form.dirty} loading={test.isPending} onClick={() => test.mutate()}>
        {words.button}
      </Button>
      <div aria-live="polite" style={{ marginTop: test.isIdle ? 0 : 12 }}>
        <Refusal error={test.error} />
        {test.data === undefined || form.dirty ? null : <Outcome outcome={test.data} />}
      </div>
    </Paper>
  );
}
