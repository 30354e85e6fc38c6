/** The external id, to copy into a trust policy, and the one change that there is: rotating it. */
import { Button, Group, Modal, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import { useForgetRows } from "../../../api/queries.ts";
import { PlainButton } from "../../../parts/buttons.tsx";
import { CodeBlock } from "../../../parts/code-block.tsx";
import { CopyButton } from "../../../parts/copy.tsx";
import { DialogButtons } from "../../../parts/dialog-buttons.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Quiet } from "../../../parts/text.tsx";
import { Moment } from "../../../parts/time.tsx";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";

export function AwsExternalId({ loaded: { row } }: PartProps) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const [confirming, setConfirming] = useState(false);
  const [typed, setTyped] = useState("");
  const id = String(row.external_id);
  const rotate = useMutation({
    mutationFn: () => act(here.slug, namedActions.rotateExternalId, { confirm: true }),
    onSuccess() {
      setConfirming(false);
      setTyped("");
      forget();
    },
  });
  const policy = String(row.trust_policy);
  return (
    <Stack className="form">
      <Paper>
        <Group justify="space-between" wrap="nowrap">
          <Text className="mono" style={{ overflowWrap: "anywhere" }}>
            {id}
          </Text>
          <CopyButton value={id} label="Copy the id" />
        </Group>
        <Quiet mt={6}>
          Rotated: <Moment at={row.rotated_at as string | null} />
        </Quiet>
      </Paper>
      <div>
        <Group justify="space-between" mb={6}>
          <Text size="sm">The trust policy of every role</Text>
          <CopyButton value={policy} label="Copy the policy" />
        </Group>
        <CodeBlock label="Trust policy">{policy}</CodeBlock>
      </div>
      {here.allows("admin") ? (
        <PlainButton c="var(--mantine-color-error)" w="fit-content" onClick={() => setConfirming(true)}>
          Rotate…
        </PlainButton>
      ) : null}
      <Modal opened={confirming} onClose={() => setConfirming(false)} title="Rotate the external id?">
        <Refusal error={rotate.error} />
        <Text size="sm" mb="md">
          AWS roles whose trust policy requires the current id stop working until their policy has the new
          one. The old id cannot be restored.
        </Text>
        <TextInput
          label="Type rotate to continue"
          value={typed}
          data-autofocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <DialogButtons close={() => setConfirming(false)}>
          <Button
            color="red"
            disabled={typed !== "rotate"}
            loading={rotate.isPending}
            onClick={() => rotate.mutate()}
          >
            Rotate
          </Button>
        </DialogButtons>
      </Modal>
    </Stack>
  );
}
