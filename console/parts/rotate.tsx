/** What makes a new secret or id in place of the present one: a button, and a dialog that waits for a typed word. */
import { Button, Modal, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { act } from "../api/client.ts";
import { useForgetRows } from "../api/queries.ts";
import { useHere } from "../shell/session.ts";
import { PlainButton } from "./buttons.tsx";
import { DialogButtons } from "./dialog-buttons.tsx";
import { Refusal } from "./refusal.tsx";
import * as texts from "./texts.ts";

interface RotateProps {
  readonly action: string;
  readonly input?: Readonly<Record<string, string>>;
  readonly title: string;
  /** What stops working. */
  readonly warning: string;
}

export function Rotate({ action, input, title, warning }: RotateProps) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const [confirming, setConfirming] = useState(false);
  const [typed, setTyped] = useState("");
  const rotate = useMutation({
    mutationFn: () => act(here.slug, action, { ...input, confirm: true }),
    onSuccess() {
      setConfirming(false);
      setTyped("");
      forget();
    },
  });
  if (!here.allows("admin")) return null;
  return (
    <>
      <PlainButton c="var(--mantine-color-error)" w="fit-content" onClick={() => setConfirming(true)}>
        {texts.rotateBegun}
      </PlainButton>
      {confirming ? (
        <Modal opened onClose={() => setConfirming(false)} title={title}>
          <Refusal error={rotate.error} />
          <Text size="sm" mb="md">
            {warning}
          </Text>
          <TextInput
            label={texts.typeRotateToContinue}
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
              {texts.rotate}
            </Button>
          </DialogButtons>
        </Modal>
      ) : null}
    </>
  );
}
