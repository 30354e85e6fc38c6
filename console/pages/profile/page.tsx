/** A person's own name, and the organizations that they are a member of. */
import { Button, Group, Paper, Select, Stack, Table, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { sessionQuery } from "../../api/queries.ts";
import type { Profile } from "../../api/shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { Form } from "../../parts/form.tsx";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { words } from "../../parts/words.ts";
import { useWhoAmI } from "../../shell/session.ts";
import * as texts from "./texts.ts";

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

export function ProfilePage() {
  const { user } = useWhoAmI();
  const client = useQueryClient();
  const queryKey = ["account"];
  const account = useQuery({ queryKey, queryFn: async () => (await send<Profile>("get_account")).body });
  const [name, setName] = useState(user.name);
  /** Undefined until it is chosen here; "" is that of each organization. */
  const [chosen, setChosen] = useState<string>();
  const saved = account.data?.timezone ?? "";
  const zone = chosen ?? saved;
  const save = useMutation({
    mutationFn: async () =>
      (
        await send<Profile>(
          "update_account",
          {},
          {
            name,
            ...(zone === saved ? {} : { timezone: zone === "" ? null : zone }),
          },
        )
      ).body,
    onSuccess: (profile) => {
      client.setQueryData(queryKey, profile);
      return client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  const isSaved = name === user.name && zone === saved;
  const problems = problemsOf(save.error);
  return (
    <Page title={texts.profile} about={texts.yourNameAndEmailAddress}>
      <Form submit={() => save.mutate()} className="form">
        <Stack>
          <Refusal error={account.error ?? (problems.size === 0 ? save.error : null)} />
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
          <Select
            label={texts.zoneOfMails}
            description={texts.zoneOfMailsAbout}
            data={[{ value: "", label: texts.asTheOrganization }, ...zones]}
            value={zone}
            searchable
            allowDeselect={false}
            disabled={account.data === undefined}
            error={problems.get("timezone")}
            onChange={(value) => setChosen(value ?? "")}
          />
          <Group>
            <Button type="submit" disabled={isSaved} loading={save.isPending}>
              {texts.save}
            </Button>
            <Quiet aria-live="polite">{save.isSuccess && isSaved ? texts.saved : ""}</Quiet>
          </Group>
        </Stack>
      </Form>
      <Organizations />
    </Page>
  );
}

function Organizations() {
  const { organizations } = useWhoAmI();
  return (
    <>
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
    </>
  );
}
