/** Personal access tokens: act as their owner at the MCP endpoint, in the organizations named. */
import { Button, Modal, MultiSelect, Select, Stack, Table, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { roles } from "../../../src/kernel/access.ts";
import { send } from "../../api/client.ts";
import type { Listed, Token } from "../../api/shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { CardTable, TakeAway } from "../../parts/card-table.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Empty } from "../../parts/empty.tsx";
import { expiries, expiryAt } from "../../parts/expiries.ts";
import { Form } from "../../parts/form.tsx";
import { Loading } from "../../parts/loading.tsx";
import { OneTimeSecretDialog } from "../../parts/one-time-secret.tsx";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { RevokeDialog } from "../../parts/revoke-dialog.tsx";
import { Fine, Strong } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { useNew } from "../../parts/use-new.ts";
import { words } from "../../parts/words.ts";
import { lastOrganization, useWhoAmI } from "../../shell/session.ts";

export function TokensPage() {
  const client = useQueryClient();
  const [making, setMaking] = useNew();
  const [revoking, setRevoking] = useState<Token>();
  const queryKey = ["tokens"];
  const again = () => client.invalidateQueries({ queryKey });
  const query = useQuery({
    queryKey,
    queryFn: async () => (await send<Listed<Token>>("list_tokens")).body,
  });
  const { data } = query;
  const make = <Button onClick={() => setMaking(true)}>New access token</Button>;
  return (
    <Page
      title="Access tokens"
      about="For your own assistant. A token acts as you at the MCP endpoint, with your role at most."
      action={data?.data.length ? make : null}
    >
      <Loading of={query} count={3} />
      {data?.data.length === 0 ? (
        <Empty title="No access tokens yet" about="Create one to connect an assistant that acts as you.">
          {make}
        </Empty>
      ) : null}
      {data?.data.length ? <TokenTable tokens={data.data} revoke={setRevoking} /> : null}
      {making ? <NewTokenDialog close={() => setMaking(false)} made={again} /> : null}
      {revoking === undefined ? null : (
        <RevokeDialog
          what="token"
          name={revoking.name}
          consequence="Every request with this token is refused from now on. This cannot be undone."
          close={() => setRevoking(undefined)}
          revoke={() => send("revoke_token", { id: revoking.id })}
          done={again}
        />
      )}
    </Page>
  );
}

function TokenTable({
  tokens,
  revoke,
}: {
  readonly tokens: readonly Token[];
  readonly revoke: (token: Token) => void;
}) {
  return (
    <CardTable
      columns={[
        "Name",
        ["Organizations", "sm"],
        ["Highest role", "md"],
        ["Last used", "md"],
        ["Expires", "sm"],
      ]}
    >
      {tokens.map((token) => (
        <Table.Tr key={token.id}>
          <Table.Td>
            <Strong>{token.name}</Strong>
            <Fine className="mono">{token.prefix}…</Fine>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Text size="sm">{token.organizations.map(({ name }) => name).join(", ") || "None left"}</Text>
          </Table.Td>
          <Table.Td visibleFrom="md">
            <Text size="sm">{token.max_role === null ? "Your role" : words(token.max_role)}</Text>
          </Table.Td>
          <Table.Td visibleFrom="md">
            <Moment at={token.last_used_at} />
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Moment at={token.expires_at} />
          </Table.Td>
          <Table.Td ta="right" className="tight">
            <TakeAway verb="Revoke" said={`Revoke ${token.name}`} onClick={() => revoke(token)} />
          </Table.Td>
        </Table.Tr>
      ))}
    </CardTable>
  );
}

const own = "own";

/** A token: where it may act, how far at most, and how long. */
function NewTokenDialog({ close, made }: { readonly close: () => void; readonly made: () => unknown }) {
  const { organizations } = useWhoAmI();
  const first = lastOrganization(organizations)?.id;
  const [name, setName] = useState("");
  const [where, setWhere] = useState<string[]>(first === undefined ? [] : [first]);
  const [ceiling, setCeiling] = useState<string>("member");
  const [expiry, setExpiry] = useState("90");
  const make = useMutation({
    mutationFn: async () => {
      const max_role = ceiling === own ? null : ceiling;
      const body = { name, organizations: where, max_role, expires_at: expiryAt(expiry) };
      return (await send<{ token: string }>("create_token", {}, body)).body;
    },
    onSuccess: made,
  });
  const problems = problemsOf(make.error);
  const organizationProblem = [...problems].find(([path]) => path.startsWith("organizations"))?.[1];
  if (make.data !== undefined) {
    return <OneTimeSecretDialog name={name} value={make.data.token} what="token" close={close} />;
  }
  return (
    <Modal opened onClose={close} title="New access token" size="lg">
      <Form submit={() => make.mutate()}>
        <Stack>
          <Refusal error={problems.size === 0 ? make.error : null} />
          <TextInput
            label="Name"
            withAsterisk
            data-autofocus
            placeholder="My assistant"
            value={name}
            error={problems.get("name")}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <MultiSelect
            label="Organizations"
            withAsterisk
            data={organizations.map(({ id, name }) => ({ value: id, label: name }))}
            value={where}
            error={organizationProblem}
            description="Where the token can act. With several, each request names one in the header X-Organization."
            onChange={setWhere}
          />
          <RoleChoice role={ceiling} choose={setCeiling} error={problems.get("max_role")} />
          <Select
            label="Expires"
            allowDeselect={false}
            data={expiries}
            value={expiry}
            error={problems.get("expires_at")}
            onChange={(value) => setExpiry(value ?? "")}
          />
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={make.isPending}>
              Create token
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}

interface RoleChoiceProps {
  readonly role: string;
  readonly choose: (role: string) => void;
  readonly error: string | undefined;
}

function RoleChoice({ role: chosen, choose, error }: RoleChoiceProps) {
  return (
    <Select
      label="Highest role"
      allowDeselect={false}
      data={[
        ...roles.map((role) => ({ value: role, label: words(role) })),
        { value: own, label: "My own role" },
      ]}
      value={chosen}
      error={error}
      description="The token can do what this role and your own role both allow."
      onChange={(value) => choose(value ?? own)}
    />
  );
}
