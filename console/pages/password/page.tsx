/** A person's own password. */
import { Button, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { problemsOf } from "../../forms/context.ts";
import { Form } from "../../parts/form.tsx";
import { Page } from "../../parts/page.tsx";
import { AccountName, NewPassword, PresentPassword } from "../../parts/password-form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { useWhoAmI } from "../../shell/session.ts";
import * as texts from "./texts.ts";

export function PasswordPage() {
  const { user } = useWhoAmI();
  const [current, setCurrent] = useState("");
  const [fresh, setFresh] = useState("");
  const change = useMutation({
    mutationFn: () => send("change_password", {}, { current_password: current, new_password: fresh }),
    onSuccess() {
      setCurrent("");
      setFresh("");
    },
  });
  const problems = problemsOf(change.error);
  return (
    <Page title={texts.password} about={texts.aChangeEndsAll}>
      <Form submit={() => change.mutate()} className="form">
        <Stack maw={420}>
          <Refusal error={problems.size === 0 ? change.error : null} />
          <AccountName email={user.email} />
          <PresentPassword
            label={texts.currentPassword}
            value={current}
            error={problems.get("current_password")}
            change={setCurrent}
          />
          <NewPassword
            label={texts.newPassword}
            value={fresh}
            error={problems.get("new_password")}
            change={setFresh}
          />
          <Group>
            <Button type="submit" disabled={current === "" || fresh === ""} loading={change.isPending}>
              {texts.changePassword}
            </Button>
            <Quiet aria-live="polite">{change.isSuccess ? texts.changedYourOtherSessions : ""}</Quiet>
          </Group>
        </Stack>
      </Form>
    </Page>
  );
}
