/** Choosing a password before anything else: the operator gave a temporary one, or a link to a new one. */
import { Button, Loader, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { send } from "../api/client.ts";
import { changePerson, sessionQuery } from "../api/queries.ts";
import type { WhoAmI } from "../api/shapes.ts";
import { problemsOf } from "../forms/context.ts";
import { AuthLayout } from "../parts/auth-layout.tsx";
import { NewPassword } from "../parts/new-password.tsx";
import { Refusal } from "../parts/refusal.tsx";

/** Stands in the place of every page until the temporary password is changed. */
export function TemporaryPassword({ email }: { readonly email: string }) {
  const client = useQueryClient();
  const [current, setCurrent] = useState("");
  const [fresh, setFresh] = useState("");
  const change = useMutation({
    mutationFn: () => send("change_password", {}, { current_password: current, new_password: fresh }),
    // Of a session that ended meanwhile this asks to sign in again.
    onSettled: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const leave = useMutation({
    mutationFn: () => send("sign_out"),
    onSettled: () => changePerson(client, null),
  });
  const problems = problemsOf(change.error);
  return (
    <Choice
      title="Choose a password"
      text={`The password of ${email} is temporary. Choose your own to continue.`}
      error={problems.size === 0 ? change.error : null}
      pending={change.isPending}
      submit={() => change.mutate()}
      after={
        <Button variant="subtle" onClick={() => leave.mutate()} loading={leave.isPending}>
          Sign out
        </Button>
      }
    >
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        withAsterisk
        value={current}
        error={problems.get("current_password")}
        onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
      />
      <NewPassword
        label="New password"
        withAsterisk
        value={fresh}
        error={problems.get("new_password")}
        change={setFresh}
      />
    </Choice>
  );
}

/** What the link of a reset leads to. */
export function ResetPage() {
  const { token = "" } = useParams({ strict: false });
  const client = useQueryClient();
  const go = useNavigate();
  const [password, setPassword] = useState("");
  const { data, error } = useQuery({
    queryKey: ["reset", token],
    queryFn: async () => (await send<{ email: string }>("get_reset", { token })).body,
  });
  const complete = useMutation({
    mutationFn: async () =>
      (await send<WhoAmI>("complete_reset", { token }, { new_password: password })).body,
    onSuccess(who) {
      changePerson(client, who);
      void go({ to: "/" });
    },
  });
  if (data === undefined) {
    return (
      <AuthLayout width={420}>
        {error === null ? (
          <Loader aria-label="Loading" />
        ) : (
          <Refusal error={error} title="This link does not work" />
        )}
      </AuthLayout>
    );
  }
  const problems = problemsOf(complete.error);
  return (
    <Choice
      title="Choose a new password"
      text={`For ${data.email}. You are signed in as soon as it is set.`}
      error={problems.size === 0 ? complete.error : null}
      pending={complete.isPending}
      submit={() => complete.mutate()}
    >
      <NewPassword
        label="New password"
        withAsterisk
        value={password}
        error={problems.get("new_password")}
        change={setPassword}
      />
    </Choice>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly text: string;
  readonly error: unknown;
  readonly pending: boolean;
  readonly submit: () => void;
  readonly children: ReactNode;
  /** What stands below the form's own button. */
  readonly after?: ReactNode;
}

function Choice({ title, text, error, pending, submit, children, after }: ChoiceProps) {
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
            <Text c="dimmed" size="sm" mt={4}>
              {text}
            </Text>
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
