/** A value that is shown only once. */
import { Alert, Button, Group, Modal, Text } from "@mantine/core";
import { useState } from "react";
import { PlainButton } from "./buttons.tsx";
import { CopyButton } from "./copy.tsx";
import { blockingDialog } from "./dialog-buttons.tsx";
import * as texts from "./texts.ts";

/** The whole value, with a button that copies it. */
export function OneTimeSecret({ value }: { readonly value: string }) {
  return (
    <Group wrap="nowrap" align="flex-start">
      <Text component="code" className="mono one-time-secret" data-testid="one-time-secret">
        {value}
      </Text>
      <CopyButton value={value} />
    </Group>
  );
}

interface CopyAndCloseProps {
  readonly value: string;
  readonly close: () => void;
  /** Closes it without a copy: whoever has the value already. */
  readonly leave: string;
}

/** Both in one press, since nobody wants the one without the other. It stays open where the browser copies nothing. */
export function CopyAndClose({ value, close, leave }: CopyAndCloseProps) {
  const [failed, setFailed] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      return setFailed(true);
    }
    close();
  };
  return (
    <>
      {failed ? (
        <Text size="sm" mt="md" role="alert">
          {texts.thisBrowserDoesNotLet}
        </Text>
      ) : null}
      <Group justify="flex-end" mt="lg" gap="xs">
        <PlainButton onClick={close}>{leave}</PlainButton>
        <Button data-autofocus onClick={() => void copy()}>
          {texts.copyAndClose}
        </Button>
      </Group>
    </>
  );
}

/** The last step of creating a credential: its value, and a button that confirms it was copied. */
export function OneTimeSecretDialog({
  name,
  value,
  what,
  close,
}: {
  readonly name: string;
  readonly value: string;
  readonly what: string;
  readonly close: () => void;
}) {
  return (
    <Modal {...blockingDialog} opened onClose={close} title={texts.theWasCreated(what, name)} size="lg">
      <Alert color="yellow" mb="md">
        {texts.copyTheNowOnly(what)}
      </Alert>
      <OneTimeSecret value={value} />
      <CopyAndClose value={value} close={close} leave={texts.iHaveCopiedIt} />
    </Modal>
  );
}
