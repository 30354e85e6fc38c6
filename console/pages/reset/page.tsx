/** A new password, chosen with the link that somebody was sent. */
import { Checkbox, Loader } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { changePerson } from "../../api/queries.ts";
import type { WhoAmI } from "../../api/shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { AuthLayout } from "../../parts/auth-layout.tsx";
import { DeadLink } from "../../parts/dead-link.tsx";
import { AccountName, NewPassword, PasswordForm } from "../../parts/password-form.tsx";
import { asksForSecondFactor, SecondFactorGate } from "../../parts/second-factor-gate.tsx";
import * as texts from "./texts.ts";
/** What the link of a reset leads to. */
export function ResetPage() {
  const { token = "" } = useParams({ strict: false });
  const client = useQueryClient();
  const go = useNavigate();
  const [password, setPassword] = useState("");
  const [tokensToo, setTokensToo] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["reset", token],
    queryFn: async () => (await send<{ email: string }>("get_reset", { token })).body,
  });
  const finish = (who: WhoAmI) => {
    changePerson(client, who);
    void go({ to: "/" });
  };
  const complete = useMutation({
    meta: { signsIn: true },
    mutationFn: async () =>
      (await send<WhoAmI>("complete_reset", { token }, { new_password: password, end_tokens: tokensToo }))
        .body,
    onSuccess: finish,
  });
  if (data === undefined) {
    return (
      <AuthLayout width={420}>
        {error === null ? <Loader aria-label={texts.loading} /> : <DeadLink error={error} />}
      </AuthLayout>
    );
  }
  const problems = problemsOf(complete.error);
  if (asksForSecondFactor(complete.error))
    return (
      <AuthLayout width={420}>
        <SecondFactorGate error={complete.error} done={finish} back={() => void go({ to: "/" })}>
          {null}
        </SecondFactorGate>
      </AuthLayout>
    );
  return (
    <PasswordForm
      title={texts.chooseANewPassword}
      text={texts.forYouAreSigned(data.email)}
      error={problems.size === 0 ? complete.error : null}
      pending={complete.isPending}
      submit={() => complete.mutate()}
    >
      <AccountName email={data.email} />
      <NewPassword
        label={texts.newPassword}
        withAsterisk
        value={password}
        error={problems.get("new_password")}
        change={setPassword}
      />
      <Checkbox
        label={texts.endMyTokens}
        checked={tokensToo}
        onChange={({ currentTarget }) => setTokensToo(currentTarget.checked)}
      />
    </PasswordForm>
  );
}
