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
import * as texts from "./texts.ts";

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
    <Page title={texts.profile} about={texts.yourNameAndEmailAddress}>
      <Form submit={() => save.mutate()} className="form">
        <Stack>
          <Refusal error={problems.size === 0 ? save.error : null} />
          <TextInput
            label={texts.email}
            value={user.email}
            readOnly
            variant="filled"
            description={texts.youSign}
          />
          <TextInput
            label={texts.name}
            value={name}
            autoComplete="name"
            error={problems.get("name")}
            description={texts.shownNextToYourChanges}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Group>
            <Button type="submit" disabled={name === user.name} loading={save.isPending}>
              {texts.save}
            </Button>
            <Quiet aria-live="polite">{save.isSuccess && name === user.name ? texts.saved : ""}</Quiet>
          </Group>
        </Stack>
      </Form>
      <Title order={2} mt="xl" mb="sm">
        {texts.yourOrganizations}
      </Title>
      <Paper p={0} className="form">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{texts.organization}</Table.Th>
              <Table.Th scope="col">{texts.role}</Table.Th>
              <Table.Th scope="col">{texts.plan}</Table.Th>
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
