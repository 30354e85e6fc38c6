/** A passkey is added: the browser makes it, the service checks it. */
import { Button, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { send } from "../../api/client.ts";
import { blockingDialog, DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { makePasskey } from "../../parts/passkeys.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { type AddedFactor, type AddProps, FactorName } from "./add-app.tsx";
import { AddedAlready, RecoveryCodes } from "./recovery-codes.tsx";
import * as texts from "./texts.ts";
import { useFresh } from "./use-fresh.tsx";

export function AddPasskey({ close, added }: AddProps) {
  const [name, setName] = useState("");
  const [done, setDone] = useState<AddedFactor>();
  const add = useFresh(
    async () => {
      const { options } = (await send<{ options: JsonObject }>("begin_passkey")).body;
      const response = await makePasskey(options);
      return (await send<AddedFactor>("confirm_passkey", {}, { name, response })).body;
    },
    (factor) => {
      setDone(factor);
      return added();
    },
  );
  return (
    <Modal
      {...(done === undefined ? {} : blockingDialog)}
      opened
      onClose={close}
      title={done === undefined ? texts.addAPasskey : texts.thePasskeyIsAdded}
      size="lg"
    >
      <Refusal error={add.error} />
      {add.dialog}
      {done === undefined ? (
        <Form submit={() => add.mutate()}>
          <Stack>
            <Text size="sm">{texts.yourBrowserAsks}</Text>
            <FactorName value={name} change={setName} example={texts.laptop} first />
            <DialogButtons mt={0} close={close}>
              <Button type="submit" loading={add.isPending}>
                {texts.continueOn}
              </Button>
            </DialogButtons>
          </Stack>
        </Form>
      ) : done.recovery_codes.length === 0 ? (
        <AddedAlready close={close} />
      ) : (
        <RecoveryCodes codes={done.recovery_codes} close={close} />
      )}
    </Modal>
  );
}
