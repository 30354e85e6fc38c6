/** A person's own name, and the organizations that they are a member of. */
import { Button, Group, Paper, Stack, Table, TextInput, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { sessionQuery } from "../../api/queries.ts";
import type { User } from "../../api/shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { Form } from "../../parts/form.tsx";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { words } from "../../parts/words.ts";
import { useWhoAmI } from "../../shell/session.ts";

export function ProfilePage() {
  const { user, organizations } = useWhoAmI();
  const client = useQueryClient();
  const [name, setName] = useState(user.name);
  const save = useMutation({
    mutationFn: async () => (await send<User>("update_account", {}, { name })).body,
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const problems = problemsOf(save.error);
  return (
    <Page title="Profile" about="Your name and email address are the same in all your organizations.">
      <Form submit={() => save.mutate()} className="form">
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
            <Quiet aria-live="polite">{save.isSuccess && name === user.name ? "Saved." : ""}</Quiet>
          </Group>
        </Stack>
      </Form>
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
