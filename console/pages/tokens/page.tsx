/** Personal access tokens: act as their owner at the MCP endpoint, in the organizations named. */
import { Button, Group, Modal, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import type { Listed, Token } from "../../api/shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { QuietButton } from "../../parts/buttons.tsx";
import { CardTable, TakeAway } from "../../parts/card-table.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Form } from "../../parts/form.tsx";
import { Loading } from "../../parts/loading.tsx";
import { OneTimeSecretDialog } from "../../parts/one-time-secret.tsx";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { RevokeDialog } from "../../parts/revoke-dialog.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Fine, Strong } from "../../parts/text.tsx";
import { onlyProposes } from "../../parts/texts.ts";
import { Moment } from "../../parts/time.tsx";
import { choiceOf, type TokenChoice, TokenFields, tokenBody } from "../../parts/token-fields.tsx";
import { useNew } from "../../parts/use-new.ts";
import { words } from "../../parts/words.ts";
import { lastOrganization, useWhoAmI } from "../../shell/session.ts";
import * as texts from "./texts.ts";

export function TokensPage() {
  const client = useQueryClient();
  const [making, setMaking] = useNew();
  const [narrowing, setNarrowing] = useState<Token>();
  const [revoking, setRevoking] = useState<Token>();
  const queryKey = ["tokens"];
  const again = () => client.invalidateQueries({ queryKey });
  const query = useQuery({
    queryKey,
    queryFn: async () => (await send<Listed<Token>>("list_tokens")).body,
  });
  const { data } = query;
  const make = <Button onClick={() => setMaking(true)}>{texts.newAccessToken}</Button>;
  return (
    <Page
      title={texts.accessTokens}
      about={texts.forYourOwnAssistant}
      action={data?.data.length ? make : null}
    >
      <Loading of={query} count={3} />
      {data?.data.length === 0 ? (
        <Empty title={texts.noAccessTokensYet} about={texts.createOneToConnect}>
          {make}
        </Empty>
      ) : null}
      {data?.data.length ? (
        <TokenTable tokens={data.data} narrow={setNarrowing} revoke={setRevoking} />
      ) : null}
      {making ? <NewTokenDialog close={() => setMaking(false)} made={again} /> : null}
      {narrowing === undefined ? null : (
        <NarrowDialog token={narrowing} close={() => setNarrowing(undefined)} done={again} />
      )}
      {revoking === undefined ? null : (
        <RevokeDialog
          what={texts.token}
          name={revoking.name}
          consequence={texts.everyRequestWithThisToken}
          close={() => setRevoking(undefined)}
          revoke={() => send("revoke_token", { id: revoking.id })}
          done={again}
        />
      )}
    </Page>
  );
}

interface TokenTableProps {
  readonly tokens: readonly Token[];
  readonly narrow: (token: Token) => void;
  readonly revoke: (token: Token) => void;
}

function TokenTable({ tokens, narrow, revoke }: TokenTableProps) {
  return (
    <CardTable
      columns={[
        texts.name,
        [texts.organizations, "sm"],
        [texts.highestRole, "md"],
        [texts.lastUsed, "md"],
        [texts.expires, "sm"],
      ]}
    >
      {tokens.map((token) => (
        <Table.Tr key={token.id}>
          <Table.Td>
            <Strong>{token.name}</Strong>
            {token.client === null ? (
              <Fine className="mono">{token.prefix}…</Fine>
            ) : (
              <Fine>
                <RichText of={texts.heldBy} client={token.client} clientHost={token.client_host} />
              </Fine>
            )}
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Text size="sm">{token.organizations.map(({ name }) => name).join(", ") || texts.noneLeft}</Text>
          </Table.Td>
          <Table.Td visibleFrom="md">
            <Text size="sm">{token.max_role === null ? texts.yourRole : words(token.max_role)}</Text>
            {token.propose_only ? <Fine>{onlyProposes}</Fine> : null}
          </Table.Td>
          <Table.Td visibleFrom="md">
            <Moment at={token.last_used_at} />
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Moment at={token.expires_at} />
          </Table.Td>
          <Table.Td ta="right" className="tight">
            <Group gap={4} justify="flex-end">
              <QuietButton onClick={() => narrow(token)} aria-label={texts.narrowName(token.name)}>
                {texts.narrow}
              </QuietButton>
              <TakeAway
                verb={texts.revoke}
                said={texts.revokeName(token.name)}
                onClick={() => revoke(token)}
              />
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </CardTable>
  );
}

/** A token: where it may act, how far at most, and how long. */
function NewTokenDialog({ close, made }: { readonly close: () => void; readonly made: () => unknown }) {
  const { organizations } = useWhoAmI();
  const first = lastOrganization(organizations)?.id;
  const [choice, setChoice] = useState<TokenChoice>({
    name: "",
    where: first === undefined ? [] : [first],
    ceiling: "member",
    proposes: false,
    expiry: "90",
  });
  const make = useMutation({
    mutationFn: async () => (await send<{ token: string }>("create_token", {}, tokenBody(choice))).body,
    onSuccess: made,
  });
  if (make.data !== undefined) {
    return (
      <OneTimeSecretDialog name={choice.name} value={make.data.token} what={texts.token} close={close} />
    );
  }
  return (
    <Modal opened onClose={close} title={texts.newAccessToken} size="lg">
      <Form submit={() => make.mutate()}>
        <Stack>
          <Refusal error={problemsOf(make.error).size === 0 ? make.error : null} />
          <TokenFields
            choice={choice}
            change={setChoice}
            organizations={organizations}
            error={make.error}
            focus
            whereAbout={texts.whereTheTokenCanAct}
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

interface NarrowDialogProps {
  readonly token: Token;
  readonly close: () => void;
  readonly done: () => unknown;
}

/** Less than a token has, from its next request on. */
function NarrowDialog({ token, close, done }: NarrowDialogProps) {
  const [choice, setChoice] = useState(() => choiceOf(token));
  const narrow = useMutation({
    mutationFn: () => send("update_token", { id: token.id }, tokenBody(choice)),
    onSuccess() {
      done();
      close();
    },
  });
  return (
    <Modal opened onClose={close} title={texts.narrowTheToken(token.name)} size="lg">
      <Form submit={() => narrow.mutate()}>
        <Stack>
          <Refusal error={problemsOf(narrow.error).size === 0 ? narrow.error : null} />
          <TokenFields
            choice={choice}
            change={setChoice}
            organizations={token.organizations}
            narrowing={{ ceiling: token.max_role, proposes: token.propose_only }}
            error={narrow.error}
            focus
            whereAbout={texts.onlyFewer}
          />
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={narrow.isPending}>
              {texts.save}
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}
