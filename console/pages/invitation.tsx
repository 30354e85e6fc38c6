/** Joining by a one-time link: a new person chooses a password, a known one proves to be the owner. */
import { Button, Loader, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { send } from "../api/client.ts";
import { changePerson, sessionQuery } from "../api/queries.ts";
import type { Organization, WhoAmI } from "../api/shapes.ts";
import { problemsOf } from "../forms/context.ts";
import { Doorstep } from "../parts/doorstep.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { words } from "../parts/words.ts";

interface Invitation {
  readonly organization: Organization;
  readonly email: string;
  readonly role: string;
  readonly has_account: boolean;
}

export function InvitationPage() {
  const { token = "" } = useParams({ strict: false });
  const client = useQueryClient();
  const go = useNavigate();
  const [password, setPassword] = useState("");
  const [name, setName] = useState("");
  const session = useQuery(sessionQuery);
  const { data, error } = useQuery({
    queryKey: ["invitation", token],
    queryFn: async () => (await send<Invitation>("get_invitation", { token })).body,
  });
  const present = session.data?.ended ? null : session.data;
  const own = data !== undefined && present?.user.email.toLowerCase() === data.email.toLowerCase();
  const accept = useMutation({
    mutationFn: async () => {
      const fresh = data?.has_account === false && name !== "" ? { name } : {};
      return (await send<WhoAmI>("accept_invitation", { token }, { ...(own ? {} : { password }), ...fresh }))
        .body;
    },
    onSuccess(who) {
      changePerson(client, who);
      void go({ to: "/o/$org", params: { org: data?.organization.slug ?? "" } });
    },
  });
  const problems = problemsOf(accept.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate();
  };
  return (
    <Doorstep width={420}>
      <Refusal error={error} title="This link does not work" />
      {data === undefined ? (
        error === null ? (
          <Loader aria-label="Loading" />
        ) : null
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack>
            <div>
              <Title order={1}>Join {data.organization.name}</Title>
              <Text c="dimmed" size="sm" mt={4}>
                {data.email} is invited as {words(data.role).toLowerCase()}.
              </Text>
            </div>
            <Refusal error={problems.size === 0 ? accept.error : null} />
            {data.has_account ? null : (
              <TextInput
                label="Your name"
                autoComplete="name"
                value={name}
                error={problems.get("name")}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
            )}
            {own ? null : (
              <PasswordInput
                label={data.has_account ? "Password of your account" : "Choose a password"}
                autoComplete={data.has_account ? "current-password" : "new-password"}
                withAsterisk
                value={password}
                error={problems.get("password")}
                onChange={({ currentTarget }) => setPassword(currentTarget.value)}
              />
            )}
            <Button type="submit" loading={accept.isPending} fullWidth>
              Join
            </Button>
          </Stack>
        </form>
      )}
    </Doorstep>
  );
}
