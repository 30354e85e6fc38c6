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
import * as texts from "./texts.ts";

export function Provisioning() {
  const here = useHere();
  const client = useQueryClient();
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<ScimToken>();
  const query = useQuery(scimTokensQuery(here.slug));
  const again = () => client.invalidateQueries({ queryKey: scimTokensQuery(here.slug).queryKey });
  const base = `${window.location.origin}/api/scim/v2`;
  return (
    <Card title={texts.provisioning} about={texts.yourProviderAddsChanges} mt="lg" className="form">
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap">
          <Strong>{texts.baseUrl}</Strong>
          <code className="mono" style={{ overflowWrap: "anywhere" }}>
            {query.data?.data[0]?.base_url ?? base}
          </code>
          <CopyButton value={query.data?.data[0]?.base_url ?? base} />
        </Group>
        <Loading of={query} />
        {query.data === undefined ? null : query.data.data.length === 0 ? (
          <Quiet>{texts.noTokenYetCreateOne}</Quiet>
        ) : (
          <Tokens tokens={query.data.data} end={setEnding} />
        )}
        <Group>
          <PlainButton onClick={() => setMaking(true)}>{texts.newScimToken}</PlainButton>
        </Group>
      </Stack>
      {making ? <NewTokenDialog close={() => setMaking(false)} done={again} /> : null}
      {ending === undefined ? null : (
        <RevokeDialog
          what={texts.scimToken}
          name={ending.name}
          consequence={texts.theProviderCanChangeNobody}
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
    <CardTable columns={[texts.token, [texts.lastUsed, "sm"], [texts.expires, "sm"], [texts.created, "md"]]}>
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
            <Fine className="clip">{texts.by(token.created_by)}</Fine>
          </Table.Td>
          <Table.Td ta="right" className="tight">
            <TakeAway verb={texts.revoke} said={texts.revokeName(token.name)} onClick={() => end(token)} />
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
    return <OneTimeSecretDialog name={name} value={make.data.token} what={texts.tokenWithin} close={close} />;
  return (
    <Modal opened onClose={close} title={texts.newScimToken}>
      <Form submit={() => make.mutate()}>
        <Stack>
          <Refusal error={problems.size === 0 ? make.error : null} />
          <TextInput
            label={texts.name}
            withAsterisk
            data-autofocus
            placeholder={texts.okta}
            description={texts.theAuditLogShows}
            value={name}
            error={problems.get("name")}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <ExpirySelect
            value={expiry}
            change={setExpiry}
            maw={260}
            error={problems.get("expires_at")}
            description={texts.provisioningStopsWithTheToken}
          />
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={make.isPending}>
              {texts.createToken}
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}
