/** The form that a new password is chosen in before anything else. */
import { Button, PasswordInput, type PasswordInputProps, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { AuthLayout } from "./auth-layout.tsx";
import { Form } from "./form.tsx";
import { Refusal } from "./refusal.tsx";
import { Quiet } from "./text.tsx";

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
            Set password
          </Button>
          {after}
        </Stack>
      </Form>
    </AuthLayout>
  );
}

/** A password that somebody chooses, with the rule that it has to keep. */
const rule = "At least 8 characters and hard to guess, such as a few unrelated words.";

interface Props extends Pick<PasswordInputProps, "label" | "error" | "withAsterisk"> {
  readonly value: string;
  readonly change: (value: string) => void;
}

export function NewPassword({ value, change, ...rest }: Props) {
  return (
    <PasswordInput
      {...rest}
      autoComplete="new-password"
      value={value}
      // What is wrong says the rule too.
      description={rest.error === undefined ? rule : undefined}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
