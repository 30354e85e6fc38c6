/** Codes that are shown once, to be written down. */
import { Alert, Button, Group, SimpleGrid, Text } from "@mantine/core";
import { CopyButton } from "../../parts/copy.tsx";
import { Quiet } from "../../parts/text.tsx";

export function RecoveryCodes({
  codes,
  close,
}: {
  readonly codes: readonly string[];
  readonly close: () => void;
}) {
  return (
    <>
      <Alert color="yellow" mb="md">
        Keep these codes in a safe place, apart from your phone. They are shown only now, and each signs you
        in once when the app and the passkey are lost.
      </Alert>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={6} data-testid="recovery-codes">
        {codes.map((code) => (
          <Text key={code} component="code" className="mono">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group justify="space-between" mt="lg">
        <CopyButton value={codes.join("\n")} label="Copy all" />
        <Button onClick={close}>I have saved them</Button>
      </Group>
    </>
  );
}

/** What was added without new codes. */
export function AddedAlready({ close }: { readonly close: () => void }) {
  return (
    <>
      <Quiet>It is added. The recovery codes that you have stay as they are.</Quiet>
      <Group justify="flex-end" mt="lg">
        <Button onClick={close}>Done</Button>
      </Group>
    </>
  );
}
