/** The form that a new password is chosen in before anything else. */
import { Button, PasswordInput, type PasswordInputProps, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { AuthLayout } from "./auth-layout.tsx";
import { Form } from "./form.tsx";
import { Refusal } from "./refusal.tsx";
import { Quiet } from "./text.tsx";
import * as texts from "./texts.ts";

interface PasswordFormProps {
  readonly title: string;
  readonly text: string;
  readonly error: unknown;
  readonly pending: boolean;
  readonly submit: () => void;
  readonly children: ReactNode;
  /** What stands below the form's own button. */
  readonly after?: ReactNode;
}

export function PasswordForm({ title, text, error, pending, submit, children, after }: PasswordFormProps) {
  return (
    <AuthLayout width={420}>
      <Form submit={() => submit()}>
        <Stack>
          <div>
            <Title order={1}>{title}</Title>
            <Quiet mt={4}>{text}</Quiet>
          </div>
          <Refusal error={error} />
          {children}
          <Button type="submit" loading={pending} fullWidth>
            {texts.setPassword}
          </Button>
          {after}
        </Stack>
      </Form>
    </AuthLayout>
  );
}

/** The account of the password: nobody sees it, and a password manager saves the new password for this account. */
export function AccountName({ email }: { readonly email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}

/** The present password of an account. */
export function PresentPassword({ change, ...rest }: NewPasswordProps) {
  return (
    <PasswordInput
      {...rest}
      name="password"
      autoComplete="current-password"
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

/** A password that somebody chooses, with the rule that it has to keep. */
const rule = texts.atLeast8Characters;

interface NewPasswordProps extends Pick<PasswordInputProps, "label" | "error" | "withAsterisk"> {
  readonly value: string;
  readonly change: (value: string) => void;
}

export function NewPassword({ value, change, ...rest }: NewPasswordProps) {
  return (
    <PasswordInput
      {...rest}
      name="new-password"
      autoComplete="new-password"
      value={value}
      // What is wrong says the rule too.
      description={rest.error === undefined ? rule : undefined}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
