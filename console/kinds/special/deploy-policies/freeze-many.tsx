/** Freezes the deploys of many services at once, or ends their freezes. */
import { Button, Modal, Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { inZone } from "../../../forms/texts.ts";
import { timePresets } from "../../../forms/time-presets.ts";
import { DialogButtons } from "../../../parts/dialog-buttons.tsx";
import { exactMinute, useTypedZone } from "../../../parts/time.tsx";
import type { BulkFormProps } from "../../special-type.ts";
import * as texts from "./texts.ts";

export function FreezeDialog({ definition, close, start }: BulkFormProps) {
  const zone = useTypedZone();
  const [now] = useState(Date.now);
  const presets = timePresets(now, zone, true);
  const [until, setUntil] = useState(presets[0]?.moment ?? "");
  const [reason, setReason] = useState("");
  const fields =
    until === ""
      ? { freeze_until: null }
      : { freeze_until: until, ...(reason.trim() === "" ? {} : { freeze_reason: reason.trim() }) };
  return (
    <Modal opened onClose={close} title={texts.freezeDeploys}>
      <Radio.Group label={texts.howLong} description={inZone(zone, "")} value={until} onChange={setUntil}>
        <Stack gap={6} mt={6}>
          {presets.map(({ text, moment }, index) => (
            <Radio
              key={moment}
              value={moment}
              label={`${text} (${exactMinute(moment, zone)})`}
              {...(index === 0 ? { "data-autofocus": true } : {})}
            />
          ))}
          <Radio value="" label={texts.notAtAllEnd} />
        </Stack>
      </Radio.Group>
      {until === "" ? null : (
        <TextInput
          mt="md"
          label={texts.reason}
          description={texts.shownToPeopleWhoseDeploy}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      <DialogButtons close={close}>
        <Button
          onClick={() =>
            start({
              title: until === "" ? texts.endTheFreezeOf : texts.freeze,
              done: until === "" ? texts.noLongerFrozen : texts.frozen,
              edit: (id) => ({ op: "save", resource: definition.kind, id, fields }),
            })
          }
        >
          {texts.next}
        </Button>
      </DialogButtons>
    </Modal>
  );
}
