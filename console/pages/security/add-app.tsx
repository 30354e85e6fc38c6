/** An app for codes is added: its secret is scanned, and a first code shows that it was. */
import { Button, Group, Loader, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { send } from "../../api/client.ts";
import { problemsOf } from "../../forms/context.ts";
import { CopyButton } from "../../parts/copy.tsx";
import { blockingDialog, DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Fine } from "../../parts/text.tsx";
import { QrCode } from "./qr-code.tsx";
import { AddedAlready, RecoveryCodes } from "./recovery-codes.tsx";
import { useFresh } from "./use-fresh.tsx";

interface Begun {
  readonly secret: string;
  readonly otpauth_uri: string;
}

export interface AddedFactor {
  readonly recovery_codes: readonly string[];
}

export interface AddProps {
  readonly close: () => void;
  readonly added: () => unknown;
}

export function AddApp({ close, added }: AddProps) {
  const [begun, setBegun] = useState<Begun>();
  const begin = useFresh(async () => (await send<Begun>("begin_totp")).body, setBegun);
  // Once, when the dialog opens: each time makes another secret.
  // biome-ignore lint/correctness/useExhaustiveDependencies: not again with what it answers
  useEffect(() => begin.mutate(), []);
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const confirm = useMutation({
    mutationFn: async () => (await send<AddedFactor>("confirm_totp", {}, { code, name })).body,
    onSuccess: added,
  });
  const problems = problemsOf(confirm.error);
  const done = confirm.data;
  return (
    <Modal
      {...(done === undefined ? {} : blockingDialog)}
      opened
      onClose={close}
      title={done === undefined ? "Add an app for codes" : "The app is added"}
      size="lg"
    >
      <Refusal error={begin.error ?? (problems.size === 0 ? confirm.error : null)} />
      {begin.dialog}
      {done === undefined ? null : done.recovery_codes.length === 0 ? (
        <AddedAlready close={close} />
      ) : (
        <RecoveryCodes codes={done.recovery_codes} close={close} />
      )}
      {done !== undefined ? null : begun === undefined ? (
        begin.isPending ? (
          <Loader aria-label="Loading" />
        ) : null
      ) : (
        <Form submit={() => confirm.mutate()}>
          <Stack>
            <Scan begun={begun} />
            <TextInput
              label="Code"
              description="The six digits that the app shows now."
              name="one-time-code"
              inputMode="numeric"
              autoComplete="one-time-code"
              classNames={{ input: "mono" }}
              autoFocus
              withAsterisk
              value={code}
              error={problems.get("code")}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
            <FactorName value={name} change={setName} example="Phone" />
            <DialogButtons mt={0} close={close}>
              <Button type="submit" loading={confirm.isPending} disabled={code.trim() === ""}>
                Add
              </Button>
            </DialogButtons>
          </Stack>
        </Form>
      )}
    </Modal>
  );
}

function Scan({ begun: { secret, otpauth_uri: uri } }: { readonly begun: Begun }) {
  return (
    <Group align="flex-start" gap="lg">
      <QrCode text={uri} label="QR code for your app" />
      <Stack gap="xs" style={{ flex: 1, minWidth: 200 }}>
        <Text size="sm">
          Scan it with an authenticator app, such as Google Authenticator, 1Password or Aegis. On this phone,
          open <a href={uri}>the app</a>.
        </Text>
        <Fine>Or type this key there:</Fine>
        <Text
          component="code"
          className="mono"
          style={{ overflowWrap: "anywhere" }}
          data-testid="totp-secret"
        >
          {secret.match(/.{1,4}/g)?.join(" ")}
        </Text>
        <CopyButton value={secret} label="Copy the key" />
      </Stack>
    </Group>
  );
}

interface NameProps {
  readonly value: string;
  readonly change: (name: string) => void;
  readonly example: string;
  /** Whether the dialog begins here. */
  readonly first?: boolean;
}

export function FactorName({ value, change, example, first = false }: NameProps) {
  return (
    <TextInput
      label="Name"
      description="You see this name in the list of your second factors."
      data-autofocus={first}
      placeholder={example}
      maxLength={100}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
