import { Button, Modal, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { send } from "../../api/client.ts";
import { changePerson } from "../../api/queries.ts";
import type { WhoAmI } from "../../api/shapes.ts";
import { AuthLayout } from "../../parts/auth-layout.tsx";
import { blockingDialog } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { SecondFactorGate } from "../../parts/second-factor-gate.tsx";
import { Quiet } from "../../parts/text.tsx";
import { SessionContext } from "../../shell/session.ts";
import { OtherSignIn, OwnSignIn } from "./own-sign-in.tsx";

/** Stands in the place of whatever page was asked for, so that its address survives signing in. */
export function SignInPage() {
  return (
    <AuthLayout width={380}>
      <SignInForm>
        <div>
          <Title order={1}>Sign in</Title>
          <Quiet mt={4}>Your organization's reliability set-up.</Quiet>
        </div>
        <OwnSignIn />
      </SignInForm>
      <OtherSignIn />
    </AuthLayout>
  );
}

/** Stands over the page of somebody whose session ended, so that what was typed there survives signing in. */
export function SignInAgain({ email }: { readonly email: string }) {
  return (
    <Modal
      {...blockingDialog}
      opened
      onClose={() => undefined}
      title="Your session has ended"
      size="sm"
      // Above whatever dialog the page had open.
      zIndex={400}
      overlayProps={{ backgroundOpacity: 0.6, blur: 3 }}
    >
      <SignInForm known={email}>
        <Text size="sm">Sign in to continue. What you typed is kept.</Text>
        <OwnSignIn aside />
      </SignInForm>
    </Modal>
  );
}

interface SignInAnewProps {
  readonly email: string;
  /** Why: what the service refused. */
  readonly why: string;
  readonly done: () => void;
  readonly close: () => void;
}

/** Over a page that wants to know once more who it is, before something that a stolen session must not do. */
export function SignInAnew({ email, why, done, close }: SignInAnewProps) {
  return (
    <Modal opened onClose={close} title="Sign in again" size="sm" zIndex={400}>
      {/* What is refused here is no end of the session. */}
      <SessionContext value={undefined}>
        <SignInForm known={email} done={done}>
          <Text size="sm">{why}</Text>
        </SignInForm>
      </SessionContext>
    </Modal>
  );
}

interface SignInFormProps {
  /** The address of the person who was signed in. */
  readonly known?: string;
  readonly done?: () => void;
  readonly children: ReactNode;
}

function SignInForm({ known = "", done, children }: SignInFormProps) {
  const client = useQueryClient();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const finish = (who: WhoAmI) => {
    changePerson(client, who);
    done?.();
  };
  const signIn = useMutation({
    meta: { signsIn: true },
    mutationFn: async () => (await send<WhoAmI>("sign_in", {}, { email, password })).body,
    onSuccess: finish,
  });
  const first = { autoFocus: true, "data-autofocus": true } as const;
  return (
    <SecondFactorGate error={signIn.error} done={finish} back={signIn.reset}>
      <Form submit={() => signIn.mutate()} noValidate={false}>
        <Stack>
          {children}
          <Refusal error={signIn.error} />
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            {...(known === "" ? first : {})}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            {...(known === "" ? {} : first)}
          />
          <Button type="submit" loading={signIn.isPending} fullWidth>
            Sign in
          </Button>
        </Stack>
      </Form>
    </SecondFactorGate>
  );
}
