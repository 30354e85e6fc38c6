/** Personal access tokens: act as their owner at the MCP endpoint, in the organizations named. */
import { Button, Table, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import type { Listed, Token } from "../../api/shapes.ts";
import { CardTable, TakeAway } from "../../parts/card-table.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Page } from "../../parts/page.tsx";
import { RevokeDialog } from "../../parts/revoke-dialog.tsx";
import { Fine, Strong } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { useNew } from "../../parts/use-new.ts";
import { words } from "../../parts/words.ts";
import { NewTokenDialog } from "./new-token-dialog.tsx";

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
