/** A person's own account: profile, password, sessions. */
import {
  Badge,
  Button,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { send } from "../api/client.ts";
import { changePerson, sessionQuery } from "../api/queries.ts";
import type { Listed, Session, User } from "../api/shapes.ts";
import { problemsOf } from "../forms/context.ts";
import { NewPassword } from "../parts/new-password.tsx";
import { Page, Rows } from "../parts/page.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { Moment } from "../parts/time.tsx";
import { words } from "../parts/words.ts";
import { useWhoAmI } from "../shell/session.ts";

export function ProfilePage() {
  const { user, organizations } = useWhoAmI();
  const client = useQueryClient();
  const [name, setName] = useState(user.name);
  const save = useMutation({
    mutationFn: async () => (await send<User>("update_account", {}, { name })).body,
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const problems = problemsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Page title="Profile" about="Your name and email address are the same in all your organizations.">
      <form onSubmit={submit} className="form" noValidate>
        <Stack>
          <Refusal error={problems.size === 0 ? save.error : null} />
          <TextInput
            label="Email"
            value={user.email}
            readOnly
            variant="filled"
            description="You sign in with this address."
          />
          <TextInput
            label="Name"
            value={name}
            autoComplete="name"
            error={problems.get("name")}
            description="Shown next to your changes."
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Group>
            <Button type="submit" disabled={name === user.name} loading={save.isPending}>
              Save
            </Button>
            <Text size="sm" c="dimmed" aria-live="polite">
              {save.isSuccess && name === user.name ? "Saved." : ""}
            </Text>
          </Group>
        </Stack>
      </form>
      <Title order={2} mt="xl" mb="sm">
        Your organizations
      </Title>
      <Paper p={0} className="form">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Organization</Table.Th>
              <Table.Th scope="col">Role</Table.Th>
              <Table.Th scope="col">Plan</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {organizations.map(({ id, name, role, plan }) => (
              <Table.Tr key={id}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{words(role)}</Table.Td>
                <Table.Td>{words(plan)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </Page>
  );
}

export function PasswordPage() {
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Page title="Password" about="A change ends all your other sessions. Access tokens keep working.">
      <form onSubmit={submit} className="form" noValidate>
        <Stack maw={420}>
          <Refusal error={problems.size === 0 ? change.error : null} />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            value={current}
            error={problems.get("current_password")}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
          />
          <NewPassword
            label="New password"
            value={fresh}
            error={problems.get("new_password")}
            change={setFresh}
          />
          <Group>
            <Button type="submit" disabled={current === "" || fresh === ""} loading={change.isPending}>
              Change password
            </Button>
            <Text size="sm" c="dimmed" aria-live="polite">
              {change.isSuccess ? "Changed. Your other sessions have ended." : ""}
            </Text>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}

export function SessionsPage() {
  const client = useQueryClient();
  const queryKey = ["sessions"];
  const query = useQuery({
    queryKey,
    queryFn: async () => (await send<Listed<Session>>("list_sessions")).body,
  });
  const { data, error, isPending } = query;
  const end = useMutation({
    mutationFn: ({ id }: Session) => send("revoke_session", { id }),
    // Ending the very session that one is in is signing out.
    onSuccess: (_, { current }) =>
      current ? changePerson(client, null) : client.invalidateQueries({ queryKey }),
  });
  return (
    <Page
      title="Sessions"
      about="Where you are signed in. If you do not know a session, end it and change your password."
    >
      <Refusal error={error} again={query} />
      <Refusal error={end.error} />
      {isPending ? <Rows count={3} /> : null}
      <Stack gap="sm" className="form">
        {data?.data.map((session) => (
          <Paper key={session.id}>
            <Group justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Group gap={8}>
                  <Text size="sm" fw={550}>
                    {browserOf(session.user_agent)}
                  </Text>
                  {session.current ? (
                    <Badge variant="default" tt="none">
                      This session
                    </Badge>
                  ) : null}
                </Group>
                <Text size="sm" c="dimmed" component="div">
                  {session.address ?? "Unknown address"} · used <Moment at={session.last_used_at} /> · ends{" "}
                  <Moment at={session.expires_at} />
                </Text>
              </div>
              <Button
                size="xs"
                variant="default"
                flex="none"
                onClick={() => end.mutate(session)}
                aria-label={
                  session.current
                    ? "Sign out of this session"
                    : `End the session of ${browserOf(session.user_agent)}`
                }
              >
                {session.current ? "Sign out" : "End"}
              </Button>
            </Group>
          </Paper>
        ))}
      </Stack>
    </Page>
  );
}

/** The browser's name out of what it says of itself. */
function browserOf(agent: string | null): string {
  const found = /(Firefox|Edg|OPR|Chrome|Version|curl)\/(\d+)/.exec(agent ?? "");
  const system = /(Windows|Mac OS X|Android|iPhone|Linux)/.exec(agent ?? "")?.[1];
  if (found === null) return agent?.slice(0, 60) ?? "Unknown browser";
  const [, name = "", version = ""] = found;
  return `${{ Edg: "Edge", OPR: "Opera", Version: "Safari" }[name] ?? name} ${version}${system === undefined ? "" : ` on ${system}`}`;
}
