/** Tokens by which a provider keeps people and groups here (SCIM), and the address that is entered with one. */
import { Button, Group, Modal, Stack, Table, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { scimTokensQuery } from "../../api/queries.ts";
import type { NewScimToken, ScimToken } from "../../api/shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Card } from "../../parts/card.tsx";
import { CardTable, TakeAway } from "../../parts/card-table.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { expiryAt } from "../../parts/expiries.ts";
import { ExpirySelect } from "../../parts/expiry-select.tsx";
import { Form } from "../../parts/form.tsx";
import { Loading } from "../../parts/loading.tsx";
import { OneTimeSecretDialog } from "../../parts/one-time-secret.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { RevokeDialog } from "../../parts/revoke-dialog.tsx";
import { Fine, Quiet, Strong } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { useHere } from "../../shell/session.ts";

export function Provisioning() {
  const here = useHere();
  const client = useQueryClient();
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<ScimToken>();
  const query = useQuery(scimTokensQuery(here.slug));
  const again = () => client.invalidateQueries({ queryKey: scimTokensQuery(here.slug).queryKey });
  const base = `${window.location.origin}/api/scim/v2`;
  return (
    <Card
      title="Provisioning"
      about="Your provider adds, changes and removes members here by itself (SCIM 2.0). Its groups give roles and teams, as set above."
      mt="lg"
      className="form"
    >
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap">
          <Strong>Base URL</Strong>
          <code className="mono" style={{ overflowWrap: "anywhere" }}>
            {query.data?.data[0]?.base_url ?? base}
          </code>
          <CopyButton value={query.data?.data[0]?.base_url ?? base} />
        </Group>
        <Loading of={query} />
        {query.data === undefined ? null : query.data.data.length === 0 ? (
          <Quiet>No token yet. Create one, and enter it at the provider with the base URL.</Quiet>
        ) : (
          <Tokens tokens={query.data.data} end={setEnding} />
        )}
        <Group>
          <PlainButton onClick={() => setMaking(true)}>New SCIM token</PlainButton>
        </Group>
      </Stack>
      {making ? <NewTokenDialog close={() => setMaking(false)} done={again} /> : null}
      {ending === undefined ? null : (
        <RevokeDialog
          what="SCIM token"
          name={ending.name}
          consequence="The provider can change nobody here with it from now on. Members and groups stay as they are."
          close={() => setEnding(undefined)}
          revoke={() => send("revoke_scim_token", { org: here.slug, id: ending.id })}
          done={again}
        />
      )}
    </Card>
  );
}

function Tokens({
  tokens,
  end,
}: {
  readonly tokens: readonly ScimToken[];
  readonly end: (token: ScimToken) => void;
}) {
  return (
    <CardTable columns={["Token", ["Last used", "sm"], ["Expires", "sm"], ["Created", "md"]]}>
      {tokens.map((token) => (
        <Table.Tr key={token.id}>
          <Table.Td>
            <Strong style={{ overflowWrap: "anywhere" }}>{token.name}</Strong>
            <Fine className="mono">{token.prefix}…</Fine>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Moment at={token.last_used_at} />
            {token.last_used_address === null ? null : (
              <Fine className="mono">{token.last_used_address}</Fine>
            )}
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Moment at={token.expires_at} />
          </Table.Td>
          <Table.Td visibleFrom="md">
            <Moment at={token.created_at} />
            <Fine className="clip">by {token.created_by}</Fine>
          </Table.Td>
          <Table.Td ta="right" className="tight">
            <TakeAway verb="Revoke" said={`Revoke ${token.name}`} onClick={() => end(token)} />
          </Table.Td>
        </Table.Tr>
      ))}
    </CardTable>
  );
}

function NewTokenDialog({ close, done }: { readonly close: () => void; readonly done: () => void }) {
  const here = useHere();
  const [name, setName] = useState("");
  const [expiry, setExpiry] = useState("365");
  const make = useMutation({
    mutationFn: async () =>
      (
        await send<NewScimToken>(
          "create_scim_token",
          { org: here.slug },
          { name, expires_at: expiryAt(expiry) },
        )
      ).body,
    onSuccess: done,
  });
  const problems = problemsOf(make.error);
  if (make.data !== undefined)
    return <OneTimeSecretDialog name={name} value={make.data.token} what="token" close={close} />;
  return (
    <Modal opened onClose={close} title="New SCIM token">
      <Form submit={() => make.mutate()}>
        <Stack>
          <Refusal error={problems.size === 0 ? make.error : null} />
          <TextInput
            label="Name"
            withAsterisk
            data-autofocus
            placeholder="Okta"
            description="The audit log shows this name with every change that the provider makes."
            value={name}
            error={problems.get("name")}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <ExpirySelect
            value={expiry}
            change={setExpiry}
            maw={260}
            error={problems.get("expires_at")}
            description="Provisioning stops with the token."
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
