/** Freezes the deploys of many services at once, or ends their freezes. */
import { Button, Modal, Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { timePresets } from "../../../forms/time-presets.ts";
import { DialogButtons } from "../../../parts/dialog-buttons.tsx";
import { exactMinute, useTimeZone } from "../../../parts/time.tsx";
import type { BulkFormProps } from "../../special-type.ts";

export function FreezeDialog({ definition, close, start }: BulkFormProps) {
  const zone = useTimeZone();
  const [now] = useState(Date.now);
  const presets = timePresets(now, zone, true);
  const [until, setUntil] = useState(presets[0]?.moment ?? "");
  const [reason, setReason] = useState("");
  const fields =
    until === ""
      ? { freeze_until: null }
      : { freeze_until: until, ...(reason.trim() === "" ? {} : { freeze_reason: reason.trim() }) };
  return (
    <Modal opened onClose={close} title="Freeze deploys">
      <Radio.Group label="How long" value={until} onChange={setUntil}>
        <Stack gap={6} mt={6}>
          {presets.map(({ text, moment }, index) => (
            <Radio
              key={moment}
              value={moment}
              label={`${text} (${exactMinute(moment, zone)})`}
              {...(index === 0 ? { "data-autofocus": true } : {})}
            />
          ))}
          <Radio value="" label="Not at all: end the freeze" />
        </Stack>
      </Radio.Group>
      {until === "" ? null : (
        <TextInput
          mt="md"
          label="Reason"
          description="Shown to people whose deploy is held."
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      <DialogButtons close={close}>
        <Button
          onClick={() =>
            start({
              title: until === "" ? "End the freeze of" : "Freeze",
              done: until === "" ? "no longer frozen" : "frozen",
              edit: (id) => ({ op: "save", resource: definition.kind, id, fields }),
            })
          }
        >
          Next
        </Button>
      </DialogButtons>
    </Modal>
  );
}
