/** Codes that are shown once, to be written down. */
import { Alert, Button, Group, SimpleGrid, Text } from "@mantine/core";
import { CopyButton } from "../../parts/copy.tsx";
import { Quiet } from "../../parts/text.tsx";
import * as texts from "./texts.ts";

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
        {texts.keepTheseCodes}
      </Alert>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={6} data-testid="recovery-codes">
        {codes.map((code) => (
          <Text key={code} component="code" className="mono">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group justify="space-between" mt="lg">
        <CopyButton value={codes.join("\n")} label={texts.copyAll} />
        <Button onClick={close}>{texts.iHaveSavedThem}</Button>
      </Group>
    </>
  );
}

/** What was added without new codes. */
export function AddedAlready({ close }: { readonly close: () => void }) {
  return (
    <>
      <Quiet>{texts.itIsAddedTheRecovery}</Quiet>
      <Group justify="flex-end" mt="lg">
        <Button onClick={close}>{texts.done}</Button>
      </Group>
    </>
  );
}
