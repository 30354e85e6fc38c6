import { Button, Modal, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { send } from "../../api/client.ts";
import { changePerson, type Ended, forgetPage } from "../../api/queries.ts";
import type { WhoAmI } from "../../api/shapes.ts";
import { AuthLayout } from "../../parts/auth-layout.tsx";
import { Form } from "../../parts/form.tsx";
import { OverAll } from "../../parts/over-all.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { SecondFactorGate } from "../../parts/second-factor-gate.tsx";
import { Fine, Quiet } from "../../parts/text.tsx";
import { SessionContext } from "../../shell/session.ts";
import { Forgotten } from "./forgotten.tsx";
import { OtherSignIn, OwnSignIn } from "./own-sign-in.tsx";
import * as texts from "./texts.ts";

/** Stands in the place of whatever page was asked for, so that its address survives signing in. */
export function SignInPage() {
  return (
    <AuthLayout width={380}>
      <SignInForm focus>
        <div>
          <Title order={1}>{texts.signIn}</Title>
          <Quiet mt={4}>{texts.yourOrganizationsReliabilitySetUp}</Quiet>
        </div>
        <OwnSignIn />
      </SignInForm>
      <Forgotten />
      <OtherSignIn />
    </AuthLayout>
  );
}

interface SignInAgainProps {
  readonly email: string;
  readonly ended: Ended;
}

/** Stands over the page of somebody whose session ended, so that what was typed there survives signing in. */
export function SignInAgain({ email, ended }: SignInAgainProps) {
  const client = useQueryClient();
  return (
    <OverAll title={ended === "signed_out" ? texts.youSignedOutInAnother : texts.yourSessionHasEnded}>
      <SignInForm known={email} focus>
        <Text size="sm">{texts.signInToContinueWhat}</Text>
        <OwnSignIn aside />
      </SignInForm>
      <LeavePage leave={() => forgetPage(client)} />
    </OverAll>
  );
}

/** The way out for somebody who does not want to continue, or is somebody else. */
export function LeavePage({ leave }: { readonly leave: () => void }) {
  return (
    <Stack gap={0} mt="sm">
      <Button variant="subtle" onClick={leave}>
        {texts.leaveThisPage}
      </Button>
      <Fine ta="center">{texts.whatYouTyped}</Fine>
    </Stack>
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
    <Modal opened onClose={close} title={texts.signInAgain} size="sm" zIndex={400}>
      <SignInForm known={email} done={done} focus>
        <Text size="sm">{why}</Text>
      </SignInForm>
    </Modal>
  );
}

interface SignInFormProps {
  /** The address of the person who is or was signed in. */
  readonly known?: string;
  readonly done?: () => void;
  /** Whether the first field has the focus at once. */
  readonly focus?: boolean;
  readonly children?: ReactNode;
}

export function SignInForm({ known = "", done, focus = false, children }: SignInFormProps) {
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
  const first = focus ? ({ autoFocus: true, "data-autofocus": true } as const) : {};
  return (
    // What is refused here is no end of a session.
    <SessionContext value={undefined}>
      <SecondFactorGate error={signIn.error} done={finish} back={signIn.reset}>
        <Form submit={() => signIn.mutate()} noValidate={false}>
          <Stack>
            {children}
            <Refusal error={signIn.error} />
            <TextInput
              label={texts.email}
              type="email"
              name="username"
              autoComplete="username"
              required
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              {...(known === "" ? first : {})}
            />
            <PasswordInput
              label={texts.password}
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              {...(known === "" ? {} : first)}
            />
            <Button type="submit" loading={signIn.isPending} fullWidth>
              {texts.signIn}
            </Button>
          </Stack>
        </Form>
      </SecondFactorGate>
    </SessionContext>
  );
}
