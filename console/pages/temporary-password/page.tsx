/** A password of one's own in the place of the temporary one that the operator gave. */
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { sessionQuery } from "../../api/queries.ts";
import { problemsOf } from "../../forms/context.ts";
import { AccountName, NewPassword, PasswordForm, PresentPassword } from "../../parts/password-form.tsx";
import { useSignOut } from "../../shell/account-menu.tsx";
import * as texts from "./texts.ts";
/** Stands in the place of every page until the temporary password is changed. */
export function TemporaryPasswordPage({ email }: { readonly email: string }) {
  const client = useQueryClient();
  const [current, setCurrent] = useState("");
  const [fresh, setFresh] = useState("");
  const change = useMutation({
    mutationFn: () => send("change_password", {}, { current_password: current, new_password: fresh }),
    // Of a session that ended meanwhile this asks to sign in again.
    onSettled: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const leave = useSignOut();
  const problems = problemsOf(change.error);
  return (
    <PasswordForm
      title={texts.chooseAPassword}
      text={texts.thePasswordOfIsTemporary(email)}
      error={problems.size === 0 ? change.error : null}
      pending={change.isPending}
      submit={() => change.mutate()}
      after={
        <Button variant="subtle" onClick={() => leave.mutate()} loading={leave.isPending}>
          {texts.signOut}
        </Button>
      }
    >
      <AccountName email={email} />
      <PresentPassword
        label={texts.currentPassword}
        withAsterisk
        value={current}
        error={problems.get("current_password")}
        change={setCurrent}
      />
      <NewPassword
        label={texts.newPassword}
        withAsterisk
        value={fresh}
        error={problems.get("new_password")}
        change={setFresh}
      />
    </PasswordForm>
  );
}
