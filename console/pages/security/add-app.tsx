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
import { RichText } from "../../parts/rich-text.tsx";
import { Fine } from "../../parts/text.tsx";
import { QrCode } from "./qr-code.tsx";
import { AddedAlready, RecoveryCodes } from "./recovery-codes.tsx";
import * as texts from "./texts.ts";
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
      title={done === undefined ? texts.addAnAppForCodes : texts.theAppIsAdded}
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
          <Loader aria-label={texts.loading} />
        ) : null
      ) : (
        <Form submit={() => confirm.mutate()}>
          <Stack>
            <Scan begun={begun} />
            <TextInput
              label={texts.code}
              description={texts.theSixDigits}
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
            <FactorName value={name} change={setName} example={texts.phone} />
            <DialogButtons mt={0} close={close}>
              <Button type="submit" loading={confirm.isPending} disabled={code.trim() === ""}>
                {texts.add}
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
      <QrCode text={uri} label={texts.qrCodeForYourApp} />
      <Stack gap="xs" style={{ flex: 1, minWidth: 200 }}>
        <Text size="sm">
          <RichText of={texts.scanItWithAnAuthenticator} link={(part) => <a href={uri}>{part}</a>} />
        </Text>
        <Fine>{texts.orTypeThisKeyThere}</Fine>
        <Text
          component="code"
          className="mono"
          style={{ overflowWrap: "anywhere" }}
          data-testid="totp-secret"
        >
          {secret.match(/.{1,4}/g)?.join(" ")}
        </Text>
        <CopyButton value={secret} label={texts.copyTheKey} />
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
      label={texts.name}
      description={texts.youSeeThisName}
      data-autofocus={first}
      placeholder={example}
      maxLength={100}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
