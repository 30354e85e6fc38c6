/** For somebody who forgot their password: a link by mail. */
import { Anchor, Center, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { problemsOf } from "../../forms/context.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import * as texts from "./texts.ts";

export function Forgotten() {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const ask = useMutation({
    mutationFn: async () => (await send<{ message: string }>("request_reset", {}, { email })).body,
  });
  if (!open)
    return (
      <Center mt="md">
        <Anchor component="button" type="button" size="sm" onClick={() => setOpen(true)}>
          {texts.forgotYourPassword}
        </Anchor>
      </Center>
    );
  if (ask.data !== undefined)
    return (
      <Text size="sm" mt="md" role="status">
        {ask.data.message} {texts.noMail}
      </Text>
    );
  const problems = problemsOf(ask.error);
  return (
    <Form submit={() => ask.mutate()}>
      <Stack gap="xs" mt="md">
        <Refusal error={problems.size === 0 ? ask.error : null} />
        <TextInput
          label={texts.whereToSendALink}
          type="email"
          autoComplete="username"
          autoFocus
          value={email}
          error={problems.get("email")}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <PlainButton type="submit" fullWidth loading={ask.isPending} disabled={email.trim() === ""}>
          {texts.mailMeALink}
        </PlainButton>
      </Stack>
    </Form>
  );
}
