/** A key's successor: the same key with a new value, and a time in which both work. */
import { Button, Modal, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { keysQuery } from "../../api/queries.ts";
import type { ApiKey } from "../../api/shapes.ts";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { OneTimeSecretDialog } from "../../parts/one-time-secret.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

const overlaps = [
  { value: "0", label: texts.atOnce },
  { value: "60", label: texts.inAnHour },
  { value: "1440", label: texts.inADay },
  { value: "10080", label: "in 7 days" },
  { value: "43200", label: "in 30 days" },
];

export function RotateDialog({ of: key, close }: { readonly of: ApiKey; readonly close: () => void }) {
  const here = useHere();
  const client = useQueryClient();
  const [overlap, setOverlap] = useState("1440");
  const rotate = useMutation({
    mutationFn: async () =>
      (
        await send<{ key: string }>(
          "rotate_api_key",
          { org: here.slug, id: key.id },
          { overlap_minutes: Number(overlap) },
        )
      ).body,
    onSuccess: () => client.invalidateQueries({ queryKey: keysQuery(here.slug).queryKey }),
  });
  if (rotate.data !== undefined)
    return <OneTimeSecretDialog name={key.name} value={rotate.data.key} what={texts.key} close={close} />;
  return (
    <Modal opened onClose={close} title={texts.rotateTheApiKey(key.name)}>
      <Form submit={() => rotate.mutate()}>
        <Stack>
          <Refusal error={rotate.error} />
          <Text size="sm">{texts.createsAKey}</Text>
          <Select
            label={texts.thePresentKeyEnds}
            data={overlaps}
            value={overlap}
            allowDeselect={false}
            onChange={(value) => setOverlap(value ?? "")}
          />
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={rotate.isPending}>
              {texts.rotate}
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}
