/** The second step of signing in, in the place of whatever asked for the password. */
import { Button, Divider, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { type Refused, send } from "../api/client.ts";
import type { WhoAmI } from "../api/shapes.ts";
import { PlainButton } from "./buttons.tsx";
import { Form } from "./form.tsx";
import { answerWithPasskey, hasPasskeys } from "./passkeys.ts";
import { messageOf, Refusal } from "./refusal.tsx";
import { Quiet } from "./text.tsx";
import * as texts from "./texts.ts";

export interface SecondFactorProps {
  /** What the password was answered with. */
  readonly asked: Refused;
  readonly done: (who: WhoAmI) => void;
  /** To the password again. */
  readonly back: () => void;
}

export function SecondFactor({ asked: { body }, done, back }: SecondFactorProps) {
  const { challenge = "", methods = [], passkey_options: options } = body;
  const [code, setCode] = useState("");
  const byApp = methods.includes("totp");
  const byPasskey = options !== undefined && hasPasskeys;
  const [recovering, setRecovering] = useState(!byApp && !byPasskey);
  const prove = useMutation({
    meta: { signsIn: true },
    mutationFn: async (sent: { readonly code: string } | { readonly passkey: JsonObject }) =>
      (await send<WhoAmI>("send_second_factor", {}, { challenge, ...sent })).body,
    onSuccess: done,
    onError: () => setCode(""),
  });
  const passkey = useMutation({
    mutationFn: async () => ({ passkey: await answerWithPasskey(options ?? {}) }),
    onSuccess: (sent) => prove.mutate(sent),
  });
  const typed = byApp || recovering;
  return (
    <Stack>
      <div>
        <Title order={1}>{texts.secondFactor}</Title>
        <Quiet mt={4}>{texts.yourPasswordIsRightNow}</Quiet>
      </div>
      <Said passkey={passkey.error} error={prove.error} />
      {byPasskey && !recovering ? (
        <Button
          onClick={() => passkey.mutate()}
          loading={passkey.isPending}
          fullWidth
          data-autofocus={!byApp}
        >
          {texts.useYourPasskey}
        </Button>
      ) : null}
      {byPasskey && byApp && !recovering ? <Divider label={texts.or} /> : null}
      {typed ? (
        <Form submit={() => prove.mutate({ code })}>
          <Stack>
            <TextInput
              key={String(recovering)}
              label={recovering ? texts.recoveryCode : texts.code}
              description={recovering ? texts.oneOfTheTen : texts.theSixDigits}
              name={recovering ? "recovery-code" : "one-time-code"}
              autoComplete={recovering ? "off" : "one-time-code"}
              autoCapitalize="none"
              spellCheck={false}
              inputMode={recovering ? "text" : "numeric"}
              classNames={{ input: "mono" }}
              autoFocus
              data-autofocus
              required
              withAsterisk={false}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
            <PlainOrMain main={recovering || !byPasskey} pending={prove.isPending} />
          </Stack>
        </Form>
      ) : null}
      <Stack gap={0}>
        {byApp || byPasskey ? (
          <Button variant="subtle" onClick={() => setRecovering(!recovering)}>
            {recovering ? texts.useTheApp : texts.useARecoveryCode}
          </Button>
        ) : null}
        <Button variant="subtle" onClick={back}>
          {texts.backToThePassword}
        </Button>
      </Stack>
    </Stack>
  );
}

function PlainOrMain({ main, pending }: { readonly main: boolean; readonly pending: boolean }) {
  const Look = main ? Button : PlainButton;
  return (
    <Look type="submit" loading={pending} fullWidth>
      {texts.signIn}
    </Look>
  );
}

function Said({ passkey, error }: { readonly passkey: Error | null; readonly error: unknown }) {
  if (passkey === null) return <Refusal error={error} />;
  return (
    <Text c="red.9" size="sm" role="alert">
      {messageOf(passkey)}
    </Text>
  );
}
