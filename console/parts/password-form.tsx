/** The form that a new password is chosen in before anything else. */
import { Button, Stack, Title } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { AuthLayout } from "./auth-layout.tsx";
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
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <AuthLayout width={420}>
      <form onSubmit={onSubmit} noValidate>
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
      </form>
    </AuthLayout>
  );
}
