import { Box, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { send } from "../api/client.ts";
import { changePerson } from "../api/queries.ts";
import type { WhoAmI } from "../api/shapes.ts";
import { Logo } from "../parts/logo.tsx";
import { Refusal } from "../parts/refusal.tsx";

/** Stands in the place of whatever page was asked for, so that its address survives signing in. */
export function SignIn() {
  const client = useQueryClient();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useMutation({
    mutationFn: async () => (await send<WhoAmI>("sign_in", {}, { email, password })).body,
    onSuccess: (who) => changePerson(client, who),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <Center mih="100vh" p="md" component="main" className="side">
      <Box w="100%" maw={380}>
        <Logo />
        <Paper p="xl" shadow="sm">
          <form onSubmit={submit}>
            <Stack>
              <div>
                <Title order={1}>Sign in</Title>
                <Text c="dimmed" size="sm" mt={4}>
                  Where your organization's reliability set-up is kept.
                </Text>
              </div>
              <Refusal error={signIn.error} />
              <TextInput
                label="Email"
                type="email"
                autoComplete="username"
                autoFocus
                required
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
              <PasswordInput
                label="Password"
                autoComplete="current-password"
                required
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              <Button type="submit" loading={signIn.isPending} fullWidth>
                Sign in
              </Button>
            </Stack>
          </form>
        </Paper>
      </Box>
    </Center>
  );
}
